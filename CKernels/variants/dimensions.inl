/// Every kernel for one scalar type (kernels.inl), in 2, 3 and 4 dimensions.

#define CK_AXES 2
#include "passes.inl"
#undef CK_AXES
#if CK_MOST_AXES >= 3
#define CK_AXES 3
#include "passes.inl"
#undef CK_AXES
#endif
#if CK_MOST_AXES >= 4
#define CK_AXES 4
#include "passes.inl"
#undef CK_AXES
#endif
