/// Expansions in three dimensions: Taylor series of the potential ln r, which is not harmonic, so
/// that tensors keep all their components.
///
/// With G_ij.. the derivatives of ln |d| at d = target's centre - source's centre, s the sources
/// and u the targets relative to their centres, the negative of the force is
///
///     F_i(u) = C_i + C_ij u_j + C_ijk u_j u_k / 2 + C_ijkl u_j u_k u_l / 6
///     C_i    = M G_i - M_j G_ij + M_jk G_ijk / 2 - M_jkl G_ijkl / 6
///     C_ij   = M G_ij - M_k G_ijk + M_kl G_ijkl / 2
///     C_ijk  = M G_ijk - M_l G_ijkl      C_ijkl = M G_ijkl
///
/// with moments M_jk.. = sum of w s_j s_k .., and terms up to the degree (2 or 3) kept. With n = d
/// / |d| and D the Kronecker delta,
///
///     |d| G_i = n_i,  |d|^2 G_ij = D_ij - 2 n_i n_j,
///     |d|^3 G_ijk = -2 (D_ij n_k + 2 like it) + 8 n_i n_j n_k,
///     |d|^4 G_ijkl = -2 (D_ij D_kl + 2) + 8 (D_ij n_k n_l + 5) - 48 n_i n_j n_k n_l
///
/// Tensors are symmetric: they have one term for each set of indices, in lexicographic order, lower
/// ranks first. CKernels/expansion_3d.inl and expansion_3d_sums.inl are the same for the kernels.
struct ReferenceExpansion3D<Number: MultipoleNumber>: ReferenceExpansion {
  typealias Term = Number
  typealias Vector = SIMD3<Number>

  static var dimension: Int { 3 }
  static func degree(isHigher: Bool) -> Int { isHigher ? 3 : 2 }

  let degree: Int
  var isThird: Bool { degree == 3 }
  /// The number of moments M, M_i, M_ij, M_ijk, which begin at 0, 1, 4, 10.
  var momentCount: Int { isThird ? 20 : 10 }
  /// The number of locals C_i, C_ij, C_ijk, C_ijkl, which begin at 0, 3, 9, 19.
  var localCount: Int { isThird ? 34 : 19 }
  /// The number of sums: the terms of C_i from 0, C_ij from 3, C_ijk from 10 without their deltas;
  /// the factor of D_ij at 9; v_k of D_ij v_k + D_jk v_i + D_ik v_j from 20; the weights of n_i n_j
  /// n_k n_l from 23.
  var sumCount: Int { isThird ? 38 : 23 }

  // MARK: Moments

  func moments(of strength: Number, at s: Vector) -> [Term] {
    var moments = [Number](repeating: 0, count: momentCount)
    moments[0] = strength
    for i in 0..<3 {
      let first = strength * s[i]
      moments[1 + i] = first
      for j in i..<3 {
        let second = first * s[j]
        moments[4 + at(i, j)] = second
        guard isThird else { continue }
        for k in j..<3 { moments[10 + at(i, j, k)] = second * s[k] }
      }
    }
    return moments
  }

  func moved(moments child: [Term], by s: Vector, ratio: Number) -> [Term] {
    var moments = child
    let zeroth = s * child[0]
    let m1 = Vector(child[1], child[2], child[3]) * ratio
    let m2 = child[4..<10].map { $0 * (ratio * ratio) }
    for i in 0..<3 {
      moments[1 + i] = zeroth[i] + m1[i]
      for j in i..<3 {
        let ij = at(i, j)
        let first: Number = m1[i] * s[j] + m1[j] * s[i]
        moments[4 + ij] = m2[ij] + (first + zeroth[i] * s[j])
        guard isThird else { continue }
        for k in j..<3 {
          var third: Number = child[10 + at(i, j, k)] * (ratio * ratio * ratio)
          let second: Number = m2[ij] * s[k] + m2[at(i, k)] * s[j]
          third += second + m2[at(j, k)] * s[i]
          let first: Number = m1[i] * s[j] * s[k] + m1[j] * s[i] * s[k]
          third += first + m1[k] * s[i] * s[j]
          third += zeroth[i] * s[j] * s[k]
          moments[10 + at(i, j, k)] = third
        }
      }
    }
    return moments
  }

