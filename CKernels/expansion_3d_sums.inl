/// The terms of far sources for the local expansion of a target in three dimensions
/// (expansion_3d.inl has the formulas). Lanes are sources.

/// A source's moments, scaled for its distance, contracted with its direction: m2n_i = M_ij n_j,
/// m3nn_i = M_ijk n_j n_k, and so on.
typedef struct CK_DEGREE_NAME(contracted) {
  CK_SIMD m0, m1[3], m1n, m2[6], m2n[3], m2nn, trace2;
  CK_SIMD m3nn[3], m3nnn, trace3[3], trace3n;
} CK_DEGREE_NAME(contracted);

static CK_INLINE CK_SIMD CK_DEGREE_NAME(dot)(const CK_SIMD a[3], const CK_SIMD b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static CK_INLINE void CK_DEGREE_NAME(contract)(const CK_SIMD *moment, CK_SIMD scale,
                                               const CK_SIMD n[3], const CK_SIMD nn[6],
                                               CK_DEGREE_NAME(contracted) *c) {
  const CK_SIMD scale2 = scale * scale, scale3 = scale2 * scale;
  c->m0 = moment[0];
  CK_UNROLL
  for (int i = 0; i < 3; ++i) { c->m1[i] = moment[1 + i] * scale; }
  c->m1n = CK_DEGREE_NAME(dot)(c->m1, n);
  CK_UNROLL
  for (int q = 0; q < 6; ++q) { c->m2[q] = moment[4 + q] * scale2; }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    const CK_SIMD row[3] = {c->m2[CK_DEGREE_NAME(at2)(i, 0)], c->m2[CK_DEGREE_NAME(at2)(i, 1)],
                            c->m2[CK_DEGREE_NAME(at2)(i, 2)]};
    c->m2n[i] = CK_DEGREE_NAME(dot)(row, n);
  }
  c->m2nn = CK_DEGREE_NAME(dot)(c->m2n, n);
  c->trace2 = (c->m2[0] + c->m2[3]) + c->m2[5];
  if (CK_DEGREE == 2) { return; }
  // The two orders of different indices at once.
  const CK_SIMD twice[3] = {nn[1] + nn[1], nn[2] + nn[2], nn[4] + nn[4]};
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    const CK_SIMD *m3 = moment + 10;
    const CK_SIMD xx = m3[CK_DEGREE_NAME(at3)(i, 0, 0)], yy = m3[CK_DEGREE_NAME(at3)(i, 1, 1)],
                  zz = m3[CK_DEGREE_NAME(at3)(i, 2, 2)];
    CK_SIMD sum = xx * nn[0] + yy * nn[3] + zz * nn[5];
    sum += m3[CK_DEGREE_NAME(at3)(i, 0, 1)] * twice[0];
    sum += m3[CK_DEGREE_NAME(at3)(i, 0, 2)] * twice[1];
    sum += m3[CK_DEGREE_NAME(at3)(i, 1, 2)] * twice[2];
    c->m3nn[i] = sum * scale3;
    c->trace3[i] = ((xx + yy) + zz) * scale3;
  }
  c->m3nnn = CK_DEGREE_NAME(dot)(c->m3nn, n);
  c->trace3n = CK_DEGREE_NAME(dot)(c->trace3, n);
}

/// Adds scale times (a_i n_j n_k + a_j n_i n_k + a_k n_i n_j) to the rank 3 sums, with a scaled
/// already.
static CK_INLINE void CK_DEGREE_NAME(add_products3)(const CK_SIMD a[3], const CK_SIMD nn[6],
                                                    CK_SIMD *sum) {
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      CK_UNROLL
      for (int k = j; k < 3; ++k) {
        const CK_SIMD jk = nn[CK_DEGREE_NAME(at2)(j, k)], ik = nn[CK_DEGREE_NAME(at2)(i, k)],
                      ij = nn[CK_DEGREE_NAME(at2)(i, j)];
        CK_SIMD *to = &sum[CK_DEGREE_NAME(at3)(i, j, k)];
        *to += a[i] * jk + a[j] * ik + a[k] * ij;
      }
    }
  }
}

/// Adds w n_i n_j n_k n_l to the rank 4 sums.
static CK_INLINE void CK_DEGREE_NAME(add_products4)(CK_SIMD w, const CK_SIMD nn[6], CK_SIMD *sum) {
  CK_SIMD scaled[6];
  CK_UNROLL
  for (int q = 0; q < 6; ++q) { scaled[q] = w * nn[q]; }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      CK_UNROLL
      for (int k = j; k < 3; ++k) {
        CK_UNROLL
        for (int l = k; l < 3; ++l) {
          CK_SIMD *to = &sum[CK_DEGREE_NAME(at4)(i, j, k, l)];
          *to += scaled[CK_DEGREE_NAME(at2)(i, j)] * nn[CK_DEGREE_NAME(at2)(k, l)];
        }
      }
    }
  }
}

