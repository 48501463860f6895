/// The cells of collide's grid that have members, for looking up neighbours by key.
#ifndef CK_COLLIDE_CELLS_H
#define CK_COLLIDE_CELLS_H

#include "collide.h"

/// Slots [begin, begin + length): the members of three cells in a row.
typedef struct ck_collide_run {
  uint32_t begin, length;
} ck_collide_run;

/// Bit l: the cell with key `first` + l has members, for three cells.
static CK_INLINE uint32_t ck_collide_three_cells(const ck_collide_cells *cells, int64_t first) {
  uint16_t bits;
  memcpy(&bits, (const uint8_t *)cells->bits + (first >> 3), sizeof bits);
  return (uint32_t)bits >> (first & 7) & 7;
}

/// The members of three cells, of which `occupied`, not 0, have some.
static CK_INLINE ck_collide_run ck_collide_run_of(const ck_collide_cells *cells, int64_t first,
                                                  uint32_t occupied) {
  const int64_t key = first + __builtin_ctz(occupied);
  const uint64_t lower = cells->bits[key >> 6] & ((UINT64_C(1) << (key & 63)) - 1);
  const uint32_t *cell = cells->begin + cells->rank[key >> 6] + __builtin_popcountll(lower);
  return (ck_collide_run){cell[0], cell[__builtin_popcount(occupied)] - cell[0]};
}

#pragma GCC visibility push(hidden)

/// The largest number of keys that `count` members have a list for.
int64_t ck_collide_most_keys(int64_t count);

/// Lists the cells of the sorted members, unless there are too many keys.
void ck_collide_list_cells(ck_collide_pass *pass, int32_t threads);

#pragma GCC visibility pop

#endif
