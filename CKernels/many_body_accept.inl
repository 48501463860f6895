/// The acceptance tests, for the scalar type and dimension at hand: they decide which sources are
/// far enough from a target.

#include "many_body.h"

/// A target cell, or a single point, and the lengths of its lists.
typedef struct CK_NAME(target) {
  int64_t cell;
  int32_t level;
  CK_CENTRE centre[CK_AXES];
  CK_SCALAR radius;
  /// True: all sources are opened until they are far or leaves. False: only sources that are larger
  /// than the target are opened; the others are left to its children.
  bool is_last;
  int64_t far_count, near_count, next_count, pending_count, soft_count;
} CK_NAME(target);

/// q^(degree + 1), for lanes.
static CK_INLINE CK_SIMD CK_NAME(error_power)(const ck_many_body_pass *pass, CK_SIMD q) {
  const CK_SIMD second = q * q;
#if CK_AXES == 2
  const CK_SIMD fourth = second * second, eighth = fourth * fourth;
  return pass->has_higher_degree ? eighth * fourth : eighth;
#else
  return pass->has_higher_degree ? second * second : second * q;
#endif
}

/// True in the lanes of sources whose error on the target is small enough (many_body_error.c).
/// `level`: of the target; `power`: of the sources; `radii2`: the squared sum of the radii;
/// `reach2`: the same, or more where the target is much larger than the source.
static CK_INLINE CK_MASK CK_NAME(is_accurate)(const ck_many_body_pass *pass, int32_t level,
                                              CK_SIMD power, CK_SIMD radii2, CK_SIMD reach2,
                                              CK_SIMD d2) {
  const CK_SIMD inverse = (CK_SCALAR)1 / d2, gap = (CK_SIMD)(CK_SCALAR)1 - radii2 * inverse;
  return power * CK_NAME(error_power)(pass, reach2 * inverse) <=
         (gap * gap) * (d2 * (CK_SIMD)(CK_SCALAR)pass->tolerance2[level]);
}

/// True if a source within distanceMin of all of the target may act as two points. Its error is
/// about mass / distanceMin * (r / d)^2.
static CK_INLINE bool CK_NAME(is_small)(const ck_many_body_pass *pass, int32_t level,
                                        int64_t source, CK_SCALAR r, CK_SCALAR d2) {
  if (!pass->has_accuracy) { return r * r < (CK_SCALAR)pass->soft_theta2 * d2; }
  const CK_SCALAR mass = ((const CK_SCALAR *)pass->mass)[source];
  const CK_SCALAR q = (r * r / d2) / (CK_SCALAR)pass->distance_min;
  return (mass * __builtin_elementwise_sqrt(mass)) * (q * q) <= (CK_SCALAR)pass->tolerance2[level];
}

/// The rare cases of a group of candidates: sources within distanceMin, beyond distanceMax, and
/// cells of coincident points. Moves a far cell to `rest` when the taper may reach it. Removes
/// cells from `rest` that are soft, beyond distanceMax, or coincident.
static CK_NOINLINE void CK_NAME(accept_rare)(const ck_many_body_pass *pass, ck_many_body_walk *walk,
                                             const int32_t *from, CK_NAME(target) *target,
                                             const CK_SCALAR *distance2, const CK_SCALAR *radii,
                                             int lanes, unsigned *far, unsigned *rest) {
  const CK_SCALAR min = (CK_SCALAR)pass->distance_min, max = (CK_SCALAR)pass->distance_max;
  for (int lane = 0; lane < lanes; ++lane) {
    const unsigned bit = 1u << lane;
    const CK_SCALAR d2 = distance2[lane], r = radii[lane];
    // True when the taper may act on a pair of points.
    bool may_taper = false;
    if (pass->distance_max < (double)INFINITY) {
      const CK_SCALAR within = max * (CK_SCALAR)0.9 - r, beyond = max + r;
      may_taper = !(within > 0 && d2 <= within * within);
      if ((*far & bit) && may_taper) {
        *far &= ~bit;
        *rest |= bit;
      }
      if (d2 >= beyond * beyond) {
        *far &= ~bit;
        *rest &= ~bit;
      }
    }
    if (!(*rest & bit)) { continue; }
    if (!may_taper && r < min && d2 <= (min - r) * (min - r) &&
        CK_NAME(is_small)(pass, target->level, from[lane], r, d2)) {
      ck_list_reserve(walk->soft, target->soft_count + 1);
      walk->soft->item[target->soft_count++] = from[lane];
      *rest &= ~bit;
    } else if (d2 == 0 && r <= CK_POINTLIKE) {
      // Coincident points interact only with those of neighbouring leaves: all pairs would be
      // quadratic.
      const ck_kdtree_range own = ck_kdtree_leaves(&pass->shape, target->cell);
      const ck_kdtree_range other = ck_kdtree_leaves(&pass->shape, from[lane]);
      if (own.end < other.begin || other.end < own.begin) { *rest &= ~bit; }
    }
  }
}

