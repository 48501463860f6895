/// Where nodes start that have been given no position (docs/determinism.md, "Start positions").
#ifndef MODULE_START_H
#define MODULE_START_H

#include <stdint.h>

/// Writes `dimension` coordinates, 2 or 3.
void start_position(int32_t dimension, uint64_t node, double place[3]);

#endif
