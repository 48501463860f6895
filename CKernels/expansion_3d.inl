/// Expansions of the force in three dimensions, for the scalar type and degree at hand: Taylor
/// series of the potential ln r, which is not harmonic, so tensors keep all their components.
///
/// With G_ij.. the derivatives of ln |d| at d = target's centre - source's centre, s the sources
/// and u the targets relative to their centres, the negative of the force is
///
///    F_i(u) = C_i + C_ij u_j + C_ijk u_j u_k / 2 + C_ijkl u_j u_k u_l / 6
///    C_i    = M G_i - M_j G_ij + M_jk G_ijk / 2 - M_jkl G_ijkl / 6
///    C_ij   = M G_ij - M_k G_ijk + M_kl G_ijkl / 2
///    C_ijk  = M G_ijk - M_l G_ijkl
///    C_ijkl = M G_ijkl
///
/// with moments M_jk.. = sum of w s_j s_k .., and terms up to the degree (2 or 3). With n = d / |d|
/// and the Kronecker delta D,
///
///    |d| G_i      = n_i
///    |d|^2 G_ij   = D_ij - 2 n_i n_j
///    |d|^3 G_ijk  = -2 (D_ij n_k + 2 like it) + 8 n_i n_j n_k
///    |d|^4 G_ijkl = -2 (D_ij D_kl + 2) + 8 (D_ij n_k n_l + 5) - 48 n_i n_j n_k n_l
///
/// Moments are stored divided, locals multiplied by powers of the radius, rounded down to a power
/// of two, as in two dimensions. Tensors are symmetric, and stored as one scalar for each set of
/// indices, in lexicographic order, lower ranks first.

enum {
  CK_DEGREE_NAME(moment_count) = CK_DEGREE == 2 ? 10 : 20,
  CK_DEGREE_NAME(moment_row) = (CK_DEGREE_NAME(moment_count) + 7) / 8 * 8,
  CK_DEGREE_NAME(local_count) = CK_DEGREE == 2 ? 19 : 34,
};

/// Places of tensor components: rank 2 (from 0), rank 3, rank 4, for sorted or unsorted indices.
static CK_INLINE int CK_DEGREE_NAME(at2)(int i, int j) {
  int low = i < j ? i : j, high = i < j ? j : i;
  return low * 3 - low * (low - 1) / 2 + high - low;
}
static CK_INLINE int CK_DEGREE_NAME(at3)(int i, int j, int k) {
  // The lexicographic order by the numbers of indices 0, 1 and 2: falling zeros, then falling ones.
  int zeros = (i == 0) + (j == 0) + (k == 0), ones = (i == 1) + (j == 1) + (k == 1);
  int rest = 3 - zeros;
  return rest * (rest + 1) / 2 + rest - ones;
}
static CK_INLINE int CK_DEGREE_NAME(at4)(int i, int j, int k, int l) {
  int zeros = (i == 0) + (j == 0) + (k == 0) + (l == 0),
      ones = (i == 1) + (j == 1) + (k == 1) + (l == 1);
  int rest = 4 - zeros;
  return rest * (rest + 1) / 2 + rest - ones;
}

static CK_INLINE void CK_DEGREE_NAME(points_to_moments)(const CK_SCALAR *points, CK_SCALAR inverse,
                                                        CK_SCALAR *moments) {
  enum { COUNT = CK_DEGREE_NAME(moment_count), LEAF = CK_MANY_BODY_LEAF };
  CK_SIMD sum[CK_PHASES * COUNT];
  CK_UNROLL
  for (int phase = 0; phase < CK_PHASES; ++phase) {
    CK_SIMD *part = sum + phase * COUNT;
    for (int k = 0; k < COUNT; ++k) { part[k] = (CK_SIMD)(CK_SCALAR)0; }
    for (int at = phase * CK_LANES; at < LEAF; at += CK_SUM_LANES) {
      const CK_SIMD w = CK_SCALAR_NAME(load)(points + 3 * LEAF + at);
      CK_SIMD s[3];
      CK_UNROLL
      for (int i = 0; i < 3; ++i) { s[i] = CK_SCALAR_NAME(load)(points + i * LEAF + at) * inverse; }
      part[0] += w;
      CK_UNROLL
      for (int i = 0; i < 3; ++i) {
        const CK_SIMD first = w * s[i];
        part[1 + i] += first;
        CK_UNROLL
        for (int j = i; j < 3; ++j) {
          const CK_SIMD second = first * s[j];
          part[4 + CK_DEGREE_NAME(at2)(i, j)] += second;
          CK_UNROLL
          for (int k = j; CK_DEGREE > 2 && k < 3; ++k) {
            part[10 + CK_DEGREE_NAME(at3)(i, j, k)] += second * s[k];
          }
        }
      }
    }
  }
  CK_SCALAR_NAME(join_sums)(sum, COUNT, moments);
}

