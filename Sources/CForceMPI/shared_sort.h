/// A sort of the nodes by all ranks, as its parts see it (shared_sort.c).
#ifndef CK_SHARED_SORT_H
#define CK_SHARED_SORT_H

#include "shared_tree.h"

#include "kdtree_sort.h"

/// A cell and its points of this rank's block. Points of the core, and outliers, which are sorted
/// apart, are its two parts.
typedef struct ck_shared_cell {
  int64_t cell;
  /// The slots of the cell.
  ck_kdtree_range slots;
  /// Places in the list of points: by increasing number.
  ck_kdtree_range points;
  /// By part: the lattice of the keys, and whether the points coincide.
  int32_t lattice[2];
  bool coincides[2];
  /// The rank that has all slots, -1 for several.
  int32_t owner;
} ck_shared_cell;

/// A sort.
typedef struct ck_shared_sorter {
  ck_world_many_body *shared;
  const char *position;
  /// By point of the block; NULL when there are no outliers. Points of the core of the whole.
  const uint8_t *is_outlier;
  int64_t core;
  /// Points of the block by cell; by place in that list, the keys of their cells' splits; places in it
  /// that are in question.
  int32_t *point, *key, *candidate, *spare;
  /// Cells that are to be split, those below them, and those that have an owner.
  ck_shared_cell *level, *next, *owned;
  int64_t level_count, next_count, owned_count, owned_capacity;
  ck_kdtree_lattice *lattice;
  int32_t lattice_count, lattice_capacity;
} ck_shared_sorter;

/// 1 for a point of the block that is an outlier, else 0.
static inline int ck_shared_part(const ck_shared_sorter *sorter, int64_t point) {
  return sorter->is_outlier != NULL && sorter->is_outlier[point] != 0;
}

#pragma GCC visibility push(hidden)

/// Sends the points of the block to the owners of their cells, which is the way that they go from now
/// on, and gives the own cells their points: the permutation of their slots, of each part by increasing
/// number.
void ck_shared_send_cells(ck_shared_sorter *sorter, const ck_shared_cell *own, int64_t cells);

/// Sorts all nodes: those of the core, and the outliers apart from them. is_outlier: by node of the
/// block, of which `core` of all nodes are none.
void ck_shared_sort_parts(ck_world_many_body *shared, const void *position,
                          const uint8_t *is_outlier, int64_t core);

#pragma GCC visibility pop

#endif
