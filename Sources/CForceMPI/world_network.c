/// What calls between ranks take from the network; and one that is simulated, to test the model of a
/// run on many machines with ranks on one (docs/distributed.md).
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE  // clock_nanosleep
#endif

#include "world.h"

#include <time.h>

ck_world_traffic ck_world_traffic_of(const ck_world *world) { return world->traffic; }

void ck_world_simulate(ck_world *world, ck_world_network network) { world->network = network; }

/// The steps of a call in which all ranks take part: those of a binary tree.
static int32_t ck_world_depth(int32_t size) {
  int32_t depth = 0;
  while ((INT64_C(1) << depth) < size) { depth += 1; }
  return depth;
}

void ck_world_count(ck_world *world, int64_t bytes, int32_t steps) {
  if (world->size == 1) { return; }
  const int64_t messages = steps > 0 ? steps : ck_world_depth(world->size);
  world->traffic.calls += 1;
  world->traffic.steps += messages;
  world->traffic.bytes += bytes;
  const ck_world_network *network = &world->network;
  if (network->latency <= 0 && network->bandwidth <= 0) { return; }
  const double seconds = (double)messages * network->latency +
                         (network->bandwidth > 0 ? (double)bytes / network->bandwidth : 0);
  world->traffic.seconds += seconds;
  // Ranks that wait for the network leave the processor to others, as they would not on machines of
  // their own: so that one machine can have many ranks.
  const struct timespec duration = {(time_t)seconds,
                                    (long)((seconds - (double)(time_t)seconds) * 1e9)};
  (void)nanosleep(&duration, NULL);
}
