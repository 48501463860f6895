/// Solitary members: nobody else is in their cell or in those that touch it. They are left out
/// before the members are sorted. All members of a cell stay or go together, and whoever stays
/// keeps all neighbours, so the bits do not depend on it.
///
/// A table counts the members of cells in two bits: none, one (01), more (11). A word has a block
/// of cells that differ on all axes but the last: 4 x 4 in space, 16 in the plane. Words that follow
/// each other are one cell apart on the last axis, so that touching cells share lines of the cache.
/// Where the words of a block begin is a hash: blocks overlap, and then some solitary members stay.
#include "collide_solitary.h"

#include "parallel.h"

enum {
  /// Words that are read at once. The first ones are repeated after the last.
  CK_SOLITARY_LOAD = 4,
  /// Members that are looked at before all others: one of 16 of them, at least and at most so many.
  CK_SOLITARY_FEWEST = 16,
  CK_SOLITARY_MOST = 128,
};

/// A cell: its block, its place there on the same axes, and its coordinate on the last axis.
typedef struct ck_solitary_cell {
  int64_t block[2], last;
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
    return (ck_solitary_cell){.block = {field >> 4, 0},
                              .last = key & ((INT64_C(1) << first) - 1),
                              .place = {place, 0},
                              .bit = UINT32_C(1) << 2 * place};
  }
  const int64_t other = (key >> second) & ((INT64_C(1) << (first - second)) - 1);
  const uint32_t row = (uint32_t)field & 3, column = (uint32_t)other & 3;
  return (ck_solitary_cell){.block = {field >> 2, other >> 2},
                            .last = key & ((INT64_C(1) << second) - 1),
                            .place = {row, column},
                            .bit = UINT32_C(1) << (8 * row + 2 * column)};
}

/// The word of a block of cells with coordinate `last`.
static CK_INLINE int64_t ck_solitary_word(const ck_collide_solitary *table, int64_t block0,
                                          int64_t block1, int64_t last) {
  const uint64_t hash = (uint64_t)block0 * UINT64_C(0x9E3779B97F4A7C15) +
                        (uint64_t)block1 * UINT64_C(0xD1B54A32D192ED03);
  return ((int64_t)(hash >> table->shift) + last) & table->mask;
}

/// The counters of block (block0, block1) in the three layers around a cell, one over the other.
/// The member whose turn it is does not count if the block is its own.
static CK_INLINE uint32_t ck_solitary_counters(const ck_collide_solitary *table, int64_t block0,
                                               int64_t block1, const ck_solitary_cell *cell) {
  const bool is_own = block0 == cell->block[0] && block1 == cell->block[1];
  uint32_t words[CK_SOLITARY_LOAD];
  memcpy(words, table->words + ck_solitary_word(table, block0, block1, cell->last - 1),
         sizeof words);
  return words[0] | (words[1] ^ (is_own ? cell->bit : 0)) | words[2];
}

/// True if nobody else is in the cell of a member or in those that touch it; perhaps false then.
static CK_INLINE bool ck_solitary_is(const ck_collide_pass *pass, int64_t key, int32_t axes) {
  // The counters of three cells around a place, in the block of the one before and of the one after
  // it: on the first axis, where a place is eight bits, and on the second.
  static const uint32_t first[2][4] = {{0xFF000000, 0x00FFFFFF, 0xFFFFFF00, 0xFFFF0000},
                                       {0x0000FFFF, 0x00FFFFFF, 0xFFFFFF00, 0x000000FF}};
  static const uint32_t second[2][4] = {{0xC0C0C0C0, 0x3F3F3F3F, 0xFCFCFCFC, 0xF0F0F0F0},
                                        {0x0F0F0F0F, 0x3F3F3F3F, 0xFCFCFCFC, 0x03030303}};
  const ck_collide_solitary *table = &pass->solitary;
  const ck_solitary_cell cell = ck_solitary_cell_of(pass, key, axes);
  const int64_t *block = cell.block;
  const uint32_t *place = cell.place;
  if (axes == 2) {
    const uint32_t around = (uint32_t)((UINT64_C(63) << 2 * place[0]) >> 2);
    const bool is_first = place[0] == 0, is_last = place[0] == 15;
    return ((ck_solitary_counters(table, block[0] - is_first, 0, &cell) &
             (is_first ? 0xC0000000 : around)) |
            (ck_solitary_counters(table, block[0] + is_last, 0, &cell) &
             (is_last ? 0x00000003 : around))) == 0;
  }
  const int64_t block0[2] = {block[0] - (place[0] == 0), block[0] + (place[0] == 3)};
  const int64_t block1[2] = {block[1] - (place[1] == 0), block[1] + (place[1] == 3)};
  uint32_t found = 0;
  CK_UNROLL
  for (int i = 0; i < 4; ++i) {
    found |= ck_solitary_counters(table, block0[i / 2], block1[i % 2], &cell) &
             first[i / 2][place[0]] & second[i % 2][place[1]];
  }
  return found == 0;
}

