/// The part of the C library's header that the kernels use.
#ifndef MODULE_STRING_H
#define MODULE_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

#endif
