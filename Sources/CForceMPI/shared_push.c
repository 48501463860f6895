/// The part of a rank's tree that the walks of other ranks may need: it is pushed by its owner in one
/// exchange, without being asked for.
///
/// Any superset of what a walk opens gives the same bits, so the test is one from above: which of
/// the own cells may be opened by any target cell of another rank? Of the targets the owner knows,
/// for each subtree, the box of their centres, and the range of their radii by level. The tests of
/// many_body_accept.inl get the harder the nearer the target is, and the larger; so if they accept a
/// source for a target at the nearest place of the box and of the largest radius, they accept it for
/// all. A source that is accepted for a leaf is accepted for a target inside it: at the distance d,
/// with radii R and r, the ratio R / (d - r) is at most (R + r) / d, and the error gets smaller with
/// it faster than the limit.
///
/// Sources and targets are followed from the top down together (Warren and Salmon 1993,
/// doi:10.1145/169627.169640, call the result the locally essential tree).
#include "shared_tree.h"

/// Levels below the roots of subtrees: a tree of 2^31 points has a height of 27, and the roots are
/// on level 10 then.
enum { CK_SHARED_LEVELS = 20 };

/// Cells at the top of one rank as targets, and what is below them.
typedef struct ck_shared_target {
  /// The box of their centres; what has been received, with room for centres that are rounded.
  double low[3], high[3];
  /// By levels above the deepest: the smallest and the largest radius of inner cells. When there
  /// are none, the smallest is infinite.
  double least[CK_SHARED_LEVELS], most[CK_SHARED_LEVELS];
  /// By levels above the deepest: the largest radius of leaves, -1 if there are none.
  double leaf[2];
  /// The largest `most` and `leaf`.
  double largest;
} ck_shared_target;

/// A source cell.
typedef struct ck_shared_source {
  double centre[3], radius, power;
} ck_shared_source;

/// A push to one rank.
typedef struct ck_shared_pusher {
  ck_world_many_body *shared;
  /// By cell at the top, as far as that rank has subtrees below it.
  const ck_shared_target *target;
  /// By the same cells: the smallest radius of those that are above the roots of subtrees, of the cell
  /// itself and of what is below it.
  const double *least;
  ck_kdtree_range subtrees;
  int order;
  ck_shared_lists *to;
  /// A stack of targets. Each source has a range of it.
  ck_shared_cells *active;
} ck_shared_pusher;

// Numbers are larger or smaller by this than they are, so that rounding cannot decide.
static const double ck_shared_margin = 1e-4;
// The acceptance tests compute in Float down to here without underflow.
static const double ck_shared_float_least = 0x1p-100;

// fmin and fmax have rules for NaN, and no instruction.
static double ck_shared_smaller(double a, double b) { return a < b ? a : b; }
static double ck_shared_larger(double a, double b) { return a > b ? a : b; }

static double ck_shared_scalar(const ck_world_many_body *shared, const void *array, int64_t at) {
  return shared->tasks.scalar == CK_F64 ? ((const double *)array)[at]
                                        : (double)((const float *)array)[at];
}

/// Coordinate `k` of a cell's centre.
static double ck_shared_centre(const ck_world_many_body *shared, int64_t cell, int k) {
  const void *sphere = shared->pass.sphere;
  if (shared->tasks.scalar == CK_F64) { return ((const double *)sphere)[4 * cell + k]; }
  int32_t centre = 0;
  memcpy(&centre, (const float *)sphere + 4 * cell + k, sizeof centre);
  return centre;
}

static ck_shared_source ck_shared_source_at(const ck_world_many_body *shared, int64_t cell) {
  const ck_many_body_pass *pass = &shared->pass;
  ck_shared_source source = {.radius = ck_shared_scalar(shared, pass->sphere, 4 * cell + 3)};
  for (int k = 0; k < shared->dimension; ++k) {
    source.centre[k] = ck_shared_centre(shared, cell, k);
  }
  if (pass->has_accuracy) { source.power = ck_shared_scalar(shared, pass->power, cell); }
  return source;
}

// MARK: Tests

