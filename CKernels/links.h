/// Links, as their bodies see them.
#ifndef CK_LINKS_H
#define CK_LINKS_H

#include "common.h"

/// Context of links_predict and links. Arrays are of the body's scalar type.
typedef struct ck_links_task {
  const void *position;
  const int64_t *begin;
  const int32_t *other;
  const void *length, *coefficient, *limit;
  double alpha;
  ck_jiggle jiggle;
  /// Where the nodes would be after this tick: position + velocity at the start of the iteration.
  void *predicted;
  void *velocity;
} ck_links_task;

#endif