/// The effective strength (many_body_error.c): the weighted sum of the norms of the tensors M /
/// radius^rank. In a squared norm, a component stands for as many as its indices have orders.
/// `ratio`: the unit divided by the radius.
static CK_INLINE CK_SCALAR CK_DEGREE_NAME(effective_strength)(const CK_SCALAR *moments,
                                                              CK_SCALAR ratio,
                                                              const double *weight) {
  CK_SCALAR size[4] = {moments[0] * moments[0], 0, 0, 0};
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    size[1] += moments[1 + i] * moments[1 + i];
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      const CK_SCALAR second = moments[4 + CK_DEGREE_NAME(at2)(i, j)];
      size[2] += (CK_SCALAR)(i == j ? 1 : 2) * (second * second);
      CK_UNROLL
      for (int k = j; CK_DEGREE > 2 && k < 3; ++k) {
        const CK_SCALAR third = moments[10 + CK_DEGREE_NAME(at3)(i, j, k)];
        const int orders = i == k ? 1 : i == j || j == k ? 3 : 6;
        size[3] += (CK_SCALAR)orders * (third * third);
      }
    }
  }
  CK_UNROLL
  for (int rank = 0; rank < 4; ++rank) { size[rank] = __builtin_elementwise_sqrt(size[rank]); }
  CK_SCALAR sum = (CK_SCALAR)weight[CK_DEGREE] * size[CK_DEGREE];
  CK_UNROLL
  for (int rank = CK_DEGREE - 1; rank >= 0; --rank) {
    sum = sum * ratio + (CK_SCALAR)weight[rank] * size[rank];
  }
  return sum;
}

static CK_INLINE void CK_DEGREE_NAME(moments_to_moments)(const CK_SCALAR *child,
                                                         const CK_SCALAR shift[3], CK_SCALAR ratio,
                                                         CK_SCALAR *parent) {
  const CK_SCALAR *s = shift;
  CK_SCALAR m0 = child[0], m1[3], m2[6];
  parent[0] += m0;
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    m1[i] = child[1 + i] * ratio;
    parent[1 + i] += m1[i] + m0 * s[i];
  }
  CK_UNROLL
  for (int c = 0; c < 6; ++c) { m2[c] = child[4 + c] * (ratio * ratio); }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      const int ij = CK_DEGREE_NAME(at2)(i, j);
      parent[4 + ij] += m2[ij] + (m1[j] * s[i] + m1[i] * s[j] + m0 * s[i] * s[j]);
      CK_UNROLL
      for (int k = j; CK_DEGREE > 2 && k < 3; ++k) {
        const int jk = CK_DEGREE_NAME(at2)(j, k), ik = CK_DEGREE_NAME(at2)(i, k),
                  ijk = CK_DEGREE_NAME(at3)(i, j, k);
        CK_SCALAR third = child[10 + ijk] * (ratio * ratio * ratio);
        third += (m2[ij] * s[k] + m2[ik] * s[j]) + m2[jk] * s[i];
        third += (m1[i] * s[j] * s[k] + m1[j] * s[i] * s[k]) + m1[k] * s[i] * s[j];
        parent[10 + ijk] += third + m0 * s[i] * s[j] * s[k];
      }
    }
  }
}

#include "expansion_3d_sums.inl"

static CK_INLINE void CK_DEGREE_NAME(locals_to_force)(const CK_SCALAR *locals, CK_SCALAR force[3]) {
  for (int i = 0; i < 3; ++i) { force[i] -= locals[i]; }
}

