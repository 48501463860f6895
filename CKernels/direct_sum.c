/// Many-body by direct sum: the public entries.
#include "direct_sum.h"

#include "isa.h"

// Nodes of one block when the sources are copied: some 10 us.
enum { CK_DIRECT_SUM_PACK_BLOCK = 8192 };

// A row starts on a cache line of its own for either scalar type.
static int64_t ck_direct_sum_row(int64_t count) { return ck_round_up(count, 16); }

int64_t ck_direct_sum_scratch(int32_t dimension, int64_t count) {
  CK_ASSERT(dimension >= 2 && dimension <= 4 && count >= 0);
  return (dimension + 1) * ck_direct_sum_row(count);
}

/// Nanoseconds for one pair, to decide about threads: measured, and right within a factor of two on
/// current machines.
static double ck_direct_sum_pair_ns(int32_t isa, int scalar) {
  double vector = scalar == CK_ISA_F32 ? 0.25 : 0.5;
  return isa == CK_ISA_SCALAR ? 2 * vector : vector;
}

static void ck_direct_sum_run(const ck_settings *settings, int scalar, int32_t dimension,
                              ck_direct_sum_task *task, int64_t target_begin, int64_t target_end) {
  CK_ASSERT(dimension >= 2 && dimension <= 4);
  CK_ASSERT(0 <= target_begin && target_begin <= target_end && target_end <= task->count);
  CK_ASSERT((uintptr_t)task->source % 64 == 0);
  CK_ASSERT(task->distance_min2 >= 0 && task->distance_max2 >= 0);
  const ck_isa_kernels *kernels = ck_isa_select(settings);
  double targets = (double)(target_end - target_begin);
  double pair_ns = ck_direct_sum_pair_ns(settings->isa, scalar);
  int32_t threads = ck_parallel_threads(settings, targets * (double)task->count * pair_ns);
  task->row = ck_direct_sum_row(task->count);
  ck_parallel_for(threads, 0, task->count, CK_DIRECT_SUM_PACK_BLOCK,
                  kernels->direct_sum_pack[scalar][dimension - 2], task);
  ck_parallel_for(threads, target_begin, target_end, CK_DIRECT_SUM_BLOCK,
                  kernels->direct_sum[scalar][dimension - 2], task);
}

void ck_direct_sum_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                       const float *position, const float *strength, float distance_min2,
                       float distance_max2, float alpha, ck_jiggle jiggle, int64_t target_begin,
                       int64_t target_end, float *scratch, float *velocity) {
  ck_direct_sum_task task = {.position = position,
                             .strength = strength,
                             .source = scratch,
                             .count = count,
                             .distance_min2 = (double)distance_min2,
                             .distance_max2 = (double)distance_max2,
                             .alpha = (double)alpha,
                             .jiggle = jiggle,
                             .velocity = velocity};
  ck_direct_sum_run(settings, CK_ISA_F32, dimension, &task, target_begin, target_end);
}

void ck_direct_sum_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                       const double *position, const double *strength, double distance_min2,
                       double distance_max2, double alpha, ck_jiggle jiggle, int64_t target_begin,
                       int64_t target_end, double *scratch, double *velocity) {
  ck_direct_sum_task task = {.position = position,
                             .strength = strength,
                             .source = scratch,
                             .count = count,
                             .distance_min2 = distance_min2,
                             .distance_max2 = distance_max2,
                             .alpha = alpha,
                             .jiggle = jiggle,
                             .velocity = velocity};
  ck_direct_sum_run(settings, CK_ISA_F64, dimension, &task, target_begin, target_end);
}
