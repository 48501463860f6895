// The error of far cells. A far cell adds an error of about
//
//     S / d * q^(n / 2) / (1 - q),  q = ((r + s) / d)^2,  n = degree + 1
//
// to the force on each point of a target, where d is the distance of the centres, r and s are the
// radii, and S is the effective strength of the source: the strength of a ring of its radius that
// would have moments of the same sizes (Dehnen 2014, doi:10.1186/s40668-014-0001-7, section 3). A
// cell is far when that is at most
//
//     tolerance * scale * (mass of the source / mass of all)^(1/4)
//
// where the scale is about the root mean square of the forces. A heavy cell may make a larger error
// than a light one, as there are few of them.

extension ReferenceMultipole.Tree {
  /// Compares both sides squared, and divided by the root of the source's mass.
  func isAccurate(
    _ power: Number, radii2: Number, reach2: Number, _ d2: Number, _ tolerance2: Number
  ) -> Bool {
    let inverse = 1 / d2
    let gap = 1 - radii2 * inverse
    return power * errorPower(reach2 * inverse) <= (gap * gap) * (d2 * tolerance2)
  }

  /// q^(degree + 1), by squaring.
  private func errorPower(_ q: Number) -> Number {
    let second = q * q
    let fourth = second * second
    return switch expansion.degree {
    case 2: second * q
    case 3: fourth
    case 7: fourth * fourth
    default: (fourth * fourth) * fourth
    }
  }

  // MARK: Effective strengths

  /// Sets the power of a cell from its moments.
  func setPower(of cell: inout Cell) {
    let unit = cell.unit
    let ratio = cell.radius < unit ? 0 : unit / cell.radius
    let sizes = expansion.sizes(of: cell.moments)
    var strength: Number = 0
    for order in sizes.indices.reversed() {
      strength = strength * ratio + Number(weight(ofOrder: order)) * sizes[order]
    }
    var strength2 = strength * strength
    // Strengths of both signs cancel in the moments that are kept, not in those that are left out:
    // to these each point contributes by itself.
    let (charge, _) = expansion.chargeAndDipole(cell.moments)
    if charge * charge < cell.mass * cell.mass * Number(0.999) { strength2 += cell.square }
    cell.power = cell.mass > 0 ? strength2 / cell.mass.squareRoot() : 0
  }

  /// The share in the error of the moments of an order, for the worse of a target as large as the
  /// source and one half as large: the binomial terms of ((r + s) / d)^n.
  private func weight(ofOrder order: Int) -> Double {
    let n = expansion.degree + 1
    func share(_ k: Int, _ times: Int) -> Double {
      let binomial = (0..<k).reduce(1) { $0 * (n - $1) / ($1 + 1) }
      let source = (0..<k).reduce(1) { product, _ in product * times }
      let both = (0..<n).reduce(1) { product, _ in product * (1 + times) }
      return Double(binomial) * Double(source) / Double(both)
    }
    return [1, 2].map { times in
      // In space the first order that is left out matters, and is about as large as the last one.
      let isLast = input.dimension == 3 && order == expansion.degree
      return share(order, times) + (isLast ? share(n, times) : 0)
    }.max()!
  }

  // MARK: The scale

  /// The limit of `isAccurate`. Errors of many cells partly cancel, so that the sum stays below the
  /// accuracy when each cell may make a multiple of it.
  func tolerance() -> Number {
    let samples = (0..<16).map { sampleForce(slot: (2 * $0 + 1) * slots.count / 32) }
    let root = cells[0]
    let (mass, radius) = (Double(root.mass), Double(root.radius))
    let least = radius > 0 ? 1e-4 * mass / radius : 0
    let allowance = input.dimension == 2 ? 4 : 1.5
    let most = input.law.accuracy * allowance * max(typical(samples), least)
    return mass > 0 ? Number(most * most / mass.squareRoot()) : 0
  }

  /// The root mean square of the samples. A close pair of nodes must not set the scale for all
  /// others: a force counts as twice the upper quartile at most.
  private func typical(_ samples: [SIMD3<Double>]) -> Double {
    let squares = samples.map { ($0.x * $0.x + $0.y * $0.y) + $0.z * $0.z }.sorted()
    let most = squares[11] * 4
    return (squares.reduce(0) { $0 + min($1, most) } / 16).squareRoot()
  }

  /// The force of all points on one, in blocks of 64 leaves of sixteen partial sums each.
  private func sampleForce(slot: Int) -> SIMD3<Double> {
    let target = shape.leafNode(slot / leafSize)
    let min2 = distanceMin * distanceMin
    var force = SIMD3<Double>.zero
    for block in stride(from: 0, to: shape.leafCount, by: 64) {
      var sums = Sixteenths<Number>(count: 3)
      for leaf in block..<min(block + 64, shape.leafCount) {
        let source = shape.leafNode(leaf)
        let place = points[slot] + Number.vector(cells[target].centre - cells[source].centre)
        for from in leaf * leafSize..<(leaf + 1) * leafSize {
          let d = points[from] - place
          let r2 = max(dot(d, d), Number.closest2)
          let soft2 = r2 < min2 ? (min2 * r2).squareRoot() : r2
          let added = d * tapered(strengths[from] / soft2, r2)
          sums.add([added.x, added.y, added.z], number: from)
        }
      }
      let sum = sums.joined()
      force += ReferenceMultipole.double(Vector(sum[0], sum[1], sum[2]))
    }
    return force
  }
}
