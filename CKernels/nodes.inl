/// The passes over all nodes, for the scalar type and dimension at hand.

/// A node. In three dimensions the last lane is padding with any content, which nobody looks at.
typedef CK_SCALAR CK_NAME(nodes_vector) __attribute__((vector_size(CK_STRIDE * sizeof(CK_SCALAR))));

// Not as a result: vectors of four doubles have no register everywhere.
static CK_INLINE void CK_NAME(nodes_load)(const void *array, int64_t node,
                                          CK_NAME(nodes_vector) *to) {
  memcpy(to, (const CK_SCALAR *)array + node * CK_STRIDE, sizeof *to);
}

/// The sums of the blocks [begin, end) of CK_NODES_SUM nodes. The terms of a sum have one order;
/// full blocks go side by side, as an addition has to wait for the one before it.
CK_TASK(CK_NAME(nodes_sum)) {
  const ck_nodes_pass *pass = shared;
  const void *position = pass->points.position;
  CK_NAME(nodes_vector) sum[CK_NODES_CHAINS], node;
  while (begin < end) {
    const int64_t first = begin * CK_NODES_SUM, left = pass->points.count - first;
    const bool is_full = left >= CK_NODES_CHAINS * CK_NODES_SUM && end - begin >= CK_NODES_CHAINS;
    const int chains = is_full ? CK_NODES_CHAINS : 1;
    const int64_t count = left < CK_NODES_SUM ? left : CK_NODES_SUM;
    memset(sum, 0, sizeof sum);
    if (is_full) {
      for (int64_t i = first; i < first + CK_NODES_SUM; ++i) {
        CK_UNROLL
        for (int chain = 0; chain < CK_NODES_CHAINS; ++chain) {
          CK_NAME(nodes_load)(position, i + chain * CK_NODES_SUM, &node);
          sum[chain] += node;
        }
      }
    } else {
      for (int64_t i = first; i < first + count; ++i) {
        CK_NAME(nodes_load)(position, i, &node);
        sum[0] += node;
      }
    }
    memcpy((CK_SCALAR *)pass->sums + begin * CK_STRIDE, sum,
           (size_t)chains * CK_STRIDE * sizeof(CK_SCALAR));
    begin += chains;
  }
}

CK_TASK(CK_NAME(nodes_shift)) {
  const ck_nodes_pass *pass = shared;
  CK_SCALAR *position = pass->points.position;
  CK_NAME(nodes_vector) shift;
  for (int k = 0; k < CK_STRIDE; ++k) { shift[k] = (CK_SCALAR)pass->shift[k]; }
  for (int64_t i = begin; i < end; ++i) {
    CK_NAME(nodes_vector) moved;
    CK_NAME(nodes_load)(position, i, &moved);
    moved -= shift;
    memcpy(position + i * CK_STRIDE, &moved, sizeof moved);
  }
}

/// The shift that brings the mean to `center`. False if it is not finite.
static bool CK_NAME(nodes_find_shift)(ck_nodes_pass *pass, const double center[4],
                                      double strength) {
  const int64_t blocks = ck_nodes_blocks(pass->points.count);
  const CK_SCALAR *sums = pass->sums;
  for (int k = 0; k < CK_AXES; ++k) {
    CK_SCALAR sum = 0;
    for (int64_t block = 0; block < blocks; ++block) { sum += sums[block * CK_STRIDE + k]; }
    const CK_SCALAR mean = sum / (CK_SCALAR)pass->points.count;
    const CK_SCALAR shift = (mean - (CK_SCALAR)center[k]) * (CK_SCALAR)strength;
    if (!isfinite(shift)) { return false; }
    pass->shift[k] = (double)shift;
  }
  return true;
}

/// Differences from the first node, and numbers that are not finite: x - x is zero for all others.
CK_TASK(CK_NAME(nodes_survey)) {
  ck_nodes_pass *pass = shared;
  const void *position = pass->points.position;
  CK_NAME(nodes_vector) place, x, v, blemish = {0};
  CK_NAME(nodes_load)(position, 0, &place);
  __typeof__(place != place) differs = {0};
  for (int64_t i = begin; i < end; ++i) {
    CK_NAME(nodes_load)(position, i, &x);
    CK_NAME(nodes_load)(pass->velocity, i, &v);
    differs |= x != place;
    blemish += (x - x) + (v - v);
  }
  uint32_t found = 0;
  for (int k = 0; k < CK_AXES; ++k) {
    if (differs[k] != 0) { found |= UINT32_C(1) << k; }
    if (!(blemish[k] == 0)) { found |= CK_NODES_NOT_FINITE; }
  }
  atomic_fetch_or_explicit(&pass->found, found, memory_order_relaxed);
}
