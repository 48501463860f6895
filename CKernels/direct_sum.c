/// Many-body by direct sum: the public entry.
#include "direct_sum.h"

#include "isa.h"
#include "jiggle.h"

// Nodes of one block when the sources are copied: about 10 us.
enum { CK_DIRECT_SUM_PACK_BLOCK = 8192 };

/// Nanoseconds for one pair, to decide about threads: measured, and right within a factor of two on
/// current machines with AVX2. With AVX-512 a split pair in Double takes .15.
static double ck_direct_sum_pair_ns(int32_t isa, int32_t scalar) {
  const double vector = scalar == CK_F32 ? 0.25 : 0.5;
  return isa == CK_ISA_SCALAR ? 2 * vector : vector;
}

/// Sets the units of a pass. True if it is split: points in Double with an accuracy that Float
/// keeps, whose numbers fit into Float.
static bool ck_direct_sum_scale(ck_direct_sum_pass *pass) {
  const ck_points points = pass->points;
  pass->distance_min2 = pass->law.distance_min2;
  pass->distance_max2 = pass->law.distance_max2;
  if (points.scalar == CK_F32 || pass->law.accuracy < CK_FLOAT_ACCURACY) { return false; }
  const double *position = points.position, *strengths = pass->law.strength;
  const int64_t stride = ck_stride(points.dimension);
  double half = 0, strength = 0;
  for (int64_t k = 0; k < points.dimension; ++k) {
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < points.count; ++i) {
      const double x = position[i * stride + k];
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    pass->origin[k] = low / 2 + high / 2;
    half = fmax(half, high / 2 - low / 2);
  }
  for (int64_t i = 0; i < points.count; ++i) {
    const double size = fabs(strengths[i]);
    strength = size > strength ? size : strength;
  }
  // The exponents stay within 2^400, so that no product of scales overflows.
  if (!(half < 0x1p400) || !(strength < 0x1p400)) { return false; }
  int side = 0, size = 0;
  (void)frexp(half, &side);
  (void)frexp(strength, &size);
  side = side < -400 ? -400 : side;
  size = size < -400 ? -400 : size;
  pass->per_unit = ldexp(1, -side);
  pass->strength_scale = ldexp(1, -size);
  pass->force_scale = ldexp(1, size - side);
  const double min = sqrt(pass->law.distance_min2) * pass->per_unit,
               max = sqrt(pass->law.distance_max2) * pass->per_unit;
  if (min > 0x1p30) { return false; }
  pass->distance_min2 = min * min;
  // No two points are that far apart.
  pass->distance_max2 = max < 8 ? max * max : (double)INFINITY;
  return true;
}

double ck_direct_sum_weight(const ck_direct_sum_pass *pass, int64_t target, int64_t source,
                            int32_t dimension, int64_t stride, double d[4]) {
  const double *position = pass->points.position, *strength = pass->law.strength;
  const double min2 = pass->law.distance_min2, max2 = pass->law.distance_max2;
  double r2 = 0;
  for (int32_t k = 0; k < dimension; ++k) {
    d[k] = position[source * stride + k] - position[target * stride + k];
    r2 += d[k] * d[k];
  }
  if (r2 < CK_TINY2_F64) {
    const int64_t low = target < source ? target : source, high = target < source ? source : target;
    const uint64_t pair =
        ck_jiggle_pair(ck_jiggle_tick(pass->jiggle), (uint64_t)low, (uint64_t)high);
    r2 = 0;
    for (int32_t k = 0; k < dimension; ++k) {
      const double push = ck_jiggle_axis(pair, (uint64_t)k);
      d[k] = target < source ? push : -push;
      r2 += d[k] * d[k];
    }
  }
  const double weight = strength[source] / (r2 < min2 ? sqrt(min2 * r2) : r2);
  if (!(max2 < (double)INFINITY)) { return weight; }
  if (r2 >= max2) { return 0; }
  const double inner2 = max2 * 0.81, u = (max2 - r2) / (max2 - inner2);
  return r2 > inner2 ? weight * ((u * u) * (3 - 2 * u)) : weight;
}

void ck_direct_sum(ck_context *context, ck_points points, ck_law law, double alpha,
                   ck_jiggle jiggle, int64_t target_begin, int64_t target_end, void *velocity) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(0 <= target_begin && target_begin <= target_end && target_end <= points.count);
  CK_ASSERT(law.distance_min2 >= 0 && law.distance_max2 >= 0);
  ck_direct_sum_pass pass = {
      .points = points, .law = law, .alpha = alpha, .jiggle = jiggle, .velocity = velocity};
  // Outside of regions, which set this themselves.
  const uint64_t saved = ck_control_begin();
  const bool is_split = ck_direct_sum_scale(&pass);
  const double targets = (double)(target_end - target_begin), sources = (double)points.count;
  const double pair_ns = ck_direct_sum_pair_ns(context->settings.isa, points.scalar);
  const int32_t threads = ck_parallel_threads(context, targets * sources * pair_ns);
  ck_control_end(saved);
  // A row starts on a cache line of its own for either scalar type.
  pass.row = ck_round_up(points.count, 16);
  const int64_t rows = is_split ? 2 * points.dimension + 1 : points.dimension + 1;
  ck_context_reset(context);
  pass.source = ck_context_take(context, rows * pass.row * (is_split ? 4 : ck_scalar_size(points)));
  const ck_isa_kernels *kernels = ck_isa_select(context);
  ck_parallel_task *pack = is_split ? kernels->direct_sum_split_pack[points.dimension - 2]
                                    : ck_isa_task(kernels->direct_sum_pack, points),
                   *sum = is_split ? kernels->direct_sum_split[points.dimension - 2]
                                   : ck_isa_task(kernels->direct_sum, points);
  ck_parallel_for(threads, 0, points.count, CK_DIRECT_SUM_PACK_BLOCK, pack, &pass);
  ck_parallel_for(threads, target_begin, target_end, CK_DIRECT_SUM_BLOCK, sum, &pass);
}
