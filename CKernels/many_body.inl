/// Many-body by tree, for the scalar type, dimension and degree at hand: a fast multipole method
/// with a dual traversal (Dehnen 2002, doi:10.1006/jcph.2002.7026), one-sided so that every target
/// is written by one task.
///
/// The refit goes from the leaves up: it computes the centre, radius, box and moments of every cell
/// from the current positions. The walk goes from the root down: each cell has a list of cells
/// whose force is still to be added. Far cells are added to its local expansion, larger cells are
/// replaced by their children, and the rest is left to its own children. Leaves interact point by
/// point. The result of a cell depends only on its path from the root, so subtrees can be walked in
/// any order.

#include "many_body.h"

#include "many_body_refit.inl"

#include "many_body_far.inl"

/// Adds the forces of single soft cells on one leaf.
static CK_NOINLINE void CK_DEGREE_NAME(soft_cells)(const ck_many_body_pass *pass,
                                                   const ck_many_body_walk *walk, int64_t cell,
                                                   int64_t begin, int64_t end, CK_SCALAR *force) {
  for (int64_t at = begin; at < end; ++at) {
    const int64_t source = walk->soft->item[at];
    const CK_SCALAR *moments =
        (const CK_SCALAR *)pass->moments + source * CK_DEGREE_NAME(moment_row);
    const CK_SCALAR unit = CK_NAME(cell_unit)(pass, source);
    CK_SCALAR dipole[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) { dipole[k] = moments[1 + k] * unit; }
    CK_NAME(near_soft)(pass, cell, source, ((const CK_SCALAR *)pass->mass)[source], moments[0],
                       dipole, force);
  }
}

/// Walks the points of a loose leaf one by one, over the cells that the leaf has left. Returns the
/// work as a number of pairs of leaves.
static CK_NOINLINE int64_t CK_DEGREE_NAME(visit_points)(const ck_many_body_pass *pass,
                                                        ck_many_body_walk *walk,
                                                        const CK_NAME(target) *leaf, int count,
                                                        CK_SCALAR *force) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const int64_t number = ck_kdtree_leaf_number(&pass->shape, leaf->cell);
  const CK_SCALAR *points = CK_NAME(leaf_points)(pass, number);
  int64_t work = 0;
  for (int j = 0; j < count; ++j) {
    CK_SCALAR position[CK_AXES], one[CK_AXES];
    CK_NAME(target)
    target = {
        .cell = leaf->cell, .level = leaf->level, .is_last = true, .soft_count = leaf->soft_count};
    // A sphere whose radius is the position error of the point.
    target.radius =
        leaf->radius * CK_CLOSE > CK_POINTLIKE / 4 ? leaf->radius * CK_CLOSE : CK_POINTLIKE / 4;
    for (int k = 0; k < CK_AXES; ++k) {
      position[k] = points[k * LEAF + j];
      one[k] = force[k * LEAF + j];
      target.centre[k] = leaf->centre[k] + (CK_CENTRE)CK_ROUND_CENTRE((double)position[k]);
    }
    CK_NAME(accept_all)(pass, walk, walk->next[leaf->level].item, leaf->next_count, &target);
    if (target.soft_count > leaf->soft_count) {
      CK_SCALAR soft[CK_AXES * LEAF] = {0};
      CK_DEGREE_NAME(soft_cells)(pass, walk, leaf->cell, leaf->soft_count, target.soft_count, soft);
      for (int k = 0; k < CK_AXES; ++k) { one[k] += soft[k * LEAF + j]; }
    }
    CK_DEGREE_NAME(far_cells_on_point)(pass, walk, leaf->cell, position, target.far_count, one);
    CK_NAME(near_point)(pass, leaf->cell, number * LEAF + j, position, walk->near->item,
                        target.near_count, one);
    for (int k = 0; k < CK_AXES; ++k) { force[k * LEAF + j] = one[k]; }
    work += target.near_count + target.far_count / 4;
  }
  return work / 8;
}

