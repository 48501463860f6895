/// Every kernel, for the instruction set whose simd/ header has been included: two scalar types,
/// three dimensions.
///
/// CK_VARIANT is the name of the table.
///
/// The .inl files are written once over these names:
///
///   CK_SCALAR    float or double
///   CK_SIMD      a SIMD register of scalars; CK_LANES of them
///   CK_INT       an integer as wide as a scalar
///   CK_MASK      the result of comparing registers
///   CK_IDS       32-bit numbers, one for each lane
///   CK_AXES      2, 3 or 4; CK_STRIDE scalars of a vector in memory
///   CK_TILE      registers of targets in a tile of direct sum
///   CK_TINY2     the squared distance below which nodes are coincident
///   CK_SHIFT_IN  the shift of lanes by one place (scalar.h)
///   CK_CENTRE    the type of a coordinate of a cell's centre
///   CK_DEGREE    the degree of expansions
///   CK_CLOSE     the limit for rounded coordinates: points nearer than this share of the extent
///                of their leaves need exact ones
///   CK_CLOSE2_MIN   the squared distance, in lattice units, below which points always need them
///   CK_POINTLIKE    the radius, in lattice units, up to which cells with one centre count as
///                   coincident points
///   CK_NARROWEST    the width, in lattice units, below which leaves need Double
///   CK_SCALAR_NAME(x), CK_NAME(x), CK_DEGREE_NAME(x)
///                the name of x for the type; for type and dimension; for these and the degree

#define CK_PASTE(name, type, dimension) ck_##name##_##type##_##dimension
#define CK_PASTE_VALUES(name, type, dimension) CK_PASTE(name, type, dimension)
#define CK_NAME(name) CK_PASTE_VALUES(name, CK_TYPE, CK_AXES)
#define CK_STRIDE (CK_AXES == 2 ? 2 : 4)
#define CK_PASTE_TYPE(name, type) ck_##name##_##type
#define CK_PASTE_TYPE_VALUES(name, type) CK_PASTE_TYPE(name, type)
#define CK_SCALAR_NAME(name) CK_PASTE_TYPE_VALUES(name, CK_TYPE)
#define CK_PASTE_DEGREE(name, type, dimension, degree) ck_##name##_##type##_##dimension##_##degree
#define CK_PASTE_DEGREE_VALUES(name, type, dimension, degree) \
  CK_PASTE_DEGREE(name, type, dimension, degree)
#define CK_DEGREE_NAME(name) CK_PASTE_DEGREE_VALUES(name, CK_TYPE, CK_AXES, CK_DEGREE)

#include "../kdtree_split.inl"

#define CK_TYPE f32
#define CK_TYPE_IS_F32
#define CK_SCALAR float
#define CK_SIMD ck_simd_f32
#define CK_INT ck_int_f32
#define CK_MASK ck_mask_f32
#define CK_IDS ck_ids_f32
#define CK_LANES CK_LANES_F32
#define CK_TILE CK_TILE_F32
#define CK_TINY2 CK_TINY2_F32
#define CK_SHIFT_IN CK_SHIFT_IN_F32
#include "../lanes.inl"
// Centres of cells are whole numbers, so that their differences are exact.
#define CK_CENTRE int32_t
#define CK_ROUND_CENTRE(x) __builtin_rint(x)
#define CK_CLOSE 0x1p-14f
#define CK_CLOSE2_MIN 0x1p-40f
#define CK_POINTLIKE 4.0f
#define CK_NARROWEST 64
#include "dimensions.inl"
#undef CK_CENTRE
#undef CK_ROUND_CENTRE
#undef CK_CLOSE
#undef CK_CLOSE2_MIN
#undef CK_POINTLIKE
#undef CK_NARROWEST
#undef CK_PHASES
#undef CK_TYPE_IS_F32
#undef CK_TYPE
#undef CK_SCALAR
#undef CK_SIMD
#undef CK_INT
#undef CK_MASK
#undef CK_IDS
#undef CK_LANES
#undef CK_TILE
#undef CK_TINY2
#undef CK_SHIFT_IN

