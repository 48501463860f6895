#include "sort.h"

// Scattering to more than 2^11 places at a time is slower than another round. Each block counts its
// own digits, so few large blocks are better; their number does not change the result.
enum {
  CK_SORT_MAX_DIGIT = 11,
  CK_SORT_MIN_DIGIT = 8,
  CK_SORT_MAX_BLOCKS = 64,
  CK_SORT_MIN_BLOCK = 8192
};

// Without padding, rows of counters would share one set of the cache.
enum { CK_SORT_PADDING = 16, CK_SORT_ROW = (1 << CK_SORT_MAX_DIGIT) + CK_SORT_PADDING };

typedef struct ck_sort_pass {
  ck_sort_pairs from, to;
  int64_t block;
  int32_t shift, digit;
  /// By block, then by digit: first the count, then the place of the next item.
  uint32_t *place;
} ck_sort_pass;

static int32_t ck_sort_rounds(int64_t count, int32_t bits) {
  // With few items, a pass over the counters costs more than one over the items.
  int32_t widest = CK_SORT_MIN_DIGIT;
  while (widest < CK_SORT_MAX_DIGIT && count >> (widest + 1) > 0) { widest += 1; }
  return (bits + widest - 1) / widest;
}

static int64_t ck_sort_blocks(int32_t threads, int64_t count) {
  int64_t blocks = threads == 1 ? 1 : (int64_t)threads * 4;
  if (blocks > CK_SORT_MAX_BLOCKS) { blocks = CK_SORT_MAX_BLOCKS; }
  int64_t most = (count + CK_SORT_MIN_BLOCK - 1) / CK_SORT_MIN_BLOCK;
  return blocks < most ? blocks : most;
}

int64_t ck_sort_scratch(int64_t count) {
  return ck_sort_blocks(CK_SORT_MAX_BLOCKS, count) * CK_SORT_ROW * (int64_t)sizeof(uint32_t);
}

CK_TASK(ck_sort_count) {
  const ck_sort_pass *pass = shared;
  uint32_t *restrict place = pass->place + begin / pass->block * CK_SORT_ROW;
  const int64_t *restrict key = pass->from.key;
  const int64_t mask = (INT64_C(1) << pass->digit) - 1;
  const int32_t shift = pass->shift;
  memset(place, 0, sizeof *place << pass->digit);
  for (int64_t at = begin; at < end; ++at) { place[key[at] >> shift & mask] += 1; }
}

CK_TASK(ck_sort_move) {
  const ck_sort_pass *pass = shared;
  uint32_t *restrict place = pass->place + begin / pass->block * CK_SORT_ROW;
  const int64_t *restrict key = pass->from.key;
  const uint32_t *restrict number = pass->from.number;
  int64_t *restrict to_key = pass->to.key;
  uint32_t *restrict to_number = pass->to.number;
  const int64_t mask = (INT64_C(1) << pass->digit) - 1;
  const int32_t shift = pass->shift;
  for (int64_t at = begin; at < end; ++at) {
    uint32_t to = place[key[at] >> shift & mask]++;
    to_key[to] = key[at];
    to_number[to] = number[at];
  }
}

/// Turns counts into places: first by digit, then by block.
static void ck_sort_sum(uint32_t *place, int64_t blocks, int64_t digits) {
  uint32_t sum = 0;
  for (int64_t digit = 0; digit < digits; ++digit) {
    for (int64_t block = 0; block < blocks; ++block) {
      uint32_t *at = &place[block * CK_SORT_ROW + digit];
      uint32_t count = *at;
      *at = sum;
      sum += count;
    }
  }
}

CK_TASK(ck_sort_copy) {
  const ck_sort_pass *pass = shared;
  memcpy(pass->to.key + begin, pass->from.key + begin,
         (size_t)(end - begin) * sizeof *pass->to.key);
  memcpy(pass->to.number + begin, pass->from.number + begin,
         (size_t)(end - begin) * sizeof *pass->to.number);
}

void ck_sort(int32_t threads, int64_t count, int32_t bits, ck_sort_pairs pairs, ck_sort_pairs spare,
             void *scratch) {
  CK_ASSERT(count >= 0 && count <= UINT32_MAX && bits > 0 && bits < 64);
  const int32_t rounds = ck_sort_rounds(count, bits);
  ck_sort_pass pass = {
      .from = pairs, .to = spare, .digit = (bits + rounds - 1) / rounds, .place = scratch};
  const int64_t blocks = ck_sort_blocks(threads, count);
  if (blocks == 0) { return; }
  pass.block = (count + blocks - 1) / blocks;
  for (int32_t round = 0; round < rounds; ++round) {
    pass.shift = round * pass.digit;
    ck_parallel_for(threads, 0, count, pass.block, ck_sort_count, &pass);
    ck_sort_sum(pass.place, blocks, INT64_C(1) << pass.digit);
    ck_parallel_for(threads, 0, count, pass.block, ck_sort_move, &pass);
    ck_sort_pairs moved = pass.to;
    pass.to = pass.from;
    pass.from = moved;
  }
  if (rounds % 2 != 0) { ck_parallel_for(threads, 0, count, pass.block, ck_sort_copy, &pass); }
}
