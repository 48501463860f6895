/// The variant for every processor.
#include "../isa.h"
#include "../jiggle.h"

#define CK_VARIANT ck_isa_scalar
#include "../simd/scalar.h"
#include "kernels.inl"
