/// The steps of the t-force and its links, for the scalar type and dimension at hand
/// (variants/kernels.inl explains the names).
///
/// Each node sums over its link ends in their order, from positions, which no task writes.

#include "t_force.h"

/// Sums of one node: the pull of its links, and of their factors.
typedef struct CK_NAME(t_force_pull) {
  CK_SCALAR sum[CK_AXES], stiffness;
} CK_NAME(t_force_pull);

static CK_INLINE void CK_NAME(t_force_add_link)(const ck_t_force_pass *pass, const CK_SCALAR *own,
                                                int64_t end, CK_SCALAR near,
                                                CK_NAME(t_force_pull) *pull) {
  const CK_SCALAR *other =
      (const CK_SCALAR *)pass->points.position + pass->links->other[end] * (int64_t)CK_STRIDE;
  CK_SCALAR d[CK_AXES], r2 = 0;
  for (int k = 0; k < CK_AXES; ++k) {
    d[k] = other[k] - own[k];
    r2 = k == 0 ? d[k] * d[k] : r2 + d[k] * d[k];
  }
  const CK_SCALAR factor =
      near / (r2 * (CK_SCALAR)pass->inverse2 + 1) + ((const CK_SCALAR *)pass->links->far)[end];
  for (int k = 0; k < CK_AXES; ++k) { pull->sum[k] += d[k] * factor; }
  pull->stiffness += factor;
}

/// The step of nodes [begin, end), from their pushes and links.
CK_TASK(CK_NAME(t_force_step)) {
  const ck_t_force_pass *pass = shared;
  const ck_t_links *links = pass->links;
  const CK_SCALAR strength = (CK_SCALAR)pass->strength, alpha = (CK_SCALAR)pass->alpha;
  const CK_SCALAR crowding = (CK_SCALAR)pass->crowding;
  for (int64_t i = begin; i < end; ++i) {
    const CK_SCALAR *own = (const CK_SCALAR *)pass->points.position + i * CK_STRIDE;
    CK_NAME(t_force_pull) pull = {{0}, 0};
    const int64_t first = links == NULL ? 0 : links->begin[i - pass->first],
                  last = links == NULL ? 0 : links->begin[i + 1 - pass->first];
    for (int64_t e = first; e < last; ++e) {
      CK_NAME(t_force_add_link)
      (pass, own, e,
       links->near != NULL ? ((const CK_SCALAR *)links->near)[e] : (CK_SCALAR)links->common_near,
       &pull);
    }
    const CK_SCALAR *push = (const CK_SCALAR *)pass->push + i * (int64_t)(CK_AXES + 1);
    CK_SCALAR *velocity = (CK_SCALAR *)pass->velocity + (i - pass->first) * CK_STRIDE;
    // The node is one of its own sources, with the weight 1 and no force.
    const CK_SCALAR crowd = (push[CK_AXES] - 1) * crowding;
    const CK_SCALAR implicit = alpha * pull.stiffness + 1;
    const CK_SCALAR bound = alpha * (pull.stiffness * (CK_SCALAR)0.5 + crowd);
    const CK_SCALAR resistance = implicit < bound ? bound : implicit;
    for (int k = 0; k < CK_AXES; ++k) {
      velocity[k] += (push[k] * strength + pull.sum[k]) * alpha / resistance;
    }
  }
}
