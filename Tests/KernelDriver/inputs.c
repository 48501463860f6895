/// The input of the driver's passes, and hashes of what they compute: also part of the module of
/// WebAssembly that calls the kernels (module.c).
#include "driver.h"

#include <stdatomic.h>

static void *filled(void *memory, size_t bytes) {
  static atomic_uchar fill = 1;
  if (memory == NULL) { driver_fail("no memory for %zu bytes", bytes); }
  memset(memory, atomic_fetch_add(&fill, 37), bytes);
  return memory;
}

void *driver_allocate(size_t bytes) { return filled(malloc(bytes + (bytes == 0)), bytes); }

uint64_t driver_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

double driver_unit(uint64_t *state) { return (double)(driver_random(state) >> 11) * 0x1p-53; }

double driver_coordinate(const driver_run *run, int64_t i, int axis, uint64_t *state, double tiny,
                         double huge) {
  const double value = driver_unit(state) * 200 - 100;
  switch (run->points) {
  case DRIVER_CLUSTERED: return (double)(i % 3 * 1000) + value / 1000;
  case DRIVER_COINCIDENT: return 1.5;
  case DRIVER_PAIRS: return (double)(i / 2) * 3.25;
  case DRIVER_LINE: return axis == 0 ? value : 0;
  case DRIVER_LATTICE: return (double)(axis == 0 ? i % 16 : i / 16 % 16) * 10;
  case DRIVER_HUGE: return value * huge;
  case DRIVER_SUBNORMAL: return value * tiny;
  case DRIVER_NOT_FINITE:
    return i == run->count / 2 ? (axis == 0 ? (double)NAN : (double)-INFINITY) : value;
  default: return value;
  }
}

static uint64_t hash_bits(uint64_t hash, uint64_t bits) {
  for (int byte = 0; byte < 8; ++byte) {
    hash = (hash ^ (bits >> 8 * byte & 0xFF)) * UINT64_C(0x100000001B3);
  }
  return hash;
}

uint64_t driver_hash(uint64_t hash, double value) {
  uint64_t bits = 0;
  if (value == value) { memcpy(&bits, &value, sizeof bits); }
  return hash_bits(hash, bits);
}

uint64_t driver_hash_inputs(uint64_t hash, const driver_pass *pass, driver_run *run) {
  static const int64_t counts[] = {1, 2, 3, 5, 8, 15, 17, 33, 70};
  ck_context_set(run->context, run->settings);
  for (int points = 0; points < DRIVER_POINTS_COUNT; ++points) {
    run->points = (driver_points)points;
    for (size_t i = 0; i <= sizeof counts / sizeof *counts; ++i) {
      const bool is_split = i == sizeof counts / sizeof *counts;
      run->count = !is_split ? counts[i] : pass->split_count / (points == DRIVER_UNIFORM ? 1 : 4);
      hash = hash_bits(hash, pass->call(run));
    }
  }
  return hash;
}
