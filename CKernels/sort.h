/// A stable radix sort of 64-bit keys, each with the number of the thing it belongs to.
#ifndef CK_SORT_H
#define CK_SORT_H

#include "parallel.h"

/// Two arrays side by side.
typedef struct ck_sort_pairs {
  int64_t *key;
  uint32_t *number;
} ck_sort_pairs;

#pragma GCC visibility push(hidden)

/// Bytes of scratch that ck_sort needs.
int64_t ck_sort_scratch(int64_t count);

/// Sorts `count` pairs by key, which is at least 0 and below 2^bits; equal keys stay in their
/// order, so there is one result, however the work is split. `spare` is room for as many. O(count *
/// bits). Allocates nothing.
void ck_sort(int32_t threads, int64_t count, int32_t bits, ck_sort_pairs pairs, ck_sort_pairs spare,
             void *scratch);

#pragma GCC visibility pop

#endif
