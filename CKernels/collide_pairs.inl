/// Collide's pairs of discs or boxes, for the scalar type and dimension at hand
/// (variants/kernels.inl explains the names).
///
/// A node is compared from its predicted position at the start of its turn, so its hits do not
/// depend on each other, and as many neighbours as a register has lanes are compared at once.

#include "collide.h"

/// The members by component.
typedef struct CK_NAME(collide_members) {
  CK_SCALAR *base[CK_AXES], *velocity[CK_AXES], *radius;
  /// Of boxes alone. For discs these point past the memory, and are not used: to make them NULL then
  /// would cost discs 1.8 % more instructions.
  CK_SCALAR *half_side[CK_AXES], *weight;
  const uint32_t *node;
} CK_NAME(collide_members);

static CK_INLINE CK_NAME(collide_members) CK_NAME(collide_members_of)(const ck_collide_pass *pass) {
  CK_NAME(collide_members) all;
  CK_SCALAR *sorted = pass->sorted;
  for (int k = 0; k < CK_AXES; ++k) {
    all.base[k] = sorted + k * pass->row;
    all.velocity[k] = sorted + (CK_AXES + k) * pass->row;
    all.half_side[k] = sorted + (2 * CK_AXES + 1 + k) * pass->row;
  }
  all.radius = sorted + 2 * CK_AXES * pass->row;
  all.weight = sorted + (3 * CK_AXES + 1) * pass->row;
  all.node = pass->node;
  return all;
}

static CK_INLINE CK_SIMD CK_NAME(collide_load)(const CK_SCALAR *at) {
  CK_SIMD lanes;
  memcpy(&lanes, at, sizeof lanes);
  return lanes;
}

/// The node in slot i, with its predicted position at the start of its turn.
typedef struct CK_NAME(collide_one) {
  int64_t i;
  int32_t node;
  CK_SCALAR radius, low;
  CK_SCALAR q[CK_AXES];
  /// Its current velocity.
  CK_SCALAR velocity[CK_AXES];
  bool has_moved;
  /// Of a box alone.
  CK_SCALAR half_side[CK_AXES], weight;
} CK_NAME(collide_one);

/// The differences on axis k of the node and those in the slots from `at` on.
static CK_INLINE CK_SIMD CK_NAME(collide_differences)(const CK_NAME(collide_members) *all,
                                                      const CK_NAME(collide_one) *one, int64_t at,
                                                      int k) {
  return (CK_SIMD)one->q[k] -
         (CK_NAME(collide_load)(all->base[k] + at) + CK_NAME(collide_load)(all->velocity[k] + at));
}

/// Set where the disc overlaps the one in slot `at` + lane.
static CK_INLINE CK_MASK CK_NAME(collide_discs_overlap)(const CK_NAME(collide_members) *all,
                                                        const CK_NAME(collide_one) *one,
                                                        int64_t at) {
  CK_SIMD l2 = (CK_SIMD)(CK_SCALAR)0;
  CK_UNROLL
  for (int k = 0; k < CK_AXES; ++k) {
    CK_SIMD d = CK_NAME(collide_differences)(all, one, at, k);
    l2 = k == 0 ? d * d : l2 + d * d;
  }
  CK_SIMD reach = (CK_SIMD)one->radius + CK_NAME(collide_load)(all->radius + at);
  return l2 < reach * reach;
}

/// Set where the box overlaps the one in slot `at` + lane: on all axes.
static CK_INLINE CK_MASK CK_NAME(collide_boxes_overlap)(const CK_NAME(collide_members) *all,
                                                        const CK_NAME(collide_one) *one,
                                                        int64_t at) {
  CK_SIMD d = CK_NAME(collide_differences)(all, one, at, 0);
  CK_SIMD reach = (CK_SIMD)one->half_side[0] + CK_NAME(collide_load)(all->half_side[0] + at);
  CK_MASK overlaps = (d < reach) & (-d < reach);
  CK_UNROLL
  for (int k = 1; k < CK_AXES; ++k) {
    d = CK_NAME(collide_differences)(all, one, at, k);
    reach = (CK_SIMD)one->half_side[k] + CK_NAME(collide_load)(all->half_side[k] + at);
    overlaps &= (d < reach) & (-d < reach);
  }
  return overlaps;
}

/// Bit l is set if the node overlaps the one in slot `at` + l, and that one has a higher number or
/// is a visitor.
static CK_INLINE uint32_t CK_NAME(collide_hits)(const CK_NAME(collide_members) *all,
                                                const CK_NAME(collide_one) *one, int64_t at,
                                                bool has_visitors, bool is_box) {
  CK_IDS node;
  memcpy(&node, all->node + at, sizeof node);
  CK_MASK is_due = CK_CONVERT(node > (CK_IDS)one->node, CK_MASK);
  if (has_visitors) { is_due |= CK_NAME(collide_load)(all->radius + at) <= (CK_SIMD)one->low; }
  const CK_MASK overlaps = is_box ? CK_NAME(collide_boxes_overlap)(all, one, at)
                                  : CK_NAME(collide_discs_overlap)(all, one, at);
  return CK_SCALAR_NAME(bits)(overlaps & is_due);
}

