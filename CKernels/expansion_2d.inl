/// Expansions of the force in two dimensions, for the scalar type and order at hand (Greengard and
/// Rokhlin 1987, doi:10.1016/0021-9991(87)90140-9).
///
/// With points as complex numbers the conjugate of the force at z is the sum of w_j / (z_j - z),
/// which is analytic in z. Around the centre c of its sources and the centre t of its targets, with
/// d = t - c, q = 1 / d,
///
///     moments  M_k = sum of w_j (z_j - c)^k
///     locals   L_l = -(-1)^l q^(l+1) * sum over k of C(k+l, l) M_k q^k,  k + l <= order
///     conj(F)(t + u) = sum of L_l u^l
///
/// Moments are kept divided by radius^k, locals multiplied by radius^l, the radius rounded down to
/// a power of two: all of them stay near the strengths and forces they come from, whatever the size
/// of the cell. In memory: moments are the real M_0, then real and imaginary parts; locals are L_0
/// ... of real and imaginary parts.

enum {
  CK_XNAME(moment_count) = 2 * CK_P + 1,
  CK_XNAME(moment_row) = (CK_XNAME(moment_count) + 7) / 8 * 8,
  CK_XNAME(local_count) = 2 * (CK_P + 1),
  CK_XNAME(sum_count) = CK_XNAME(local_count),
};

/// Moments of a leaf's points, given relative to its centre and divided by its radius.
static CK_INLINE void CK_XNAME(points_to_moments)(const CK_T *points, CK_T inverse, CK_T *moments) {
  enum { COUNT = CK_XNAME(moment_count), LEAF = CK_MANY_BODY_LEAF };
  CK_V sum[CK_PHASES * COUNT];
  CK_UNROLL
  for (int phase = 0; phase < CK_PHASES; ++phase) {
    CK_V *part = sum + phase * COUNT;
    for (int k = 0; k < COUNT; ++k) { part[k] = (CK_V)(CK_T)0; }
    for (int at = phase * CK_LANES; at < LEAF; at += CK_SUM_LANES) {
      const CK_V x = CK_TNAME(load)(points + at) * inverse,
                 y = CK_TNAME(load)(points + LEAF + at) * inverse;
      CK_V re = CK_TNAME(load)(points + 2 * LEAF + at), im = (CK_V)(CK_T)0;
      part[0] += re;
      CK_UNROLL
      for (int k = 1; k <= CK_P; ++k) {
        CK_V next = re * x - im * y;
        im = re * y + im * x;
        re = next;
        part[2 * k - 1] += re;
        part[2 * k] += im;
      }
    }
  }
  CK_TNAME(join_sums)(sum, COUNT, moments);
}

/// Adds a child's moments to its parent's. `shift`: child's centre less parent's, divided by the
/// parent's radius. `ratio`: child's radius divided by parent's.
static CK_INLINE void CK_XNAME(moments_to_moments)(const CK_T *child, const CK_T shift[2],
                                                   CK_T ratio, CK_T *parent) {
  CK_T re[CK_P + 1], im[CK_P + 1], power = 1;
  re[0] = child[0];
  im[0] = 0;
  CK_UNROLL
  for (int k = 1; k <= CK_P; ++k) {
    power *= ratio;
    re[k] = child[2 * k - 1] * power;
    im[k] = child[2 * k] * power;
  }
  // Pascal's triangle: after round r, entry k holds the sum over j <= r of C(r, j) shift^j M_(k-j).
  CK_UNROLL
  for (int first = 1; first <= CK_P; ++first) {
    CK_UNROLL
    for (int k = CK_P; k >= first; --k) {
      re[k] += shift[0] * re[k - 1] - shift[1] * im[k - 1];
      im[k] += shift[0] * im[k - 1] + shift[1] * re[k - 1];
    }
  }
  parent[0] += re[0];
  CK_UNROLL
  for (int k = 1; k <= CK_P; ++k) {
    parent[2 * k - 1] += re[k];
    parent[2 * k] += im[k];
  }
}

