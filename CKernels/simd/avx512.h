/// AVX-512: 16 lanes of Float, 8 of Double. The names are explained in scalar.h.
#ifndef CK_SIMD_H
#define CK_SIMD_H

enum { CK_LANES_F32 = 16, CK_LANES_F64 = 8 };
enum { CK_TILE_F32 = 2, CK_TILE_F64 = 2 };

typedef float ck_v_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef double ck_v_f64 __attribute__((ext_vector_type(CK_LANES_F64)));
typedef int32_t ck_i_f32;
typedef int64_t ck_i_f64;
typedef ck_i_f32 ck_m_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef ck_i_f64 ck_m_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#define CK_ANY(mask) (__builtin_reduce_or(mask) != 0)

typedef int32_t ck_n_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef int32_t ck_n_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

#define CK_WIDEN(mask, type) __builtin_convertvector(mask, type)

typedef bool ck_b_f32 __attribute__((ext_vector_type(CK_LANES_F32)));
typedef bool ck_b_f64 __attribute__((ext_vector_type(CK_LANES_F64)));

static CK_INLINE uint32_t ck_bits_f32(ck_m_f32 mask) {
  ck_b_f32 lanes = __builtin_convertvector(mask, ck_b_f32);
  uint32_t bits = 0;
  memcpy(&bits, &lanes, sizeof lanes);
  return bits & ((1U << CK_LANES_F32) - 1);
}

static CK_INLINE uint32_t ck_bits_f64(ck_m_f64 mask) {
  ck_b_f64 lanes = __builtin_convertvector(mask, ck_b_f64);
  uint32_t bits = 0;
  memcpy(&bits, &lanes, sizeof lanes);
  return bits & ((1U << CK_LANES_F64) - 1);
}

#define CK_BITS(mask) _Generic((mask), ck_m_f32 : ck_bits_f32, ck_m_f64 : ck_bits_f64)(mask)

#endif
