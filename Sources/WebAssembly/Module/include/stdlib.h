/// The part of the C library's header that the kernels use.
#ifndef MODULE_STDLIB_H
#define MODULE_STDLIB_H

#include <stddef.h>

/// Memory at a multiple of 64; NULL when the host gives no more.
void *malloc(size_t bytes);
/// The same, full of zeros.
void *calloc(size_t count, size_t size);
void *realloc(void *memory, size_t bytes);
void *aligned_alloc(size_t alignment, size_t bytes);
void free(void *memory);

/// Calls the import `failed`, which throws, with the message so far.
_Noreturn void abort(void);

#endif
