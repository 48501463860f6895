/// Links: the public entries.
#include "links.h"

#include "isa.h"

// Nodes of one block: 5 us and more. A block is never split inside a node, whose sum has one order.
enum { CK_LINKS_PREDICT_BLOCK = 4096, CK_LINKS_BLOCK = 256 };

// Positions up to this size stay in the second cache, where asking for them ahead costs more than
// it saves.
enum { CK_LINKS_CACHED_BYTES = 1 << 18 };

// Measured: a streamed node; a node and a link end that are not in the cache.
static const double ck_links_predict_ns = 1, ck_links_node_ns = 3, ck_links_end_ns = 4;

static void ck_links_run(const ck_settings *settings, int scalar, int32_t dimension, int64_t count,
                         int32_t iterations, ck_links_task *task) {
  CK_ASSERT(dimension >= 2 && dimension <= 4);
  CK_ASSERT(count >= 0 && iterations >= 0);
  const ck_isa_kernels *kernels = ck_isa_select(settings);
  if (count == 0) { return; }
  int64_t scalar_size = scalar == CK_ISA_F32 ? (int64_t)sizeof(float) : (int64_t)sizeof(double);
  int64_t bytes = count * ck_stride(dimension) * scalar_size;
  task->prefetch_end = bytes > CK_LINKS_CACHED_BYTES ? task->begin[count] : 0;
  double nodes = (double)count, ends = (double)task->begin[count];
  int32_t predict_threads = ck_parallel_threads(settings, nodes * ck_links_predict_ns);
  int32_t threads =
      ck_parallel_threads(settings, nodes * ck_links_node_ns + ends * ck_links_end_ns);
  for (int32_t iteration = 0; iteration < iterations; ++iteration) {
    ck_parallel_for(predict_threads, 0, count, CK_LINKS_PREDICT_BLOCK,
                    kernels->links_predict[scalar][dimension - 2], task);
    ck_parallel_for(threads, 0, count, CK_LINKS_BLOCK, kernels->links[scalar][dimension - 2], task);
  }
}

void ck_links_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                  const float *position, ck_half_links_f32 links, int32_t iterations, float alpha,
                  ck_jiggle jiggle, float *predicted, float *velocity) {
  ck_links_task task = {.position = position,
                        .begin = links.begin,
                        .other = links.other,
                        .length = links.length,
                        .common_length = (double)links.common_length,
                        .coefficient = links.coefficient,
                        .total = links.total,
                        .alpha = (double)alpha,
                        .jiggle = jiggle,
                        .predicted = predicted,
                        .velocity = velocity};
  ck_links_run(settings, CK_ISA_F32, dimension, count, iterations, &task);
}

void ck_links_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                  const double *position, ck_half_links_f64 links, int32_t iterations, double alpha,
                  ck_jiggle jiggle, double *predicted, double *velocity) {
  ck_links_task task = {.position = position,
                        .begin = links.begin,
                        .other = links.other,
                        .length = links.length,
                        .common_length = links.common_length,
                        .coefficient = links.coefficient,
                        .total = links.total,
                        .alpha = alpha,
                        .jiggle = jiggle,
                        .predicted = predicted,
                        .velocity = velocity};
  ck_links_run(settings, CK_ISA_F64, dimension, count, iterations, &task);
}
