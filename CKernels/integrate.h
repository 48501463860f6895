/// Integration, as its task sees it.
#ifndef CK_INTEGRATE_H
#define CK_INTEGRATE_H

#include "common.h"

/// Shared by the blocks of integrate. Arrays are of the points' scalar type.
typedef struct ck_integrate_pass {
  ck_points points;
  ck_pins pins;
  double velocity_decay;
  void *velocity;
  /// The number of nodes that were kept. Each block adds its own; a sum of integers does not depend
  /// on the order of its terms.
  _Atomic int64_t kept;
} ck_integrate_pass;

#endif
