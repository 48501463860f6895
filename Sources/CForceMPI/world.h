/// The messages between ranks: MPI as the rest of this target sees it.
///
/// Numbers of bytes have 64 bits. Arrays of ends have world->size + 1 entries: rank r has the bytes
/// [at[r], at[r + 1]).
#ifndef CK_WORLD_H
#define CK_WORLD_H

#include "cforcempi.h"

struct ck_world {
  int32_t rank, size;
  /// Ranks on this machine.
  int32_t near;
};

#pragma GCC visibility push(hidden)

/// Ends all ranks for want of so many bytes of memory.
_Noreturn void ck_world_refuse(ck_world *world, int64_t bytes);
/// Memory, or the end of all ranks.
void *ck_world_allocate(ck_world *world, int64_t bytes);

/// The largest of each value over all ranks.
void ck_world_max(ck_world *world, double *values, int32_t count);

/// The sum of each value over all ranks.
void ck_world_sum(ck_world *world, int64_t *values, int32_t count);

/// Gives each rank the parts of all. `all` has the own part in its place already.
void ck_world_gather_all(ck_world *world, void *all, const int64_t *at);

/// Gives rank r the number out[r] of each rank; in[r] is that of rank r.
void ck_world_exchange_counts(ck_world *world, const int64_t *out, int64_t *in);

/// Sends bytes to each rank, and receives bytes from each, whose numbers both sides know.
void ck_world_exchange(ck_world *world, const void *send, const int64_t *send_at, void *receive,
                       const int64_t *receive_at);

/// Seconds of a clock.
double ck_world_seconds(void);

#pragma GCC visibility pop

#endif
