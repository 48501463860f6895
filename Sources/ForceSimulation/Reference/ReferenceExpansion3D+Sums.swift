// The sums of distant sources in three dimensions (ReferenceExpansion3D.swift has the formulas).
// The terms with a Kronecker delta are added once for all sources, in locals(of:).

extension ReferenceExpansion3D {
  /// The moments of a source contracted with the direction to it: m2n_i = M_ij n_j, m3nn_i = M_ijk
  /// n_j n_k and so on.
  private struct Contracted {
    let m0: Number
    let m1: Vector
    let m1n: Number
    let m2: [Number]
    let m2n: Vector
    let m2nn, trace2: Number
    var m3nn = Vector.zero
    var trace3 = Vector.zero
    var m3nnn: Number = 0
    var trace3n: Number = 0
  }

  private func contract(
    _ moments: [Term], _ scale: Number, _ n: Vector, _ nn: [Number]
  ) -> Contracted {
    let scale2 = scale * scale
    let m1 = Vector(moments[1], moments[2], moments[3]) * scale
    let m2 = moments[4..<10].map { $0 * scale2 }
    var m2n = Vector.zero
    for i in 0..<3 { m2n[i] = dot(Vector(m2[at(i, 0)], m2[at(i, 1)], m2[at(i, 2)]), n) }
    var c = Contracted(
      m0: moments[0], m1: m1, m1n: dot(m1, n), m2: m2, m2n: m2n, m2nn: dot(m2n, n),
      trace2: (m2[0] + m2[3]) + m2[5])
    guard isThird else { return c }
    let scale3 = scale2 * scale
    for i in 0..<3 {
      func m3(_ j: Int, _ k: Int) -> Number { moments[10 + at(i, j, k)] }
      var sum = (m3(0, 0) * nn[0] + m3(1, 1) * nn[3]) + m3(2, 2) * nn[5]
      sum = m3(0, 1) * (nn[1] + nn[1]) + sum
      sum = m3(0, 2) * (nn[2] + nn[2]) + sum
      sum = m3(1, 2) * (nn[4] + nn[4]) + sum
      c.m3nn[i] = sum * scale3
      c.trace3[i] = ((m3(0, 0) + m3(1, 1)) + m3(2, 2)) * scale3
    }
    c.m3nnn = dot(c.m3nn, n)
    c.trace3n = dot(c.trace3, n)
    return c
  }

  /// n_i n_j.
  private func products(_ n: Vector) -> [Number] {
    [n.x * n.x, n.x * n.y, n.x * n.z, n.y * n.y, n.y * n.z, n.z * n.z]
  }

  func sums(of moments: [Term], _ d: Vector, unit: Number, targetUnit: Number) -> [Term] {
    let inverse = 1 / dot(d, d).squareRoot()
    let ratio = inverse * targetUnit
    let n = d * inverse
    let nn = products(n)
    let c = contract(moments, unit * inverse, n, nn)
    var sums = [Number](repeating: 0, count: sumCount)
    addRank1(&sums, c, n, scale: inverse)
    addRank2(&sums, c, n, scale: inverse * ratio)
    addRank3(&sums, c, n, nn, scale: inverse * ratio * ratio)
    if isThird { addRank4(&sums, (inverse * ratio * ratio * ratio) * c.m0, nn) }
    return sums
  }

  private func addRank1(_ sums: inout [Number], _ c: Contracted, _ n: Vector, scale: Number) {
    var along = (c.m0 + 2 * c.m1n) + (4 * c.m2nn - c.trace2)
    if isThird { along += 8 * c.m3nnn - 4 * c.trace3n }
    for i in 0..<3 {
      var first = (along * n[i] - c.m1[i]) - 2 * c.m2n[i]
      if isThird { first += c.trace3[i] - 4 * c.m3nn[i] }
      sums[i] = first * scale
    }
  }

  /// a_i n_j + a_j n_i - 2 M_ij + D_ij diagonal.
  private func addRank2(_ sums: inout [Number], _ c: Contracted, _ n: Vector, scale: Number) {
    var diagonal = c.m0 + 2 * c.m1n
    var product = -c.m0 - 4 * c.m1n
    if isThird {
      diagonal += 4 * c.m2nn - c.trace2
      product += 2 * c.trace2 - 12 * c.m2nn
    }
    var a = n * product + c.m1 * 2
    if isThird { a += c.m2n * 8 }
    for i in 0..<3 {
      for j in i..<3 {
        var second = a[i] * n[j] + a[j] * n[i]
        if isThird { second -= 2 * c.m2[at(i, j)] }
        sums[3 + at(i, j)] = second * scale
      }
    }
    sums[9] = diagonal * scale
  }

