#include "many_body_tree.h"

#include "isa.h"

// Measured: nanoseconds for a point.
static const double ck_many_body_refit_ns = 12;

ck_many_body_tasks ck_many_body_tasks_for(const ck_context *context, int32_t scalar,
                                          bool has_higher_degree, int32_t dimension) {
  static const int degrees[2][2] = {{CK_MANY_BODY_DEGREE_2D, CK_MANY_BODY_DEGREE_2D_ACCURATE},
                                    {CK_MANY_BODY_DEGREE_3D, CK_MANY_BODY_DEGREE_3D_ACCURATE}};
  const ck_isa_kernels *kernels = ck_isa_select(context);
  const int kind = dimension - 2;
  // A build may have been made without (parts.h).
  CK_ASSERT(kernels->many_body_walk[scalar][kind][has_higher_degree] != NULL);
  return (ck_many_body_tasks){
      .scalar = scalar,
      .has_higher_degree = has_higher_degree,
      .refit = kernels->many_body_refit[scalar][kind][has_higher_degree],
      .join = kernels->many_body_join[scalar][kind][has_higher_degree],
      .walk = kernels->many_body_walk[scalar][kind][has_higher_degree],
      .samples = kernels->many_body_samples[scalar][kind],
      .push = kernels->many_body_push[scalar][kind],
#ifndef CK_WITHOUT_QUERIES
      .points = kernels->many_body_points[scalar][kind],
#endif
      .moment_row = CK_MANY_BODY_MOMENTS(dimension, degrees[kind][has_higher_degree])};
}

void ck_many_body_clear_origin(ck_many_body_pass *pass) {
  for (int k = 0; k < 3; ++k) { pass->origin[k] = 0; }
}

// Leaves of a task, at least: about 5 us in the plane.
enum { CK_MANY_BODY_TASK_LEAVES = 4 };
// Tasks join the upper levels down to this one; what is above is joined by the caller, 31 cells.
enum { CK_MANY_BODY_JOIN_LEVEL = 5 };

int32_t ck_many_body_task_level(const ck_kdtree_shape *shape) {
  int32_t level = 0;
  while (level < CK_MANY_BODY_TASK_LEVELS &&
         (CK_MANY_BODY_TASK_LEAVES << (level + 1)) <= shape->leaf_count) {
    level += 1;
  }
  return level;
}

static void ck_many_body_take_cells(ck_context *context, const ck_many_body_tasks *tasks,
                                    ck_many_body_pass *pass) {
  const int64_t size = tasks->scalar == CK_F64 ? 8 : 4, cells = pass->shape.node_count;
  const int64_t dimension = pass->points.dimension;
  ck_context_reset(context);
  pass->sphere = ck_context_take(context, cells * 4 * size);
  pass->box = ck_context_take(context, cells * 2 * dimension * 8);
  pass->mass = ck_context_take(context, cells * size);
  if (pass->has_accuracy) {
    pass->square = ck_context_take(context, cells * size);
    pass->power = ck_context_take(context, cells * size);
  }
  pass->moments = ck_context_take(context, cells * tasks->moment_row * size);
  pass->leaf_points =
      ck_context_take(context, pass->shape.leaf_count * CK_MANY_BODY_LEAF * (dimension + 1) * size);
}

/// The threads that compute the cells of `subtrees` subtrees.
static int32_t ck_many_body_refit_threads(ck_context *context, const ck_many_body_pass *pass,
                                          int64_t subtrees) {
  const double all = (double)(INT64_C(1) << ck_many_body_task_level(&pass->shape));
  const double points = (double)pass->points.count * (double)subtrees / all;
  return ck_parallel_threads(context, points * ck_many_body_refit_ns);
}

void ck_many_body_refit_subtrees(ck_context *context, const ck_many_body_tasks *tasks,
                                 ck_many_body_pass *pass, int64_t begin, int64_t end) {
  atomic_store(&pass->leaf_radius_sum, 0);
  atomic_store(&pass->upper_radius_sum, 0);
  atomic_store(&pass->narrow_leaves, 0);
  pass->task_level = ck_many_body_task_level(&pass->shape);
  ck_parallel_for(ck_many_body_refit_threads(context, pass, end - begin), begin, end, 1,
                  tasks->refit, pass);
}

void ck_many_body_join_subtrees(ck_context *context, const ck_many_body_tasks *tasks,
                                ck_many_body_pass *pass) {
  pass->task_level = ck_many_body_task_level(&pass->shape);
  const int32_t threads = ck_many_body_refit_threads(context, pass, INT64_C(1) << pass->task_level);
  if (pass->task_level > CK_MANY_BODY_JOIN_LEVEL + 1) {
    pass->join_level = CK_MANY_BODY_JOIN_LEVEL;
    ck_parallel_for(threads, 0, INT64_C(1) << pass->join_level, 1, tasks->join, pass);
    pass->task_level = CK_MANY_BODY_JOIN_LEVEL;
  }
  pass->join_level = 0;
  ck_parallel_for(1, 0, 1, 1, tasks->join, pass);
}

void ck_many_body_refit(ck_context *context, const ck_many_body_tasks *tasks,
                        ck_many_body_pass *pass) {
  ck_many_body_take_cells(context, tasks, pass);
  ck_many_body_refit_subtrees(context, tasks, pass, 0,
                              INT64_C(1) << ck_many_body_task_level(&pass->shape));
  ck_many_body_join_subtrees(context, tasks, pass);
}

double ck_many_body_staleness(ck_many_body_pass *pass) {
  const double cells = (double)atomic_load(&pass->upper_radius_sum);
  return cells > 0 ? (double)atomic_load(&pass->leaf_radius_sum) / cells : 0;
}
