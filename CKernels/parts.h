/// The scalar types and dimensions that are compiled: all of them, but in a module of WebAssembly,
/// which has what its pages need (scripts/build-wasm).
#ifndef CK_PARTS_H
#define CK_PARTS_H

/// 2 to 4: the most dimensions of points.
#ifndef CK_MOST_AXES
#define CK_MOST_AXES 4
#endif

// CK_WITHOUT_QUERIES: no queries of KD-trees.
//
// CK_ONLY_LOWER_DEGREE: no many-body of an accuracy or theta that needs expansions of the higher
// degree.
//
// CK_WITHOUT_PLAIN: leaves are not tried by the plain law (many_body_near.inl): 2 % fewer bytes of
// the module of the plane, a tenth more time, the same bits.
//
// CK_ONLY_F32: points in Float alone. Many-body of such points computes in Double where Float would
// overflow, so that its tasks are there for both types.

#ifdef CK_WITHOUT_PLAIN
#define CK_TRIES_PLAIN false
#else
#define CK_TRIES_PLAIN true
#endif

#ifdef CK_ONLY_F32
#define CK_MOST_SCALAR CK_F32
#else
#define CK_MOST_SCALAR CK_F64
#endif

/// The task, or NULL when there are no points of this type and dimension.
#define CK_PART(type, dimension, task) CK_PART_##type(CK_PART_##dimension(task))

#define CK_PART_f32(task) task
#ifdef CK_ONLY_F32
#define CK_PART_f64(task) NULL
#else
#define CK_PART_f64(task) task
#endif

#ifdef CK_ONLY_LOWER_DEGREE
#define CK_PART_HIGHER(task) NULL
#else
#define CK_PART_HIGHER(task) task
#endif

#define CK_PART_2(task) task
#if CK_MOST_AXES >= 3
#define CK_PART_3(task) task
#else
#define CK_PART_3(task) NULL
#endif
#if CK_MOST_AXES >= 4
#define CK_PART_4(task) task
#else
#define CK_PART_4(task) NULL
#endif

#endif