static CK_INLINE void CK_DEGREE_NAME(visit_leaf)(const ck_many_body_pass *pass,
                                                 ck_many_body_walk *walk,
                                                 const CK_NAME(target) *target, bool is_loose,
                                                 const CK_SCALAR *locals, int64_t *leaf_pairs) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  const int64_t leaf = ck_kdtree_leaf_number(&pass->shape, target->cell), slot = leaf * LEAF;
  const int count = pass->points.count - slot < LEAF ? (int)(pass->points.count - slot) : LEAF;
  CK_SCALAR *force = (CK_SCALAR *)pass->force + leaf * (CK_AXES * LEAF);
  const CK_SCALAR inverse = (CK_SCALAR)1 / CK_SCALAR_NAME(power_of_two)(target->radius);
  CK_DEGREE_NAME(locals_to_points)(locals, CK_NAME(leaf_points)(pass, leaf), inverse, force);
  if (CK_UNLIKELY(target->soft_count > 0)) {
    CK_DEGREE_NAME(soft_cells)(pass, walk, target->cell, 0, target->soft_count, force);
  }
  CK_NAME(near_leaves)(pass, target->cell, walk->near->item, target->near_count,
                       walk->pending[target->level].item, target->pending_count, force);
  *leaf_pairs += target->near_count + target->pending_count;
  if (CK_UNLIKELY(is_loose)) {
    *leaf_pairs += CK_DEGREE_NAME(visit_points)(pass, walk, target, count, force);
  }
  if (!pass->has_accuracy) { return; }
  double force2 = 0;
  for (int j = 0; j < count; ++j) {
    double one2 = 0;
    for (int k = 0; k < CK_AXES; ++k) {
      const double f = (double)force[k * LEAF + j];
      one2 += f * f;
    }
    force2 += one2;
  }
  pass->leaf_force2[leaf] = target->radius <= CK_POINTLIKE ? -1 : force2;
}

/// The input of a cell from its parent: cells and points whose force is still to be added, and the
/// locals of the parent (none for the root). The list of soft cells holds those within distanceMin
/// of all ancestors.
typedef struct CK_DEGREE_NAME(inheritance) {
  const int32_t *candidates, *pending;
  int64_t candidate_count, pending_count, soft_count;
  const CK_SCALAR *locals;
} CK_DEGREE_NAME(inheritance);

/// Visits a cell. Writes its own locals to `locals`, and returns the input of its children.
static CK_NOINLINE CK_DEGREE_NAME(inheritance)
    CK_DEGREE_NAME(visit)(const ck_many_body_pass *pass, ck_many_body_walk *walk, int64_t cell,
                          int32_t level, const CK_DEGREE_NAME(inheritance) *from, CK_SCALAR *locals,
                          int64_t *leaf_pairs, int64_t *cells) {
  const bool is_leaf = ck_kdtree_is_leaf(&pass->shape, cell);
  CK_NAME(target)
  target = {.cell = cell,
            .level = level,
            .radius = CK_NAME(cell_radius)(pass, cell),
            .is_last = is_leaf,
            .pending_count = from->pending_count,
            .soft_count = from->soft_count};
  for (int k = 0; k < CK_AXES; ++k) { target.centre[k] = CK_NAME(cell_centre)(pass, cell, k); }
  if (from->pending_count > 0) {
    ck_list_reserve(&walk->pending[level], 2 * from->pending_count);
    memcpy(walk->pending[level].item, from->pending,
           (size_t)from->pending_count * 2 * sizeof *from->pending);
  }
  CK_NAME(accept_all)(pass, walk, from->candidates, from->candidate_count, &target);
  const bool is_loose =
      is_leaf && pass->splits_leaves != 0 && target.near_count > CK_MANY_BODY_LOOSE(CK_AXES);
  if (CK_UNLIKELY(is_loose)) {
    // Classifies again, as a target that is not last: near sources go to `next`, and each point of
    // the leaf classifies them for itself. The first run added nothing to `next` or `pending`.
    target.far_count = target.near_count = 0;
    target.soft_count = from->soft_count;
    target.is_last = false;
    CK_NAME(accept_all)(pass, walk, from->candidates, from->candidate_count, &target);
  }
  if (from->locals != NULL) {
    const int64_t above = (cell - 1) / 2;
    const CK_SCALAR unit = CK_NAME(cell_unit)(pass, above);
    const CK_SCALAR inverse = (CK_SCALAR)1 / unit;
    CK_SCALAR shift[CK_AXES];
    for (int k = 0; k < CK_AXES; ++k) {
      shift[k] = (CK_SCALAR)(target.centre[k] - CK_NAME(cell_centre)(pass, above, k)) * inverse;
    }
    const CK_SCALAR ratio = CK_SCALAR_NAME(power_of_two)(target.radius) * inverse;
    CK_DEGREE_NAME(locals_to_locals)(from->locals, shift, ratio, locals);
  } else {
    for (int q = 0; q < CK_DEGREE_NAME(local_count); ++q) { locals[q] = 0; }
  }
  if (target.far_count > 0) { CK_DEGREE_NAME(far_cells)(pass, walk, &target, locals); }
  if (CK_UNLIKELY(target.pending_count > 0)) {
    CK_DEGREE_NAME(far_points)(pass, walk, &target, locals);
  }
  *cells += target.far_count;
  if (is_leaf) { CK_DEGREE_NAME(visit_leaf)(pass, walk, &target, is_loose, locals, leaf_pairs); }
  return (CK_DEGREE_NAME(inheritance)){.candidates = walk->next[level].item,
                                       .candidate_count = target.next_count,
                                       .pending = walk->pending[level].item,
                                       .pending_count = target.pending_count,
                                       .soft_count = target.soft_count,
                                       .locals = locals};
}