static CK_INLINE void CK_DEGREE_NAME(locals_to_locals)(const CK_SCALAR *parent,
                                                       const CK_SCALAR shift[3], CK_SCALAR ratio,
                                                       CK_SCALAR *child) {
  const CK_SCALAR *s = shift;
  const CK_SCALAR ratio2 = ratio * ratio, ratio3 = ratio2 * ratio;
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_SCALAR first = parent[i];
    CK_UNROLL
    for (int j = 0; j < 3; ++j) {
      CK_SCALAR factor = parent[3 + CK_DEGREE_NAME(at2)(i, j)];
      CK_UNROLL
      for (int k = 0; k < 3; ++k) {
        CK_SCALAR inner = parent[9 + CK_DEGREE_NAME(at3)(i, j, k)];
        CK_UNROLL
        for (int l = 0; CK_DEGREE > 2 && l < 3; ++l) {
          inner += parent[19 + CK_DEGREE_NAME(at4)(i, j, k, l)] * (s[l] * ((CK_SCALAR)1 / 3));
        }
        factor += inner * (s[k] * (CK_SCALAR)0.5);
      }
      first += factor * s[j];
    }
    child[i] = first;
  }
  CK_UNROLL
  for (int i = 0; i < 3; ++i) {
    CK_UNROLL
    for (int j = i; j < 3; ++j) {
      CK_SCALAR second = parent[3 + CK_DEGREE_NAME(at2)(i, j)];
      CK_UNROLL
      for (int k = 0; k < 3; ++k) {
        CK_SCALAR factor = parent[9 + CK_DEGREE_NAME(at3)(i, j, k)];
        CK_UNROLL
        for (int l = 0; CK_DEGREE > 2 && l < 3; ++l) {
          factor += parent[19 + CK_DEGREE_NAME(at4)(i, j, k, l)] * (s[l] * (CK_SCALAR)0.5);
        }
        second += factor * s[k];
      }
      child[3 + CK_DEGREE_NAME(at2)(i, j)] = second * ratio;
      CK_UNROLL
      for (int k = j; k < 3; ++k) {
        CK_SCALAR third = parent[9 + CK_DEGREE_NAME(at3)(i, j, k)];
        CK_UNROLL
        for (int l = 0; CK_DEGREE > 2 && l < 3; ++l) {
          third += parent[19 + CK_DEGREE_NAME(at4)(i, j, k, l)] * s[l];
        }
        child[9 + CK_DEGREE_NAME(at3)(i, j, k)] = third * ratio2;
      }
    }
  }
  CK_UNROLL
  for (int q = 19; q < CK_DEGREE_NAME(local_count); ++q) { child[q] = parent[q] * ratio3; }
}

static CK_INLINE void CK_DEGREE_NAME(locals_to_points)(const CK_SCALAR *locals,
                                                       const CK_SCALAR *points, CK_SCALAR inverse,
                                                       CK_SCALAR *force) {
  enum { LEAF = CK_MANY_BODY_LEAF };
  for (int at = 0; at < LEAF; at += CK_LANES) {
    CK_SIMD u[3];
    CK_UNROLL
    for (int i = 0; i < 3; ++i) { u[i] = CK_SCALAR_NAME(load)(points + i * LEAF + at) * inverse; }
    CK_UNROLL
    for (int i = 0; i < 3; ++i) {
      CK_SIMD total = (CK_SIMD)locals[i];
      CK_UNROLL
      for (int j = 0; j < 3; ++j) {
        CK_SIMD factor = (CK_SIMD)locals[3 + CK_DEGREE_NAME(at2)(i, j)];
        CK_UNROLL
        for (int k = 0; k < 3; ++k) {
          CK_SIMD inner = (CK_SIMD)locals[9 + CK_DEGREE_NAME(at3)(i, j, k)];
          CK_UNROLL
          for (int l = 0; CK_DEGREE > 2 && l < 3; ++l) {
            inner +=
                (CK_SIMD)locals[19 + CK_DEGREE_NAME(at4)(i, j, k, l)] * (u[l] * ((CK_SCALAR)1 / 3));
          }
          factor += inner * (u[k] * (CK_SCALAR)0.5);
        }
        total += factor * u[j];
      }
      CK_SCALAR_NAME(store)(force + i * LEAF + at, -total);
    }
  }
}
