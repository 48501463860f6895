/// Comparisons of several integers at once, with a bit for each: for code that is compiled for no
/// instruction set in particular.
#ifndef CK_SIMD_BITS_H
#define CK_SIMD_BITS_H

#include "../common.h"

#if defined(__wasm_simd128__)

// clang knows vectors of bits from version 15 on; these are instructions here.
#include <wasm_simd128.h>

/// Bit l of four: key[l] is below `limit`.
static CK_INLINE uint32_t ck_bits_keys_below(const int64_t *key, int64_t limit) {
  const v128_t bound = wasm_i64x2_splat(limit);
  return wasm_i64x2_bitmask(wasm_i64x2_lt(wasm_v128_load(key), bound)) |
         wasm_i64x2_bitmask(wasm_i64x2_lt(wasm_v128_load(key + 2), bound)) << 2;
}

/// Bit l of eight: number[l] is above `limit`; both are below 2^31.
static CK_INLINE uint32_t ck_bits_numbers_above(const uint32_t *number, uint32_t limit) {
  const v128_t bound = wasm_i32x4_splat((int32_t)limit);
  return wasm_i32x4_bitmask(wasm_i32x4_gt(wasm_v128_load(number), bound)) |
         wasm_i32x4_bitmask(wasm_i32x4_gt(wasm_v128_load(number + 4), bound)) << 4;
}

/// Bit l of 32: byte[l] is `value`.
static CK_INLINE uint32_t ck_bits_bytes_equal(const uint8_t *byte, uint8_t value) {
  const v128_t wanted = wasm_i8x16_splat((int8_t)value);
  return wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(byte), wanted)) |
         wasm_i8x16_bitmask(wasm_i8x16_eq(wasm_v128_load(byte + 16), wanted)) << 16;
}

#else

/// Four keys or eight numbers at once, and 32 bytes.
typedef int64_t ck_bits_keys __attribute__((ext_vector_type(4)));
typedef int32_t ck_bits_numbers __attribute__((ext_vector_type(8)));
typedef uint8_t ck_bits_bytes __attribute__((ext_vector_type(32)));
typedef bool ck_bits_4 __attribute__((ext_vector_type(4)));
typedef bool ck_bits_8 __attribute__((ext_vector_type(8)));
typedef bool ck_bits_32 __attribute__((ext_vector_type(32)));

/// Bit l of four: key[l] is below `limit`.
static CK_INLINE uint32_t ck_bits_keys_below(const int64_t *key, int64_t limit) {
  ck_bits_keys keys;
  memcpy(&keys, key, sizeof keys);
  ck_bits_4 below = __builtin_convertvector(keys < (ck_bits_keys)limit, ck_bits_4);
  uint8_t bits = 0;
  memcpy(&bits, &below, sizeof below);
  return bits & 15U;
}

/// Bit l of eight: number[l] is above `limit`; both are below 2^31.
static CK_INLINE uint32_t ck_bits_numbers_above(const uint32_t *number, uint32_t limit) {
  ck_bits_numbers numbers;
  memcpy(&numbers, number, sizeof numbers);
  ck_bits_8 above = __builtin_convertvector(numbers > (ck_bits_numbers)(int32_t)limit, ck_bits_8);
  uint8_t bits;
  memcpy(&bits, &above, sizeof bits);
  return bits;
}

/// Bit l of 32: byte[l] is `value`.
static CK_INLINE uint32_t ck_bits_bytes_equal(const uint8_t *byte, uint8_t value) {
  ck_bits_bytes bytes;
  memcpy(&bytes, byte, sizeof bytes);
  ck_bits_32 equal = __builtin_convertvector(bytes == (ck_bits_bytes)value, ck_bits_32);
  uint32_t bits;
  memcpy(&bits, &equal, sizeof bits);
  return bits;
}

#endif

#endif