/// True if a target of this level and radius at this squared distance may not take the source for
/// far. (Float's own tests are all decided within the margin.)
static bool ck_shared_may_be_near(const ck_shared_pusher *pusher, const ck_shared_source *source,
                                  double d2, double radius, int32_t level) {
  const ck_many_body_pass *pass = &pusher->shared->pass;
  const double radii = (source->radius + radius) * (1 + ck_shared_margin), radii2 = radii * radii;
  const double clear = radii + pass->distance_min * (1 + ck_shared_margin);
  if (!(radii2 < pass->theta2 * d2) || !(clear * clear <= d2)) { return true; }
  if (!pass->has_accuracy) { return false; }
  const double own2 = 4 * radius * radius * (1 + ck_shared_margin);
  const double q = (radii2 < own2 ? own2 : radii2) / d2, gap = 1 - radii2 / d2;
  const double limit = gap * gap * d2 * pass->tolerance2[level] * (1 - ck_shared_margin);
  double error = source->power * (1 + ck_shared_margin);
  for (int factor = 0; factor < pusher->order; ++factor) { error *= q; }
  const bool is_sure =
      pusher->shared->tasks.scalar == CK_F64 || pass->tolerance2[level] > ck_shared_float_least;
  return !is_sure || !(error <= limit);
}

/// The squared distance of the nearest place of a box, with room for centres that are rounded.
static double ck_shared_nearest2(const ck_shared_pusher *pusher, const ck_shared_source *source,
                                 const ck_shared_target *target) {
  double near2 = 0;
  for (int k = 0; k < pusher->shared->dimension; ++k) {
    const double x = source->centre[k], below = target->low[k] - x, above = x - target->high[k];
    const double gap = below > above ? below : above;
    near2 += gap > 0 ? gap * gap : 0;
  }
  return near2 * (1 - ck_shared_margin);
}

/// The squared distance of the farthest place of a box, in the same way.
static double ck_shared_farthest2(const ck_shared_pusher *pusher, const ck_shared_source *source,
                                  const ck_shared_target *target) {
  double far2 = 0;
  for (int k = 0; k < pusher->shared->dimension; ++k) {
    const double x = source->centre[k];
    const double end = ck_shared_larger(fabs(target->low[k] - x), fabs(target->high[k] - x));
    far2 += end * end;
  }
  return far2 * (1 + ck_shared_margin);
}

/// True if some target may open the source, or need its points.
static bool ck_shared_may_open(const ck_shared_pusher *pusher, const ck_shared_source *source,
                               const ck_shared_target *target, int32_t top_level) {
  const ck_many_body_pass *pass = &pusher->shared->pass;
  const int32_t height = pass->shape.height;
  const double nearest2 = ck_shared_nearest2(pusher, source, target);
  const double leaf = ck_shared_larger(target->leaf[0], target->leaf[1]);
  // Only smaller targets open a source, but for leaves.
  const double largest = ck_shared_larger(ck_shared_smaller(source->radius, target->largest), leaf);
  if (pass->distance_max < (double)INFINITY) {
    const double radii = (source->radius + largest) * (1 + ck_shared_margin);
    const double beyond = pass->distance_max * (1 + ck_shared_margin) + radii;
    if (nearest2 >= beyond * beyond) { return false; }
    const double within = pass->distance_max * (0.9 - ck_shared_margin) - radii;
    if (!(within > 0 && ck_shared_farthest2(pusher, source, target) <= within * within)) {
      return true;
    }
  }
  // The level with the smallest tolerance, and the largest radius of all.
  if (!ck_shared_may_be_near(pusher, source, nearest2, largest, top_level)) { return false; }
  for (int32_t above = 0; above <= height - top_level; ++above) {
    if (above < 2 && target->leaf[above] >= 0 &&
        ck_shared_may_be_near(pusher, source, nearest2, target->leaf[above], height - above)) {
      return true;
    }
    if (above >= CK_SHARED_LEVELS || !(source->radius > target->least[above])) { continue; }
    const double radius = ck_shared_smaller(source->radius, target->most[above]);
    if (ck_shared_may_be_near(pusher, source, nearest2, radius, height - above)) { return true; }
  }
  return false;
}

/// True if some of the subtrees [begin, end) are below a cell at the top.
static bool ck_shared_is_above(const ck_world_many_body *shared, int64_t cell,
                               ck_kdtree_range subtrees) {
  const int32_t level = ck_kdtree_depth(cell), below = shared->level - level;
  const int64_t number = cell - ck_many_body_level(level);
  return ((number + 1) << below) > subtrees.begin && (number << below) < subtrees.end;
}

