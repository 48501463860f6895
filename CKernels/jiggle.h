/// The hash that replaces a random stream (docs/determinism.md, "Random numbers without a stream").
#ifndef CK_JIGGLE_H
#define CK_JIGGLE_H

#include "common.h"

/// 2^64 divided by the golden ratio, made odd: the step between consecutive inputs.
#define CK_JIGGLE_STEP UINT64_C(0x9E3779B97F4A7C15)

/// The finaliser of SplitMix64.
static CK_INLINE uint64_t ck_jiggle_mix(uint64_t z) {
  z ^= z >> 30;
  z *= UINT64_C(0xBF58476D1CE4E5B9);
  z ^= z >> 27;
  z *= UINT64_C(0x94D049BB133111EB);
  z ^= z >> 31;
  return z;
}

static CK_INLINE uint64_t ck_jiggle_next(uint64_t hash, uint64_t input) {
  return ck_jiggle_mix(hash + CK_JIGGLE_STEP * (input + 1));
}

/// The part of the hash that all pairs of a tick share.
static CK_INLINE uint64_t ck_jiggle_tick(ck_jiggle jiggle) {
  return ck_jiggle_next(jiggle.seed, jiggle.tick);
}

/// The part that all axes of a pair share.
static CK_INLINE uint64_t ck_jiggle_pair(uint64_t tick, uint64_t a, uint64_t b) {
  return ck_jiggle_next(ck_jiggle_next(tick, a), b);
}

/// The number for one axis, at most 5e-7 in size, before rounding to the scalar type.
static CK_INLINE double ck_jiggle_axis(uint64_t pair, uint64_t axis) {
  return ((double)(ck_jiggle_next(pair, axis) >> 11) * 0x1p-53 - 0.5) * 1e-6;
}

#endif
