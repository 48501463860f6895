/// A team of threads of our own, one for the process. Waiting for it costs little: idle helpers
/// sleep, and a helper that comes late delays nobody.
#ifndef CK_POOL_H
#define CK_POOL_H

#include "parallel.h"

/// A parallel region: the items [begin, end) in blocks of `block` items.
typedef struct ck_pool_region {
  ck_parallel_task *task;
  void *shared;
  int64_t begin, end, block;
} ck_pool_region;

#pragma GCC visibility push(hidden)

/// Runs a region on the calling thread, as worker 0, and on helpers below `threads` that are awake
/// in time. One caller at a time; the floating-point control state is the default one. At most
/// 2^32 - 1 blocks. Returns true when a helper has run a block.
bool ck_pool_run(int32_t threads, const ck_pool_region *region);

/// The number of processors this process may use.
int32_t ck_pool_processors(void);

/// Says that all helpers take part in each region to come, also those that slow it down: for tests.
void ck_pool_insist(bool insists);

#pragma GCC visibility pop

#endif
