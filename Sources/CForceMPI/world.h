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

/// Steps of an exchange. In step i a rank sends to the i-th rank after it, and receives from the i-th before it.
typedef struct ck_world_steps {
  int32_t first, end;
} ck_world_steps;

static inline int32_t ck_world_after(const ck_world *world, int32_t step) {
  return (world->rank + step) % world->size;
}
static inline int32_t ck_world_before(const ck_world *world, int32_t step) {
  return (world->rank + world->size - step) % world->size;
}

/// Steps from `first` on that take an eighth of all bytes, but at least a quarter of a megabyte, or one step that takes
/// more. out, in: bytes by rank. Ranks that make an exchange in such rounds need room for one of them only. They need not have the same
/// rounds: in the earliest step that is not done, both ranks have come to it.
ck_world_steps ck_world_round(const ck_world *world, int32_t first, const int64_t *out,
                              const int64_t *in);
/// Sets where messages to the ranks of some steps, or from them, begin in memory for these steps alone. Returns the
/// bytes of all. bytes, at: by rank, and `at` has the end.
int64_t ck_world_place_sent(const ck_world *world, ck_world_steps steps, const int64_t *bytes,
                            int64_t *at);
int64_t ck_world_place_received(const ck_world *world, ck_world_steps steps, const int64_t *bytes,
                                int64_t *at);
/// Some steps of ck_world_exchange; what a rank has for itself is in none.
void ck_world_exchange_steps(ck_world *world, ck_world_steps steps, const void *send,
                             const int64_t *send_at, void *receive, const int64_t *receive_at);

/// Seconds of a clock.
double ck_world_seconds(void);

#pragma GCC visibility pop

#endif
