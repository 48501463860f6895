/// Finds solitary members: those with nobody else in their cell or in a cell that touches it. Such
/// a member collides with nobody, so the pass leaves it out. Leaving it out changes no bits: a
/// member that stays keeps all members it could meet, and members that share a cell are never
/// solitary.
///
/// The members are looked at in blocks of slots. Each block has a table that counts, cell by cell,
/// all members that may touch one of the block's, in two bits: 00 for none, 01 for one, 11 for
/// more. A 32-bit word has the counters of 16 cells, called a bundle, with the same coordinate on
/// the last axis: 16 in a row in the plane, 4 x 4 in space. The next word has the same bundle one
/// step further on the last axis, so that the three layers around a cell are three neighbouring
/// words. A hash of the bundle says where its words begin. Two bundles may share words; their
/// counters are then too high, and some solitary members stay, which costs time but changes no
/// result.
#include "collide_solitary.h"

#include "parallel.h"

enum {
  /// Words that are read at once. The first ones are repeated after the last.
  CK_SOLITARY_LOAD = 4,
  /// The size of a sample. If less than a quarter of a block's first members are solitary, the
  /// search costs more than it saves, and the whole block stays.
  CK_SOLITARY_SAMPLE = 64,
  /// A cheaper test comes first: it counts only every eighth member, and samples among these.
  CK_SOLITARY_THIN = 8,
};

/// A table of mask + 1 words, which is a power of two: 2^(64 - shift).
typedef struct ck_solitary_table {
  uint32_t *words;
  int64_t mask;
  int32_t shift;
} ck_solitary_table;

/// A cell in the terms of the table: its bundle, its place in the bundle on each axis that bundles
/// span, and its coordinate on the last axis.
typedef struct ck_solitary_cell {
  int64_t bundle[2], last;
  uint32_t place[2];
  /// The bit that is set when it has members; the next one is set when it has several.
  uint32_t bit;
} ck_solitary_cell;

static CK_INLINE ck_solitary_cell ck_solitary_cell_of(const ck_collide_pass *pass, int64_t key,
                                                      int32_t axes) {
  const int32_t first = pass->shift[0], second = pass->shift[1];
  const int64_t field = key >> first;
  if (axes == 2) {
    const uint32_t place = (uint32_t)field & 15;
    return (ck_solitary_cell){.bundle = {field >> 4, 0},
                              .last = key & ((INT64_C(1) << first) - 1),
                              .place = {place, 0},
                              .bit = UINT32_C(1) << 2 * place};
  }
  const int64_t other = (key >> second) & ((INT64_C(1) << (first - second)) - 1);
  const uint32_t row = (uint32_t)field & 3, column = (uint32_t)other & 3;
  return (ck_solitary_cell){.bundle = {field >> 2, other >> 2},
                            .last = key & ((INT64_C(1) << second) - 1),
                            .place = {row, column},
                            .bit = UINT32_C(1) << (8 * row + 2 * column)};
}

/// The word of a bundle with coordinate `last`.
static CK_INLINE int64_t ck_solitary_word(const ck_solitary_table *table, int64_t bundle0,
                                          int64_t bundle1, int64_t last) {
  const uint64_t hash = (uint64_t)bundle0 * UINT64_C(0x9E3779B97F4A7C15) +
                        (uint64_t)bundle1 * UINT64_C(0xD1B54A32D192ED03);
  return ((int64_t)(hash >> table->shift) + last) & table->mask;
}

/// Counts the members in slots [begin, end): those in every eighth slot when `is_thin`, else those
/// in all other slots. One call of each counts every member once.
static CK_INLINE void ck_solitary_count(const ck_collide_pass *pass, const ck_solitary_table *table,
                                        int64_t begin, int64_t end, int32_t axes, bool is_thin) {
  const int64_t first = is_thin ? ck_round_up(begin, CK_SOLITARY_THIN) : begin;
  for (int64_t s = first; s < end; s += is_thin ? CK_SOLITARY_THIN : 1) {
    if (!is_thin && s % CK_SOLITARY_THIN == 0) { continue; }
    const ck_solitary_cell cell = ck_solitary_cell_of(pass, pass->key[s], axes);
    uint32_t *word =
        table->words + ck_solitary_word(table, cell.bundle[0], cell.bundle[1], cell.last);
    *word |= cell.bit + (*word & cell.bit);
  }
}

