// The error of far cells. A far cell adds an error of about
//
//     S / d * q^(n / 2) / (1 - q),  q = ((r + s) / d)^2,  n = degree + 1
//
// to the force on each point of a target, where d is the distance of the centres, r and s are the
// radii, and S is the effective strength of the source: the strength of a ring of its radius that
// would have moments of the same sizes (Dehnen 2014, doi:10.1186/s40668-014-0001-7, section 3). A
// cell is far when that is at most
//
//     tolerance * scale * (nodes of a leaf / nodes of the target)^(1/2)
//               * (mass of the source / mass of all)^(1/4)
//
// where the scale is about the root mean square of the forces. A target may have the more error the
// fewer nodes it has, so that each pair of cells may make about the same part of the squared error
// of all nodes. A heavy cell may make a larger error than a light one, as there are few of them.
// The tolerance follows from what comes out (+Control).

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
}
