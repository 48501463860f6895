/// Integration, for the scalar type and dimension at hand (variants/kernels.inl says how it is
/// included).

/// Does node i as docs/determinism.md says it. Returns whether it was kept.
static CK_INLINE bool CK_NAME(integrate_node)(const ck_integrate_task *task, int64_t i) {
  const CK_T *pin = (const CK_T *)task->pins + i * CK_STRIDE;
  CK_T *position = (CK_T *)task->position + i * CK_STRIDE,
       *velocity = (CK_T *)task->velocity + i * CK_STRIDE;
  const unsigned pinned = task->pinned_axes == NULL ? 0 : task->pinned_axes[i];
  CK_T next_position[CK_D], next_velocity[CK_D];
  bool finite = true;
  for (int k = 0; k < CK_D; ++k) {
    bool is_pinned = (pinned >> k & 1) != 0;
    next_velocity[k] = is_pinned ? (CK_T)0 : velocity[k] * (CK_T)task->velocity_decay;
    next_position[k] = is_pinned ? pin[k] : position[k] + next_velocity[k];
    // A difference with itself is zero for numbers, NaN for infinities. A velocity that is not
    // finite shows in the sum.
    finite = finite && next_position[k] - next_position[k] == 0;
  }
  for (int k = 0; k < CK_D; ++k) {
    bool moves = finite || (pinned >> k & 1) != 0;
    position[k] = moves ? next_position[k] : position[k];
    velocity[k] = finite ? next_velocity[k] : (CK_T)0;
  }
  return !finite;
}

/// Nodes of one unit: as many as fill a vector, or one that takes several.
enum {
  CK_NAME(integrate_unit) = CK_LANES > CK_STRIDE ? CK_LANES / CK_STRIDE : 1,
  CK_NAME(integrate_vectors) = CK_STRIDE * CK_NAME(integrate_unit) / CK_LANES,
};

/// Does a unit of nodes that have no pins. Returns false, and changes nothing, when one of them
/// would not be finite.
static CK_INLINE bool CK_NAME(integrate_free)(CK_T *position, CK_T *velocity, CK_T decay,
                                              const CK_M *used) {
  CK_V old_p[CK_NAME(integrate_vectors)], old_v[CK_NAME(integrate_vectors)];
  CK_V new_p[CK_NAME(integrate_vectors)], new_v[CK_NAME(integrate_vectors)];
  CK_M wrong = (CK_M)0;
  CK_UNROLL
  for (int u = 0; u < CK_NAME(integrate_vectors); ++u) {
    memcpy(&old_p[u], position + u * CK_LANES, sizeof old_p[u]);
    memcpy(&old_v[u], velocity + u * CK_LANES, sizeof old_v[u]);
    new_v[u] = old_v[u] * decay;
    new_p[u] = old_p[u] + new_v[u];
    wrong |= (new_p[u] - new_p[u] != (CK_T)0) & used[u];
  }
  if (CK_UNLIKELY(CK_ANY(wrong))) { return false; }
  CK_UNROLL
  for (int u = 0; u < CK_NAME(integrate_vectors); ++u) {
    new_p[u] = used[u] ? new_p[u] : old_p[u];
    new_v[u] = used[u] ? new_v[u] : old_v[u];
    memcpy(position + u * CK_LANES, &new_p[u], sizeof new_p[u]);
    memcpy(velocity + u * CK_LANES, &new_v[u], sizeof new_v[u]);
  }
  return true;
}

/// Whether a node of [begin, end) has a pin.
static CK_INLINE bool CK_NAME(integrate_has_pins)(const uint8_t *pinned_axes, int64_t begin,
                                                  int64_t end) {
  uint8_t any = 0;
  for (int64_t i = begin; pinned_axes != NULL && i < end; ++i) { any |= pinned_axes[i]; }
  return any != 0;
}

/// Nodes [begin, end).
static void CK_NAME(integrate)(void *context, int64_t begin, int64_t end) {
  ck_integrate_task *task = context;
  // The fourth scalar of a 3D vector goes through the registers, but its value is used for nothing.
  CK_M used[CK_NAME(integrate_vectors)];
  for (int u = 0; u < CK_NAME(integrate_vectors); ++u) {
    CK_I lanes[CK_LANES];
    for (int lane = 0; lane < CK_LANES; ++lane) {
      lanes[lane] = (u * CK_LANES + lane) % CK_STRIDE < CK_D ? -1 : 0;
    }
    memcpy(&used[u], lanes, sizeof used[u]);
  }
  int64_t kept = 0;
  for (int64_t i = begin; i < end;) {
    int64_t unit_end = i + CK_NAME(integrate_unit);
    CK_T *position = (CK_T *)task->position + i * CK_STRIDE,
         *velocity = (CK_T *)task->velocity + i * CK_STRIDE;
    if (CK_LIKELY(unit_end <= end) &&
        !CK_NAME(integrate_has_pins)(task->pinned_axes, i, unit_end) &&
        CK_NAME(integrate_free)(position, velocity, (CK_T)task->velocity_decay, used)) {
      i = unit_end;
      continue;
    }
    for (unit_end = unit_end < end ? unit_end : end; i < unit_end; ++i) {
      kept += CK_NAME(integrate_node)(task, i);
    }
  }
  atomic_fetch_add_explicit(&task->kept, kept, memory_order_relaxed);
}
