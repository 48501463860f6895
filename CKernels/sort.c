#include "sort.h"

// More than 2^11 places to write to at a time are slower than another pass. A block counts for
// itself where its items go, so few and large ones are better; their number does not change the
// result.
enum {
  CK_SORT_MAX_DIGIT = 11,
  CK_SORT_MIN_DIGIT = 8,
  CK_SORT_MAX_BLOCKS = 64,
  CK_SORT_MIN_BLOCK = 8192
};

// Rows of counters a power of two apart would share one set of the cache.
enum { CK_SORT_PADDING = 16, CK_SORT_ROW = (1 << CK_SORT_MAX_DIGIT) + CK_SORT_PADDING };

typedef struct ck_sort_task {
  ck_sort_pairs from, to;
  int64_t block;
  int32_t shift, digit;
  /// By block, then by digit: how many there are, then where the next one goes.
  uint32_t *place;
} ck_sort_task;

static int32_t ck_sort_passes(int64_t count, int32_t bits) {
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

static void ck_sort_count(void *context, int64_t begin, int64_t end) {
  const ck_sort_task *task = context;
  uint32_t *restrict place = task->place + begin / task->block * CK_SORT_ROW;
  const int64_t *restrict key = task->from.key;
  const int64_t mask = (INT64_C(1) << task->digit) - 1;
  const int32_t shift = task->shift;
  memset(place, 0, sizeof *place << task->digit);
  for (int64_t at = begin; at < end; ++at) { place[key[at] >> shift & mask] += 1; }
}

static void ck_sort_move(void *context, int64_t begin, int64_t end) {
  const ck_sort_task *task = context;
  uint32_t *restrict place = task->place + begin / task->block * CK_SORT_ROW;
  const int64_t *restrict key = task->from.key;
  const uint32_t *restrict number = task->from.number;
  int64_t *restrict to_key = task->to.key;
  uint32_t *restrict to_number = task->to.number;
  const int64_t mask = (INT64_C(1) << task->digit) - 1;
  const int32_t shift = task->shift;
  for (int64_t at = begin; at < end; ++at) {
    uint32_t to = place[key[at] >> shift & mask]++;
    to_key[to] = key[at];
    to_number[to] = number[at];
  }
}

/// From counts to places: first by digit, then by block.
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

static void ck_sort_copy(void *context, int64_t begin, int64_t end) {
  const ck_sort_task *task = context;
  memcpy(task->to.key + begin, task->from.key + begin,
         (size_t)(end - begin) * sizeof *task->to.key);
  memcpy(task->to.number + begin, task->from.number + begin,
         (size_t)(end - begin) * sizeof *task->to.number);
}

void ck_sort(int32_t threads, int64_t count, int32_t bits, ck_sort_pairs pairs, ck_sort_pairs spare,
             void *scratch) {
  CK_ASSERT(count >= 0 && count <= UINT32_MAX && bits > 0 && bits < 64);
  const int32_t passes = ck_sort_passes(count, bits);
  ck_sort_task task = {
      .from = pairs, .to = spare, .digit = (bits + passes - 1) / passes, .place = scratch};
  const int64_t blocks = ck_sort_blocks(threads, count);
  if (blocks == 0) { return; }
  task.block = (count + blocks - 1) / blocks;
  for (int32_t pass = 0; pass < passes; ++pass) {
    task.shift = pass * task.digit;
    ck_parallel_for(threads, 0, count, task.block, ck_sort_count, &task);
    ck_sort_sum(task.place, blocks, INT64_C(1) << task.digit);
    ck_parallel_for(threads, 0, count, task.block, ck_sort_move, &task);
    ck_sort_pairs moved = task.to;
    task.to = task.from;
    task.from = moved;
  }
  if (passes % 2 != 0) { ck_parallel_for(threads, 0, count, task.block, ck_sort_copy, &task); }
}
