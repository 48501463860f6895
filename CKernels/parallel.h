/// Threads: work split into fixed blocks, which threads take one after the other.
#ifndef CK_PARALLEL_H
#define CK_PARALLEL_H

#include "common.h"

/// Does the items [begin, end) of a pass. `context` is the pass's own description, shared by all
/// blocks.
typedef void ck_parallel_body(void *context, int64_t begin, int64_t end);

#pragma GCC visibility push(hidden)

/// How many threads a pass of `work_ns` estimated nanoseconds should use: 1 below
/// settings->serial_below_ns.
int32_t ck_parallel_threads(const ck_settings *settings, double work_ns);

/// Calls `body` for each block of [begin, end): `block` items each, the last one with what is left.
///
/// Blocks are fixed by the arguments; which thread takes which is free, so a body must write to
/// what belongs to its own items only. Runs on the calling thread when `threads` is 1, when another
/// region is running (so also when nested), and in a child process made by fork(). The
/// floating-point control state is the default one inside the body.
void ck_parallel_for(int32_t threads, int64_t begin, int64_t end, int64_t block,
                     ck_parallel_body *body, void *context);

#pragma GCC visibility pop

#endif