/// The sums over sources, before they become locals. All terms with a Kronecker delta are the same
/// for all sources, and are added once, in sums_to_locals.
enum {
  CK_DEGREE_NAME(sum1) = 0,     // rank 1
  CK_DEGREE_NAME(sum2) = 3,     // rank 2, without the deltas
  CK_DEGREE_NAME(delta2) = 9,   // what multiplies D_ij
  CK_DEGREE_NAME(sum3) = 10,    // rank 3, without the deltas
  CK_DEGREE_NAME(delta3) = 20,  // v_k of D_ij v_k + D_jk v_i + D_ik v_j
  CK_DEGREE_NAME(sum4) = 23,    // rank 4: of n_i n_j n_k n_l, whose traces are what the deltas need
  CK_DEGREE_NAME(sum_count) = CK_DEGREE == 2 ? 23 : 38,
};

static CK_INLINE void CK_DEGREE_NAME(moments_to_sums)(const CK_SIMD d[3], const CK_SIMD *moment,
                                                      CK_SIMD source_radius,
                                                      CK_SCALAR target_radius, CK_SIMD *sum) {
  const CK_SIMD inverse = (CK_SCALAR)1 / __builtin_elementwise_sqrt(CK_DEGREE_NAME(dot)(d, d)),
                ratio = inverse * target_radius;
  CK_SIMD n[3], nn[6];
  CK_UNROLL
  for (int i = 0; i < 3; ++i) { n[i] = d[i] * inverse; }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_UNROLL
    for (int j = i; j < 3; ++j) { nn[CK_DEGREE_NAME(at2)(i, j)] = n[i] * n[j]; }
  }
  CK_DEGREE_NAME(contracted) c;
  CK_DEGREE_NAME(contract)(moment, source_radius * inverse, n, nn, &c);

  // The factor of n_i, and what multiplies the moments' own vectors.
  CK_SIMD along = (c.m0 + 2 * c.m1n) + (4 * c.m2nn - c.trace2);
  if (CK_DEGREE > 2) { along += 8 * c.m3nnn - 4 * c.trace3n; }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_SIMD first = along * n[i] - c.m1[i] - 2 * c.m2n[i];
    if (CK_DEGREE > 2) { first += c.trace3[i] - 4 * c.m3nn[i]; }
    sum[CK_DEGREE_NAME(sum1) + i] += first * inverse;
  }

  // a_i n_j + a_j n_i - 2 M_ij + D_ij diagonal.
  const CK_SIMD scale2 = inverse * ratio;
  CK_SIMD diagonal = c.m0 + 2 * c.m1n, product = -c.m0 - 4 * c.m1n, a[3];
  if (CK_DEGREE > 2) {
    diagonal += 4 * c.m2nn - c.trace2;
    product += 2 * c.trace2 - 12 * c.m2nn;
  }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    a[i] = 2 * c.m1[i] + product * n[i];
    if (CK_DEGREE > 2) { a[i] += 8 * c.m2n[i]; }
  }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      const int ij = CK_DEGREE_NAME(at2)(i, j);
      CK_SIMD second = a[j] * n[i] + a[i] * n[j];
      if (CK_DEGREE > 2) { second -= 2 * c.m2[ij]; }
      sum[CK_DEGREE_NAME(sum2) + ij] += second * scale2;
    }
  }
  sum[CK_DEGREE_NAME(delta2)] += diagonal * scale2;

  // b_i n_j n_k + b_j n_i n_k + b_k n_i n_j and the deltas.
  const CK_SIMD scale3 = scale2 * ratio;
  CK_SIMD linear = -2 * c.m0, cubic = c.m0 * (CK_SCALAR)(8.0 / 3), b[3];
  if (CK_DEGREE > 2) {
    linear -= 8 * c.m1n;
    cubic += 16 * c.m1n;
  }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_SIMD delta = linear * n[i];
    b[i] = cubic * n[i];
    if (CK_DEGREE > 2) {
      delta += 2 * c.m1[i];
      b[i] -= 8 * c.m1[i];
    }
    b[i] *= scale3;
    sum[CK_DEGREE_NAME(delta3) + i] += delta * scale3;
  }
  CK_DEGREE_NAME(add_products3)(b, nn, sum + CK_DEGREE_NAME(sum3));
  if (CK_DEGREE > 2) {
    CK_DEGREE_NAME(add_products4)((scale3 * ratio) * c.m0, nn, sum + CK_DEGREE_NAME(sum4));
  }
}

