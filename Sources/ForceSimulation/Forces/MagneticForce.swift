/// Turns links towards a direction, as a magnetic field turns needles: arrows point down, or a
/// drawing gets an axis (Sugiyama and Misue, Graph drawing by the magnetic spring model, 1995,
/// doi:10.1006/jvlc.1995.1013; their parallel field, with alpha and beta 1).
///
/// A link of length r at the angle t to the direction gets the relative velocity strength * alpha
/// * r * 2 sin(t/2) / m, perpendicular to itself and towards the direction. For small angles that
/// is r * t, the arc from its end to the direction. m is the smaller number of link ends at its two
/// nodes.
/// Each end takes the share that the other end has of the link ends of both, as in `SpringForce`,
/// so that hubs stay calm. A link of opposite direction turns towards the axis along which it
/// reaches least. All links see the positions from before the force. O(n + links).
///
///     MagneticForce(direction: SIMD2(0, 1))
public struct MagneticForce<Vector: SimulationVector>: Force {
  /// The direction in which links point, from source to target, when they have turned; its length
  /// does not matter, but is not zero.
  public var direction: Vector
  /// The share of the angle that is taken away in each tick at alpha 1, for small angles.
  /// Dimensionless; negative turns links away.
  public var strength: LinkValues<Vector.Scalar> { didSet { bound.expire() } }
  /// True to turn each link to the direction or its opposite, whichever is nearer.
  public var isBidirectional: Bool
  private var bound = Bound<BoundSprings<Vector.Scalar>>()

  /// A magnetic force. By default links keep their sense, with strength 0.5.
  public init(
    direction: Vector, strength: LinkValues<Vector.Scalar> = 0.5, isBidirectional: Bool = false
  ) {
    self.direction = direction
    self.strength = strength
    self.isBidirectional = isBidirectional
  }

  /// Throws when the direction is zero, and when it or a strength is not finite.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    guard field != nil else {
      throw .outOfRange(
        "magnetic direction", value: "\(direction)",
        allowed: "a vector whose length is above zero, and does not overflow")
    }
    guard !bound.isCurrent(for: context.graph) else { return }
    try Validate.links(context.links, nodeCount: context.nodeCount)
    let strengths = try context.values(\.strength, of: self)
    bound.set(
      BoundSprings(context.links, strengths, [], nodeCount: context.nodeCount),
      nodeCount: context.nodeCount, graph: context.graph)
  }

  /// The direction with length 1; nil when it has none.
  private var field: Vector? {
    let length = direction.length()
    return length > 0 && length.isFinite ? direction / length : nil
  }

  /// Changes the velocities of the ends of links. Coincident ends have no direction, and are left
  /// alone. Traps when the force has not been bound. O(n + links).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let needles = bound.value("MagneticForce", nodeCount: step.nodeCount)
    guard let field else { return }
    let alpha = step.alpha
    for link in needles.links.indices {
      let (source, target) = (Int(needles.links[link].source), Int(needles.links[link].target))
      let difference =
        step.kinetics._position.storage[target] - step.kinetics._position.storage[source]
      let square = difference.lengthSquared()
      guard square > Vector.coincidenceDistance2, source != target else { continue }
      let length = square.squareRoot()
      let turn = turn(of: difference / length, to: field)
      let push = needles.stiffnesses[link] * alpha * length / needles.divisors[link]
      let share = needles.shares[link]
      step.kinetics._velocity.storage[target] += turn * (push * share)
      step.kinetics._velocity.storage[source] -= turn * (push * (1 - share))
    }
  }

  /// The vector perpendicular to a unit vector and towards the field, as long as the chord between
  /// the two.
  @inline(__always)
  private func turn(of needle: Vector, to field: Vector) -> Vector {
    func product(_ one: Vector, _ other: Vector) -> Vector.Scalar {
      var sum = one[0] * other[0]
      for axis in 1..<Vector.scalarCount { sum += one[axis] * other[axis] }
      return sum
    }
    let cosine = product(needle, field)
    let goal = isBidirectional && cosine < 0 ? -field : field
    let chord = (goal - needle).length()
    var across = goal - needle * product(needle, goal)
    var length = across.length()
    if length < Vector.Scalar.ulpOfOne {
      // The needle points along the field, or away from it: any perpendicular direction will do.
      guard chord > 1 else { return .zero }
      var least = 0
      for axis in 1..<Vector.scalarCount where abs(needle[axis]) < abs(needle[least]) {
        least = axis
      }
      across = needle * -needle[least]
      across[least] += 1
      length = across.length()
    }
    return across * (chord / length)
  }
}

extension MagneticForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 19 }

  static var declaration: ForceKind<Vector> {
    var right = Vector.zero
    right[0] = 1
    return ForceKind(
      Self(direction: right), title: "Magnet",
      parameters: [
        ForceParameter(\Self.direction, name: "direction").required(),
        ForceParameter(
          \Self.strength, name: "strength", slider: 0...1,
          evaluated: { $0.bound.latest?.stiffnesses }),
        ForceParameter(\Self.isBidirectional, name: "isBidirectional"),
      ])
  }
}
