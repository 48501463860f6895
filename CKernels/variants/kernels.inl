/// Every kernel, for the instruction set whose simd/ header has been included: two scalar types,
/// three dimensions.
///
/// CK_VARIANT is the name of the table.
///
/// The .inl files are written once over these names:
///   CK_T a scalar, CK_V a register of them, CK_I an integer as wide, CK_M what a comparison of registers gives,
///   CK_N 32-bit numbers, one for each lane,
///   CK_LANES scalars in a register, CK_TILE registers of targets in a tile, CK_TINY2 the squared distance of coincidence,
///   CK_D dimensions, CK_STRIDE scalars of a vector in memory, CK_P the order of an expansion, CK_C a coordinate of a cell's
///   centre; CK_TNAME(x), CK_NAME(x), CK_XNAME(x) a name of its own for each type, type and dimension, and order as well.

#define CK_PASTE(name, type, dimension) ck_##name##_body_##type##_##dimension
#define CK_PASTE_VALUES(name, type, dimension) CK_PASTE(name, type, dimension)
#define CK_NAME(name) CK_PASTE_VALUES(name, CK_TYPE, CK_D)
#define CK_STRIDE (CK_D == 2 ? 2 : 4)
#define CK_PASTE_TYPE(name, type) ck_##name##_##type
#define CK_PASTE_TYPE_VALUES(name, type) CK_PASTE_TYPE(name, type)
#define CK_TNAME(name) CK_PASTE_TYPE_VALUES(name, CK_TYPE)
#define CK_PASTE_ORDER(name, type, dimension, order) ck_##name##_body_##type##_##dimension##_##order
#define CK_PASTE_ORDER_VALUES(name, type, dimension, order) \
  CK_PASTE_ORDER(name, type, dimension, order)
#define CK_XNAME(name) CK_PASTE_ORDER_VALUES(name, CK_TYPE, CK_D, CK_P)

#define CK_TYPE f32
#define CK_TYPE_IS_F32
#define CK_T float
#define CK_V ck_v_f32
#define CK_I ck_i_f32
#define CK_M ck_m_f32
#define CK_N ck_n_f32
#define CK_LANES CK_LANES_F32
#define CK_TILE CK_TILE_F32
#define CK_TINY2 CK_TINY2_F32
#include "../lanes.inl"
// Centres of cells are whole numbers, so that their differences are exact.
#define CK_C int32_t
#define CK_ROUND_CENTRE(x) __builtin_rint(x)
#define CK_CLOSE 0x1p-14f
#define CK_CLOSE2_MIN 0x1p-40f
#define CK_POINTLIKE 4.0f
#define CK_NARROWEST 64
#include "dimensions.inl"
#undef CK_C
#undef CK_ROUND_CENTRE
#undef CK_CLOSE
#undef CK_CLOSE2_MIN
#undef CK_POINTLIKE
#undef CK_NARROWEST
#undef CK_PHASES
#undef CK_TYPE_IS_F32
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
#include "../lanes.inl"
#define CK_C double
#define CK_ROUND_CENTRE(x) (x)
#define CK_CLOSE 0x1p-40
#define CK_CLOSE2_MIN 0x1p-200
#define CK_POINTLIKE 0.0
#define CK_NARROWEST 0
#include "dimensions.inl"

#define CK_BODIES(name)                                                         \
  {                                                                             \
    {ck_##name##_body_f32_2, ck_##name##_body_f32_3, ck_##name##_body_f32_4}, { \
      ck_##name##_body_f64_2, ck_##name##_body_f64_3, ck_##name##_body_f64_4    \
    }                                                                           \
  }

#define CK_ORDERS_PASTE(name, type, dimension, order, accurate) \
  {                                                             \
    ck_##name##_body_##type##_##dimension##_##order,            \
        ck_##name##_body_##type##_##dimension##_##accurate      \
  }
#define CK_ORDERS_VALUES(name, type, dimension, order, accurate) \
  CK_ORDERS_PASTE(name, type, dimension, order, accurate)
#define CK_ORDERS(name, type)                                                                  \
  {                                                                                            \
    CK_ORDERS_VALUES(name, type, 2, CK_MANY_BODY_ORDER_2D, CK_MANY_BODY_ORDER_2D_ACCURATE),    \
        CK_ORDERS_VALUES(name, type, 3, CK_MANY_BODY_ORDER_3D, CK_MANY_BODY_ORDER_3D_ACCURATE) \
  }
#define CK_ALL_ORDERS(name) \
  { CK_ORDERS(name, f32), CK_ORDERS(name, f64) }

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
    .many_body_refit = CK_ALL_ORDERS(many_body_refit),
    .many_body_join = CK_ALL_ORDERS(many_body_join),
    .many_body = CK_ALL_ORDERS(many_body),
};
