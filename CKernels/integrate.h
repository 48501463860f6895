/// Integration, as its bodies see it.
#ifndef CK_INTEGRATE_H
#define CK_INTEGRATE_H

#include <stdatomic.h>

#include "common.h"

/// Context of integrate. Arrays are of the body's scalar type.
typedef struct ck_integrate_task {
  double velocity_decay;
  const uint8_t *pinned_axes;
  const void *pins;
  void *position;
  void *velocity;
  /// Nodes that were kept. Each block adds its own; whole numbers have one sum whatever the order.
  _Atomic int64_t kept;
} ck_integrate_task;

#endif
