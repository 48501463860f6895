/// One lane: plain C, and the variant that runs everywhere.
///
/// Each header of this folder gives the vector types of one instruction set, for Float and Double:
/// V a register of lanes, I a signed integer as wide as a lane, M a register of I as comparisons
/// give it, TILE how many registers of targets the direct sum works on at a time. All operations
/// are those of the language (clang's vectors): + - * / < ?: and the __builtin_elementwise_
/// functions, which mean the same for one lane and for sixteen.
#ifndef CK_SIMD_H
#define CK_SIMD_H

enum { CK_LANES_F32 = 1, CK_LANES_F64 = 1 };
enum { CK_TILE_F32 = 4, CK_TILE_F64 = 4 };

typedef float ck_v_f32;
typedef double ck_v_f64;
typedef int32_t ck_i_f32;
typedef int64_t ck_i_f64;
typedef int32_t ck_m_f32;
typedef int64_t ck_m_f64;

/// Whether a comparison holds in any lane.
#define CK_ANY(mask) ((mask) != 0)

/// 32-bit numbers, one for each lane.
typedef int32_t ck_n_f32;
typedef int32_t ck_n_f64;

#include "lists.h"

/// One bit for each lane in which a comparison holds.
static CK_INLINE unsigned ck_bits_f32(ck_m_f32 mask) { return mask != 0; }
static CK_INLINE unsigned ck_bits_f64(ck_m_f64 mask) { return mask != 0; }

/// Integers as the numbers they are.
#define CK_CONVERT(integers, vector) ((vector)(integers))

#endif
