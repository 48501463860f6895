/// WebAssembly's vectors. The module is compiled for them: there is no other variant in it.
#include "../isa.h"
#include "../jiggle.h"

#if defined(__wasm_simd128__)

#define CK_VARIANT ck_isa_wasm128
#include "../simd/wasm128.h"
#include "kernels.inl"

#endif
