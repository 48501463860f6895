/// Which sources are far enough from a target, for the scalar type, dimension and order at hand.

/// A target cell, or a single point, and what it found.
typedef struct CK_XNAME(target) {
  int64_t cell;
  int32_t level;
  CK_C centre[CK_D];
  CK_T radius;
  /// Whether sources are opened until they are far or leaves, rather than left to children.
  bool is_last;
  int64_t far_count, near_count, next_count, pending_count, soft_count;
} CK_XNAME(target);

/// The rare cases of a group of candidates: sources within distanceMin, beyond distanceMax, and
/// cells of coincident points. Takes bits out of `far`, and cells that are done with out of `rest`.
static CK_COLD void CK_XNAME(accept_rare)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                          const int32_t *from, CK_XNAME(target) * target,
                                          const CK_T *distance2, const CK_T *reach, int lanes,
                                          unsigned *far, unsigned *rest) {
  const CK_T min = (CK_T)task->distance_min, max = (CK_T)task->distance_max;
  for (int lane = 0; lane < lanes; ++lane) {
    const unsigned bit = 1u << lane;
    const CK_T d2 = distance2[lane], r = reach[lane];
    if (task->distance_max < (double)INFINITY) {
      const CK_T within = max * (CK_T)0.9 - r, beyond = max + r;
      if ((*far & bit) && !(within > 0 && d2 <= within * within)) {
        *far &= ~bit;
        *rest |= bit;
      }
      if (d2 >= beyond * beyond) {
        *far &= ~bit;
        *rest &= ~bit;
      }
    }
    if (!(*rest & bit)) { continue; }
    if (r < min && d2 <= (min - r) * (min - r) && r * r < (CK_T)task->soft_theta2 * d2) {
      walk->soft[target->soft_count++] = from[lane];
      *rest &= ~bit;
    } else if (d2 == 0 && r <= CK_POINTLIKE) {
      // Points on one place meet those of the leaves beside theirs only: all of them would be
      // quadratic.
      const ck_kdtree_range own = ck_kdtree_leaves(&task->shape, target->cell);
      const ck_kdtree_range other = ck_kdtree_leaves(&task->shape, from[lane]);
      if (own.end < other.begin || other.end < own.begin) { *rest &= ~bit; }
    }
  }
}

/// Sorts CK_LANES candidates (the first `count` of them are real) into the walk's lists. Returns
/// the new end of the work list.
static CK_INLINE int64_t CK_XNAME(accept)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                          const int32_t *from, int64_t count,
                                          CK_XNAME(target) * target, int64_t work_count) {
  CK_V column[4], d2 = (CK_V)(CK_T)0;
  CK_TNAME(rows)(task->sphere, 4, 0, 4, from, column);
  CK_UNROLL
  for (int k = 0; k < CK_D; ++k) {
    const CK_V d = CK_TNAME(centre_difference)(target->centre[k], column[k]);
    d2 = k == 0 ? d * d : d2 + d * d;
  }
  const CK_V radius = column[3], reach = radius + target->radius;
  const CK_V clear = reach + (CK_V)(CK_T)task->distance_min;
  const unsigned real = count >= CK_LANES ? (1u << CK_LANES) - 1 : (1u << count) - 1;
  unsigned far =
      CK_TNAME(bits)((reach * reach < (CK_V)(CK_T)task->theta2 * d2) & (clear * clear <= d2)) &
      real;
  unsigned rest = real & ~far;
  const CK_T min = (CK_T)task->distance_min;
  const CK_M rare = ((d2 < (CK_V)(min * min)) & (reach < (CK_V)min)) |
                    ((d2 == (CK_V)(CK_T)0) & (reach <= (CK_V)CK_POINTLIKE));
  if (CK_UNLIKELY(task->distance_max < (double)INFINITY || (CK_TNAME(bits)(rare) & real) != 0)) {
    CK_T distance2[CK_LANES], reaches[CK_LANES];
    CK_TNAME(store)(distance2, d2);
    CK_TNAME(store)(reaches, reach);
    int lanes = count < CK_LANES ? (int)count : CK_LANES;
    CK_XNAME(accept_rare)(task, walk, from, target, distance2, reaches, lanes, &far, &rest);
  }
  const unsigned leaves =
      CK_TNAME(bits)(CK_TNAME(load_cells)(from) >= (CK_M)(CK_I)(task->shape.leaf_count - 1));
  unsigned open = rest & ~leaves, keep = rest & leaves;
  if (!target->is_last) {
    const unsigned larger = CK_TNAME(bits)(radius > (CK_V)target->radius);
    keep = rest & ~(larger & (~leaves | task->bursts));
    open &= larger;
    // A leaf that is larger than the target comes apart into its points, most of which are far
    // away.
    for (unsigned burst = rest & ~open & ~keep; burst != 0; burst &= burst - 1) {
      int32_t *pending = walk->pending[target->level] + 2 * target->pending_count++;
      pending[0] = from[__builtin_ctz(burst)];
      pending[1] = (int32_t)ck_many_body_points(task, pending[0]);
    }
  }
  target->far_count = ck_lists_append(walk->far, target->far_count, from, far);
  if (target->is_last) {
    target->near_count = ck_lists_append(walk->near, target->near_count, from, keep);
  } else {
    target->next_count = ck_lists_append(walk->next[target->level], target->next_count, from, keep);
  }
  return ck_lists_append_children(walk->work, work_count, from, open);
}

/// Sorts the candidates, and what comes out of them, into the walk's lists.
static CK_INLINE void CK_XNAME(accept_all)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                           const int32_t *candidates, int64_t candidate_count,
                                           CK_XNAME(target) * target) {
  memcpy(walk->work, candidates, (size_t)candidate_count * sizeof *candidates);
  int64_t work_count = candidate_count;
  for (int64_t at = 0; at < work_count; at += CK_LANES) {
    const int64_t count = work_count - at < CK_LANES ? work_count - at : CK_LANES;
    for (int64_t pad = count; pad < CK_LANES; ++pad) { walk->work[at + pad] = 0; }
    const int64_t end = CK_XNAME(accept)(task, walk, walk->work + at, count, target, work_count);
    at -= CK_LANES - count;
    work_count = end;
  }
  for (int64_t pad = 0; pad < CK_LANES; ++pad) { walk->far[target->far_count + pad] = 0; }
}
