/// Expansions of the force in two dimensions, for the scalar type and degree at hand (Greengard and
/// Rokhlin 1987, doi:10.1016/0021-9991(87)90140-9).
///
/// With points as complex numbers, the conjugate of the force at z is the sum of w_j / (z_j - z),
/// which is analytic in z. With the centre c of the sources, the centre t of the targets, d = t - c
/// and q = 1 / d,
///
///    moments  M_k = sum of w_j (z_j - c)^k
///    locals   L_l = -(-1)^l q^(l+1) * sum over k of C(k+l, l) M_k q^k,  k + l <= degree
///    conj(F)(t + u) = sum of L_l u^l
///
/// The functions are the operators of the fast multipole method: points_to_moments (P2M),
/// moments_to_moments (M2M), moments_to_sums and sums_to_locals (M2L), points_to_sums (P2L),
/// locals_to_locals (L2L) and locals_to_points (L2P).
///
/// Moments are stored divided by radius^k, locals multiplied by radius^l, where the radius is
/// rounded down to a power of two: their size is that of strengths and forces, whatever the size of
/// the cell. Memory layout: moments are the real M_0, then real and imaginary parts; locals are L_0
/// ... as real and imaginary parts.

enum {
  CK_DEGREE_NAME(moment_count) = 2 * CK_DEGREE + 1,
  CK_DEGREE_NAME(moment_row) = (CK_DEGREE_NAME(moment_count) + 7) / 8 * 8,
  CK_DEGREE_NAME(local_count) = 2 * (CK_DEGREE + 1),
  CK_DEGREE_NAME(sum_count) = CK_DEGREE_NAME(local_count),
};

/// Two complex numbers, and as many of them as there are moments or locals.
typedef CK_SCALAR CK_DEGREE_NAME(pair) __attribute__((ext_vector_type(4)));
enum { CK_DEGREE_NAME(pair_count) = (CK_DEGREE + 1) / 2 };

/// Sets the second of `below` and the first of `here`.
static CK_INLINE void CK_DEGREE_NAME(between)(const CK_DEGREE_NAME(pair) *below,
                                              const CK_DEGREE_NAME(pair) *here,
                                              CK_DEGREE_NAME(pair) *between) {
  *between = __builtin_shufflevector(*below, *here, 2, 3, 4, 5);
}

/// Adds the products of a complex number and `factors` to a pair.
static CK_INLINE void CK_DEGREE_NAME(add_products)(const CK_SCALAR number[2],
                                                   const CK_DEGREE_NAME(pair) *factors,
                                                   CK_DEGREE_NAME(pair) *pair) {
  const CK_DEGREE_NAME(pair) turned = __builtin_shufflevector(*factors, *factors, 1, 0, 3, 2);
  *pair += *factors * number[0] +
           turned * (CK_DEGREE_NAME(pair)){-number[1], number[1], -number[1], number[1]};
}

/// Multiplies by the powers of a ratio: the first by 1, the second by the ratio, ... The ratio is a
/// power of two, so the powers are exact.
static CK_INLINE void CK_DEGREE_NAME(scale)(CK_SCALAR ratio, CK_DEGREE_NAME(pair) *pairs) {
  CK_DEGREE_NAME(pair) powers = {1, 1, ratio, ratio};
  CK_UNROLL
  for (int p = 0; p < CK_DEGREE_NAME(pair_count); ++p) {
    pairs[p] *= powers;
    powers *= ratio * ratio;
  }
}

/// Moments of a leaf's points, which are relative to its centre. `inverse`: of the leaf's unit.
static CK_INLINE void CK_DEGREE_NAME(points_to_moments)(const CK_SCALAR *points, CK_SCALAR inverse,
                                                        CK_SCALAR *moments) {
  enum { COUNT = CK_DEGREE_NAME(moment_count), LEAF = CK_MANY_BODY_LEAF };
  CK_SIMD sum[CK_PHASES * COUNT];
  CK_UNROLL
  for (int phase = 0; phase < CK_PHASES; ++phase) {
    CK_SIMD *part = sum + phase * COUNT;
    for (int k = 0; k < COUNT; ++k) { part[k] = (CK_SIMD)(CK_SCALAR)0; }
    for (int at = phase * CK_LANES; at < LEAF; at += CK_SUM_LANES) {
      const CK_SIMD x = CK_SCALAR_NAME(load)(points + at) * inverse,
                    y = CK_SCALAR_NAME(load)(points + LEAF + at) * inverse;
      CK_SIMD re = CK_SCALAR_NAME(load)(points + 2 * LEAF + at), im = (CK_SIMD)(CK_SCALAR)0;
      part[0] += re;
      CK_UNROLL
      for (int k = 1; k <= CK_DEGREE; ++k) {
        CK_SIMD next = re * x - im * y;
        im = re * y + im * x;
        re = next;
        part[2 * k - 1] += re;
        part[2 * k] += im;
      }
    }
  }
  CK_SCALAR_NAME(join_sums)(sum, COUNT, moments);
}