/// Visits the descendants of a cell that has been visited.
static void CK_DEGREE_NAME(descend)(const ck_many_body_pass *pass, ck_many_body_walk *walk,
                                    int64_t cell, int32_t level,
                                    const CK_DEGREE_NAME(inheritance) *from, int64_t *leaf_pairs,
                                    int64_t *cells) {
  if (ck_kdtree_is_leaf(&pass->shape, cell)) { return; }
  for (int64_t child = 2 * cell + 1; child <= 2 * cell + 2; ++child) {
    CK_SCALAR locals[CK_DEGREE_NAME(local_count)];
    const CK_DEGREE_NAME(inheritance) own =
        CK_DEGREE_NAME(visit)(pass, walk, child, level + 1, from, locals, leaf_pairs, cells);
    CK_DEGREE_NAME(descend)(pass, walk, child, level + 1, &own, leaf_pairs, cells);
  }
}

/// Visits the cells on the path from the root to a subtree of the task level that are not on the
/// path to the subtree that the worker has walked last. Counts the work of a cell with the first of
/// the subtrees that share it. Returns the input of the subtree's root's children.
static CK_DEGREE_NAME(inheritance)
    CK_DEGREE_NAME(visit_path)(const ck_many_body_pass *pass, ck_many_body_walk *walk,
                               int64_t number, int64_t *leaf_pairs, int64_t *cells) {
  static const int32_t root[CK_LANES] = {0};
  CK_DEGREE_NAME(inheritance) from = {.candidates = root, .candidate_count = 1};
  for (int32_t level = 0; level <= pass->task_level; ++level) {
    const int32_t below = pass->task_level - level;
    ck_many_body_left *left = &walk->left[level];
    CK_SCALAR *locals = (CK_SCALAR *)(void *)(walk->locals + level * CK_MANY_BODY_LOCALS);
    if (walk->last >= 0 && walk->last >> below == number >> below) {
      from = (CK_DEGREE_NAME(inheritance)){.candidates = walk->next[level].item,
                                           .candidate_count = left->next_count,
                                           .pending = walk->pending[level].item,
                                           .pending_count = left->pending_count,
                                           .soft_count = left->soft_count,
                                           .locals = locals};
      continue;
    }
    int64_t path_pairs = 0, path_cells = 0;
    from = CK_DEGREE_NAME(visit)(pass, walk, ck_many_body_level(level) + (number >> below), level,
                                 &from, locals, &path_pairs, &path_cells);
    *left = (ck_many_body_left){from.candidate_count, from.pending_count, from.soft_count};
    // Workers take subtrees by increasing number: the worker of the first one comes here.
    if ((number & ((INT64_C(1) << below) - 1)) == 0) {
      *leaf_pairs += path_pairs;
      *cells += path_cells;
    }
  }
  walk->last = number;
  return from;
}

/// Walks the subtrees [begin, end) of the task level, and writes the forces on their points.
CK_TASK(CK_DEGREE_NAME(many_body_walk)) {
  ck_many_body_pass *pass = shared;
  ck_many_body_walk *walk = &pass->walks[worker];
  int64_t leaf_pairs = 0, cells = 0;
  _Static_assert(CK_DEGREE_NAME(local_count) *sizeof(CK_SCALAR) <= CK_MANY_BODY_LOCALS, "room");
  for (int64_t number = begin; number < end; ++number) {
    const int64_t pairs_before = leaf_pairs, cells_before = cells;
    const CK_DEGREE_NAME(inheritance) from =
        CK_DEGREE_NAME(visit_path)(pass, walk, number, &leaf_pairs, &cells);
    CK_DEGREE_NAME(descend)
    (pass, walk, ck_many_body_level(pass->task_level) + number, pass->task_level, &from,
     &leaf_pairs, &cells);
    if (pass->work != NULL) {
      pass->work[number][0] = (leaf_pairs - pairs_before) * CK_MANY_BODY_LEAF * CK_MANY_BODY_LEAF;
      pass->work[number][1] = cells - cells_before;
    }
  }
  atomic_fetch_add_explicit(&pass->near_work, leaf_pairs * CK_MANY_BODY_LEAF * CK_MANY_BODY_LEAF,
                            memory_order_relaxed);
  atomic_fetch_add_explicit(&pass->far_cells, cells, memory_order_relaxed);
}
