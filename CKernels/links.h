/// Links, as their tasks see them.
#ifndef CK_LINKS_H
#define CK_LINKS_H

#include "context.h"

enum {
  /// Link ends of a chunk: its arrays stay in the first-level cache.
  CK_LINKS_CHUNK = 256,
  /// Nodes with up to this number of ends are done without a loop over their ends.
  CK_LINKS_FEW = 8,
  /// Link ends after a chunk that may be computed without need: CK_LINKS_FEW, or the lanes of any
  /// register.
  CK_LINKS_PADDING = 16,
  /// Link ends of one step: a multiple of the lanes of any register.
  CK_LINKS_GROUP = 16,
  /// The distance of the weights behind the differences, in link ends.
  CK_LINKS_BEHIND = 32,
  /// The distance of prefetches, in link ends: some 200 ns. Memory takes that long when all of it is
  /// read in any order.
  CK_LINKS_AHEAD = 48,
};

/// Shared by links_predict and links. Arrays are of the points' scalar type, by place: a node's
/// number, but where a process has a part of the nodes (CForceMPI).
typedef struct ck_links_pass {
  ck_points points;
  ck_half_links links;
  double alpha;
  ck_jiggle jiggle;
  void *velocity;
  /// The numbers of the nodes by their place, for pushes between coincident ones. NULL when nodes
  /// are numbered by their places.
  const int64_t *identity;
  /// The number of link ends when positions do not fit the second cache, so that prefetching them
  /// pays, else 0.
  int64_t prefetch_end;
  /// Position + velocity at the start of the iteration.
  void *predicted;
} ck_links_pass;

#pragma GCC visibility push(hidden)

/// The iteration of `rows` nodes from the predicted positions, which are here for all ends. Sets
/// pass->prefetch_end.
void ck_links_pull(ck_context *context, ck_links_pass *pass, int64_t rows);

#pragma GCC visibility pop

#endif