static CK_INLINE void CK_DEGREE_NAME(points_to_sums)(const CK_SIMD d[3], CK_SIMD strength,
                                                     CK_SCALAR target_radius, CK_SIMD *sum) {
  const CK_SIMD inverse = (CK_SCALAR)1 / __builtin_elementwise_sqrt(CK_DEGREE_NAME(dot)(d, d)),
                ratio = inverse * target_radius;
  const CK_SIMD scale1 = strength * inverse, scale2 = scale1 * ratio, scale3 = scale2 * ratio;
  CK_SIMD n[3], nn[6], b[3];
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    n[i] = d[i] * inverse;
    b[i] = (scale3 * (CK_SCALAR)(8.0 / 3)) * n[i];
  }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    sum[CK_DEGREE_NAME(sum1) + i] += scale1 * n[i];
    sum[CK_DEGREE_NAME(delta3) + i] -= 2 * (scale3 * n[i]);
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      const int ij = CK_DEGREE_NAME(at2)(i, j);
      nn[ij] = n[i] * n[j];
      sum[CK_DEGREE_NAME(sum2) + ij] -= 2 * (scale2 * nn[ij]);
    }
  }
  sum[CK_DEGREE_NAME(delta2)] += scale2;
  CK_DEGREE_NAME(add_products3)(b, nn, sum + CK_DEGREE_NAME(sum3));
  if (CK_DEGREE > 2) {
    CK_DEGREE_NAME(add_products4)(scale3 * ratio, nn, sum + CK_DEGREE_NAME(sum4));
  }
}

/// One if the indices are equal: a constant at compile time.
#define CK_DELTA(i, j) ((CK_SCALAR)((i) == (j)))

/// Adds the rank 4 part of the sums to the locals.
static CK_INLINE void CK_DEGREE_NAME(sums4_to_locals)(const CK_SCALAR *w, CK_SCALAR *locals) {
  // n . n = 1, so traces of products of four are products of two, and their trace is the weight
  // alone.
  CK_SCALAR two[6];
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      two[CK_DEGREE_NAME(at2)(i, j)] =
          (w[CK_DEGREE_NAME(at4)(i, j, 0, 0)] + w[CK_DEGREE_NAME(at4)(i, j, 1, 1)]) +
          w[CK_DEGREE_NAME(at4)(i, j, 2, 2)];
    }
  }
  const CK_SCALAR none = (two[0] + two[3]) + two[5];
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      CK_UNROLL
      for (int k = j; k < 3; ++k) {
        CK_UNROLL
        for (int l = k; l < 3; ++l) {
          const int at = CK_DEGREE_NAME(at4)(i, j, k, l);
          CK_SCALAR fourth = -48 * w[at];
          if (i == j) { fourth += 8 * two[CK_DEGREE_NAME(at2)(k, l)]; }
          if (i == k) { fourth += 8 * two[CK_DEGREE_NAME(at2)(j, l)]; }
          if (i == l) { fourth += 8 * two[CK_DEGREE_NAME(at2)(j, k)]; }
          if (j == k) { fourth += 8 * two[CK_DEGREE_NAME(at2)(i, l)]; }
          if (j == l) { fourth += 8 * two[CK_DEGREE_NAME(at2)(i, k)]; }
          if (k == l) { fourth += 8 * two[CK_DEGREE_NAME(at2)(i, j)]; }
          fourth -= 2 * none *
                    (CK_DELTA(i, j) * CK_DELTA(k, l) + CK_DELTA(i, k) * CK_DELTA(j, l) +
                     CK_DELTA(i, l) * CK_DELTA(j, k));
          locals[19 + at] += fourth;
        }
      }
    }
  }
}

static CK_INLINE void CK_DEGREE_NAME(sums_to_locals)(const CK_SCALAR *sum, CK_SCALAR *locals) {
  const CK_SCALAR *delta3 = sum + CK_DEGREE_NAME(delta3);
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    locals[i] += sum[CK_DEGREE_NAME(sum1) + i];
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      const int ij = CK_DEGREE_NAME(at2)(i, j);
      CK_SCALAR second = sum[CK_DEGREE_NAME(sum2) + ij];
      if (i == j) { second += sum[CK_DEGREE_NAME(delta2)]; }
      locals[3 + ij] += second;
      CK_UNROLL
      for (int k = j; k < 3; ++k) {
        const int ijk = CK_DEGREE_NAME(at3)(i, j, k);
        CK_SCALAR third = sum[CK_DEGREE_NAME(sum3) + ijk];
        if (i == j) { third += delta3[k]; }
        if (j == k) { third += delta3[i]; }
        if (i == k) { third += delta3[j]; }
        locals[9 + ijk] += third;
      }
    }
  }
  if (CK_DEGREE > 2) { CK_DEGREE_NAME(sums4_to_locals)(sum + CK_DEGREE_NAME(sum4), locals); }
}
#undef CK_DELTA