/// Distributes CK_LANES candidates, of which the first `count` are real, to the walk's lists.
/// Returns the new end of the queue.
static CK_INLINE int64_t CK_NAME(accept)(const ck_many_body_pass *pass, ck_many_body_walk *walk,
                                         const int32_t *from, int64_t count,
                                         CK_NAME(target) *target, int64_t queue_count) {
  CK_SIMD column[4], d2 = (CK_SIMD)(CK_SCALAR)0;
  CK_SCALAR_NAME(rows)(pass->sphere, 4, 0, 4, from, column);
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    const CK_SIMD d = CK_SCALAR_NAME(centre_difference)(target->centre[k], column[k]);
    d2 = k == 0 ? d * d : d2 + d * d;
  }
  const CK_SIMD radius = column[3], radii = radius + target->radius;
  const CK_SIMD clear = radii + (CK_SIMD)(CK_SCALAR)pass->distance_min;
  const unsigned real = count >= CK_LANES ? (1u << CK_LANES) - 1 : (1u << count) - 1;
  CK_MASK is_far = (radii * radii < (CK_SIMD)(CK_SCALAR)pass->theta2 * d2) & (clear * clear <= d2);
  if (pass->has_accuracy) {
    // `power` holds for targets that are at most as large as the source. On a larger one, of radius
    // r, no term of the error grows faster than r^n, where n is the order of the series. The test
    // allows for it by taking (2 r)^2 for the squared sum of the radii where that is more.
    const CK_SIMD radii2 = radii * radii, power = CK_SCALAR_NAME(gather)(pass->power, from);
    const CK_SIMD own2 = (CK_SIMD)(target->radius * target->radius * 4);
    is_far &=
        CK_NAME(is_accurate)(pass, target->level, power, radii2, radii2 < own2 ? own2 : radii2, d2);
  }
  unsigned far = CK_SCALAR_NAME(bits)(is_far) & real;
  unsigned rest = real & ~far;
  const CK_SCALAR min = (CK_SCALAR)pass->distance_min;
  const CK_MASK rare = ((d2 < (CK_SIMD)(min * min)) & (radii < (CK_SIMD)min)) |
                       ((d2 == (CK_SIMD)(CK_SCALAR)0) & (radii <= (CK_SIMD)CK_POINTLIKE));
  if (CK_UNLIKELY(pass->distance_max < (double)INFINITY ||
                  (CK_SCALAR_NAME(bits)(rare) & real) != 0)) {
    CK_SCALAR distance2[CK_LANES], both_radii[CK_LANES];
    CK_SCALAR_NAME(store)(distance2, d2);
    CK_SCALAR_NAME(store)(both_radii, radii);
    int lanes = count < CK_LANES ? (int)count : CK_LANES;
    CK_NAME(accept_rare)(pass, walk, from, target, distance2, both_radii, lanes, &far, &rest);
  }
  // What to do with sources that are not far:
  // - `open`: the children become candidates. Inner cells, if the target is last; else only inner
  //   cells larger than the target.
  // - `keep`: leaves, whose points are taken one by one, if the target is last; else all sources
  //   that the target's children shall decide on, in `next`.
  // - the others are leaves larger than a target that is not last. Their points are tested one by
  //   one (unless forces taper off), as most of them are far.
  const unsigned leaves = CK_SCALAR_NAME(bits)(CK_SCALAR_NAME(load_numbers)(from) >=
                                               (CK_MASK)(CK_INT)(pass->shape.leaf_count - 1));
  unsigned open = rest & ~leaves, keep = rest & leaves;
  if (!target->is_last) {
    const unsigned larger = CK_SCALAR_NAME(bits)(radius > (CK_SIMD)target->radius);
    keep = rest & ~(larger & (~leaves | pass->splits_leaves));
    open &= larger;
    for (unsigned split = rest & ~open & ~keep; split != 0; split &= split - 1) {
      ck_list *list = &walk->pending[target->level];
      ck_list_reserve(list, 2 * target->pending_count + 2);
      int32_t *pending = list->item + 2 * target->pending_count++;
      pending[0] = from[__builtin_ctz(split)];
      pending[1] = (int32_t)ck_many_body_point_mask(pass, pending[0]);
    }
  }
  target->far_count = ck_lists_append(walk->far->item, target->far_count, from, far);
  if (target->is_last) {
    target->near_count = ck_lists_append(walk->near->item, target->near_count, from, keep);
  } else {
    target->next_count =
        ck_lists_append(walk->next[target->level].item, target->next_count, from, keep);
  }
  return ck_lists_append_children(walk->queue->item, queue_count, from, open);
}

