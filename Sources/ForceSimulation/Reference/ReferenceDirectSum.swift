/// The specification of exact many-body (docs/determinism.md, "Many-body, direct sum").
enum ReferenceDirectSum {
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  static func apply<Vector: SimulationVector>(
    _ law: ManyBodyLaw<Vector.Scalar>, alpha: Vector.Scalar, jiggle: Jiggle, position: [Vector],
    targets: Range<Int>, velocity: inout [Vector]
  ) {
    if let split = ReferenceSplitSum(law, position) {
      return split.apply(
        law, alpha: alpha, jiggle: jiggle, position: position, targets: targets,
        velocity: &velocity)
    }
    plain(
      law, alpha: alpha, jiggle: jiggle, position: position, targets: targets, velocity: &velocity)
  }

  /// The sum in the scalar type of the state.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  static func plain<Vector: SimulationVector>(
    _ law: ManyBodyLaw<Vector.Scalar>, alpha: Vector.Scalar, jiggle: Jiggle, position: [Vector],
    targets: Range<Int>, velocity: inout [Vector]
  ) {
    for i in targets {
      var force = Vector.zero
      for j in position.indices where j != i {
        var difference = position[j] - position[i]
        let weight = law.weight(&difference, of: j, on: i, jiggle: jiggle)
        force += difference * weight
      }
      velocity[i] += force * alpha
    }
  }

  /// The same sums, compensated: the rounding error of each addition is carried over to the next
  /// one (W. Kahan, Further remarks on reducing truncation errors, doi:10.1145/363707.363723).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  static func exact<Vector: SimulationVector>(
    _ law: ManyBodyLaw<Vector.Scalar>, alpha: Vector.Scalar, jiggle: Jiggle, position: [Vector],
    targets: Range<Int>
  ) -> [Vector] {
    targets.map { i in
      var force = Vector.zero
      var excess = Vector.zero
      for j in position.indices where j != i {
        var difference = position[j] - position[i]
        let weight = law.weight(&difference, of: j, on: i, jiggle: jiggle)
        let term = difference * weight - excess
        let sum = force + term
        excess = (sum - force) - term
        force = sum
      }
      return force * alpha
    }
  }
}

extension ManyBodyLaw {
  /// The factor of the difference vector from i to j. Coincident nodes get a random difference
  /// vector first.
  @inline(__always)
  func weight<Vector: SimulationVector>(
    _ difference: inout Vector, of j: Int, on i: Int, jiggle: Jiggle
  ) -> Scalar where Vector.Scalar == Scalar {
    var distance2 = difference.lengthSquared()
    if distance2 < Vector.coincidenceDistance2 {
      difference = jiggle.difference(from: i, to: j)
      distance2 = difference.lengthSquared()
    }
    return softenedWeight(distance2, strength: strengths[j])
  }

  /// strength / distance², softened below distanceMin, tapered to zero at distanceMax. The taper
  /// follows the distance itself, not the softened one.
  @inline(__always)
  func softenedWeight(_ distance2: Scalar, strength: Scalar) -> Scalar {
    Self.softenedWeight(
      distance2, strength: strength, distanceMin2: distanceMin2, distanceMax2: distanceMax2)
  }

  /// The same with distances in other units.
  @inline(__always)
  static func softenedWeight<Number: BinaryFloatingPoint>(
    _ distance2: Number, strength: Number, distanceMin2: Number, distanceMax2: Number
  ) -> Number {
    let isSoft = distance2 < distanceMin2
    let weight = strength / (isSoft ? (distanceMin2 * distance2).squareRoot() : distance2)
    guard distanceMax2.isFinite else { return weight }
    if distance2 >= distanceMax2 { return 0 }
    let inner2 = distanceMax2 * Number(0.81)
    guard distance2 > inner2 else { return weight }
    let u = (distanceMax2 - distance2) / (distanceMax2 - inner2)
    return weight * ((u * u) * (3 - 2 * u))
  }
}
