/// Every kernel for one scalar type (kernels.inl), in 2, 3 and 4 dimensions.

#define CK_D 2
#include "../collide_grid.inl"
#include "../collide.inl"
#include "../direct_sum.inl"
#include "../integrate.inl"
#include "../links.inl"
#include "../many_body_near.inl"
#define CK_P CK_MANY_BODY_ORDER_2D
#include "../expansion_2d.inl"
#include "../many_body.inl"
#undef CK_P
#define CK_P CK_MANY_BODY_ORDER_2D_ACCURATE
#include "../expansion_2d.inl"
#include "../many_body.inl"
#undef CK_P
#undef CK_D

#define CK_D 3
#include "../collide_grid.inl"
#include "../collide.inl"
#include "../direct_sum.inl"
#include "../integrate.inl"
#include "../links.inl"
#include "../many_body_near.inl"
#define CK_P CK_MANY_BODY_ORDER_3D
#include "../expansion_3d.inl"
#include "../many_body.inl"
#undef CK_P
#define CK_P CK_MANY_BODY_ORDER_3D_ACCURATE
#include "../expansion_3d.inl"
#include "../many_body.inl"
#undef CK_P
#undef CK_D

#define CK_D 4
#include "../collide_grid.inl"
#include "../collide.inl"
#include "../direct_sum.inl"
#include "../integrate.inl"
#include "../links.inl"
#undef CK_D
