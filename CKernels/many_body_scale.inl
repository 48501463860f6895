/// The forces on a few points, from which the pass takes its scale of forces, for the scalar type
/// and dimension at hand.

#include "many_body.h"

/// Adds up the forces of the leaves [begin, end), a block, on each of the samples.
CK_TASK(CK_NAME(many_body_scale)) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  ck_many_body_pass *pass = shared;
  const CK_SCALAR min2 = (CK_SCALAR)pass->distance_min * (CK_SCALAR)pass->distance_min;
  const CK_SCALAR max = (CK_SCALAR)pass->distance_max;
  const bool tapered = pass->law.distance_max2 < (double)INFINITY;
  double *samples =
      pass->samples + begin / CK_MANY_BODY_SAMPLE_LEAVES * (CK_MANY_BODY_SAMPLES * CK_AXES);
  for (int sample = 0; sample < CK_MANY_BODY_SAMPLES; ++sample) {
    const int64_t slot = ck_many_body_sample(pass, sample), target = slot / LEAF;
    const int64_t cell = ck_kdtree_leaf_node(&pass->shape, target);
    const CK_SCALAR *own = CK_NAME(leaf_points)(pass, target) + slot % LEAF;
    CK_SIMD sum[CK_PHASES * CK_AXES];
    for (int q = 0; q < CK_PHASES * CK_AXES; ++q) { sum[q] = (CK_SIMD)(CK_SCALAR)0; }
    for (int64_t leaf = begin; leaf < end; ++leaf) {
      const int64_t source = ck_kdtree_leaf_node(&pass->shape, leaf);
      const CK_SCALAR *points = CK_NAME(leaf_points)(pass, leaf);
      CK_SCALAR place[CK_AXES];
      CK_UNROLL
      for (int k = 0; k < CK_AXES; ++k) {
        place[k] = own[k * LEAF] + (CK_SCALAR)(CK_NAME(cell_centre)(pass, cell, k) -
                                               CK_NAME(cell_centre)(pass, source, k));
      }
      CK_UNROLL
      for (int phase = 0; phase < CK_PHASES; ++phase) {
        const CK_SCALAR *row = points + phase * CK_LANES;
        CK_SIMD d[CK_AXES];
        CK_UNROLL
        for (int k = 0; k < CK_AXES; ++k) {
          d[k] = CK_SCALAR_NAME(load)(row + k * LEAF) - (CK_SIMD)place[k];
        }
        CK_SIMD r2 = CK_NAME(length2)(d);
        // The sample itself, and what the lattice cannot tell from it, must not divide by zero.
        r2 = r2 < (CK_SIMD)CK_CLOSE2_MIN ? (CK_SIMD)CK_CLOSE2_MIN : r2;
        const CK_SIMD soft2 =
            r2 < (CK_SIMD)min2 ? __builtin_elementwise_sqrt((CK_SIMD)min2 * r2) : r2;
        CK_SIMD s = CK_SCALAR_NAME(load)(row + CK_AXES * LEAF) / soft2;
        if (CK_UNLIKELY(tapered)) { s = CK_NAME(direct_sum_taper)(s, r2, max * max); }
        CK_UNROLL
        for (int k = 0; k < CK_AXES; ++k) { sum[phase * CK_AXES + k] += d[k] * s; }
      }
    }
    CK_SCALAR joined[CK_AXES];
    CK_SCALAR_NAME(join_sums)(sum, CK_AXES, joined);
    for (int k = 0; k < CK_AXES; ++k) { samples[sample * CK_AXES + k] = (double)joined[k]; }
  }
}
