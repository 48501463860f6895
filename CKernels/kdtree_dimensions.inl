/// The KD-tree's passes over positions for one scalar type, in 2, 3 and 4 dimensions.

#define CK_AXES 2
#define CK_RECORD ck_kdtree_record_3
#include "kdtree_positions.inl"
#undef CK_AXES
#undef CK_RECORD

#define CK_AXES 3
#define CK_RECORD ck_kdtree_record_3
#include "kdtree_positions.inl"
#undef CK_AXES
#undef CK_RECORD

#define CK_AXES 4
#define CK_RECORD ck_kdtree_record_4
#include "kdtree_positions.inl"
#undef CK_AXES
#undef CK_RECORD