/// Gives the lists room for another group of candidates, of which there are `queue_count` so far.
/// Each of them is in one of the lists at most. Returns the number up to which there is room.
static CK_NOINLINE int64_t CK_NAME(make_room)(ck_many_body_walk *walk,
                                              const CK_NAME(target) *target, int64_t queue_count) {
  const int64_t count = queue_count + CK_MANY_BODY_PADDING;
  ck_list *kept = target->is_last ? walk->near : &walk->next[target->level];
  ck_list_reserve(walk->queue, count);
  ck_list_reserve(walk->far, count);
  ck_list_reserve(kept, count);
  int64_t room = walk->queue->capacity;
  room = walk->far->capacity < room ? walk->far->capacity : room;
  room = kept->capacity < room ? kept->capacity : room;
  return room - CK_MANY_BODY_PADDING;
}

/// Counts what a target needs and is not here: the children of the cells it has opened, the range
/// `opened` of the queue; and the points of leaves that it has listed from `first_near` and
/// `first_pending` on.
static CK_NOINLINE void CK_NAME(count_missing)(const uint8_t *present, ck_many_body_walk *walk,
                                               const CK_NAME(target) *target,
                                               ck_kdtree_range opened, int64_t first_near,
                                               int64_t first_pending) {
  const int32_t *queue = walk->queue->item, *near = walk->near->item;
  const int32_t *pending = walk->pending[target->level].item;
  int64_t missing = 0;
  for (int64_t at = opened.begin; at < opened.end; at += 2) {
    missing += present[(queue[at] - 1) / 2] == 0;
  }
  for (int64_t at = first_near; at < target->near_count; ++at) {
    missing += present[near[at]] == 0;
  }
  for (int64_t at = first_pending; at < target->pending_count; ++at) {
    missing += present[pending[2 * at]] == 0;
  }
  walk->missing += missing;
}

/// Distributes the candidates, and the children of opened ones, to the walk's lists. `candidates`
/// has room for a register after its end.
static CK_NOINLINE void CK_NAME(accept_all)(const ck_many_body_pass *pass, ck_many_body_walk *walk,
                                            const int32_t *candidates, int64_t candidate_count,
                                            CK_NAME(target) *target) {
  const int64_t first_near = target->near_count, first_pending = target->pending_count;
  int64_t room = CK_NAME(make_room)(walk, target, candidate_count);
  int32_t *queue = walk->queue->item;
  // Whole registers, as lists have room after their end: most lists are too short for a call.
  for (int64_t at = 0; at < candidate_count; at += CK_LANES) {
    memcpy(queue + at, candidates + at, CK_LANES * sizeof *candidates);
  }
  int64_t queue_count = candidate_count;
  for (int64_t at = 0; at < queue_count; at += CK_LANES) {
    const int64_t count = queue_count - at < CK_LANES ? queue_count - at : CK_LANES;
    if (CK_UNLIKELY(queue_count > room)) { room = CK_NAME(make_room)(walk, target, queue_count); }
    int32_t *group = walk->queue->item + at;
    for (int pad = 0; pad < CK_LANES; ++pad) { walk->queue->item[queue_count + pad] = 0; }
    const int64_t end = CK_NAME(accept)(pass, walk, group, count, target, queue_count);
    // A short group ends here. Its children were appended behind it, where the next group begins.
    at -= CK_LANES - count;
    queue_count = end;
  }
  if (CK_UNLIKELY(pass->present != NULL)) {
    const ck_kdtree_range opened = {candidate_count, queue_count};
    CK_NAME(count_missing)(pass->present, walk, target, opened, first_near, first_pending);
  }
  for (int64_t pad = 0; pad < CK_LANES; ++pad) { walk->far->item[target->far_count + pad] = 0; }
}
