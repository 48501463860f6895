/// The bits of Sources/ForceSimulation/StartPositions.swift.
#include "start.h"

#include "common.h"

// Angles in 2^-64 turns: (3 - sqrt 5) / 2, the golden angle, and 10 / (9 + sqrt 221).
static const uint64_t golden_turn = UINT64_C(0x61C8864680B583EA);
static const uint64_t yaw_turn = UINT64_C(0x6B43E7E38F01AB1E);

typedef struct direction {
  double sine, cosine;
} direction;

/// Taylor series, for angles of at most pi / 4.
static direction of_small(double angle) {
  const double square = angle * angle;
  double sine = 0, cosine = 0;
  for (double term = 17; term >= 3; term -= 2) {
    sine = -square * (1 + sine) / (term * (term - 1));
  }
  for (double term = 18; term >= 2; term -= 2) {
    cosine = -square * (1 + cosine) / (term * (term - 1));
  }
  return (direction){angle + angle * sine, 1 + cosine};
}

static direction of_turn(uint64_t turn) {
  // The nearest quarter turn, and the signed rest.
  const uint64_t quarter = (turn + (UINT64_C(1) << 61)) >> 62 & 3;
  const int64_t rest = (int64_t)(turn - (quarter << 62));
  const direction small = of_small((double)rest * (0x1p-63 * 0x1.921fb54442d18p1));
  switch (quarter) {
  case 0: return small;
  case 1: return (direction){small.cosine, -small.sine};
  case 2: return (direction){-small.sine, -small.cosine};
  default: return (direction){-small.cosine, small.sine};
  }
}

/// Newton's iteration, from above, until it stops changing. value: at least 0.5.
static double cube_root(double value) {
  int exponent;
  (void)frexp(value, &exponent);
  double root = ldexp(1, (exponent - 1) / 3 + 1);
  for (;;) {
    const double next = root - (root - value / (root * root)) / 3;
    if (!(next < root)) { return root; }
    root = next;
  }
}

void start_position(int32_t dimension, uint64_t node, double place[3]) {
  const double steps = 0.5 + (double)node;
  const direction roll = of_turn(node * golden_turn);
  if (dimension == 2) {
    const double radius = 10 * sqrt(steps);
    place[0] = radius * roll.cosine;
    place[1] = radius * roll.sine;
    return;
  }
  const direction yaw = of_turn(node * yaw_turn);
  const double radius = 10 * cube_root(steps);
  place[0] = radius * roll.sine * yaw.cosine;
  place[1] = radius * roll.cosine;
  place[2] = radius * roll.sine * yaw.sine;
}