/// True if a cell at the top, or one between it and the roots of the rank's subtrees, may open the source.
/// All ranks know these cells.
static bool ck_shared_may_open_above(const ck_shared_pusher *pusher, const ck_shared_source *source,
                                     int64_t cell) {
  const ck_world_many_body *shared = pusher->shared;
  const int32_t level = ck_kdtree_depth(cell);
  if (level == shared->level || !ck_shared_is_above(shared, cell, pusher->subtrees) ||
      !(source->radius > pusher->least[cell])) {
    return false;
  }
  if (shared->pass.distance_max < (double)INFINITY) { return true; }
  const double nearest2 = ck_shared_nearest2(pusher, source, &pusher->target[cell]);
  // The root has the smallest tolerance. A target that opens the source is smaller.
  if (!ck_shared_may_be_near(pusher, source, nearest2, source->radius, 0)) { return false; }
  const ck_shared_source target = ck_shared_source_at(shared, cell);
  if (source->radius > target.radius) {
    double d2 = 0;
    for (int k = 0; k < shared->dimension; ++k) {
      const double d = target.centre[k] - source->centre[k];
      d2 += d * d;
    }
    d2 *= 1 - ck_shared_margin;
    if (ck_shared_may_be_near(pusher, source, d2, target.radius, level)) { return true; }
  }
  return ck_shared_may_open_above(pusher, source, 2 * cell + 1) ||
         ck_shared_may_open_above(pusher, source, 2 * cell + 2);
}

// MARK: Targets

static ck_shared_target ck_shared_no_target(void) {
  ck_shared_target target = {.leaf = {-1, -1}, .largest = -1};
  for (int k = 0; k < 3; ++k) {
    target.low[k] = INFINITY;
    target.high[k] = -INFINITY;
  }
  for (int level = 0; level < CK_SHARED_LEVELS; ++level) {
    target.least[level] = INFINITY;
    target.most[level] = -1;
  }
  return target;
}

/// Adds a cell to a target.
static void ck_shared_add_cell(const ck_world_many_body *shared, int64_t cell,
                               ck_shared_target *target) {
  const ck_kdtree_shape *shape = &shared->pass.shape;
  const double radius = ck_shared_scalar(shared, shared->pass.sphere, 4 * cell + 3);
  for (int k = 0; k < shared->dimension; ++k) {
    const double centre = ck_shared_centre(shared, cell, k);
    target->low[k] = ck_shared_smaller(target->low[k], centre);
    target->high[k] = ck_shared_larger(target->high[k], centre);
  }
  const int32_t above = shape->height - ck_kdtree_depth(cell);
  if (ck_kdtree_is_leaf(shape, cell)) {
    // The points of a loose leaf are targets of this radius (many_body.inl).
    const double point = shared->tasks.scalar == CK_F64 ? 0 : 4;
    target->leaf[above] = ck_shared_larger(target->leaf[above], radius + point);
  } else {
    target->least[above] = ck_shared_smaller(target->least[above], radius);
    target->most[above] = ck_shared_larger(target->most[above], radius);
  }
  target->largest = ck_shared_larger(target->largest, radius);
}

static void ck_shared_join(ck_shared_target *target, const ck_shared_target *other) {
  for (int k = 0; k < 3; ++k) {
    target->low[k] = ck_shared_smaller(target->low[k], other->low[k]);
    target->high[k] = ck_shared_larger(target->high[k], other->high[k]);
  }
  for (int level = 0; level < CK_SHARED_LEVELS; ++level) {
    target->least[level] = ck_shared_smaller(target->least[level], other->least[level]);
    target->most[level] = ck_shared_larger(target->most[level], other->most[level]);
  }
  for (int level = 0; level < 2; ++level) {
    target->leaf[level] = ck_shared_larger(target->leaf[level], other->leaf[level]);
  }
  target->largest = ck_shared_larger(target->largest, other->largest);
}

/// The targets below the root of a subtree of this rank.
static ck_shared_target ck_shared_subtree(const ck_world_many_body *shared, int64_t subtree) {
  const ck_kdtree_shape *shape = &shared->pass.shape;
  const int64_t root = ck_many_body_level(shared->level) + subtree;
  ck_shared_target target = ck_shared_no_target();
  for (int32_t below = 0; below <= shape->height - shared->level; ++below) {
    const int64_t end = ck_many_body_descendants(root + 1, below);
    for (int64_t cell = ck_many_body_descendants(root, below);
         cell < end && cell < shape->node_count; ++cell) {
      ck_shared_add_cell(shared, cell, &target);
    }
  }
  return target;
}

/// Numbers of a target in a message: its box, then the radii of as many levels as there are.
static int64_t ck_shared_target_numbers(const ck_world_many_body *shared) {
  return 2 * shared->dimension + 2 + 2 * (shared->pass.shape.height - shared->level + 1);
}