/// What the jiggle of the nodes in two slots begins with, whichever comes first.
static CK_INLINE uint64_t CK_NAME(collide_jiggle_pair)(const ck_collide_pass *pass, int64_t i,
                                                       int64_t j) {
  const uint64_t a = pass->node[i], b = pass->node[j];
  return ck_jiggle_pair(ck_jiggle_tick(pass->jiggle), a < b ? a : b, a < b ? b : a);
}

/// The difference vector of coincident nodes, from the view of slot i.
static CK_NOINLINE void CK_NAME(collide_jiggle)(const ck_collide_pass *pass, int64_t i, int64_t j,
                                                CK_SCALAR d[CK_AXES]) {
  const uint64_t pair = CK_NAME(collide_jiggle_pair)(pass, i, j);
  for (int k = 0; k < CK_AXES; ++k) {
    const CK_SCALAR push = (CK_SCALAR)ck_jiggle_axis(pair, (uint64_t)k);
    d[k] = pass->node[i] < pass->node[j] ? push : -push;
  }
}

/// Pushes the disc and the one in slot j apart, which overlap.
static CK_INLINE void CK_NAME(collide_push_disc)(const ck_collide_pass *pass,
                                                 const CK_NAME(collide_members) *all,
                                                 CK_NAME(collide_one) *one, int64_t j) {
  CK_SCALAR d[CK_AXES], l2 = 0;
  for (int k = 0; k < CK_AXES; ++k) {
    d[k] = one->q[k] - (all->base[k][j] + all->velocity[k][j]);
    l2 = k == 0 ? d[k] * d[k] : l2 + d[k] * d[k];
  }
  if (CK_UNLIKELY(l2 < CK_TINY2)) {
    CK_NAME(collide_jiggle)(pass, one->i, j, d);
    for (int k = 0; k < CK_AXES; ++k) { l2 = k == 0 ? d[k] * d[k] : l2 + d[k] * d[k]; }
  }
  const CK_SCALAR radius_i = one->radius, radius_j = all->radius[j];
  const CK_SCALAR l = __builtin_elementwise_sqrt(l2);
  const CK_SCALAR f = (radius_i + radius_j - l) / l * (CK_SCALAR)pass->strength;
  const CK_SCALAR square_j = radius_j * radius_j;
  const CK_SCALAR share = square_j / (square_j + radius_i * radius_i);
  for (int k = 0; k < CK_AXES; ++k) {
    CK_SCALAR push = d[k] * f;
    one->velocity[k] += push * share;
    all->velocity[k][j] -= push * (1 - share);
  }
}

/// True if the node in slot i is the one that goes down when it and the one in slot j have the same
/// coordinate on an axis.
static CK_NOINLINE bool CK_NAME(collide_goes_down)(const ck_collide_pass *pass, int64_t i,
                                                   int64_t j, int axis) {
  const uint64_t pair = CK_NAME(collide_jiggle_pair)(pass, i, j);
  return (ck_jiggle_axis(pair, (uint64_t)axis) < 0) != (pass->node[i] > pass->node[j]);
}

/// Pushes the box and the one in slot j apart, which overlap, along the axis of least depth.
static CK_INLINE void CK_NAME(collide_push_box)(const ck_collide_pass *pass,
                                                const CK_NAME(collide_members) *all,
                                                CK_NAME(collide_one) *one, int64_t j) {
  int axis = 0;
  CK_SCALAR difference = 0, depth = 0;
  for (int k = 0; k < CK_AXES; ++k) {
    const CK_SCALAR d = one->q[k] - (all->base[k][j] + all->velocity[k][j]);
    const CK_SCALAR here = one->half_side[k] + all->half_side[k][j] - (d < 0 ? -d : d);
    if (k > 0 && !(here < depth)) { continue; }
    axis = k;
    difference = d;
    depth = here;
  }
  const bool goes_down = CK_UNLIKELY(difference == 0)
                             ? CK_NAME(collide_goes_down)(pass, one->i, j, axis)
                             : difference < 0;
  const CK_SCALAR size = depth * (CK_SCALAR)pass->strength, push = goes_down ? -size : size;
  const CK_SCALAR weight_j = all->weight[j], sum = weight_j + one->weight;
  const CK_SCALAR share = sum > 0 ? weight_j / sum : (CK_SCALAR)0.5;
  one->velocity[axis] += push * share;
  all->velocity[axis][j] -= push * (1 - share);
}