#define CK_TYPE f64
#define CK_SCALAR double
#define CK_SIMD ck_simd_f64
#define CK_INT ck_int_f64
#define CK_MASK ck_mask_f64
#define CK_IDS ck_ids_f64
#define CK_LANES CK_LANES_F64
#define CK_TILE CK_TILE_F64
#define CK_TINY2 CK_TINY2_F64
#define CK_SHIFT_IN CK_SHIFT_IN_F64
#include "../lanes.inl"
#define CK_CENTRE double
#define CK_ROUND_CENTRE(x) (x)
#define CK_CLOSE 0x1p-40
#define CK_CLOSE2_MIN 0x1p-200
#define CK_POINTLIKE 0.0
#define CK_NARROWEST 0
#include "dimensions.inl"

#define CK_TASK_OF(name, type, dimension) CK_PART(type, dimension, ck_##name##_##type##_##dimension)

#define CK_TASKS(name)                                                                     \
  .name = {{CK_TASK_OF(name, f32, 2), CK_TASK_OF(name, f32, 3), CK_TASK_OF(name, f32, 4)}, \
           {CK_TASK_OF(name, f64, 2), CK_TASK_OF(name, f64, 3), CK_TASK_OF(name, f64, 4)}},

#define CK_SPACE_TASKS(name)                                     \
  .name = {{CK_TASK_OF(name, f32, 2), CK_TASK_OF(name, f32, 3)}, \
           {CK_TASK_OF(name, f64, 2), CK_TASK_OF(name, f64, 3)}},

#define CK_WIDE_TASKS(name)                                   \
  .name = {{ck_##name##_f32_2, CK_PART_3(ck_##name##_f32_3)}, \
           {ck_##name##_f64_2, CK_PART_3(ck_##name##_f64_3)}},

#define CK_DEGREES(name, type, dimension, degree, accurate)                                \
  {                                                                                        \
    CK_PART_##dimension(ck_##name##_##type##_##dimension##_##degree),                      \
        CK_PART_HIGHER(CK_PART_##dimension(ck_##name##_##type##_##dimension##_##accurate)) \
  }
#define CK_DEGREES_VALUES(name, type, dimension, degree, accurate) \
  CK_DEGREES(name, type, dimension, degree, accurate)
#define CK_TREE_TASKS_OF(name, type)                                                              \
  {                                                                                               \
    CK_DEGREES_VALUES(name, type, 2, CK_MANY_BODY_DEGREE_2D, CK_MANY_BODY_DEGREE_2D_ACCURATE),    \
        CK_DEGREES_VALUES(name, type, 3, CK_MANY_BODY_DEGREE_3D, CK_MANY_BODY_DEGREE_3D_ACCURATE) \
  }
#define CK_TREE_TASKS(name) .name = {CK_TREE_TASKS_OF(name, f32), CK_TREE_TASKS_OF(name, f64)},

#define CK_NARROW_TASK_OF(name, dimension) CK_PART(f64, dimension, ck_##name##_f32_##dimension)
#define CK_NARROW_TASKS(name) \
  .name = {CK_NARROW_TASK_OF(name, 2), CK_NARROW_TASK_OF(name, 3), CK_NARROW_TASK_OF(name, 4)},

#define CK_PLAIN_TASKS(name) .name = ck_##name,

const ck_isa_kernels CK_VARIANT = {
    CK_ISA_PLAIN_TASKS(CK_PLAIN_TASKS) CK_ISA_TASKS(CK_TASKS) CK_ISA_SPACE_TASKS(CK_SPACE_TASKS)
        CK_ISA_QUERY_TASKS(CK_SPACE_TASKS) CK_ISA_WIDE_TASKS(CK_WIDE_TASKS)
            CK_ISA_TREE_TASKS(CK_TREE_TASKS) CK_ISA_NARROW_TASKS(CK_NARROW_TASKS)};
