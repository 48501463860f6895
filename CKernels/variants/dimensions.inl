/// Every kernel for one scalar type (kernels.inl), in 2, 3 and 4 dimensions.

#define CK_AXES 2
#include "passes.inl"
#undef CK_AXES
#define CK_AXES 3
#include "passes.inl"
#undef CK_AXES
#define CK_AXES 4
#include "passes.inl"
#undef CK_AXES
