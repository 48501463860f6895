#include "many_body_control.h"

#include "jiggle.h"

// The error of a far cell is known from above only (many_body_error.c), and what the errors of all
// cells add up to depends on the layout. So it is measured: the exact forces on a few points, other
// ones in each tick, are summed before the walk, and compared with what the walk finds. A first
// pass begins with a small tolerance, takes many points, and is walked again with a smaller one
// when the error is too large. Later passes take few, whose errors are averaged over some ticks;
// the tolerance then goes up or down a step at a time. A pass is walked again when its own points
// are above the accuracy, and the next one is a first one.

// The level: the tolerance of leaves is 2^(level / 4) times the accuracy. That of a pass that knows
// nothing yet; the least one; and the most: at twice the height of the tree and this, one pair of
// cells makes at most 1.7 times the accuracy, by an estimate from above. So what a step of the
// level lets in cannot break the accuracy by much before samples have seen it.
enum { CK_MANY_BODY_LEVEL_FIRST = 2, CK_MANY_BODY_LEVEL_LEAST = -24, CK_MANY_BODY_LEVEL_MOST = 3 };
// Squares of measured errors, relative to the accuracy. A first pass, and a later one, are walked
// again above the first two, with a tolerance that brings the error below the third. The mean of
// several ticks is kept between the last two.
static const double ck_many_body_first_limit2 = 0.3025, ck_many_body_limit2 = 1,
                    ck_many_body_aim2 = 0.2025;
static const double ck_many_body_low2 = 0.36, ck_many_body_high2 = 0.5625;
// What a step of the level makes of a squared error, at most and about.
static const double ck_many_body_step2 = 1.4142135623730951, ck_many_body_usual_step2 = 1.3;
// Walks of a pass, at most.
enum { CK_MANY_BODY_WALKS = 4 };
// Ticks in the mean: those that a first pass counts for, and at most.
enum { CK_MANY_BODY_FIRST_TICKS = 8, CK_MANY_BODY_MEAN_TICKS = 32 };
// Below this accuracy Float's own rounding may be larger.
static const double ck_many_body_measured_accuracy = 0.99e-5;
// A force above this multiple of the upper quartile counts as this much, so that a close pair of
// nodes does not set the scale for all others.
static const double ck_many_body_clip = 2;
// In symmetric layouts the forces may cancel, and their scale would be nearly 0. It is therefore at
// least this share of the force that the mass of all nodes would have at the radius of the layout.
static const double ck_many_body_least_scale = 1e-4;
// Measured: nanoseconds for a source and a sample.
static const double ck_many_body_sample_ns = 0.2;

// MARK: Samples

/// Chooses a slot in each of equal ranges of the slots, by a hash.
static void ck_many_body_choose_samples(ck_many_body_pass *pass, int64_t samples) {
  const uint64_t tick = ck_jiggle_tick(pass->jiggle);
  pass->sample_count = samples;
  for (int64_t sample = 0; sample < samples; ++sample) {
    const uint64_t hash = ck_jiggle_next(tick, ~(uint64_t)sample);
    const double place = (double)sample + (double)(hash >> 11) * 0x1p-53;
    const int64_t slot = (int64_t)(place * (double)pass->points.count / (double)samples);
    pass->sample_slot[sample] = slot < pass->points.count ? slot : pass->points.count - 1;
  }
}

void ck_many_body_control_sum_blocks(ck_many_body_control *control, int64_t begin, int64_t end) {
  ck_many_body_pass *pass = control->pass;
  const double points = (double)((end - begin) * CK_MANY_BODY_LEAF);
  const double pairs = points * (double)pass->sample_count;
  const int32_t threads = ck_parallel_threads(control->context, pairs * ck_many_body_sample_ns);
  ck_parallel_for(threads, begin, end, CK_MANY_BODY_SAMPLE_LEAVES, control->tasks->samples, pass);
}

/// Sums the exact forces on the samples.
static void ck_many_body_sum_samples(ck_many_body_control *control) {
  ck_many_body_pass *pass = control->pass;
  const int64_t leaves = pass->shape.leaf_count, dimension = pass->points.dimension;
  const int64_t blocks = (leaves + CK_MANY_BODY_SAMPLE_LEAVES - 1) / CK_MANY_BODY_SAMPLE_LEAVES;
  const int64_t samples = pass->sample_count;
  pass->samples = ck_context_take(control->context,
                                  blocks * samples * dimension * (int64_t)sizeof *pass->samples);
  ck_many_body_control_sum_blocks(control, 0, leaves);
  for (int64_t sample = 0; sample < samples; ++sample) {
    for (int64_t k = 0; k < 3; ++k) {
      double force = 0;
      for (int64_t block = 0; k < dimension && block < blocks; ++block) {
        force += pass->samples[(block * samples + sample) * dimension + k];
      }
      control->exact[sample][k] = force;
    }
  }
}