  /// b_i n_j n_k + b_j n_i n_k + b_k n_i n_j and the deltas.
  private func addRank3(
    _ sums: inout [Number], _ c: Contracted, _ n: Vector, _ nn: [Number], scale: Number
  ) {
    var linear = -2 * c.m0
    var cubic = c.m0 * Number(8.0 / 3)
    if isThird {
      linear -= 8 * c.m1n
      cubic += 16 * c.m1n
    }
    var delta = n * linear
    var b = n * cubic
    if isThird {
      delta += c.m1 * 2
      b -= c.m1 * 8
    }
    for i in 0..<3 { sums[20 + i] = delta[i] * scale }
    addProducts(&sums, b * scale, nn)
  }

  private func addProducts(_ sums: inout [Number], _ b: Vector, _ nn: [Number]) {
    for i in 0..<3 {
      for j in i..<3 {
        for k in j..<3 {
          sums[10 + at(i, j, k)] =
            (b[i] * nn[at(j, k)] + b[j] * nn[at(i, k)]) + b[k] * nn[at(i, j)]
        }
      }
    }
  }

  private func addRank4(_ sums: inout [Number], _ weight: Number, _ nn: [Number]) {
    for i in 0..<3 {
      for j in i..<3 {
        for k in j..<3 {
          for l in k..<3 { sums[23 + at(i, j, k, l)] = (weight * nn[at(i, j)]) * nn[at(k, l)] }
        }
      }
    }
  }

  func sums(of strength: Number, _ d: Vector, targetUnit: Number) -> [Term] {
    let inverse = 1 / dot(d, d).squareRoot()
    let ratio = inverse * targetUnit
    let (scale1, n) = (strength * inverse, d * inverse)
    let scale2 = scale1 * ratio
    let scale3 = scale2 * ratio
    let nn = products(n)
    var sums = [Number](repeating: 0, count: sumCount)
    for i in 0..<3 {
      sums[i] = scale1 * n[i]
      sums[20 + i] = -2 * (scale3 * n[i])
    }
    for q in 0..<6 { sums[3 + q] = -2 * (scale2 * nn[q]) }
    sums[9] = scale2
    addProducts(&sums, n * (scale3 * Number(8.0 / 3)), nn)
    if isThird { addRank4(&sums, scale3 * ratio, nn) }
    return sums
  }

  // MARK: From sums to locals

  func locals(of sums: [Term]) -> [Term] {
    var locals = [Number](repeating: 0, count: localCount)
    for i in 0..<3 {
      locals[i] = sums[i]
      for j in i..<3 {
        locals[3 + at(i, j)] = i == j ? sums[3 + at(i, j)] + sums[9] : sums[3 + at(i, j)]
        for k in j..<3 {
          var third = sums[10 + at(i, j, k)]
          if i == j { third += sums[20 + k] }
          if j == k { third += sums[20 + i] }
          if i == k { third += sums[20 + j] }
          locals[9 + at(i, j, k)] = third
        }
      }
    }
    if isThird { addRank4(of: sums, to: &locals) }
    return locals
  }

  private func addRank4(of sums: [Number], to locals: inout [Number]) {
    func w(_ i: Int, _ j: Int, _ k: Int, _ l: Int) -> Number { sums[23 + at(i, j, k, l)] }
    // n . n = 1, so traces of products of four are products of two, and their trace is the weight
    // alone.
    var two = [Number](repeating: 0, count: 6)
    for i in 0..<3 {
      for j in i..<3 { two[at(i, j)] = (w(i, j, 0, 0) + w(i, j, 1, 1)) + w(i, j, 2, 2) }
    }
    let none = (two[0] + two[3]) + two[5]
    for i in 0..<3 {
      for j in i..<3 {
        for k in j..<3 {
          for l in k..<3 {
            var fourth = -48 * w(i, j, k, l)
            if i == j { fourth += 8 * two[at(k, l)] }
            if i == k { fourth += 8 * two[at(j, l)] }
            if i == l { fourth += 8 * two[at(j, k)] }
            if j == k { fourth += 8 * two[at(i, l)] }
            if j == l { fourth += 8 * two[at(i, k)] }
            if k == l { fourth += 8 * two[at(i, j)] }
            var deltas: Number = 0
            if i == j && k == l { deltas += 1 }
            if i == k && j == l { deltas += 1 }
            if i == l && j == k { deltas += 1 }
            locals[19 + at(i, j, k, l)] = fourth - 2 * none * deltas
          }
        }
      }
    }
  }
}
