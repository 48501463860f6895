/// Links: the public entry.
#include "links.h"

#include "isa.h"

// Nodes of one block, least and most: 1 to 5 us. A block ends between nodes, as the sum of a node
// has one order.
enum { CK_LINKS_PREDICT_LEAST = 1024, CK_LINKS_PREDICT_MOST = 4096 };
enum { CK_LINKS_LEAST = 64, CK_LINKS_MOST = 256 };

// Positions up to this size fit the second-level cache, where prefetching costs more than it saves.
enum { CK_LINKS_CACHED_BYTES = 1 << 18 };

// Measured, in nanoseconds: a streamed node; a node and a link end that are not in the cache.
static const double ck_links_predict_ns = 1, ck_links_node_ns = 3, ck_links_end_ns = 4;

void ck_links(ck_context *context, ck_points points, ck_half_links links, int32_t iterations,
              double alpha, ck_jiggle jiggle, void *velocity) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(iterations >= 0);
  if (points.count == 0) { return; }
  ck_links_pass pass = {
      .points = points, .links = links, .alpha = alpha, .jiggle = jiggle, .velocity = velocity};
  const int64_t bytes = points.count * ck_stride(points.dimension) * ck_scalar_size(points);
  const int64_t end_count = links.begin[points.count];
  pass.prefetch_end = bytes > CK_LINKS_CACHED_BYTES ? end_count : 0;
  ck_context_reset(context);
  pass.predicted = ck_context_take(context, bytes);
  const double nodes = (double)points.count, ends = (double)end_count;
  const int32_t predict_threads = ck_parallel_threads(context, nodes * ck_links_predict_ns);
  const int32_t threads =
      ck_parallel_threads(context, nodes * ck_links_node_ns + ends * ck_links_end_ns);
  const int64_t predict_block =
      ck_parallel_block(points.count, CK_LINKS_PREDICT_LEAST, CK_LINKS_PREDICT_MOST);
  const int64_t block = ck_parallel_block(points.count, CK_LINKS_LEAST, CK_LINKS_MOST);
  const ck_isa_kernels *kernels = ck_isa_select(context);
  for (int32_t iteration = 0; iteration < iterations; ++iteration) {
    ck_parallel_for(predict_threads, 0, points.count, predict_block,
                    ck_isa_task(kernels->links_predict, points), &pass);
    ck_parallel_for(threads, 0, points.count, block, ck_isa_task(kernels->links, points), &pass);
  }
}
