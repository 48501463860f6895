/// Integration: the public entries.
#include "integrate.h"

#include "isa.h"

enum { CK_INTEGRATE_BLOCK = 4096 };

// Measured, for a node that has to come from memory.
static const double ck_integrate_node_ns = 2;

static int64_t ck_integrate_run(const ck_settings *settings, int scalar, int32_t dimension,
                                int64_t count, ck_integrate_task *task) {
  CK_ASSERT(dimension >= 2 && dimension <= 4);
  CK_ASSERT(count >= 0);
  CK_ASSERT(task->pinned_axes == NULL || task->pins != NULL || count == 0);
  const ck_isa_kernels *kernels = ck_isa_select(settings);
  int32_t threads = ck_parallel_threads(settings, (double)count * ck_integrate_node_ns);
  atomic_init(&task->kept, 0);
  ck_parallel_for(threads, 0, count, CK_INTEGRATE_BLOCK, kernels->integrate[scalar][dimension - 2],
                  task);
  return atomic_load(&task->kept);
}

int64_t ck_integrate_f32(const ck_settings *settings, int32_t dimension, int64_t count,
                         float velocity_decay, const uint8_t *pinned_axes, const float *pins,
                         float *position, float *velocity) {
  ck_integrate_task task = {.velocity_decay = (double)velocity_decay,
                            .pinned_axes = pinned_axes,
                            .pins = pins,
                            .position = position,
                            .velocity = velocity};
  return ck_integrate_run(settings, CK_ISA_F32, dimension, count, &task);
}

int64_t ck_integrate_f64(const ck_settings *settings, int32_t dimension, int64_t count,
                         double velocity_decay, const uint8_t *pinned_axes, const double *pins,
                         double *position, double *velocity) {
  ck_integrate_task task = {.velocity_decay = velocity_decay,
                            .pinned_axes = pinned_axes,
                            .pins = pins,
                            .position = position,
                            .velocity = velocity};
  return ck_integrate_run(settings, CK_ISA_F64, dimension, count, &task);
}
