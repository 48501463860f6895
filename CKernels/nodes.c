/// Passes that read every node once: the center force, and the survey at the beginning of a tick.
#include "parallel.h"

enum {
  /// Nodes of one sum of the center force (docs/determinism.md).
  CK_NODES_SUM = 1024,
  /// Sums that are computed side by side.
  CK_NODES_CHAINS = 4,
  /// Nodes of one block: about 4 us.
  CK_NODES_BLOCK = 4096,
};

typedef struct ck_nodes_pass {
  ck_points points;
  const void *velocity;
  /// By block of CK_NODES_SUM nodes, a vector.
  void *sums;
  double shift[4];
  _Atomic uint32_t found;
} ck_nodes_pass;

// Measured, in nanoseconds: a node that is read.
static const double ck_nodes_ns = 1;

static int64_t ck_nodes_blocks(int64_t count) { return (count + CK_NODES_SUM - 1) / CK_NODES_SUM; }

#define CK_PASTE(name, type, dimension) ck_##name##_##type##_##dimension
#define CK_PASTE_VALUES(name, type, dimension) CK_PASTE(name, type, dimension)
#define CK_NAME(name) CK_PASTE_VALUES(name, CK_TYPE, CK_AXES)
#define CK_STRIDE (CK_AXES == 2 ? 2 : 4)

#define CK_TYPE f32
#define CK_SCALAR float
#include "nodes_dimensions.inl"
#undef CK_TYPE
#undef CK_SCALAR
#ifndef CK_ONLY_F32
#define CK_TYPE f64
#define CK_SCALAR double
#include "nodes_dimensions.inl"
#endif

/// The tasks for a scalar type and dimension.
typedef struct ck_nodes_tasks {
  ck_parallel_task *sum, *shift, *survey;
  bool (*find_shift)(ck_nodes_pass *pass, const double center[4], double strength);
} ck_nodes_tasks;

#define CK_TASKS(type, dimension)                                                     \
  {                                                                                   \
    .sum = CK_PART(type, dimension, ck_nodes_sum_##type##_##dimension),               \
    .shift = CK_PART(type, dimension, ck_nodes_shift_##type##_##dimension),           \
    .survey = CK_PART(type, dimension, ck_nodes_survey_##type##_##dimension),         \
    .find_shift = CK_PART(type, dimension, ck_nodes_find_shift_##type##_##dimension), \
  }

static const ck_nodes_tasks ck_nodes_all_tasks[2][3] = {
    {CK_TASKS(f32, 2), CK_TASKS(f32, 3), CK_TASKS(f32, 4)},
    {CK_TASKS(f64, 2), CK_TASKS(f64, 3), CK_TASKS(f64, 4)},
};

void ck_nodes_center(ck_context *context, ck_points points, const double center[4],
                     double strength) {
  CK_ASSERT_POINTS(points);
  if (points.count == 0) { return; }
  const uint64_t control = ck_control_begin();
  const ck_nodes_tasks *tasks = &ck_nodes_all_tasks[points.scalar][points.dimension - 2];
  const int64_t blocks = ck_nodes_blocks(points.count);
  ck_nodes_pass pass = {.points = points};
  ck_context_reset(context);
  pass.sums =
      ck_context_take(context, blocks * ck_stride(points.dimension) * ck_scalar_size(points));
  const int32_t threads = ck_parallel_threads(context, (double)points.count * ck_nodes_ns);
  ck_parallel_for(threads, 0, blocks, CK_NODES_CHAINS, tasks->sum, &pass);
  if (tasks->find_shift(&pass, center, strength)) {
    ck_parallel_for(threads, 0, points.count, CK_NODES_BLOCK, tasks->shift, &pass);
  }
  ck_control_end(control);
}

uint32_t ck_nodes_survey(ck_context *context, ck_points points, const void *velocity) {
  CK_ASSERT_POINTS(points);
  const ck_nodes_tasks *tasks = &ck_nodes_all_tasks[points.scalar][points.dimension - 2];
  ck_nodes_pass pass = {.points = points, .velocity = velocity};
  // Each tick begins here.
  const int64_t bytes = points.count * ck_stride(points.dimension) * ck_scalar_size(points);
  ck_context_use_large(context, 0, points.position, bytes);
  ck_context_use_large(context, 1, velocity, bytes);
  const int32_t threads = ck_parallel_threads(context, (double)points.count * ck_nodes_ns);
  ck_parallel_for(threads, 0, points.count, CK_NODES_BLOCK, tasks->survey, &pass);
  return atomic_load(&pass.found);
}
