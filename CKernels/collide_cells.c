/// The list of the cells that have members, made from the sorted keys.
#include "collide_cells.h"

#include "parallel.h"

/// A level gets a list of cells if its keys are at most this many times its members; beyond, the
/// list would be mostly empty. Uniform nodes in three dimensions reach 80, as a key has a bit field
/// for each axis, and all fields but the first are rounded up to a power of two.
enum { CK_COLLIDE_SPARSE = 96 };

int64_t ck_collide_most_keys(int64_t count) { return (count + 64) * CK_COLLIDE_SPARSE; }

/// True if the member in slot s is the first one of its cell.
static CK_INLINE bool ck_collide_begins_cell(const ck_collide_pass *pass, int64_t s) {
  return s == 0 || pass->key[s - 1] != pass->key[s];
}

/// Clears the bits of keys 64 * begin up to 64 * end.
CK_TASK(ck_collide_clear_cells) {
  const ck_collide_pass *pass = shared;
  memset(pass->cells.bits + begin, 0, (size_t)(end - begin) * sizeof *pass->cells.bits);
}

/// Counts the cells that begin in slots [begin, end), which are one block.
CK_TASK(ck_collide_count_cells) {
  const ck_collide_pass *pass = shared;
  int64_t count = ck_collide_begins_cell(pass, begin);
  for (int64_t s = begin + 1; s < end; ++s) { count += pass->key[s - 1] != pass->key[s]; }
  pass->box[begin / CK_COLLIDE_BLOCK].cells = count;
}

/// Lists the cells that begin in slots [begin, end), which are one block.
///
/// Goes from the last slot to the first. Every member writes the begin of its cell, and the rank of
/// its word of 64 keys; the write that stays is that of the first member, without a branch.
CK_TASK(ck_collide_fill_cells) {
  const ck_collide_pass *pass = shared;
  const ck_collide_cells cells = pass->cells;
  const int64_t *restrict key = pass->key;
  int64_t rank = pass->box[begin / CK_COLLIDE_BLOCK].cells - 1;
  // Blocks before and after may write to the first and the last word at the same time.
  const int64_t first_word = key[begin] >> 6, last_word = key[end - 1] >> 6;
  const bool has_first_word = begin == 0 || key[begin - 1] >> 6 != first_word;
  for (int64_t s = end - 1; s >= begin; --s) {
    const int64_t word = key[s] >> 6;
    const bool begins = ck_collide_begins_cell(pass, s);
    const uint64_t bit = (uint64_t)begins << (key[s] & 63);
    if (word == first_word || word == last_word) {
      __atomic_fetch_or(cells.bits + word, bit, __ATOMIC_RELAXED);
      if (word > first_word || (begins && has_first_word)) { cells.rank[word] = (uint32_t)rank; }
      if (begins) { cells.begin[rank] = (uint32_t)s; }
    } else {
      cells.bits[word] |= bit;
      cells.rank[word] = (uint32_t)rank;
      cells.begin[rank] = (uint32_t)s;
    }
    rank -= begins;
  }
}

void ck_collide_list_cells(ck_collide_pass *pass, int32_t threads) {
  pass->has_cells =
      pass->cells.bits != NULL && pass->key_limit <= ck_collide_most_keys(pass->members);
  if (!pass->has_cells) { return; }
  // One more word, as lookups read two bytes.
  ck_parallel_for(threads, 0, (pass->key_limit >> 6) + 2, CK_COLLIDE_BLOCK, ck_collide_clear_cells,
                  pass);
  ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_BLOCK, ck_collide_count_cells, pass);
  int64_t count = 0;
  for (int64_t block = 0; block * CK_COLLIDE_BLOCK < pass->members; ++block) {
    count += pass->box[block].cells;
    pass->box[block].cells = count;
  }
  ck_parallel_for(threads, 0, pass->members, CK_COLLIDE_BLOCK, ck_collide_fill_cells, pass);
  pass->cells.begin[count] = (uint32_t)pass->members;
}
