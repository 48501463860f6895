/// Many-body by tree, for the scalar type, dimension and order at hand: a fast multipole method
/// with a dual traversal (Dehnen 2002, doi:10.1006/jcph.2002.7026), one-sided so that every target
/// is written by one task.
///
/// Refit, from the leaves up: centre, radius, box and moments of every cell from the points'
/// current positions. Walk, from the root down: each cell has a list of cells whose influence is
/// still to be counted; those far away become terms of its local expansion, those that are too
/// large are opened, the rest is left to its children; leaves meet leaves point by point. What a
/// cell computes depends on its own path from the root only, so subtrees can be walked in any
/// order.

#include "many_body_refit.inl"

#include "many_body_accept.inl"

#include "many_body_far.inl"

/// Adds what single soft cells do to one point of a leaf.
static CK_COLD void CK_XNAME(soft_cells)(const ck_many_body_task *task,
                                         const ck_many_body_walk *walk, int64_t cell, int64_t begin,
                                         int64_t end, CK_T *force) {
  for (int64_t at = begin; at < end; ++at) {
    const int64_t source = walk->soft[at];
    const CK_T *moments = (const CK_T *)task->moments + source * CK_XNAME(moment_row);
    const CK_T unit = CK_TNAME(power_of_two)(CK_NAME(cell_radius)(task, source));
    CK_T dipole[CK_D];
    for (int k = 0; k < CK_D; ++k) { dipole[k] = moments[1 + k] * unit; }
    CK_NAME(near_soft)(task, cell, source, ((const CK_T *)task->mass)[source], moments[0], dipole,
                       force);
  }
}

/// Walks the points of a loose leaf one by one, from what the leaf itself has left to be counted.
/// Returns how many pairs of leaves that was worth.
static CK_COLD int64_t CK_XNAME(visit_points)(const ck_many_body_task *task,
                                              ck_many_body_walk *walk,
                                              const CK_XNAME(target) * leaf, int count,
                                              CK_T *force) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const int64_t number = ck_kdtree_leaf_number(&task->shape, leaf->cell);
  const CK_T *points = CK_NAME(leaf_points)(task, number);
  int64_t work = 0;
  for (int j = 0; j < count; ++j) {
    CK_T position[CK_D], one[CK_D];
    CK_XNAME(target) target = {.cell = leaf->cell, .is_last = true, .soft_count = leaf->soft_count};
    // As good as a point for the choice of what is far: as large as its place is not known.
    target.radius =
        leaf->radius * CK_CLOSE > CK_POINTLIKE / 4 ? leaf->radius * CK_CLOSE : CK_POINTLIKE / 4;
    for (int k = 0; k < CK_D; ++k) {
      position[k] = points[k * LEAF + j];
      one[k] = force[k * LEAF + j];
      target.centre[k] = leaf->centre[k] + (CK_C)CK_ROUND_CENTRE((double)position[k]);
    }
    CK_XNAME(accept_all)(task, walk, walk->next[leaf->level], leaf->next_count, &target);
    if (target.soft_count > leaf->soft_count) {
      CK_T soft[CK_D * LEAF] = {0};
      CK_XNAME(soft_cells)(task, walk, leaf->cell, leaf->soft_count, target.soft_count, soft);
      for (int k = 0; k < CK_D; ++k) { one[k] += soft[k * LEAF + j]; }
    }
    CK_XNAME(far_cells_on_point)(task, walk, leaf->cell, position, target.far_count, one);
    CK_NAME(near_point)(task, leaf->cell, number * LEAF + j, position, walk->near,
                        target.near_count, one);
    for (int k = 0; k < CK_D; ++k) { force[k * LEAF + j] = one[k]; }
    work += target.near_count + target.far_count / 4;
  }
  return work / 8;
}

static CK_INLINE void CK_XNAME(visit_leaf)(const ck_many_body_task *task, ck_many_body_walk *walk,
                                           const CK_XNAME(target) * target, bool is_loose,
                                           const CK_T *locals, int64_t *pairs) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const int64_t leaf = ck_kdtree_leaf_number(&task->shape, target->cell), slot = leaf * LEAF;
  const int count = task->count - slot < LEAF ? (int)(task->count - slot) : LEAF;
  _Alignas(64) CK_T force[CK_D * LEAF];
  // Where the forces will go is anywhere in memory: fetched while they are computed.
  for (int j = 0; j < count; ++j) {
    __builtin_prefetch(ck_many_body_velocity(task, slot + j, CK_STRIDE), 1);
  }
  const CK_T inverse = (CK_T)1 / CK_TNAME(power_of_two)(target->radius);
  CK_XNAME(locals_to_points)(locals, CK_NAME(leaf_points)(task, leaf), inverse, force);
  if (CK_UNLIKELY(target->soft_count > 0)) {
    CK_XNAME(soft_cells)(task, walk, target->cell, 0, target->soft_count, force);
  }
  CK_NAME(near_leaves)(task, target->cell, walk->near, target->near_count,
                       walk->pending[target->level], target->pending_count, force);
  *pairs += target->near_count + target->pending_count;
  if (CK_UNLIKELY(is_loose)) { *pairs += CK_XNAME(visit_points)(task, walk, target, count, force); }
  for (int j = 0; j < count; ++j) {
    for (int k = 0; k < CK_D; ++k) {
      const double f = (double)force[k * LEAF + j] * task->force_scale;
      void *velocity = ck_many_body_velocity(task, slot + j, CK_STRIDE);
      if (task->is_f64) {
        ((double *)velocity)[k] += f * task->alpha;
      } else {
        ((float *)velocity)[k] += (float)f * (float)task->alpha;
      }
    }
  }
}

