/// The KD-tree's passes over positions for one scalar type, in 2, 3 and 4 dimensions.

#define CK_AXES 2
#include "kdtree_positions.inl"
#undef CK_AXES

#if CK_MOST_AXES >= 3
#define CK_AXES 3
#include "kdtree_positions.inl"
#undef CK_AXES
#endif

#if CK_MOST_AXES >= 4
#define CK_AXES 4
#include "kdtree_positions.inl"
#undef CK_AXES
#endif
