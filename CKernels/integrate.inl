/// Integration, for the scalar type and dimension at hand (variants/kernels.inl explains the
/// names).

#include "integrate.h"

/// Integrates node i (docs/determinism.md, "Integration"). Returns true if it was kept.
static CK_INLINE bool CK_NAME(integrate_node)(const ck_integrate_pass *pass, int64_t i) {
  const CK_SCALAR *pin = (const CK_SCALAR *)pass->pins.position + i * CK_STRIDE;
  CK_SCALAR *position = (CK_SCALAR *)pass->points.position + i * CK_STRIDE,
            *velocity = (CK_SCALAR *)pass->velocity + i * CK_STRIDE;
  const unsigned pinned = pass->pins.axes == NULL ? 0 : pass->pins.axes[i];
  CK_SCALAR next_position[CK_AXES], next_velocity[CK_AXES];
  bool finite = true;
  for (int k = 0; k < CK_AXES; ++k) {
    bool is_pinned = (pinned >> k & 1) != 0;
    next_velocity[k] = is_pinned ? (CK_SCALAR)0 : velocity[k] * (CK_SCALAR)pass->velocity_decay;
    next_position[k] = is_pinned ? pin[k] : position[k] + next_velocity[k];
    // x - x is zero for finite x, else NaN. A velocity that is not finite makes the position not
    // finite.
    finite = finite && next_position[k] - next_position[k] == 0;
  }
  for (int k = 0; k < CK_AXES; ++k) {
    bool moves = finite || (pinned >> k & 1) != 0;
    position[k] = moves ? next_position[k] : position[k];
    velocity[k] = finite ? next_velocity[k] : (CK_SCALAR)0;
  }
  return !finite;
}

/// Nodes of one unit: those that fill a register, or one that takes several registers.
enum {
  CK_NAME(integrate_unit) = CK_LANES > CK_STRIDE ? CK_LANES / CK_STRIDE : 1,
  CK_NAME(integrate_vectors) = CK_STRIDE * CK_NAME(integrate_unit) / CK_LANES,
};

/// Integrates a unit of nodes without pins. Returns false, and changes nothing, if one of them
/// would not be finite.
static CK_INLINE bool CK_NAME(integrate_free)(CK_SCALAR *position, CK_SCALAR *velocity,
                                              CK_SCALAR decay, const CK_MASK *used) {
  CK_SIMD old_p[CK_NAME(integrate_vectors)], old_v[CK_NAME(integrate_vectors)];
  CK_SIMD new_p[CK_NAME(integrate_vectors)], new_v[CK_NAME(integrate_vectors)];
  CK_MASK wrong = (CK_MASK)0;
  CK_UNROLL
  for (int u = 0; u < CK_NAME(integrate_vectors); ++u) {
    memcpy(&old_p[u], position + u * CK_LANES, sizeof old_p[u]);
    memcpy(&old_v[u], velocity + u * CK_LANES, sizeof old_v[u]);
    new_v[u] = old_v[u] * decay;
    new_p[u] = old_p[u] + new_v[u];
    wrong |= (new_p[u] - new_p[u] != (CK_SCALAR)0) & used[u];
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

/// True if a node of [begin, end) has a pin.
static CK_INLINE bool CK_NAME(integrate_has_pins)(const uint8_t *pinned_axes, int64_t begin,
                                                  int64_t end) {
  uint8_t any = 0;
  for (int64_t i = begin; pinned_axes != NULL && i < end; ++i) { any |= pinned_axes[i]; }
  return any != 0;
}

/// Nodes [begin, end).
CK_TASK(CK_NAME(integrate)) {
  ck_integrate_pass *pass = shared;
  // The fourth scalar of a 3D vector passes through the registers unchanged.
  CK_MASK used[CK_NAME(integrate_vectors)];
  for (int u = 0; u < CK_NAME(integrate_vectors); ++u) {
    CK_INT lanes[CK_LANES];
    for (int lane = 0; lane < CK_LANES; ++lane) {
      lanes[lane] = (u * CK_LANES + lane) % CK_STRIDE < CK_AXES ? -1 : 0;
    }
    memcpy(&used[u], lanes, sizeof used[u]);
  }
  int64_t kept = 0;
  for (int64_t i = begin; i < end;) {
    int64_t unit_end = i + CK_NAME(integrate_unit);
    CK_SCALAR *position = (CK_SCALAR *)pass->points.position + i * CK_STRIDE,
              *velocity = (CK_SCALAR *)pass->velocity + i * CK_STRIDE;
    if (CK_LIKELY(unit_end <= end) && !CK_NAME(integrate_has_pins)(pass->pins.axes, i, unit_end) &&
        CK_NAME(integrate_free)(position, velocity, (CK_SCALAR)pass->velocity_decay, used)) {
      i = unit_end;
      continue;
    }
    for (unit_end = unit_end < end ? unit_end : end; i < unit_end; ++i) {
      kept += CK_NAME(integrate_node)(pass, i);
    }
  }
  atomic_fetch_add_explicit(&pass->kept, kept, memory_order_relaxed);
}