/// What a cell gets from its parent: cells and points whose influence is still to be counted, and
/// the locals of the parent (none for the root). The walk's list of soft cells holds what is within
/// distanceMin of all ancestors.
typedef struct CK_XNAME(inheritance) {
  const int32_t *candidates, *pending;
  int64_t candidate_count, pending_count, soft_count;
  const CK_T *locals;
} CK_XNAME(inheritance);

/// Visits a cell with what it inherits. Leaves its own locals in `locals`, and gives back what its
/// children inherit.
static CK_INLINE CK_XNAME(inheritance)
    CK_XNAME(visit)(const ck_many_body_task *task, ck_many_body_walk *walk, int64_t cell,
                    int32_t level, const CK_XNAME(inheritance) * from, CK_T *locals, int64_t *pairs,
                    int64_t *cells) {
  const bool is_leaf = ck_kdtree_is_leaf(&task->shape, cell);
  CK_XNAME(target)
  target = {.cell = cell,
            .level = level,
            .radius = CK_NAME(cell_radius)(task, cell),
            .is_last = is_leaf,
            .pending_count = from->pending_count,
            .soft_count = from->soft_count};
  for (int k = 0; k < CK_D; ++k) { target.centre[k] = CK_NAME(cell_centre)(task, cell, k); }
  if (from->pending_count > 0) {
    memcpy(walk->pending[level], from->pending,
           (size_t)from->pending_count * 2 * sizeof *from->pending);
  }
  CK_XNAME(accept_all)(task, walk, from->candidates, from->candidate_count, &target);
  const bool is_loose =
      is_leaf && task->bursts != 0 && target.near_count > CK_MANY_BODY_LOOSE(CK_D);
  if (CK_UNLIKELY(is_loose)) {
    // Once more, with the rest left to the points.
    target.far_count = target.near_count = 0;
    target.soft_count = from->soft_count;
    target.is_last = false;
    CK_XNAME(accept_all)(task, walk, from->candidates, from->candidate_count, &target);
  }
  if (from->locals != NULL) {
    const int64_t above = (cell - 1) / 2;
    const CK_T unit = CK_TNAME(power_of_two)(CK_NAME(cell_radius)(task, above)),
               inverse = (CK_T)1 / unit;
    CK_T shift[CK_D];
    for (int k = 0; k < CK_D; ++k) {
      shift[k] = (CK_T)(target.centre[k] - CK_NAME(cell_centre)(task, above, k)) * inverse;
    }
    CK_XNAME(locals_to_locals)
    (from->locals, shift, CK_TNAME(power_of_two)(target.radius) * inverse, locals);
  } else {
    for (int q = 0; q < CK_XNAME(local_count); ++q) { locals[q] = 0; }
  }
  if (target.far_count > 0) { CK_XNAME(far_cells)(task, walk, &target, locals); }
  if (CK_UNLIKELY(target.pending_count > 0)) { CK_XNAME(far_points)(task, walk, &target, locals); }
  *cells += target.far_count;
  if (is_leaf) { CK_XNAME(visit_leaf)(task, walk, &target, is_loose, locals, pairs); }
  return (CK_XNAME(inheritance)){.candidates = walk->next[level],
                                 .candidate_count = target.next_count,
                                 .pending = walk->pending[level],
                                 .pending_count = target.pending_count,
                                 .soft_count = target.soft_count,
                                 .locals = locals};
}

/// Visits the descendants of a cell that has been visited.
static void CK_XNAME(descend)(const ck_many_body_task *task, ck_many_body_walk *walk, int64_t cell,
                              int32_t level, const CK_XNAME(inheritance) * from, int64_t *pairs,
                              int64_t *cells) {
  if (ck_kdtree_is_leaf(&task->shape, cell)) { return; }
  for (int64_t child = 2 * cell + 1; child <= 2 * cell + 2; ++child) {
    CK_T locals[CK_XNAME(local_count)];
    const CK_XNAME(inheritance) own =
        CK_XNAME(visit)(task, walk, child, level + 1, from, locals, pairs, cells);
    CK_XNAME(descend)(task, walk, child, level + 1, &own, pairs, cells);
  }
}

/// Walks the subtrees number [begin, end) of the task level, each with its path from the root.
static void CK_XNAME(many_body)(void *context, int64_t begin, int64_t end) {
  ck_many_body_task *task = context;
  ck_many_body_walk *walk = ck_many_body_take_walk(task);
  int64_t pairs = 0, cells = 0;
  for (int64_t number = begin; number < end; ++number) {
    static const int32_t root[1] = {0};
    CK_XNAME(inheritance) inherited = {.candidates = root, .candidate_count = 1};
    CK_T locals[2][CK_XNAME(local_count)];
    for (int32_t level = 0; level <= task->task_level; ++level) {
      // The path is shared by several subtrees; it is counted with the first of them.
      const int32_t below = task->task_level - level;
      int64_t path_pairs = 0, path_cells = 0;
      inherited = CK_XNAME(visit)(task, walk, ck_many_body_level(level) + (number >> below), level,
                                  &inherited, locals[level % 2], &path_pairs, &path_cells);
      if ((number & ((INT64_C(1) << below) - 1)) == 0) {
        pairs += path_pairs;
        cells += path_cells;
      }
    }
    CK_XNAME(descend)
    (task, walk, ck_many_body_level(task->task_level) + number, task->task_level, &inherited,
     &pairs, &cells);
  }
  atomic_fetch_add_explicit(&task->near_pairs, pairs * CK_MANY_BODY_LEAF * CK_MANY_BODY_LEAF,
                            memory_order_relaxed);
  atomic_fetch_add_explicit(&task->far_cells, cells, memory_order_relaxed);
  atomic_store_explicit(&walk->taken, false, memory_order_release);
}