/// The counters of a bundle in the three layers around a cell, combined by OR. In the cell's own
/// bundle the member that is being tested is taken out first.
static CK_INLINE uint32_t ck_solitary_counters(const ck_solitary_table *table, int64_t bundle0,
                                               int64_t bundle1, const ck_solitary_cell *cell) {
  const bool is_own = bundle0 == cell->bundle[0] && bundle1 == cell->bundle[1];
  uint32_t words[CK_SOLITARY_LOAD];
  memcpy(words, table->words + ck_solitary_word(table, bundle0, bundle1, cell->last - 1),
         sizeof words);
  return words[0] | (words[1] ^ (is_own ? cell->bit : 0)) | words[2];
}

/// True only if nobody else is in the cell of a member or in those that touch it.
static CK_INLINE bool ck_solitary_is(const ck_collide_pass *pass, const ck_solitary_table *table,
                                     int64_t key, int32_t axes) {
  // Masks of the three cells around a place on one axis. They may lie in two bundles: row 0 has the
  // mask for the bundle of the cell before, row 1 for that of the cell after; in the middle of a
  // bundle both are the same. A step on the first axis is eight bits, on the second two.
  static const uint32_t first[2][4] = {{0xFF000000, 0x00FFFFFF, 0xFFFFFF00, 0xFFFF0000},
                                       {0x0000FFFF, 0x00FFFFFF, 0xFFFFFF00, 0x000000FF}};
  static const uint32_t second[2][4] = {{0xC0C0C0C0, 0x3F3F3F3F, 0xFCFCFCFC, 0xF0F0F0F0},
                                        {0x0F0F0F0F, 0x3F3F3F3F, 0xFCFCFCFC, 0x03030303}};
  const ck_solitary_cell cell = ck_solitary_cell_of(pass, key, axes);
  const int64_t *bundle = cell.bundle;
  const uint32_t *place = cell.place;
  uint32_t found = 0;
  if (axes == 2) {
    const bool is_first = place[0] == 0, is_last = place[0] == 15;
    const uint32_t around = (uint32_t)((UINT64_C(63) << 2 * place[0]) >> 2);
    found = ck_solitary_counters(table, bundle[0] - is_first, 0, &cell) &
            (is_first ? 0xC0000000 : around);
    found |= ck_solitary_counters(table, bundle[0] + is_last, 0, &cell) & (is_last ? 3 : around);
    return found == 0;
  }
  const int64_t bundle0[2] = {bundle[0] - (place[0] == 0), bundle[0] + (place[0] == 3)};
  const int64_t bundle1[2] = {bundle[1] - (place[1] == 0), bundle[1] + (place[1] == 3)};
  CK_UNROLL
  for (int i = 0; i < 4; ++i) {
    found |= ck_solitary_counters(table, bundle0[i / 2], bundle1[i % 2], &cell) &
             first[i / 2][place[0]] & second[i % 2][place[1]];
  }
  return found == 0;
}

/// The table of a block: all words that fit into its part of `run`, all zero.
static CK_INLINE ck_solitary_table ck_solitary_clear(const ck_collide_pass *pass, int64_t begin,
                                                     int64_t end, int32_t axes) {
  const int64_t rows = axes == 2 ? 3 : 9, last = end < pass->members ? end : pass->row;
  ck_solitary_table table = {.words = pass->run + begin * rows, .mask = 0, .shift = 64};
  while (2 * (table.mask + 1) + CK_SOLITARY_LOAD <= (last - begin) * rows) {
    table.mask = 2 * table.mask + 1;
    table.shift -= 1;
  }
  memset(table.words, 0, (size_t)(table.mask + 1) * sizeof *table.words);
  return table;
}

/// Counts all members that may touch those in slots [begin, end), which are one block: all members,
/// or sorted.
static CK_INLINE void ck_solitary_count_around(const ck_collide_pass *pass,
                                               const ck_solitary_table *table, int64_t begin,
                                               int64_t end, int32_t axes, bool is_thin) {
  const int64_t *key = pass->key, slab = INT64_C(1) << pass->shift[0];
  const int64_t reach = 1 + (axes == 2 ? 0 : INT64_C(1) << pass->shift[1]);
  if (begin == 0 && end == pass->members) {
    ck_solitary_count(pass, table, begin, end, axes, is_thin);
  } else {
    int64_t last = 0;
    for (int64_t step = -slab; step <= slab; step += slab) {
      const int64_t first = ck_collide_find(key, last, pass->members, key[begin] + step - reach);
      last = ck_collide_find(key, first, pass->members, key[end - 1] + step + reach + 1);
      ck_solitary_count(pass, table, first, last, axes, is_thin);
    }
  }
  memcpy(table->words + table->mask + 1, table->words, CK_SOLITARY_LOAD * sizeof *table->words);
}

