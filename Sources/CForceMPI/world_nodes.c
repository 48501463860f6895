/// Passes that read every node once, over all ranks.
#include "common.h"
#include "world.h"

int64_t ck_world_total(ck_world *world, int64_t number) {
  ck_world_sum(world, &number, 1);
  return number;
}

double ck_world_largest(ck_world *world, double number) {
  ck_world_max(world, &number, 1);
  return number;
}

static double ck_world_coordinate(ck_points points, int64_t node, int32_t axis) {
  const int64_t at = node * ck_stride(points.dimension) + axis;
  return points.scalar == CK_F64 ? ((const double *)points.position)[at]
                                 : (double)((const float *)points.position)[at];
}

uint32_t ck_world_flat_axes(ck_world *world, ck_points points, int64_t count) {
  // By axis: the largest and the smallest coordinate, as far as they are looked at: two different
  // ones are enough.
  double most[8];
  for (int32_t k = 0; k < points.dimension; ++k) {
    double low = INFINITY, high = -INFINITY;
    for (int64_t i = 0; i < points.count && !(low < high); ++i) {
      const double x = ck_world_coordinate(points, i, k);
      low = x < low ? x : low;
      high = x > high ? x : high;
    }
    most[2 * k] = -low;
    most[2 * k + 1] = high;
  }
  ck_world_max(world, most, 2 * points.dimension);
  uint32_t flat = 0;
  for (int32_t k = 0; k < points.dimension && count > 1; ++k) {
    if (!(-most[2 * k] < most[2 * k + 1])) { flat |= UINT32_C(1) << k; }
  }
  return flat;
}

enum { CK_WORLD_SUM = 1024 };

#define CK_WORLD_CENTER(SCALAR)                                                                \
  /* Adds up the nodes of each block. */                                                       \
  static void ck_world_sum_##SCALAR(ck_points points, SCALAR *sums) {                          \
    const int64_t stride = ck_stride(points.dimension);                                        \
    const SCALAR *position = points.position;                                                  \
    for (int64_t first = 0; first < points.count; first += CK_WORLD_SUM, sums += 4) {          \
      const int64_t left = points.count - first;                                               \
      const int64_t last = first + (left < CK_WORLD_SUM ? left : CK_WORLD_SUM);                \
      SCALAR sum[4] = {0};                                                                     \
      for (int64_t i = first; i < last; ++i) {                                                 \
        for (int32_t k = 0; k < points.dimension; ++k) { sum[k] += position[i * stride + k]; } \
      }                                                                                        \
      memcpy(sums, sum, sizeof sum);                                                           \
    }                                                                                          \
  }                                                                                            \
  /* Moves the nodes by what the sums of all blocks say. */                                    \
  static void ck_world_shift_##SCALAR(ck_points points, int64_t count, const SCALAR *sums,     \
                                      const double center[4], double strength) {               \
    const int64_t blocks = (count + CK_WORLD_SUM - 1) / CK_WORLD_SUM;                          \
    const int64_t stride = ck_stride(points.dimension);                                        \
    SCALAR shift[4] = {0}, *position = points.position;                                        \
    for (int32_t k = 0; k < points.dimension; ++k) {                                           \
      SCALAR sum = 0;                                                                          \
      for (int64_t block = 0; block < blocks; ++block) { sum += sums[block * 4 + k]; }         \
      shift[k] = (sum / (SCALAR)count - (SCALAR)center[k]) * (SCALAR)strength;                 \
      if (!isfinite(shift[k])) { return; }                                                     \
    }                                                                                          \
    for (int64_t i = 0; i < points.count; ++i) {                                               \
      for (int32_t k = 0; k < points.dimension; ++k) { position[i * stride + k] -= shift[k]; } \
    }                                                                                          \
  }

CK_WORLD_CENTER(float)
CK_WORLD_CENTER(double)

void ck_world_center(ck_world *world, ck_points points, int64_t count, const double center[4],
                     double strength) {
  CK_ASSERT_POINTS(points);
  if (count == 0) { return; }
  const uint64_t control = ck_control_begin();
  const int64_t row = 4 * ck_scalar_size(points);
  int64_t *at = ck_world_allocate(world, (world->size + 1) * (int64_t)sizeof *at);
  for (int32_t rank = 0; rank <= world->size; ++rank) {
    const int64_t first = ck_world_first_node(world, rank, count);
    at[rank] = (first + CK_WORLD_SUM - 1) / CK_WORLD_SUM * row;
  }
  char *sums = ck_world_allocate(world, at[world->size]);
  void *own = sums + at[world->rank];
  if (points.scalar == CK_F64) {
    ck_world_sum_double(points, own);
  } else {
    ck_world_sum_float(points, own);
  }
  ck_world_gather_all(world, sums, at);
  if (points.scalar == CK_F64) {
    ck_world_shift_double(points, count, (const void *)sums, center, strength);
  } else {
    ck_world_shift_float(points, count, (const void *)sums, center, strength);
  }
  free(sums);
  free(at);
  ck_control_end(control);
}

void ck_world_direct_sum_add(ck_world *world, ck_context *context, ck_points points, int64_t count,
                             ck_law law, double alpha, ck_jiggle jiggle, void *velocity) {
  const int64_t scalar = ck_scalar_size(points), vector = ck_stride(points.dimension) * scalar;
  const int64_t begin = ck_world_first_node(world, world->rank, count);
  char *position = ck_world_allocate(world, count * vector);
  char *strength = ck_world_allocate(world, count * scalar);
  char *changed = ck_world_allocate(world, count * vector);
  ck_world_gather_nodes(world, count, vector, points.position, position);
  ck_world_gather_nodes(world, count, scalar, law.strength, strength);
  const size_t bytes = (size_t)(points.count * vector);
  if (bytes > 0) { memcpy(changed + begin * vector, velocity, bytes); }
  law.strength = strength;
  ck_direct_sum(context, (ck_points){points.scalar, points.dimension, count, position}, law, alpha,
                jiggle, begin, begin + points.count, changed);
  if (bytes > 0) { memcpy(velocity, changed + begin * vector, bytes); }
  free(changed);
  free(strength);
  free(position);
}
