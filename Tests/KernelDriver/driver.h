/// Shared by the passes of the driver: the settings of a call, memory, random numbers and hashes.
#ifndef DRIVER_H
#define DRIVER_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ckernels.h"

// The input is the same on every processor: no product and sum in one step where it has them.
#pragma STDC FP_CONTRACT OFF

/// The positions of the nodes; kernels take other branches in each.
typedef enum driver_points {
  DRIVER_UNIFORM,
  DRIVER_CLUSTERED,
  DRIVER_COINCIDENT,  ///< all at one place
  DRIVER_PAIRS,       ///< two and two at one place
  DRIVER_LINE,
  DRIVER_LATTICE,    ///< most distances are equal to others
  DRIVER_HUGE,       ///< squares of distances overflow
  DRIVER_SUBNORMAL,  ///< squares of distances vanish
  DRIVER_NOT_FINITE,
  DRIVER_POINTS_COUNT
} driver_points;

/// One call of a pass. The same `scalar`, `dimension`, `count` and `points` give the same input.
typedef struct driver_run {
  ck_settings settings;
  /// Gets the settings before each call. Its memory holds what other passes have left there.
  ck_context *context;
  int32_t scalar, dimension;
  int64_t count;
  driver_points points;
  /// The caller's floating-point control register during the call; the usual one when
  /// `control_is_set` is false.
  bool control_is_set;
  uint64_t control;
} driver_run;

/// Calls an entry of the kernels, under the control register of the run.
#define DRIVER_CALL(run, ...)                        \
  do {                                               \
    const uint64_t driver_saved = driver_enter(run); \
    __VA_ARGS__;                                     \
    driver_leave(run, driver_saved);                 \
  } while (0)

uint64_t driver_enter(const driver_run *run);
/// Ends the process when the call has left the register another than it was.
void driver_leave(const driver_run *run, uint64_t saved);

/// Ends the process with a sentence.
_Noreturn void driver_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// Memory of exactly this size, so that a sanitizer sees the first byte beyond it; full of bytes
/// that differ from call to call, so that a result which depends on them shows. Ends the process
/// when there is none.
void *driver_allocate(size_t bytes);

/// SplitMix64: the next number of a stream that starts at any `*state`.
uint64_t driver_random(uint64_t *state);

/// The same, in [0, 1).
double driver_unit(uint64_t *state);

/// Coordinate `axis` of node `i`.
double driver_coordinate(const driver_run *run, int64_t i, int axis, uint64_t *state, double tiny,
                         double huge);

/// Adds a number to a hash (FNV-1a). All NaNs are alike: the sign of a computed one is the
/// processor's choice.
uint64_t driver_hash(uint64_t hash, double value);

typedef struct driver_pass {
  const char *name;
  uint64_t (*call)(const driver_run *run);
  /// A number of nodes that gives it blocks for several threads.
  int64_t split_count;
} driver_pass;

/// Adds to a hash what a pass computes with all inputs of the run's scalar type and dimension.
uint64_t driver_hash_inputs(uint64_t hash, const driver_pass *pass, driver_run *run);

/// Runs parallel regions without kernels. Ends the process when an item is not done once.
void driver_run_regions(void);

/// Room for passes in arrays.
enum { DRIVER_PASS_LIMIT = 32 };
extern const driver_pass driver_passes[];
extern const int driver_pass_count;

#define DRIVER_HASH_START UINT64_C(0xCBF29CE484222325)

#endif