/// The root mean square of the samples' forces, clipped.
static double ck_many_body_typical(const ck_many_body_control *control) {
  const int64_t samples = control->pass->sample_count;
  double force2[CK_MANY_BODY_FIRST_SAMPLES];
  for (int64_t i = 0; i < samples; ++i) {
    const double *force = control->exact[i];
    const double value = (force[0] * force[0] + force[1] * force[1]) + force[2] * force[2];
    int64_t at = i;
    for (; at > 0 && force2[at - 1] > value; --at) { force2[at] = force2[at - 1]; }
    force2[at] = value;
  }
  const double upper = force2[samples * 3 / 4 - 1];
  const double most = upper * (ck_many_body_clip * ck_many_body_clip);
  double sum = 0;
  for (int64_t i = 0; i < samples; ++i) { sum += force2[i] < most ? force2[i] : most; }
  return sqrt(sum / (double)samples);
}

// MARK: The tolerance

/// Sets the tolerance for a scale of forces, in lattice units, and the level: that of leaves is
/// 2^(level / 4) times the accuracy.
static void ck_many_body_set_tolerance(ck_many_body_control *control, double scale) {
  ck_many_body_pass *pass = control->pass;
  const double mass = control->tasks->scalar == CK_F64 ? *(const double *)pass->mass
                                                       : (double)*(const float *)pass->mass;
  const int32_t level = control->history->level, odd = level & 1;
  const double factor2 = ldexp(odd ? ck_many_body_step2 : 1, (level - odd) / 2);
  const double error = pass->law.accuracy * (scale > control->least ? scale : control->least);
  const double leaf2 = mass > 0 ? error * error * factor2 / sqrt(mass) : 0;
  for (int32_t at = 0; at < CK_MANY_BODY_LEVELS; ++at) {
    pass->tolerance2[at] = ldexp(leaf2, at - pass->shape.height);
  }
}

static double ck_many_body_least(const ck_many_body_control *control) {
  const ck_many_body_pass *pass = control->pass;
  const bool is_f64 = control->tasks->scalar == CK_F64;
  const double mass = is_f64 ? *(const double *)pass->mass : (double)*(const float *)pass->mass;
  const double radius =
      is_f64 ? ((const double *)pass->sphere)[3] : (double)((const float *)pass->sphere)[3];
  return radius > 0 ? ck_many_body_least_scale * mass / radius : 0;
}

void ck_many_body_control_forget(ck_many_body_history *history) {
  history->level = CK_MANY_BODY_LEVEL_FIRST;
  history->measured = 0;
}

void ck_many_body_control_choose(ck_many_body_control *control) {
  ck_many_body_pass *pass = control->pass;
  const ck_many_body_history *history = control->history;
  control->is_first = history->measured == 0;
  control->measures =
      control->tasks->scalar == CK_F64 || pass->law.accuracy >= ck_many_body_measured_accuracy;
  ck_many_body_choose_samples(pass, control->is_first ? CK_MANY_BODY_FIRST_SAMPLES
                                    : history->measured < CK_MANY_BODY_MEAN_TICKS
                                        ? CK_MANY_BODY_MORE_SAMPLES
                                        : CK_MANY_BODY_SAMPLES);
}

void ck_many_body_control_limit(ck_many_body_control *control) {
  control->least = ck_many_body_least(control);
  const double scale = control->is_first ? ck_many_body_typical(control)
                                         : control->history->force / control->pass->force_scale;
  ck_many_body_set_tolerance(control, scale);
}

void ck_many_body_control_begin(ck_many_body_control *control) {
  ck_many_body_control_choose(control);
  ck_many_body_sum_samples(control);
  ck_many_body_control_limit(control);
}

// MARK: The error

void ck_many_body_control_add_forces(const ck_many_body_pass *pass, int64_t begin, int64_t end,
                                     ck_many_body_forces *forces) {
  for (int64_t leaf = begin; leaf < end; ++leaf) {
    if (pass->leaf_force2[leaf] < 0) { continue; }
    const int64_t left = pass->points.count - leaf * CK_MANY_BODY_LEAF;
    forces->sum += pass->leaf_force2[leaf];
    forces->points += left < CK_MANY_BODY_LEAF ? left : CK_MANY_BODY_LEAF;
  }
}

