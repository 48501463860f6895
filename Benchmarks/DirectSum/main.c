/// Times the exact sum and the tree of many-body beside each other, for scripts/bench-direct-sum.
///
/// Arguments: the instruction set (0: none, 1: NEON, 2: AVX2, 3: AVX-512), the number of threads.
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ckernels.h"

// Ticks before the times, in which the tree adapts to the error that it measures; and with them.
enum { WARM_UP = 60, TICKS = 120 };

static double microseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec * 1e-3;
}

/// In [0, 1), by xorshift.
static double random_number(void) {
  static uint64_t state = 88172645463325252U;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) * 0x1p-53;
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *times) {
  qsort(times, TICKS, sizeof *times, compare);
  return times[TICKS / 2];
}

static void add(void *values, ck_scalar scalar, int64_t at, double value) {
  if (scalar == CK_F64) {
    ((double *)values)[at] += value;
  } else {
    ((float *)values)[at] += (float)value;
  }
}

/// Even in a disc or ball, about as dense as a layout at rest.
static void place(ck_points points) {
  const double count = (double)points.count;
  const double radius = points.dimension == 2 ? 15 * sqrt(count) : 20 * cbrt(count);
  for (int64_t i = 0; i < points.count; ++i) {
    double point[3], length2;
    do {
      length2 = 0;
      for (int k = 0; k < points.dimension; ++k) {
        point[k] = 2 * random_number() - 1;
        length2 += point[k] * point[k];
      }
    } while (length2 > 1);
    for (int k = 0; k < points.dimension; ++k) {
      add(points.position, points.scalar, i * ck_stride(points.dimension) + k, point[k] * radius);
    }
  }
}

static void time_both(ck_context *context, int32_t dimension, ck_scalar scalar, int64_t count) {
  const int64_t stride = ck_stride(dimension), size = scalar == CK_F64 ? 8 : 4;
  void *velocity = calloc((size_t)(count * stride), (size_t)size);
  void *strength = calloc((size_t)count, (size_t)size);
  ck_points points = {.scalar = scalar, .dimension = dimension, .count = count};
  points.position = calloc((size_t)(count * stride), (size_t)size);
  ck_many_body_state state = {.permutation = calloc((size_t)count, sizeof *state.permutation)};
  if (!points.position || !velocity || !strength || !state.permutation) { exit(71); }
  place(points);
  for (int64_t i = 0; i < count; ++i) {
    add(strength, scalar, i, -30);
    state.permutation[i] = (int32_t)i;
  }
  const ck_law law = {.strength = strength,
                      .accuracy = dimension == 2 ? 1e-3 : 6e-3,
                      .distance_min2 = 1,
                      .distance_max2 = (double)INFINITY};
  double exact[TICKS], tree[TICKS];
  for (int tick = -WARM_UP; tick < TICKS; ++tick) {
    const ck_jiggle jiggle = {.seed = 1, .tick = (uint64_t)(tick + WARM_UP)};
    const double begin = microseconds();
    ck_direct_sum(context, points, law, 0.1, jiggle, 0, count, velocity);
    const double middle = microseconds();
    ck_many_body(context, points, law, 0.1, jiggle, &state, velocity, NULL);
    const double end = microseconds();
    if (tick >= 0) {
      exact[tick] = middle - begin;
      tree[tick] = end - middle;
    }
    for (int64_t at = 0; at < count * stride; ++at) {
      if (at % stride < dimension) {
        add(points.position, scalar, at, 0.4 * (random_number() - 0.5));
      }
    }
  }
  const double one = median(exact), other = median(tree);
  printf("%-5s  %-6s  %5d  %8.1f  %8.1f  %6.2f\n", dimension == 2 ? "plane" : "space",
         scalar == CK_F64 ? "Double" : "Float", (int)count, one, other, one / other);
  free(points.position);
  free(velocity);
  free(strength);
  free(state.permutation);
}

int main(int count, char **arguments) {
  if (count != 3) { return 64; }
  const ck_settings settings = {
      .isa = atoi(arguments[1]), .thread_count = atoi(arguments[2]), .serial_below_ns = 25000};
  ck_context *context = ck_context_create(settings);
  puts("       type    nodes     exact      tree   exact/tree, medians in us");
  for (int32_t dimension = 2; dimension <= 3; ++dimension) {
    for (int64_t nodes = 192; nodes <= 1024; nodes += nodes < 512 ? 64 : 128) {
      time_both(context, dimension, CK_F32, nodes);
    }
    for (int64_t nodes = 192; nodes <= 512; nodes += 64) {
      time_both(context, dimension, CK_F64, nodes);
    }
  }
  ck_context_destroy(context);
}
