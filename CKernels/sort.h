/// A stable radix sort of 64-bit keys, each with a number.
#ifndef CK_SORT_H
#define CK_SORT_H

#include "parallel.h"

/// Two arrays side by side.
typedef struct ck_sort_pairs {
  int64_t *key;
  uint32_t *number;
} ck_sort_pairs;

#pragma GCC visibility push(hidden)

/// Bytes of `memory` for ck_sort.
int64_t ck_sort_scratch(int64_t count);

/// Sorts `count` pairs by key. Keys are at least 0 and below 2^bits. The sort is stable, so its
/// result does not depend on the blocks. `spare` has room for as many pairs. O(count * bits).
void ck_sort(int32_t threads, int64_t count, int32_t bits, ck_sort_pairs pairs, ck_sort_pairs spare,
             void *scratch);

#pragma GCC visibility pop

#endif
