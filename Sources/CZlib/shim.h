// zlib, from the system: Debian's zlib1g-dev, part of macOS.
#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <zlib.h>

#endif
