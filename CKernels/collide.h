/// Collide, as its tasks see it.
#ifndef CK_COLLIDE_H
#define CK_COLLIDE_H

#include "common.h"
#include "simd/bits.h"

enum {
  /// Nodes of one block for bounds and keys: about 10 us.
  CK_COLLIDE_BLOCK = 4096,
  /// Slots of one block for copies and pairs: about 20 us.
  CK_COLLIDE_SLOTS = 1024,
  /// Cells with more owners than this are crowded: their nodes meet only a group of each neighbour
  /// list.
  CK_COLLIDE_CROWD = 256,
  /// The stored run length for this number of neighbours and all larger ones.
  CK_COLLIDE_LONG = 255,
  /// Readable slots after the last one: the lanes of any register, and one load of colours.
  CK_COLLIDE_PADDING = 32,
  /// Rows of cells that touch a row of cells, itself included, in four dimensions.
  CK_COLLIDE_MAX_ROWS = 27,
  /// Each level has radii down to a quarter of the one before; the last one has all smaller radii.
  CK_COLLIDE_MAX_LEVELS = 12,
};

/// Flags of a slot: its velocity has changed; it belongs to an owner in a crowded cell.
enum { CK_COLLIDE_MOVED = 1, CK_COLLIDE_CROWDED = 2 };

/// The colour of visitors, and of owners without anybody to meet: they have no turn.
#define CK_COLLIDE_NO_COLOUR 255
/// The key of the slots after the last one: above all others.
#define CK_COLLIDE_NO_KEY INT64_MAX

/// The share of one block of nodes in the grid.
typedef struct ck_collide_box {
  /// Bounds of the finite predicted positions.
  double low[4], high[4];
  /// Bit k is set if some coordinate on axis k is not finite.
  int32_t nonfinite_axes;
  int64_t owners, visitors;
  /// For a block of slots: the number of cells that begin in earlier blocks and in this one; the
  /// number of members that are not left out.
  int64_t cells, stay;
  /// The first places of its members before they are sorted.
  int64_t owner_begin, visitor_begin;
} ck_collide_box;

/// The cells that have members, in the order of their keys.
typedef struct ck_collide_cells {
  /// Bit k: the cell with key k has members.
  uint64_t *bits;
  /// For each 64 keys of which one has members: the number of cells with lower keys.
  uint32_t *rank;
  /// The first slot of each cell; one more after the last.
  uint32_t *begin;
} ck_collide_cells;

/// Shared by all tasks. Arrays are of the points' scalar type where no other type is given.
///
/// A level has owners, low < radius <= largest, and visitors, radius <= low. Its members are sorted
/// by cell, then owners before visitors, then by node number; the place in this sequence is a slot.
typedef struct ck_collide_pass {
  /// Of boxes, the positions are those of their centres.
  ck_points points;
  /// The radii of discs; of boxes, their largest half sides.
  const void *radius;
  /// NULL for discs: half sides are vectors, weights scalars.
  const void *half_sides, *weights;
  /// NULL, or the vectors from the nodes to the centres of their boxes; and the centres.
  const void *offsets;
  void *centres;
  void *velocity;
  double strength;
  ck_jiggle jiggle;

  // The level.
  double low, largest;
  /// The largest reach of a member on each axis: a half side, or the radius.
  double half_side[4];
  /// Not all nodes are owners.
  bool is_filtered;
  /// Some nodes may be visitors.
  bool has_visitors;
  int64_t owners, members;

  // The grid. A key has a bit field for each axis, the first axis in the highest bits. A field is
  // the coordinate of the cell plus one, so that the neighbour before the first or after the last
  // cell has the key of no other cell.
  ck_collide_box *box;
  double origin[4], size[4], last_cell;
  int64_t cell_count[4];
  int32_t shift[4];
  /// The key differences from a row of cells to those that touch it, in lexicographic order.
  int64_t row_step[CK_COLLIDE_MAX_ROWS];
  /// The key of the first cell on all axes, and the number of keys.
  int64_t first_key, key_limit;
  /// The list of cells is there only when there are not too many keys (`has_cells`), and never in
  /// the plane, where nearly all rows of three cells have members.
  ck_collide_cells cells;
  bool has_cells;

  // By slot.
  int64_t *key;
  uint32_t *node;
  /// Bit r: row r has somebody whom the owner may have to meet. Not set in the plane.
  uint32_t *rows;
  /// The runs of neighbours: for each such row the first slot, and the length, at most
  /// CK_COLLIDE_LONG.
  uint32_t *run;
  uint8_t *run_length;
  /// The colour of the cell, or CK_COLLIDE_NO_COLOUR where nobody has a turn. Before, 1 for members
  /// that are not left out, else 0.
  uint8_t *colour;
  uint8_t *flags;
  /// By component: base positions, velocities, radii; then half sides and weights of boxes. Each
  /// row has `row` scalars.
  void *sorted;
  int64_t row;

  /// The colour whose turn it is: of a slab (the first axis) for collide_meet_slabs, of a cell for
  /// collide_meet_cells.
  int32_t active_colour;
} ck_collide_pass;

/// The first slot in [begin, end) with a key of at least `limit`; `end` when there is none.
static inline int64_t ck_collide_find(const int64_t *key, int64_t begin, int64_t end,
                                      int64_t limit) {
  while (begin < end) {
    int64_t middle = begin + (end - begin) / 2;
    if (key[middle] < limit) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// The same, quick when that slot is near `begin`.
static inline int64_t ck_collide_find_near(const int64_t *key, int64_t begin, int64_t end,
                                           int64_t limit) {
  int64_t step = 8;
  while (begin + step < end && key[begin + step] < limit) {
    begin += step + 1;
    step *= 2;
  }
  return ck_collide_find(key, begin, begin + step < end ? begin + step : end, limit);
}

/// The first slot from `at` on with a key of at least `limit`, when it is only a few slots away.
static CK_INLINE int64_t ck_collide_advance(const int64_t *key, int64_t at, int64_t limit) {
  for (;;) {
    int32_t step = __builtin_popcount(ck_bits_keys_below(key + at, limit));
    at += step;
    if (CK_LIKELY(step < 4)) { return at; }
  }
}

/// True if one of `length` nodes from `node` on has a higher number, or if there are more than
/// eight.
static CK_INLINE bool ck_collide_has_higher(const uint32_t *node, int64_t length, uint32_t number) {
  const uint32_t bits = ck_bits_numbers_above(node, number);
  return (length > 8) | ((bits & ((1U << (length & 15)) - 1)) != 0);
}

/// Bit l: slot `at` + l has the colour.
static CK_INLINE uint32_t ck_collide_match(const uint8_t *colour, int64_t at, int32_t wanted) {
  return ck_bits_bytes_equal(colour + at, (uint8_t)wanted);
}

#endif