/// What CK_LANES sources far away add to the locals of a target, lane by lane. `d`: target's centre
/// less the sources'; `moment`: theirs, column by column; `source_radius`, `target_radius`: powers
/// of two.
static CK_INLINE void CK_XNAME(moments_to_sums)(const CK_V d[2], const CK_V *moment,
                                                CK_V source_radius, CK_T target_radius, CK_V *sum) {
  const CK_V inverse = (CK_T)1 / (d[0] * d[0] + d[1] * d[1]);
  const CK_V qr = d[0] * inverse, qi = -d[1] * inverse;
  const CK_V sr = qr * source_radius, si = qi * source_radius;
  // M_k q^k.
  CK_V br[CK_P + 1], bi[CK_P + 1], pr = sr, pi = si;
  br[0] = moment[0];
  bi[0] = (CK_V)(CK_T)0;
  CK_UNROLL
  for (int k = 1; k <= CK_P; ++k) {
    const CK_V mr = moment[2 * k - 1], mi = moment[2 * k];
    br[k] = mr * pr - mi * pi;
    bi[k] = mr * pi + mi * pr;
    const CK_V next = pr * sr - pi * si;
    pi = pr * si + pi * sr;
    pr = next;
  }
  // Sums from the back, again and again, weigh them by the binomials: C(k + l, l) ways lead down
  // from k to 0 in l + 1 steps. After round l entry 0 is what belongs to local l.
  CK_V lr[CK_P + 1], li[CK_P + 1];
  CK_UNROLL
  for (int l = 0; l <= CK_P; ++l) {
    CK_UNROLL
    for (int k = CK_P - l - 1; k >= 0; --k) {
      br[k] += br[k + 1];
      bi[k] += bi[k + 1];
    }
    lr[l] = br[0];
    li[l] = bi[0];
  }
  const CK_V tr = -qr * target_radius, ti = -qi * target_radius;
  pr = -qr;
  pi = -qi;
  CK_UNROLL
  for (int l = 0; l <= CK_P; ++l) {
    sum[2 * l] += pr * lr[l] - pi * li[l];
    sum[2 * l + 1] += pr * li[l] + pi * lr[l];
    const CK_V next = pr * tr - pi * ti;
    pi = pr * ti + pi * tr;
    pr = next;
  }
}

/// The same for CK_LANES single points of the given strengths.
static CK_INLINE void CK_XNAME(points_to_sums)(const CK_V d[2], CK_V strength, CK_T target_radius,
                                               CK_V *sum) {
  const CK_V inverse = (CK_T)1 / (d[0] * d[0] + d[1] * d[1]);
  const CK_V qr = d[0] * inverse, qi = -d[1] * inverse;
  const CK_V tr = -qr * target_radius, ti = -qi * target_radius;
  CK_V pr = -qr * strength, pi = -qi * strength;
  CK_UNROLL
  for (int l = 0; l <= CK_P; ++l) {
    sum[2 * l] += pr;
    sum[2 * l + 1] += pi;
    const CK_V next = pr * tr - pi * ti;
    pi = pr * ti + pi * tr;
    pr = next;
  }
}

/// Adds what many sources added up to.
static CK_INLINE void CK_XNAME(sums_to_locals)(const CK_T *sum, CK_T *locals) {
  for (int q = 0; q < CK_XNAME(sum_count); ++q) { locals[q] += sum[q]; }
}

/// The force on a point whose only locals, the first, are given.
static CK_INLINE void CK_XNAME(locals_to_force)(const CK_T *locals, CK_T force[2]) {
  force[0] += locals[0];
  force[1] -= locals[1];
}

/// A parent's locals as seen from its child. `shift`: child's centre less parent's, divided by the
/// parent's radius. `ratio`: child's radius divided by parent's.
static CK_INLINE void CK_XNAME(locals_to_locals)(const CK_T *parent, const CK_T shift[2],
                                                 CK_T ratio, CK_T *child) {
  CK_T re[CK_P + 1], im[CK_P + 1], power = 1;
  CK_UNROLL
  for (int l = 0; l <= CK_P; ++l) {
    re[l] = parent[2 * l];
    im[l] = parent[2 * l + 1];
  }
  CK_UNROLL
  for (int first = 0; first < CK_P; ++first) {
    CK_UNROLL
    for (int l = CK_P - 1; l >= first; --l) {
      re[l] += shift[0] * re[l + 1] - shift[1] * im[l + 1];
      im[l] += shift[0] * im[l + 1] + shift[1] * re[l + 1];
    }
  }
  CK_UNROLL
  for (int l = 0; l <= CK_P; ++l) {
    child[2 * l] = re[l] * power;
    child[2 * l + 1] = im[l] * power;
    power *= ratio;
  }
}

/// The force at points given relative to the leaf's centre.
static CK_INLINE void CK_XNAME(locals_to_points)(const CK_T *locals, const CK_T *points,
                                                 CK_T inverse, CK_T *force) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  for (int at = 0; at < LEAF; at += CK_LANES) {
    const CK_V x = CK_TNAME(load)(points + at) * inverse,
               y = CK_TNAME(load)(points + LEAF + at) * inverse;
    CK_V re = (CK_V)locals[2 * CK_P], im = (CK_V)locals[2 * CK_P + 1];
    CK_UNROLL
    for (int l = CK_P - 1; l >= 0; --l) {
      CK_V next = (CK_V)locals[2 * l] + re * x - im * y;
      im = (CK_V)locals[2 * l + 1] + re * y + im * x;
      re = next;
    }
    CK_TNAME(store)(force + at, re);
    CK_TNAME(store)(force + LEAF + at, -im);
  }
}