static CK_INLINE void ck_solitary_count(const ck_collide_pass *pass, int64_t begin, int64_t end,
                                        int32_t axes) {
  const ck_collide_solitary *table = &pass->solitary;
  for (int64_t s = begin; s < end; ++s) {
    const ck_solitary_cell cell = ck_solitary_cell_of(pass, pass->key[s], axes);
    uint32_t *word =
        table->words + ck_solitary_word(table, cell.block[0], cell.block[1], cell.last);
    if (!table->is_shared) {
      *word |= cell.bit + (*word & cell.bit);
    } else if ((__atomic_fetch_or(word, cell.bit, __ATOMIC_RELAXED) & cell.bit) != 0) {
      __atomic_fetch_or(word, 2 * cell.bit, __ATOMIC_RELAXED);
    }
  }
}

static CK_INLINE int64_t ck_solitary_leave_out(const ck_collide_pass *pass, int64_t begin,
                                               int64_t end, int32_t axes) {
  int64_t *key = pass->key, to = begin;
  uint32_t *node = pass->node;
  for (int64_t s = begin; s < end; ++s) {
    const bool stays = !ck_solitary_is(pass, key[s], axes);
    key[to] = key[s];
    node[to] = node[s];
    to += stays;
  }
  return to - begin;
}

// MARK: Tasks

/// Clears words [begin, end).
CK_TASK(ck_collide_clear_solitary) {
  const ck_collide_pass *pass = shared;
  memset(pass->solitary.words + begin, 0, (size_t)(end - begin) * sizeof *pass->solitary.words);
}

/// Counts the members in slots [begin, end).
CK_TASK(ck_collide_count_solitary) {
  // A copy, as the words may be what is shared, for all that the compiler knows.
  const ck_collide_pass pass = *(const ck_collide_pass *)shared;
  if (pass.points.dimension == 2) {
    ck_solitary_count(&pass, begin, end, 2);
  } else {
    ck_solitary_count(&pass, begin, end, 3);
  }
}

/// Moves the members that stay to the beginning of slots [begin, end), which are one block.
CK_TASK(ck_collide_leave_out_block) {
  const ck_collide_pass pass = *(const ck_collide_pass *)shared;
  pass.box[begin / CK_COLLIDE_BLOCK].stay = pass.points.dimension == 2
                                                ? ck_solitary_leave_out(&pass, begin, end, 2)
                                                : ck_solitary_leave_out(&pass, begin, end, 3);
}

// MARK: Entry

/// True if so few members seem to be solitary that leaving them out costs more than it saves.
static bool ck_solitary_are_few(const ck_collide_pass *pass) {
  int64_t sample = pass->members / 16;
  sample = sample > CK_SOLITARY_FEWEST ? sample : CK_SOLITARY_FEWEST;
  sample = sample < CK_SOLITARY_MOST ? sample : CK_SOLITARY_MOST;
  sample = sample < pass->members ? sample : pass->members;
  int64_t solitary = 0;
  for (int64_t at = 0; at < sample; ++at) {
    const int64_t key = pass->key[at * pass->members / sample];
    solitary +=
        pass->points.dimension == 2 ? ck_solitary_is(pass, key, 2) : ck_solitary_is(pass, key, 3);
  }
  return 4 * solitary < sample;
}

/// Closes the gaps that blocks have left.
static void ck_solitary_close_gaps(ck_collide_pass *pass) {
  int64_t to = 0;
  for (int64_t from = 0; from < pass->members; from += CK_COLLIDE_BLOCK) {
    const int64_t count = pass->box[from / CK_COLLIDE_BLOCK].stay;
    memmove(pass->key + to, pass->key + from, (size_t)count * sizeof *pass->key);
    memmove(pass->node + to, pass->node + from, (size_t)count * sizeof *pass->node);
    to += count;
  }
  pass->members = to;
}

void ck_collide_leave_out_solitary(ck_collide_pass *pass, int32_t threads) {
  ck_collide_solitary *table = &pass->solitary;
  if (pass->points.dimension > 3 || pass->members < 2) { return; }
  // The table is as large as fits.
  int32_t bits = 0;
  while ((INT64_C(2) << bits) + CK_SOLITARY_LOAD <= table->room) { bits += 1; }
  const int64_t words = INT64_C(1) << bits;
  table->mask = words - 1;
  table->shift = 64 - bits;
  table->is_shared = threads > 1;
  ck_parallel_for(threads, 0, words, 4 * CK_COLLIDE_BLOCK, ck_collide_clear_solitary, pass);
  ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_BLOCK, ck_collide_count_solitary, pass);
  memcpy(table->words + words, table->words, CK_SOLITARY_LOAD * sizeof *table->words);
  if (ck_solitary_are_few(pass)) { return; }
  ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_BLOCK, ck_collide_leave_out_block, pass);
  ck_solitary_close_gaps(pass);
}
