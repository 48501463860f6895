/// Integration: the public entry.
#include "integrate.h"

#include "isa.h"

// Nodes of one block, least and most: 1 to 8 us.
enum { CK_INTEGRATE_LEAST = 512, CK_INTEGRATE_MOST = 4096 };

// Measured, for a node that has to come from memory.
static const double ck_integrate_node_ns = 2;

int64_t ck_integrate(ck_context *context, ck_points points, ck_pins pins, double velocity_decay,
                     void *velocity) {
  CK_ASSERT_POINTS(points);
  CK_ASSERT(pins.axes == NULL || pins.position != NULL || points.count == 0);
  ck_integrate_pass pass = {
      .points = points, .pins = pins, .velocity_decay = velocity_decay, .velocity = velocity};
  const int32_t threads = ck_parallel_threads(context, (double)points.count * ck_integrate_node_ns);
  const int64_t block = ck_parallel_block(points.count, CK_INTEGRATE_LEAST, CK_INTEGRATE_MOST);
  const ck_isa_kernels *kernels = ck_isa_select(context);
  atomic_init(&pass.kept, 0);
  ck_parallel_for(threads, 0, points.count, block, ck_isa_task(kernels->integrate, points), &pass);
  return atomic_load(&pass.kept);
}