static void ck_shared_write_target(const ck_world_many_body *shared, const ck_shared_target *target,
                                   double *to) {
  const int32_t axes = shared->dimension, levels = shared->pass.shape.height - shared->level + 1;
  for (int32_t k = 0; k < axes; ++k) {
    *to++ = target->low[k];
    *to++ = target->high[k];
  }
  *to++ = target->leaf[0];
  *to++ = target->leaf[1];
  for (int32_t level = 0; level < levels; ++level) {
    *to++ = target->least[level];
    *to++ = target->most[level];
  }
}

/// Makes room for centres that are rounded.
static void ck_shared_widen(ck_shared_target *target, int k) {
  const double room = 2 + (fabs(target->low[k]) + fabs(target->high[k])) * 0x1p-48;
  target->low[k] -= room;
  target->high[k] += room;
}

static ck_shared_target ck_shared_read_target(const ck_world_many_body *shared,
                                              const double *from) {
  const int32_t axes = shared->dimension, levels = shared->pass.shape.height - shared->level + 1;
  ck_shared_target target = ck_shared_no_target();
  for (int32_t k = 0; k < axes; ++k) {
    target.low[k] = *from++;
    target.high[k] = *from++;
    ck_shared_widen(&target, k);
  }
  target.leaf[0] = *from++;
  target.leaf[1] = *from++;
  target.largest = ck_shared_larger(target.leaf[0], target.leaf[1]);
  for (int32_t level = 0; level < levels; ++level) {
    target.least[level] = *from++;
    target.most[level] = *from++;
    target.largest = ck_shared_larger(target.largest, target.most[level]);
  }
  return target;
}

/// Gives all ranks the targets of all subtrees, as numbers, in the memory for what comes in.
static const double *ck_shared_gather_targets(ck_world_many_body *shared) {
  const int64_t numbers = ck_shared_target_numbers(shared), row = numbers * (int64_t)sizeof(double);
  const int64_t count = INT64_C(1) << shared->level;
  double *all = (void *)ck_shared_bytes_for(shared, &shared->in, count * row);
  for (int64_t at = shared->subtrees.begin; at < shared->subtrees.end; ++at) {
    const ck_shared_target target = ck_shared_subtree(shared, at);
    ck_shared_write_target(shared, &target, all + at * numbers);
  }
  for (int32_t rank = 0; rank <= shared->world->size; ++rank) {
    shared->in_at[rank] = shared->first_subtree[rank] * row;
  }
  ck_world_gather_all(shared->world, all, shared->in_at);
  shared->report.targets += count * row;
  return all;
}

/// The targets of the subtrees of one rank, and of the cells above them.
static void ck_shared_make_targets(const ck_world_many_body *shared, const double *all,
                                   ck_kdtree_range subtrees, ck_shared_target *target,
                                   double *least) {
  const int64_t numbers = ck_shared_target_numbers(shared),
                first = ck_many_body_level(shared->level);
  for (int64_t at = subtrees.begin; at < subtrees.end; ++at) {
    target[first + at] = ck_shared_read_target(shared, all + at * numbers);
    least[first + at] = INFINITY;
  }
  for (int64_t cell = first - 1; cell >= 0; --cell) {
    if (!ck_shared_is_above(shared, cell, subtrees)) { continue; }
    const ck_shared_source own = ck_shared_source_at(shared, cell);
    target[cell] = ck_shared_no_target();
    // Other ranks may have a part of the cell, and its centre.
    for (int k = 0; k < shared->dimension; ++k) {
      target[cell].low[k] = target[cell].high[k] = own.centre[k];
      ck_shared_widen(&target[cell], k);
    }
    least[cell] = own.radius;
    for (int64_t child = 2 * cell + 1; child <= 2 * cell + 2; ++child) {
      if (!ck_shared_is_above(shared, child, subtrees)) { continue; }
      ck_shared_join(&target[cell], &target[child]);
      least[cell] = ck_shared_smaller(least[cell], least[child]);
    }
  }
}

// MARK: Push

