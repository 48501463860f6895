#include "jiggle.h"

double ck_jiggle_value(ck_jiggle jiggle, uint64_t a, uint64_t b, uint64_t axis) {
  return ck_jiggle_axis(ck_jiggle_pair(ck_jiggle_tick(jiggle), a, b), axis);
}
