/// Threads: a pass is split into fixed blocks of items, which threads take one after the other.
#ifndef CK_PARALLEL_H
#define CK_PARALLEL_H

#include "context.h"

/// Does the items [begin, end) of a pass, which is shared by all blocks. `worker` is below the
/// number of threads of the region; no two calls that run at the same time have the same.
typedef void ck_parallel_task(void *shared, int32_t worker, int64_t begin, int64_t end);

/// The head of a task's definition, with the parameters shared, worker, begin and end. In an .inl
/// file the name has a suffix: CK_TASK(CK_NAME(integrate)) defines ck_integrate_f32_2. A build of
/// some types and dimensions (parts.h) leaves tasks unused.
#define CK_TASK(name)                                                                            \
  __attribute__((unused)) static void name(void *shared, __attribute__((unused)) int32_t worker, \
                                           int64_t begin, int64_t end)

#pragma GCC visibility push(hidden)

/// The number of threads for a pass of `work_ns` estimated nanoseconds: 1 below serial_below_ns.
int32_t ck_parallel_threads(const ck_context *context, double work_ns);

/// Items of a block, so that `count` of them make 128 to 256 blocks, which keep 16 threads busy: a
/// multiple of `least`, at most `most`. By the count alone, never by the threads.
static inline int64_t ck_parallel_block(int64_t count, int64_t least, int64_t most) {
  const int64_t block = count / 128 / least * least;
  return block < least ? least : block > most ? most : block;
}

/// Calls `task` for each block of [begin, end): `block` items each, the last one with what is left.
///
/// Blocks are fixed by the arguments; any thread may take any block, so a task must write only to
/// what belongs to its own items or to its worker. Runs on the calling thread when `threads` is 1,
/// when another region is running (so also when nested), and in a child process made by fork(). The
/// floating-point control state is the default one inside the task.
void ck_parallel_for(int32_t threads, int64_t begin, int64_t end, int64_t block,
                     ck_parallel_task *task, void *shared);

#pragma GCC visibility pop

#endif
