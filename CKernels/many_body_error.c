#include "many_body_error.h"

// A far cell contributes an error of about
//
//    S / d * q^(n / 2) / (1 - q),  q = ((r + s) / d)^2,  n = degree + 1
//
// to the force on each point of a target, where d is the distance of the centres, r and s are the
// radii, and S is the effective strength of the source: the strength of a ring of that radius that
// would have the same moments (Dehnen 2014, doi:10.1186/s40668-014-0001-7, section 3). It may be as
// large as
//
//    tolerance * scale * (mass of the source / mass of all)^(1/4)
//
// where the scale is about the root mean square of the forces. A heavy cell may contribute more
// than a light one, as there are few of them. Both sides are compared squared, and divided by the
// root of the source's mass: see `power` and `tolerance2`.

// By dimension. Errors of many cells partly cancel, so that the sum stays below `accuracy`
// when each cell may have this multiple of it: measured over the scenes of the tests.
static const double ck_many_body_allowance[2] = {4, 1.5};
// Cells overlap too much for their series to converge beyond this squared ratio of the sum of the
// radii to the distance.
static const double ck_many_body_closest_ratio2 = 0.81;
// A force above this multiple of the upper quartile counts as this much, so that a close pair of
// nodes does not set the scale for all others.
static const double ck_many_body_clip = 2;
// In symmetric layouts the forces may cancel, and their scale would be nearly 0. It is therefore at
// least this share of the force that the mass of all nodes would have at the radius of the layout.
static const double ck_many_body_least_scale = 1e-4;
// Measured: nanoseconds for a source and all samples.
static const double ck_many_body_scale_ns = 3;

// MARK: Weights of the moments

static double ck_many_body_binomial(int n, int k) {
  int64_t value = 1;
  for (int i = 0; i < k; ++i) { value = value * (n - i) / (i + 1); }
  return (double)value;
}

/// The share of the moment of order k in the error of a source that is `times` as large as the
/// target: C(n, k) times^k / (1 + times)^n, the binomial terms of ((r + s) / d)^n.
static double ck_many_body_share(int n, int k, int times) {
  int64_t source = 1, both = 1;
  for (int i = 0; i < k; ++i) { source *= times; }
  for (int i = 0; i < n; ++i) { both *= 1 + times; }
  return ck_many_body_binomial(n, k) * (double)source / (double)both;
}

void ck_many_body_set_error_limits(ck_many_body_pass *pass, bool has_higher_degree) {
  const bool is_flat = pass->points.dimension == 2;
  const int degree =
      is_flat ? has_higher_degree ? CK_MANY_BODY_DEGREE_2D_ACCURATE : CK_MANY_BODY_DEGREE_2D
      : has_higher_degree ? CK_MANY_BODY_DEGREE_3D_ACCURATE
                          : CK_MANY_BODY_DEGREE_3D;
  const int n = degree + 1;
  pass->theta2 = ck_many_body_closest_ratio2;
  pass->has_higher_degree = has_higher_degree;
  for (int k = 0; k <= degree; ++k) {
    double weight = 0;
    for (int times = 1; times <= 2; ++times) {
      double share = ck_many_body_share(n, k, times);
      // In space the first order that is left out matters, and is about as large as the last one.
      if (k == degree && !is_flat) { share += ck_many_body_share(n, n, times); }
      weight = share > weight ? share : weight;
    }
    pass->moment_weight[k] = weight;
  }
}

// MARK: The scale

/// The root mean square of the samples' forces, clipped.
static double ck_many_body_typical(double force2[CK_MANY_BODY_SAMPLES]) {
  for (int i = 1; i < CK_MANY_BODY_SAMPLES; ++i) {
    const double value = force2[i];
    int at = i;
    for (; at > 0 && force2[at - 1] > value; --at) { force2[at] = force2[at - 1]; }
    force2[at] = value;
  }
  const double upper = force2[CK_MANY_BODY_SAMPLES * 3 / 4 - 1];
  const double most = upper * (ck_many_body_clip * ck_many_body_clip);
  double sum = 0;
  for (int i = 0; i < CK_MANY_BODY_SAMPLES; ++i) { sum += force2[i] < most ? force2[i] : most; }
  return sqrt(sum / CK_MANY_BODY_SAMPLES);
}

void ck_many_body_set_tolerance(ck_context *context, const ck_many_body_tasks *tasks,
                                ck_many_body_pass *pass) {
  const int64_t leaves = pass->shape.leaf_count, dimension = pass->points.dimension;
  const int64_t blocks = (leaves + CK_MANY_BODY_SAMPLE_LEAVES - 1) / CK_MANY_BODY_SAMPLE_LEAVES;
  const bool is_f64 = tasks->scalar == CK_F64;
  pass->samples = ck_context_take(
      context, blocks * CK_MANY_BODY_SAMPLES * dimension * (int64_t)sizeof *pass->samples);
  const int32_t threads =
      ck_parallel_threads(context, (double)pass->points.count * ck_many_body_scale_ns);
  ck_parallel_for(threads, 0, leaves, CK_MANY_BODY_SAMPLE_LEAVES, tasks->scale, pass);
  double force2[CK_MANY_BODY_SAMPLES];
  for (int64_t sample = 0; sample < CK_MANY_BODY_SAMPLES; ++sample) {
    force2[sample] = 0;
    for (int64_t k = 0; k < dimension; ++k) {
      double force = 0;
      for (int64_t block = 0; block < blocks; ++block) {
        force += pass->samples[(block * CK_MANY_BODY_SAMPLES + sample) * dimension + k];
      }
      force2[sample] += force * force;
    }
  }
  const double mass = is_f64 ? *(const double *)pass->mass : (double)*(const float *)pass->mass;
  const double radius =
      is_f64 ? ((const double *)pass->sphere)[3] : (double)((const float *)pass->sphere)[3];
  const double typical = ck_many_body_typical(force2);
  const double least = radius > 0 ? ck_many_body_least_scale * mass / radius : 0;
  const double most_error = pass->law.accuracy * ck_many_body_allowance[dimension - 2] *
                            (typical > least ? typical : least);
  pass->tolerance2 = mass > 0 ? most_error * most_error / sqrt(mass) : 0;
}
