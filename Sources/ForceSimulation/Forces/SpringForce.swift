/// Links as springs with damping: a spring and a damper side by side (Kelvin-Voigt).
///
/// Along the unit vector u from source to target, with d the distance and w the velocity of the
/// target relative to the source, the pull of a link is (stiffness * alpha * (d - length) +
/// damping * (w . u)) / m, where m is the smaller number of link ends at its two nodes. Each end
/// takes the share of it that the other end has of the link ends of both, as in `LinkForce`, so
/// that hubs stay calm. All links see the positions and velocities from before the force. The
/// damping does not depend on alpha. O(n + links).
public struct SpringForce<Vector: SimulationVector>: Force {
  /// The stiffness of each link, dimensionless: 1 removes the whole error in one tick at alpha 1.
  public var stiffness: LinkValues<Vector.Scalar> { didSet { bound.expire() } }
  /// The length at rest of each link, in layout units; not negative.
  public var length: LinkValues<Vector.Scalar> { didSet { bound.expire() } }
  /// The share of the relative velocity along the link that is taken away in each tick, 0 to 1.
  public var damping: Vector.Scalar
  private var bound = Bound<BoundSprings<Vector.Scalar>>()

  /// Springs with stiffness 0.5, length 30 and damping 0.2 by default.
  public init(
    stiffness: LinkValues<Vector.Scalar> = 0.5, length: LinkValues<Vector.Scalar> = 30,
    damping: Vector.Scalar = 0.2
  ) {
    self.stiffness = stiffness
    self.length = length
    self.damping = damping
  }

  /// Throws when a stiffness or length is not finite, a length is negative, or the damping is not
  /// between 0 and 1.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    guard !bound.isCurrent(for: context.graph) else { return }
    let links = context.links
    try Validate.links(links, nodeCount: context.nodeCount)
    let stiffnesses = try context.values(\.stiffness, of: self)
    let lengths = try context.values(\.length, of: self)
    bound.set(
      BoundSprings(links, stiffnesses, lengths, nodeCount: context.nodeCount),
      nodeCount: context.nodeCount, graph: context.graph)
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
    let springs = bound.value("SpringForce", nodeCount: step.nodeCount)
    let alpha = step.alpha
    let before = step.kinetics._velocity.storage
    for link in springs.links.indices {
      let (source, target) = (Int(springs.links[link].source), Int(springs.links[link].target))
      let difference =
        step.kinetics._position.storage[target] - step.kinetics._position.storage[source]
      let square = difference.lengthSquared()
      guard square > Vector.coincidenceDistance2, source != target else { continue }
      let distance = square.squareRoot()
      let direction = difference / distance
      let relative = before[target] - before[source]
      var speed = relative[0] * direction[0]
      for axis in 1..<Vector.scalarCount { speed += relative[axis] * direction[axis] }
      let error = distance - springs.lengths[link]
      let pull =
        (springs.stiffnesses[link] * alpha * error + damping * speed) / springs.divisors[link]
      let share = springs.shares[link]
      step.kinetics._velocity.storage[target] -= direction * (pull * share)
      step.kinetics._velocity.storage[source] += direction * (pull * (1 - share))
    }
  }
}

/// The evaluated parameters of a spring force.
struct BoundSprings<Scalar: SimulationScalar>: Sendable {
  var links: [(source: Int32, target: Int32)]
  var stiffnesses: [Scalar]
  var lengths: [Scalar]
  /// The smaller number of link ends at the two nodes of each link.
  var divisors: [Scalar]
  /// The share of each link's pull that its target takes.
  var shares: [Scalar]

  @_specialize(where Scalar == Float)
  @_specialize(where Scalar == Double)
  init(_ links: [Link<Int>], _ stiffnesses: [Scalar], _ lengths: [Scalar], nodeCount: Int) {
    var ends = [Int](repeating: 0, count: nodeCount)
    for link in links {
      ends[link.source] += 1
      ends[link.target] += 1
    }
    self.links = links.map { (Int32($0.source), Int32($0.target)) }
    self.stiffnesses = stiffnesses
    self.lengths = lengths
    divisors = links.map { Scalar(min(ends[$0.source], ends[$0.target])) }
    shares = links.map { Scalar(ends[$0.source]) / Scalar(ends[$0.source] + ends[$0.target]) }
  }
}

extension SpringForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 15 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(), title: "Springs",
      parameters: [
        ForceParameter(
          \Self.stiffness, name: "stiffness", slider: 0...1,
          evaluated: { $0.bound.latest?.stiffnesses }
        ).named(formerly: "strength"),
        ForceParameter(
          \Self.length, name: "length", unit: "layout units", range: .notNegative, slider: 1...200,
          evaluated: { $0.bound.latest?.lengths }),
        ForceParameter(\Self.damping, name: "damping", range: 0...1, slider: 0...1),
      ])
  }
}
