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

void ck_links_pull(ck_context *context, ck_links_pass *pass, int64_t rows) {
  const int64_t bytes =
      pass->points.count * ck_stride(pass->points.dimension) * ck_scalar_size(pass->points);
  const int64_t end_count = pass->links.begin[rows];
  pass->prefetch_end = bytes > CK_LINKS_CACHED_BYTES ? end_count : 0;
  const int32_t threads = ck_parallel_threads(
      context, (double)rows * ck_links_node_ns + (double)end_count * ck_links_end_ns);
  ck_parallel_for(threads, 0, rows, ck_parallel_block(rows, CK_LINKS_LEAST, CK_LINKS_MOST),
                  ck_isa_task(ck_isa_select(context)->links, pass->points), pass);
}

void ck_links(ck_context *context, ck_points points, ck_half_links links, int32_t iterations,
              double alpha, ck_jiggle jiggle, void *velocity) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(iterations >= 0);
  if (points.count == 0) { return; }
  ck_links_pass pass = {
      .points = points, .links = links, .alpha = alpha, .jiggle = jiggle, .velocity = velocity};
  ck_context_reset(context);
  pass.predicted =
      ck_context_take(context, points.count * ck_stride(points.dimension) * ck_scalar_size(points));
  const int32_t threads = ck_parallel_threads(context, (double)points.count * ck_links_predict_ns);
  const int64_t block =
      ck_parallel_block(points.count, CK_LINKS_PREDICT_LEAST, CK_LINKS_PREDICT_MOST);
  for (int32_t iteration = 0; iteration < iterations; ++iteration) {
    ck_parallel_for(threads, 0, points.count, block,
                    ck_isa_task(ck_isa_select(context)->links_predict, points), &pass);
    ck_links_pull(context, &pass, points.count);
  }
}
