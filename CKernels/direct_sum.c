/// Many-body by direct sum: the public entry.
#include "direct_sum.h"

#include "isa.h"

// Nodes of one block when the sources are copied: about 10 us.
enum { CK_DIRECT_SUM_PACK_BLOCK = 8192 };

/// Nanoseconds for one pair, to decide about threads: measured, and right within a factor of two on
/// current machines.
static double ck_direct_sum_pair_ns(int32_t isa, int32_t scalar) {
  const double vector = scalar == CK_F32 ? 0.25 : 0.5;
  return isa == CK_ISA_SCALAR ? 2 * vector : vector;
}

void ck_direct_sum(ck_context *context, ck_points points, ck_law law, double alpha,
                   ck_jiggle jiggle, int64_t target_begin, int64_t target_end, void *velocity) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(0 <= target_begin && target_begin <= target_end && target_end <= points.count);
  CK_ASSERT(law.distance_min2 >= 0 && law.distance_max2 >= 0);
  ck_direct_sum_pass pass = {
      .points = points, .law = law, .alpha = alpha, .jiggle = jiggle, .velocity = velocity};
  // A row starts on a cache line of its own for either scalar type.
  pass.row = ck_round_up(points.count, 16);
  ck_context_reset(context);
  pass.source =
      ck_context_take(context, (points.dimension + 1) * pass.row * ck_scalar_size(points));
  const double targets = (double)(target_end - target_begin), sources = (double)points.count;
  const double pair_ns = ck_direct_sum_pair_ns(context->settings.isa, points.scalar);
  const int32_t threads = ck_parallel_threads(context, targets * sources * pair_ns);
  const ck_isa_kernels *kernels = ck_isa_select(context);
  ck_parallel_for(threads, 0, points.count, CK_DIRECT_SUM_PACK_BLOCK,
                  ck_isa_task(kernels->direct_sum_pack, points), &pass);
  ck_parallel_for(threads, target_begin, target_end, CK_DIRECT_SUM_BLOCK,
                  ck_isa_task(kernels->direct_sum, points), &pass);
}
