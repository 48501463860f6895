/// The t-force between all nodes: the public entry.
#include "t_force.h"

#include "isa.h"

// Leaves of one block: at least 5 us of the walk.
enum { CK_T_FORCE_BLOCK = 4, CK_T_FORCE_REFIT = 64, CK_T_FORCE_REFIT_INNER = 512 };

// Nodes of one block, least and most: 1 to 5 us. A block ends between nodes, as the sum of a node
// has one order.
enum { CK_T_FORCE_LINKS_LEAST = 64, CK_T_FORCE_LINKS_MOST = 256 };

// The acceptance test adds a quarter of `distance` to the gap between two cells (here squared). The
// force hardly changes over so small a way, so that cells smaller than theta times this may act as
// one point even when they touch the target.
static const double ck_t_force_blur2 = 1.0 / 16;

// A wave in evenly spread points is pushed back with a stiffness of at most 0.482 times the
// strength and the sum of the weights 1 / (1 + r^2)^2 (for the wave number k the share is k^2 K0(k)
// in the plane, and k exp(-k), at most 0.368, in space). Steps with momentum, however much of it
// velocities keep, come to rest where the stiffness is below four times what they are divided by.
// Links that pull two ends apart are up to twice as stiff as the factors of one of them: half of
// these and an eighth of the push's are enough.
static const double ck_t_force_wave = 0.125;

// Measured, in nanoseconds for a point: the cells, and the walk; for a node and a link end.
static const double ck_t_force_refit_ns = 4, ck_t_force_walk_ns = 60, ck_t_force_node_ns = 4,
                    ck_t_force_end_ns = 3;

/// Cells from the leaves up.
static void ck_t_force_refit(ck_context *context, ck_t_force_pass *pass) {
  const ck_isa_kernels *kernels = ck_isa_select(context);
  const int kind = pass->points.dimension - 2;
  const int32_t threads =
      ck_parallel_threads(context, (double)pass->points.count * ck_t_force_refit_ns);
  ck_parallel_for(threads, 0, pass->shape.leaf_count, CK_T_FORCE_REFIT,
                  kernels->t_force_leaves[pass->points.scalar][kind], pass);
  for (int32_t depth = pass->shape.height - 1; depth >= 0; --depth) {
    ck_kdtree_range cells = ck_kdtree_level(&pass->shape, depth);
    const int64_t inner = pass->shape.leaf_count - 1;
    cells.end = cells.end < inner ? cells.end : inner;
    ck_parallel_for(threads, cells.begin, cells.end, CK_T_FORCE_REFIT_INNER,
                    kernels->t_force_inner[pass->points.scalar][kind], pass);
  }
}

/// Sorts the points and fills the tree.
static void ck_t_force_build(ck_context *context, ck_t_force_pass *pass) {
  const ck_points points = pass->points;
  // A list, as the sort gives back all other memory.
  ck_list *permutation = ck_context_lists(context, 1);
  ck_list_reserve(permutation, points.count);
  ck_kdtree_sort(context, points, CK_T_FORCE_LEAF, permutation->item);
  pass->permutation = permutation->item;
  pass->shape = ck_kdtree_shape_make(points.count, CK_T_FORCE_LEAF);
  const int64_t size = ck_scalar_size(points);
  ck_context_reset(context);
  pass->cell =
      ck_context_take(context, pass->shape.node_count * CK_T_FORCE_RECORD(points.dimension) * size);
  pass->leaf_points =
      ck_context_take(context, pass->shape.leaf_count * CK_T_FORCE_LEAF * points.dimension * size);
  ck_t_force_refit(context, pass);
}

void ck_t_force_begin(ck_context *context, ck_points points, ck_t_law law, double alpha,
                      ck_jiggle jiggle, ck_t_force_pass *pass) {
  // On the caller's thread, which may have any rounding mode.
  const uint64_t control = ck_control_begin();
  const double unit2 = law.distance * law.distance;
  *pass = (ck_t_force_pass){.points = points,
                            .jiggle = jiggle,
                            .strength = law.strength,
                            .crowding = fabs(law.strength) * ck_t_force_wave,
                            .inverse2 = 1 / unit2,
                            .cutoff2 = law.cutoff * law.cutoff,
                            .theta2 = law.theta * law.theta,
                            .blur2 = unit2 * ck_t_force_blur2,
                            .alpha = alpha};
  ck_control_end(control);
  ck_t_force_build(context, pass);
  pass->push =
      ck_context_take(context, points.count * (points.dimension + 1) * ck_scalar_size(points));
}

void ck_t_force_push(ck_context *context, ck_t_force_pass *pass, int64_t begin, int64_t end) {
  const ck_points points = pass->points;
  const double targets = (double)(end - begin) * CK_T_FORCE_LEAF;
  const int32_t threads = ck_parallel_threads(context, targets * ck_t_force_walk_ns);
  ck_parallel_for(threads, begin, end, CK_T_FORCE_BLOCK,
                  ck_isa_select(context)->t_force[points.scalar][points.dimension - 2], pass);
}

void ck_t_force_step(ck_context *context, ck_t_force_pass *pass, int64_t begin, int64_t end) {
  const ck_points points = pass->points;
  const int64_t nodes = end - begin;
  const double ends = pass->links == NULL ? 0 : (double)pass->links->begin[end - pass->first];
  const int32_t threads =
      ck_parallel_threads(context, (double)nodes * ck_t_force_node_ns + ends * ck_t_force_end_ns);
  ck_parallel_for(threads, begin, end,
                  ck_parallel_block(nodes, CK_T_FORCE_LINKS_LEAST, CK_T_FORCE_LINKS_MOST),
                  ck_isa_select(context)->t_force_step[points.scalar][points.dimension - 2], pass);
}

void ck_t_force(ck_context *context, ck_points points, ck_t_law law, const ck_t_links *links,
                double alpha, ck_jiggle jiggle, void *velocity) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(points.dimension <= 3);
  CK_ASSERT(points.count <= INT32_MAX);
  CK_ASSERT(law.distance > 0 && law.cutoff >= 0 && law.theta >= 0);
  if (points.count == 0) { return; }
  ck_t_force_pass pass;
  ck_t_force_begin(context, points, law, alpha, jiggle, &pass);
  pass.links = links;
  pass.velocity = velocity;
  ck_t_force_push(context, &pass, 0, pass.shape.leaf_count);
  ck_t_force_step(context, &pass, 0, points.count);
}
