/// Every kernel for one scalar type (kernels.inl) and one dimension, CK_AXES.

#include "../collide_grid.inl"
#include "../collide_pairs.inl"
#include "../collide.inl"
#include "../direct_sum.inl"
#include "../integrate.inl"
#include "../kdtree_keys.inl"
#include "../links.inl"

#if CK_AXES < 4 && !defined(CK_WITHOUT_QUERIES)
#include "../kdtree_near.inl"
#include "../kdtree_nearest.inl"
#include "../kdtree_rows.inl"
#endif

#if CK_AXES < 4
#include "../many_body_outliers.inl"
#include "../many_body_cells.inl"
#include "../many_body_near.inl"
#include "../many_body_accept.inl"
#include "../many_body_samples.inl"
#include "../t_force.inl"
#include "../t_force_step.inl"
#endif

#if CK_AXES == 2
#define CK_DEGREE CK_MANY_BODY_DEGREE_2D
#include "../expansion_2d.inl"
#include "../many_body.inl"
#undef CK_DEGREE
#ifndef CK_ONLY_LOWER_DEGREE
#define CK_DEGREE CK_MANY_BODY_DEGREE_2D_ACCURATE
#include "../expansion_2d.inl"
#include "../many_body.inl"
#undef CK_DEGREE
#endif
#elif CK_AXES == 3
#define CK_DEGREE CK_MANY_BODY_DEGREE_3D
#include "../expansion_3d.inl"
#include "../many_body.inl"
#undef CK_DEGREE
#ifndef CK_ONLY_LOWER_DEGREE
#define CK_DEGREE CK_MANY_BODY_DEGREE_3D_ACCURATE
#include "../expansion_3d.inl"
#include "../many_body.inl"
#undef CK_DEGREE
#endif
#endif