/// Puts those of the targets [begin, end) of the stack on top that may open the source, or may open what
/// is below it. A target that is larger than the source is taken apart first.
///
/// Targets are tested until one may open the source. Those after it are kept without a test, as most
/// sources are opened by the target that opened their parent.
static void ck_shared_keep(const ck_shared_pusher *pusher, const ck_shared_source *source,
                           int64_t begin, int64_t end) {
  ck_world_many_body *shared = pusher->shared;
  ck_shared_cells *active = pusher->active;
  const int64_t first_root = ck_many_body_level(shared->level);
  active->count = end;
  for (int64_t at = begin; at < end; ++at) {
    int32_t waiting[2 * CK_MANY_BODY_LEVELS];
    int count = 0;
    waiting[count++] = active->cell[at];
    while (count > 0) {
      const int64_t cell = waiting[--count];
      shared->report.tested += 1;
      const ck_shared_target *target = &pusher->target[cell];
      if (!ck_shared_may_open(pusher, source, target, shared->level)) { continue; }
      double size = 0;
      for (int k = 0; k < shared->dimension; ++k) {
        size = ck_shared_larger(size, target->high[k] - target->low[k]);
      }
      if (cell < first_root && size > 2 * source->radius) {
        for (int64_t child = 2 * cell + 2; child > 2 * cell; --child) {
          if (ck_shared_is_above(shared, child, pusher->subtrees)) {
            waiting[count++] = (int32_t)child;
          }
        }
        continue;
      }
      ck_shared_add(shared, active, cell);
      while (count > 0) { ck_shared_add(shared, active, waiting[--count]); }
      while (++at < end) { ck_shared_add(shared, active, active->cell[at]); }
    }
  }
}

/// Lists an own cell, and cells below it, that targets [begin, end) of the stack may open, or cells above
/// the targets. Those meet the cell only if one of them has opened its parent: `is_met_above`.
static void ck_shared_push_cell(const ck_shared_pusher *pusher, int64_t cell, int64_t begin,
                                int64_t end, bool is_met_above) {
  ck_world_many_body *shared = pusher->shared;
  const ck_shared_source source = ck_shared_source_at(shared, cell);
  ck_shared_keep(pusher, &source, begin, end);
  const bool is_opened_above = is_met_above && ck_shared_may_open_above(pusher, &source, 0);
  if (is_opened_above) {
    // What is below the cell is then met by all targets below that one: it is tested against all.
    pusher->active->count = end;
    ck_shared_add(shared, pusher->active, 0);
  }
  const int64_t next = pusher->active->count;
  if (next == end) { return; }
  if (ck_kdtree_is_leaf(&shared->pass.shape, cell)) {
    ck_shared_add(shared, &pusher->to->leaves, cell);
    return;
  }
  ck_shared_add(shared, &pusher->to->opened, cell);
  for (int64_t child = 2 * cell + 1; child <= 2 * cell + 2; ++child) {
    ck_shared_push_cell(pusher, child, end, next, is_opened_above);
  }
}

/// Leaves out a leaf that the next rank may need, for a test.
static void ck_shared_keep_back(ck_world_many_body *shared) {
  const ck_world *world = shared->world;
  ck_shared_cells *leaves = &shared->to[(world->rank + 1) % world->size].leaves;
  if (leaves->count == 0) { return; }
  const int64_t at = shared->forgotten % leaves->count;
  leaves->count -= 1;
  leaves->cell[at] = leaves->cell[leaves->count];
}

void ck_shared_push(ck_world_many_body *shared) {
  static const int orders[2][2] = {
      {CK_MANY_BODY_DEGREE_2D + 1, CK_MANY_BODY_DEGREE_2D_ACCURATE + 1},
      {CK_MANY_BODY_DEGREE_3D + 1, CK_MANY_BODY_DEGREE_3D_ACCURATE + 1}};
  ck_shared_forget_received(shared);
  const double *all = ck_shared_gather_targets(shared);
  const int64_t tops = INT64_C(2) << shared->level;
  ck_shared_target *target = ck_world_allocate(shared->world, tops * (int64_t)sizeof *target);
  double *least = ck_world_allocate(shared->world, tops * (int64_t)sizeof *least);
  ck_shared_cells active = {0};
  for (int32_t rank = 0; rank < shared->world->size; ++rank) {
    ck_shared_pusher pusher = {
        .shared = shared,
        .target = target,
        .least = least,
        .subtrees = {shared->first_subtree[rank], shared->first_subtree[rank + 1]},
        .order = orders[shared->dimension - 2][shared->tasks.has_higher_degree],
        .to = &shared->to[rank],
        .active = &active};
    if (rank == shared->world->rank || pusher.subtrees.begin == pusher.subtrees.end) { continue; }
    ck_shared_make_targets(shared, all, pusher.subtrees, target, least);
    for (int64_t at = shared->subtrees.begin; at < shared->subtrees.end; ++at) {
      active.count = 0;
      ck_shared_add(shared, &active, 0);
      ck_shared_push_cell(&pusher, ck_many_body_level(shared->level) + at, 0, 1, true);
    }
  }
  free(active.cell);
  free(least);
  free(target);
  if (shared->forgotten >= 0) { ck_shared_keep_back(shared); }
  ck_shared_exchange(shared, &shared->report.essential);
}
