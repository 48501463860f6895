/// The messages between ranks: MPI as the rest of this target sees it.
#ifndef CK_WORLD_H
#define CK_WORLD_H

#include "cforcempi.h"

struct ck_world {
  int32_t rank, size;
  /// Ranks on this machine.
  int32_t near;
  /// What all calls have taken from the network, and the simulated one (world_network.c).
  ck_world_traffic traffic;
  ck_world_network network;
};

#pragma GCC visibility push(hidden)

/// Ends all ranks for want of so many bytes of memory.
_Noreturn void ck_world_refuse(ck_world *world, int64_t bytes);
/// Memory, or the end of all ranks.
void *ck_world_allocate(ck_world *world, int64_t bytes);

/// Counts a call that takes so many bytes from or to this rank; with a simulated network it takes as
/// long as there. `steps`: messages that follow each other, 0 for those of a tree of all ranks.
void ck_world_count(ck_world *world, int64_t bytes, int32_t steps);

/// The largest of each value over all ranks.
void ck_world_max(ck_world *world, double *values, int32_t count);

/// The sum of each value over all ranks.
void ck_world_sum(ck_world *world, int64_t *values, int32_t count);

/// ck_world_exchange without what a rank has for itself.
void ck_world_exchange_others(ck_world *world, const void *send, const int64_t *send_at,
                              void *receive, const int64_t *receive_at);

/// Seconds of a clock.
double ck_world_seconds(void);

#pragma GCC visibility pop

#endif
