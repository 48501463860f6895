/// Parallel regions on the one thread that a module has (CKernels/parallel.c has those of programs).
#include "parallel.h"

int32_t ck_parallel_threads(const ck_context *context, double work_ns) {
  (void)context, (void)work_ns;
  return 1;
}

void ck_parallel_for(int32_t threads, int64_t begin, int64_t end, int64_t block,
                     ck_parallel_task *task, void *shared) {
  (void)threads;
  for (; begin < end; begin += block) {
    task(shared, 0, begin, end - begin < block ? end : begin + block);
  }
}
