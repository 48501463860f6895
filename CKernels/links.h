/// Links, as their bodies see them.
#ifndef CK_LINKS_H
#define CK_LINKS_H

#include "common.h"

enum {
  /// Link ends of a chunk: what is known of them stays in the first cache.
  CK_LINKS_CHUNK = 256,
  /// Up to this number of ends, all nodes are done in the same steps.
  CK_LINKS_FEW = 8,
  /// Ends after a chunk that may be computed for nothing: CK_LINKS_FEW, or the lanes of any
  /// register.
  CK_LINKS_PADDING = 16,
  /// Link ends that are done in one go: a multiple of the lanes of any register.
  CK_LINKS_GROUP = 16,
  /// How many ends the weights are behind the differences: some groups.
  CK_LINKS_BEHIND = 32,
  /// How many ends ahead the other node's position is asked for.
  CK_LINKS_AHEAD = 16,
};

/// Context of links_predict and links. Arrays are of the body's scalar type; numbers of either type
/// fit a double.
typedef struct ck_links_task {
  const void *position;
  const int64_t *begin;
  const int32_t *other;
  /// The number of link ends when it pays to ask for positions ahead, else 0.
  int64_t prefetch_end;
  /// By link end; NULL when all of them are `common_length`.
  const void *length;
  double common_length;
  const void *coefficient;
  /// By node; NULL when no limit is below alpha.
  const void *total;
  double alpha;
  ck_jiggle jiggle;
  /// Where the nodes would be after this tick: position + velocity at the start of the iteration.
  void *predicted;
  void *velocity;
} ck_links_task;

#endif