  func chargeAndDipole(_ moments: [Term]) -> (Number, Vector) {
    (moments[0], Vector(moments[1], moments[2], moments[3]))
  }

  /// The norms of the tensors. A component counts once for each order of its indices.
  func sizes(of moments: [Term]) -> [Number] {
    var size = [Number](repeating: 0, count: degree + 1)
    size[0] = moments[0] * moments[0]
    for i in 0..<3 {
      size[1] += moments[1 + i] * moments[1 + i]
      for j in i..<3 {
        let second = moments[4 + at(i, j)]
        size[2] += (i == j ? 1 : 2) * (second * second)
        guard isThird else { continue }
        for k in j..<3 {
          let third = moments[10 + at(i, j, k)]
          size[3] += (i == k ? 1 : i == j || j == k ? 3 : 6) * (third * third)
        }
      }
    }
    return size.map { $0.squareRoot() }
  }

  // MARK: Locals

  func moved(locals parent: [Term], by s: Vector, ratio: Number) -> [Term] {
    var locals = parent
    for i in 0..<3 {
      var first = parent[i]
      for j in 0..<3 {
        var factor = parent[3 + at(i, j)]
        for k in 0..<3 {
          let inner = contracted(parent, i, j, k, with: s * (Number(1) / 3))
          factor = inner * (s[k] * 0.5) + factor
        }
        first = factor * s[j] + first
      }
      locals[i] = first
      for j in i..<3 {
        var second = parent[3 + at(i, j)]
        for k in 0..<3 { second = contracted(parent, i, j, k, with: s * 0.5) * s[k] + second }
        locals[3 + at(i, j)] = second * ratio
        for k in j..<3 {
          locals[9 + at(i, j, k)] = contracted(parent, i, j, k, with: s) * (ratio * ratio)
        }
      }
    }
    for q in 19..<localCount { locals[q] = parent[q] * (ratio * ratio * ratio) }
    return locals
  }

  func force(of locals: [Term], at u: Vector) -> Vector {
    var force = Vector.zero
    for i in 0..<3 {
      var total = locals[i]
      for j in 0..<3 {
        var factor = locals[3 + at(i, j)]
        for k in 0..<3 {
          let inner = contracted(locals, i, j, k, with: u * (Number(1) / 3))
          factor = inner * (u[k] * 0.5) + factor
        }
        total = factor * u[j] + total
      }
      force[i] = -total
    }
    return force
  }

  func forceAtCentre(of sums: [Term]) -> Vector { -Vector(sums[0], sums[1], sums[2]) }

  /// C_ijk + C_ijkl v_l.
  private func contracted(
    _ locals: [Term], _ i: Int, _ j: Int, _ k: Int, with v: Vector
  ) -> Number {
    var sum = locals[9 + at(i, j, k)]
    guard isThird else { return sum }
    for l in 0..<3 { sum = locals[19 + at(i, j, k, l)] * v[l] + sum }
    return sum
  }

  // MARK: Places of components, for sorted or unsorted indices

  func at(_ i: Int, _ j: Int) -> Int { at(nonzero: min(i, 1) + min(j, 1), twos: i / 2 + j / 2) }

  func at(_ i: Int, _ j: Int, _ k: Int) -> Int {
    at(nonzero: min(i, 1) + min(j, 1) + min(k, 1), twos: i / 2 + j / 2 + k / 2)
  }

  func at(_ i: Int, _ j: Int, _ k: Int, _ l: Int) -> Int {
    at(
      nonzero: min(i, 1) + min(j, 1) + min(k, 1) + min(l, 1), twos: i / 2 + j / 2 + k / 2 + l / 2)
  }

  /// Components in lexicographic order have a rising number of indices that are not 0, then of
  /// indices that are 2.
  private func at(nonzero: Int, twos: Int) -> Int { nonzero * (nonzero + 1) / 2 + twos }
}
