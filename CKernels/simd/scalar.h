/// One lane: plain C, for every processor.
///
/// Each header of this folder defines the register types of one instruction set, for Float and
/// Double: `simd`, a register of scalars; `int`, an integer as wide as a scalar; `mask`, the result
/// of a comparison; `ids`, a 32-bit number for each lane. CK_LANES_* is the number of lanes,
/// CK_TILE_* the number of registers of targets in a tile of direct sum. All operations are those
/// of the language (clang's vectors): + - * / < ?: and the __builtin_elementwise_ functions, which
/// mean the same for one lane and for sixteen.
#ifndef CK_SIMD_H
#define CK_SIMD_H

enum { CK_LANES_F32 = 1, CK_LANES_F64 = 1 };
enum { CK_TILE_F32 = 4, CK_TILE_F64 = 4 };

typedef float ck_simd_f32;
typedef double ck_simd_f64;
typedef int32_t ck_int_f32;
typedef int64_t ck_int_f64;
typedef int32_t ck_mask_f32;
typedef int64_t ck_mask_f64;

/// True if a mask is set in any lane.
#define CK_ANY(mask) ((mask) != 0)

/// 32-bit numbers, one for each lane.
typedef int32_t ck_ids_f32;
typedef int32_t ck_ids_f64;

#include "lists.h"

/// One bit for each lane of a mask.
static CK_INLINE unsigned ck_bits_f32(ck_mask_f32 mask) { return mask != 0; }
static CK_INLINE unsigned ck_bits_f64(ck_mask_f64 mask) { return mask != 0; }

/// Converts integers to scalars of the same value.
#define CK_CONVERT(integers, vector) ((vector)(integers))

/// The lanes of `here` one place up, and the last lane of `below` in the first place.
#define CK_SHIFT_IN_F32(below, here) ((void)(here), (below))
#define CK_SHIFT_IN_F64(below, here) ((void)(here), (below))

#endif
