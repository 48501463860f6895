/// Every kernel, for the instruction set whose simd/ header has been included: two scalar types, three dimensions.
///
/// CK_VARIANT is the name of the table. With CK_FASTEST, a * b + c is one fused operation.
///
/// The .inl files are written once over these names:
///   CK_T a scalar, CK_V a register of them, CK_I an integer as wide, CK_M what a comparison of registers gives,
///   CK_N 32-bit numbers, one for each lane,
///   CK_LANES scalars in a register, CK_TILE registers of targets in a tile, CK_TINY2 the squared distance of coincidence,
///   CK_D dimensions, CK_STRIDE scalars of a vector in memory, CK_NAME(x) a name of its own for each type and dimension.

#if defined(CK_FASTEST)
#define CK_MULTIPLY_ADD(a, b, c) __builtin_elementwise_fma(a, b, c)
#else
#define CK_MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#endif

#define CK_PASTE(name, type, dimension) ck_##name##_body_##type##_##dimension
#define CK_PASTE_VALUES(name, type, dimension) CK_PASTE(name, type, dimension)
#define CK_NAME(name) CK_PASTE_VALUES(name, CK_TYPE, CK_D)
#define CK_STRIDE (CK_D == 2 ? 2 : 4)

#define CK_TYPE f32
#define CK_T float
#define CK_V ck_v_f32
#define CK_I ck_i_f32
#define CK_M ck_m_f32
#define CK_N ck_n_f32
#define CK_LANES CK_LANES_F32
#define CK_TILE CK_TILE_F32
#define CK_TINY2 CK_TINY2_F32
#include "dimensions.inl"
#undef CK_TYPE
#undef CK_T
#undef CK_V
#undef CK_I
#undef CK_M
#undef CK_N
#undef CK_LANES
#undef CK_TILE
#undef CK_TINY2

#define CK_TYPE f64
#define CK_T double
#define CK_V ck_v_f64
#define CK_I ck_i_f64
#define CK_M ck_m_f64
#define CK_N ck_n_f64
#define CK_LANES CK_LANES_F64
#define CK_TILE CK_TILE_F64
#define CK_TINY2 CK_TINY2_F64
#include "dimensions.inl"

#define CK_BODIES(name)                                                         \
  {                                                                             \
    {ck_##name##_body_f32_2, ck_##name##_body_f32_3, ck_##name##_body_f32_4}, { \
      ck_##name##_body_f64_2, ck_##name##_body_f64_3, ck_##name##_body_f64_4    \
    }                                                                           \
  }

const ck_isa_kernels CK_VARIANT = {
    .direct_sum_pack = CK_BODIES(direct_sum_pack),
    .direct_sum = CK_BODIES(direct_sum),
    .links_predict = CK_BODIES(links_predict),
    .links = CK_BODIES(links),
    .collide_bounds = CK_BODIES(collide_bounds),
    .collide_keys = CK_BODIES(collide_keys),
    .collide_member_keys = CK_BODIES(collide_member_keys),
    .collide_place = CK_BODIES(collide_place),
    .collide_meet_slabs = CK_BODIES(collide_meet_slabs),
    .collide_meet_cells = CK_BODIES(collide_meet_cells),
    .collide_return = CK_BODIES(collide_return),
    .integrate = CK_BODIES(integrate),
};