/// The effective strength (many_body_error.c): the weighted sum of |M_k| / radius^k. `ratio`: the
/// unit divided by the radius.
static CK_INLINE CK_SCALAR CK_DEGREE_NAME(effective_strength)(const CK_SCALAR *moments,
                                                              CK_SCALAR ratio,
                                                              const double *weight) {
  CK_SCALAR size[CK_DEGREE + 1];
  size[0] = moments[0] * moments[0];
  CK_UNROLL
  for (int k = 1; k <= CK_DEGREE; ++k) {
    size[k] = moments[2 * k - 1] * moments[2 * k - 1] + moments[2 * k] * moments[2 * k];
  }
  CK_UNROLL
  for (int k = 0; k <= CK_DEGREE; ++k) { size[k] = __builtin_elementwise_sqrt(size[k]); }
  CK_SCALAR sum = (CK_SCALAR)weight[CK_DEGREE] * size[CK_DEGREE];
  CK_UNROLL
  for (int k = CK_DEGREE - 1; k >= 0; --k) { sum = sum * ratio + (CK_SCALAR)weight[k] * size[k]; }
  return sum;
}

/// Adds a child's moments to its parent's. `shift`: the child's centre minus the parent's, divided
/// by the parent's radius. `ratio`: the child's radius divided by the parent's.
static CK_INLINE void CK_DEGREE_NAME(moments_to_moments)(const CK_SCALAR *child,
                                                         const CK_SCALAR shift[2], CK_SCALAR ratio,
                                                         CK_SCALAR *parent) {
  enum { COUNT = CK_DEGREE_NAME(pair_count) };
  CK_DEGREE_NAME(pair) m[COUNT], sum;
  m[0] = (CK_DEGREE_NAME(pair)){child[0], 0, child[1], child[2]};
  CK_UNROLL
  for (int p = 1; p < COUNT; ++p) { memcpy(&m[p], child + 4 * p - 1, sizeof m[p]); }
  CK_DEGREE_NAME(scale)(ratio, m);
  // Pascal's triangle: after round r, entry k holds the sum over j <= r of C(r, j) shift^j M_(k-j).
  CK_UNROLL
  for (int first = 1; first <= CK_DEGREE; ++first) {
    CK_UNROLL
    for (int p = COUNT - 1; p >= first / 2; --p) {
      CK_DEGREE_NAME(pair) before, added = m[p];
      CK_DEGREE_NAME(between)(&m[p > 0 ? p - 1 : 0], &m[p], &before);
      CK_DEGREE_NAME(add_products)(shift, &before, &added);
      m[p] = 2 * p < first ? __builtin_shufflevector(m[p], added, 0, 1, 6, 7) : added;
    }
  }
  parent[0] += m[0][0];
  parent[1] += m[0][2];
  parent[2] += m[0][3];
  CK_UNROLL
  for (int p = 1; p < COUNT; ++p) {
    memcpy(&sum, parent + 4 * p - 1, sizeof sum);
    sum += m[p];
    memcpy(parent + 4 * p - 1, &sum, sizeof sum);
  }
}

/// The terms of CK_LANES far sources for the locals of a target, lane by lane. `d`: the target's
/// centre minus the sources'; `moment`: the sources' moments by column; `source_radius`,
/// `target_radius`: powers of two.
static CK_INLINE void CK_DEGREE_NAME(moments_to_sums)(const CK_SIMD d[2], const CK_SIMD *moment,
                                                      CK_SIMD source_radius,
                                                      CK_SCALAR target_radius, CK_SIMD *sum) {
  const CK_SIMD inverse = (CK_SCALAR)1 / (d[0] * d[0] + d[1] * d[1]);
  const CK_SIMD qr = d[0] * inverse, qi = -d[1] * inverse;
  const CK_SIMD sr = qr * source_radius, si = qi * source_radius;
  // M_k q^k.
  CK_SIMD br[CK_DEGREE + 1], bi[CK_DEGREE + 1], pr = sr, pi = si;
  br[0] = moment[0];
  bi[0] = (CK_SIMD)(CK_SCALAR)0;
  CK_UNROLL
  for (int k = 1; k <= CK_DEGREE; ++k) {
    const CK_SIMD mr = moment[2 * k - 1], mi = moment[2 * k];
    br[k] = mr * pr - mi * pi;
    bi[k] = mr * pi + mi * pr;
    const CK_SIMD next = pr * sr - pi * si;
    pi = pr * si + pi * sr;
    pr = next;
  }
  // Repeated sums from the back apply the binomials: C(k + l, l) paths lead from k down to 0 in l +
  // 1 steps. After round l, entry 0 is the sum for local l.
  CK_SIMD lr[CK_DEGREE + 1], li[CK_DEGREE + 1];
  CK_UNROLL
  for (int l = 0; l <= CK_DEGREE; ++l) {
    CK_UNROLL
    for (int k = CK_DEGREE - l - 1; k >= 0; --k) {
      br[k] += br[k + 1];
      bi[k] += bi[k + 1];
    }
    lr[l] = br[0];
    li[l] = bi[0];
  }
  const CK_SIMD tr = -qr * target_radius, ti = -qi * target_radius;
  pr = -qr;
  pi = -qi;
  CK_UNROLL
  for (int l = 0; l <= CK_DEGREE; ++l) {
    sum[2 * l] += pr * lr[l] - pi * li[l];
    sum[2 * l + 1] += pr * li[l] + pi * lr[l];
    const CK_SIMD next = pr * tr - pi * ti;
    pi = pr * ti + pi * tr;
    pr = next;
  }
}

