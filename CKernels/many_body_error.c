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
//    tolerance * scale * (points of a leaf / points of the target)^(1/2)
//              * (mass of the source / mass of all)^(1/4)
//
// where the scale is about the root mean square of the forces, and many_body_control.c chooses the
// tolerance by the error that comes out. A target may have the more error the fewer points it has,
// so that each pair of cells may have about the same part of the squared error of all points: at a
// given sum that makes the least pairs. (Measured at 10,000 points in space: a fifth fewer near
// pairs at the same error.) A heavy cell may contribute more than a light one, as there are few of
// them. Both sides are compared squared, and divided by the root of the source's mass: see `power`
// and `tolerance2`.

// Cells overlap too much for their series to converge beyond this squared ratio of the sum of the
// radii to the distance.
static const double ck_many_body_closest_ratio2 = 0.9;

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