/// Estimates from every eighth member whether at least a quarter of a block's members are solitary.
///
/// If members are spread evenly, with n neighbours on average, a share of exp(-n) is solitary.
/// Among every eighth member there are n / 8 neighbours, so that a share of exp(-n / 8) seems
/// solitary.
static CK_INLINE bool ck_solitary_may_be_many(const ck_collide_pass *pass,
                                              const ck_solitary_table *table, int64_t begin,
                                              int64_t end, int32_t axes) {
  int64_t sample = 0, solitary = 0;
  for (int64_t s = ck_round_up(begin, CK_SOLITARY_THIN); s < end && sample < CK_SOLITARY_SAMPLE;
       s += CK_SOLITARY_THIN) {
    sample += 1;
    solitary += ck_solitary_is(pass, table, pass->key[s], axes);
  }
  // Where exp(-n) is a quarter, exp(-n / 8) is 0.84. The test is a little more generous.
  return 4 * solitary >= 3 * sample;
}

/// Writes whether the members in slots [begin, end), which are one block, stay. Returns false if
/// all do.
static CK_INLINE bool ck_solitary_look(const ck_collide_pass *pass, int64_t begin, int64_t end,
                                       int32_t axes) {
  const ck_solitary_table table = ck_solitary_clear(pass, begin, end, axes);
  ck_solitary_count_around(pass, &table, begin, end, axes, true);
  if (!ck_solitary_may_be_many(pass, &table, begin, end, axes)) { return false; }
  ck_solitary_count_around(pass, &table, begin, end, axes, false);
  const int64_t *restrict key = pass->key;
  uint8_t *restrict stays = pass->colour;
  int64_t at = begin, solitary = 0;
  for (; at < end && at - begin < CK_SOLITARY_SAMPLE; ++at) {
    stays[at] = !ck_solitary_is(pass, &table, key[at], axes);
    solitary += 1 - stays[at];
  }
  if (4 * solitary < at - begin) { return false; }
  for (; at < end; ++at) { stays[at] = !ck_solitary_is(pass, &table, key[at], axes); }
  return true;
}

/// Looks for solitary members in slots [begin, end), which are one block.
CK_TASK(ck_collide_look_for_solitary) {
  // A copy, as the words may be what is shared, for all that the compiler knows.
  const ck_collide_pass pass = *(const ck_collide_pass *)shared;
  const bool some = pass.points.dimension == 2 ? ck_solitary_look(&pass, begin, end, 2)
                                               : ck_solitary_look(&pass, begin, end, 3);
  pass.box[begin / CK_COLLIDE_BLOCK].stay = some ? -1 : end - begin;
}

/// Moves the members that stay to the beginning of slots [begin, end), which are one block.
CK_TASK(ck_collide_leave_out_block) {
  const ck_collide_pass *pass = shared;
  int64_t *stay = &pass->box[begin / CK_COLLIDE_BLOCK].stay;
  if (*stay >= 0) { return; }
  const uint8_t *restrict stays = pass->colour;
  int64_t *restrict key = pass->key, to = begin;
  uint32_t *restrict node = pass->node;
  for (int64_t s = begin; s < end; ++s) {
    key[to] = key[s];
    node[to] = node[s];
    to += stays[s];
  }
  *stay = to - begin;
}

void ck_collide_leave_out_solitary(ck_collide_pass *pass, int32_t threads) {
  if (pass->points.dimension > 3) { return; }
  ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_BLOCK, ck_collide_look_for_solitary, pass);
  ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_BLOCK, ck_collide_leave_out_block, pass);
  int64_t to = 0;
  for (int64_t from = 0; from < pass->members; from += CK_COLLIDE_BLOCK) {
    const int64_t count = pass->box[from / CK_COLLIDE_BLOCK].stay;
    if (to < from) {
      memmove(pass->key + to, pass->key + from, (size_t)count * sizeof *pass->key);
      memmove(pass->node + to, pass->node + from, (size_t)count * sizeof *pass->node);
    }
    to += count;
  }
  pass->members = to;
}