/// The same for CK_LANES single points of the given strengths.
static CK_INLINE void CK_DEGREE_NAME(points_to_sums)(const CK_SIMD d[2], CK_SIMD strength,
                                                     CK_SCALAR target_radius, CK_SIMD *sum) {
  const CK_SIMD inverse = (CK_SCALAR)1 / (d[0] * d[0] + d[1] * d[1]);
  const CK_SIMD qr = d[0] * inverse, qi = -d[1] * inverse;
  const CK_SIMD tr = -qr * target_radius, ti = -qi * target_radius;
  CK_SIMD pr = -qr * strength, pi = -qi * strength;
  CK_UNROLL
  for (int l = 0; l <= CK_DEGREE; ++l) {
    sum[2 * l] += pr;
    sum[2 * l + 1] += pi;
    const CK_SIMD next = pr * tr - pi * ti;
    pi = pr * ti + pi * tr;
    pr = next;
  }
}

/// Adds the sum over many sources to the locals.
static CK_INLINE void CK_DEGREE_NAME(sums_to_locals)(const CK_SCALAR *sum, CK_SCALAR *locals) {
  for (int q = 0; q < CK_DEGREE_NAME(sum_count); ++q) { locals[q] += sum[q]; }
}

/// The force on a point, from its first local.
static CK_INLINE void CK_DEGREE_NAME(locals_to_force)(const CK_SCALAR *locals, CK_SCALAR force[2]) {
  force[0] += locals[0];
  force[1] -= locals[1];
}

/// A parent's locals, shifted to its child. `shift`: the child's centre minus the parent's, divided
/// by the parent's radius. `ratio`: the child's radius divided by the parent's.
static CK_INLINE void CK_DEGREE_NAME(locals_to_locals)(const CK_SCALAR *parent,
                                                       const CK_SCALAR shift[2], CK_SCALAR ratio,
                                                       CK_SCALAR *child) {
  enum { COUNT = CK_DEGREE_NAME(pair_count) };
  CK_DEGREE_NAME(pair) l[COUNT], from;
  memcpy(&from, parent + 4 * (COUNT - 1), sizeof from);
  CK_UNROLL
  for (int p = 0; p < COUNT; ++p) { l[p] = __builtin_shufflevector(from, from, 2, 3, 2, 3); }
  // Horner's scheme, again and again: polynomial k, for local k, begins a step after the one before
  // it, whose sum of that step is its coefficient. After step s, number k <= s is its sum.
  CK_UNROLL
  for (int step = 0; step < CK_DEGREE; ++step) {
    CK_UNROLL
    for (int p = step / 2; p >= 0; --p) {
      CK_DEGREE_NAME(pair) next;
      if (p > 0) {
        CK_DEGREE_NAME(between)(&l[p - 1], &l[p], &next);
      } else {
        memcpy(&from, parent + 2 * (CK_DEGREE - 1 - step), sizeof(CK_SCALAR) * 2);
        next = __builtin_shufflevector(from, l[0], 0, 1, 4, 5);
      }
      CK_DEGREE_NAME(add_products)(shift, &l[p], &next);
      l[p] = 2 * p == step ? __builtin_shufflevector(next, l[p], 0, 1, 6, 7) : next;
    }
  }
  CK_DEGREE_NAME(scale)(ratio, l);
  memcpy(child, l, sizeof l);
}

/// The force at points relative to the leaf's centre.
static CK_INLINE void CK_DEGREE_NAME(locals_to_points)(const CK_SCALAR *locals,
                                                       const CK_SCALAR *points, CK_SCALAR inverse,
                                                       CK_SCALAR *force) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  for (int at = 0; at < LEAF; at += CK_LANES) {
    const CK_SIMD x = CK_SCALAR_NAME(load)(points + at) * inverse,
                  y = CK_SCALAR_NAME(load)(points + LEAF + at) * inverse;
    CK_SIMD re = (CK_SIMD)locals[2 * CK_DEGREE], im = (CK_SIMD)locals[2 * CK_DEGREE + 1];
    CK_UNROLL
    for (int l = CK_DEGREE - 1; l >= 0; --l) {
      CK_SIMD next = (CK_SIMD)locals[2 * l] + re * x - im * y;
      im = (CK_SIMD)locals[2 * l + 1] + re * y + im * x;
      re = next;
    }
    CK_SCALAR_NAME(store)(force + at, re);
    CK_SCALAR_NAME(store)(force + LEAF + at, -im);
  }
}