/// The squared force on a point, averaged over all, in lattice units; and the squared error,
/// averaged over the samples, relative to it. Leaves of coincident points do not count. False when
/// there is nothing to measure.
static bool ck_many_body_measure(const ck_many_body_control *control,
                                 const ck_many_body_forces *forces, double *force2,
                                 double *error2) {
  const ck_many_body_pass *pass = control->pass;
  const int64_t dimension = pass->points.dimension;
  double errors = 0;
  int64_t samples = 0;
  for (int64_t sample = 0; sample < pass->sample_count; ++sample) {
    const int64_t slot = pass->sample_slot[sample], leaf = slot / CK_MANY_BODY_LEAF;
    if (pass->leaf_force2[leaf] < 0) { continue; }
    double error = 0;
    for (int64_t k = 0; k < dimension; ++k) {
      const int64_t at = (leaf * dimension + k) * CK_MANY_BODY_LEAF + slot % CK_MANY_BODY_LEAF;
      const double found = control->tasks->scalar == CK_F64
                               ? ((const double *)pass->force)[at]
                               : (double)((const float *)pass->force)[at];
      const double difference = found - control->exact[sample][k];
      error += difference * difference;
    }
    errors += error;
    samples += 1;
  }
  *force2 = forces->points > 0 ? forces->sum / (double)forces->points : 0;
  const double least2 = control->least * control->least;
  *error2 = samples > 0 ? errors / (double)samples / (*force2 > least2 ? *force2 : least2) : 0;
  return samples > 0 && *error2 < (double)INFINITY;
}

/// Sets the level for the next pass, by the mean of the errors so far.
static void ck_many_body_adapt(ck_many_body_history *history, int32_t most) {
  const int32_t before = history->level;
  if (history->error2 > ck_many_body_high2 && history->level > CK_MANY_BODY_LEVEL_LEAST) {
    history->level -= 1;
    history->error2 /= ck_many_body_usual_step2;
  } else if (history->error2 < ck_many_body_low2 && history->level < most) {
    history->level += 1;
    history->error2 *= ck_many_body_step2;
  }
  if (history->level == before) { return; }
  // What was measured with other levels counts for less.
  if (history->measured > CK_MANY_BODY_FIRST_TICKS) {
    history->measured = CK_MANY_BODY_FIRST_TICKS;
  }
}

bool ck_many_body_control_end(ck_many_body_control *control, int32_t walks) {
  ck_many_body_forces forces = {0};
  if (control->measures) {
    ck_many_body_control_add_forces(control->pass, 0, control->pass->shape.leaf_count, &forces);
  }
  return ck_many_body_control_decide(control, &forces, walks);
}

bool ck_many_body_control_decide(ck_many_body_control *control, const ck_many_body_forces *forces,
                                 int32_t walks) {
  ck_many_body_history *history = control->history;
  double force2 = 0, error2 = 0;
  history->last_error = 0;
  if (!control->measures || !ck_many_body_measure(control, forces, &force2, &error2)) {
    return false;
  }
  const double force = sqrt(force2), accuracy = control->pass->law.accuracy;
  history->force = force * control->pass->force_scale;
  history->last_error = sqrt(error2);
  double share2 = error2 / (accuracy * accuracy);
  const double limit2 = control->is_first ? ck_many_body_first_limit2 : ck_many_body_limit2;
  if (share2 > limit2 && walks < CK_MANY_BODY_WALKS && history->level > CK_MANY_BODY_LEVEL_LEAST) {
    while (share2 > ck_many_body_aim2 && history->level > CK_MANY_BODY_LEVEL_LEAST) {
      history->level -= 1;
      share2 /= ck_many_body_usual_step2;
    }
    // So far off that the next pass begins anew.
    if (!control->is_first) { history->measured = 0; }
    ck_many_body_set_tolerance(control, force);
    return true;
  }
  if (control->is_first) {
    history->error2 = share2;
    history->measured = CK_MANY_BODY_FIRST_TICKS;
  } else if (walks == 1) {
    history->error2 += (share2 - history->error2) / (double)(history->measured + 1);
    if (history->measured < CK_MANY_BODY_MEAN_TICKS) { history->measured += 1; }
  }
  ck_many_body_adapt(history, 2 * control->pass->shape.height + CK_MANY_BODY_LEVEL_MOST);
  return false;
}
