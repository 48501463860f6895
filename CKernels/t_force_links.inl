/// The links of the t-force, for the scalar type and dimension at hand (variants/kernels.inl
/// explains the names).
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

/// Nodes [begin, end).
CK_TASK(CK_NAME(t_force_links)) {
  const ck_t_force_pass *pass = shared;
  const ck_t_links *links = pass->links;
  const CK_SCALAR *near = links->near, alpha = (CK_SCALAR)pass->alpha;
  for (int64_t i = begin; i < end; ++i) {
    const CK_SCALAR *own = (const CK_SCALAR *)pass->points.position + i * CK_STRIDE;
    CK_NAME(t_force_pull) pull = {{0}, 0};
    for (int64_t e = links->begin[i]; e < links->begin[i + 1]; ++e) {
      CK_NAME(t_force_add_link)
      (pass, own, e, near != NULL ? near[e] : (CK_SCALAR)links->common_near, &pull);
    }
    const CK_SCALAR *push = (const CK_SCALAR *)pass->push + i * CK_STRIDE;
    CK_SCALAR *velocity = (CK_SCALAR *)pass->velocity + i * CK_STRIDE;
    const CK_SCALAR resistance = alpha * pull.stiffness + 1;
    for (int k = 0; k < CK_AXES; ++k) {
      velocity[k] += (push[k] + pull.sum[k]) * alpha / resistance;
    }
  }
}
