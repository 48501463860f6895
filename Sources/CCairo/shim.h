// Cairo, from the system: Debian's libcairo2-dev. No pkg-config: a missing file would be reported to everyone who depends on this package.
#ifndef CCAIRO_SHIM_H
#define CCAIRO_SHIM_H

#include <cairo/cairo.h>
#include <cairo/cairo-pdf.h>

#endif
