/// The part of the C library's header that the kernels use. Nothing in a module sets errno.
#ifndef MODULE_ERRNO_H
#define MODULE_ERRNO_H

extern int errno;

#endif
