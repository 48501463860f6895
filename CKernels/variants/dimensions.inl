/// Every kernel for one scalar type (kernels.inl), in 2, 3 and 4 dimensions.

#define CK_D 2
#include "../collide_grid.inl"
#include "../collide.inl"
#include "../direct_sum.inl"
#include "../integrate.inl"
#include "../links.inl"
#undef CK_D

#define CK_D 3
#include "../collide_grid.inl"
#include "../collide.inl"
#include "../direct_sum.inl"
#include "../integrate.inl"
#include "../links.inl"
#undef CK_D

#define CK_D 4
#include "../collide_grid.inl"
#include "../collide.inl"
#include "../direct_sum.inl"
#include "../integrate.inl"
#include "../links.inl"
#undef CK_D
