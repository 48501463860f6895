/// Keeps nodes apart that would overlap, as discs (balls) of given radii (d3-force,
/// "forceCollide").
///
/// Predicted positions, position plus velocity, are compared. Larger nodes are heavier and move
/// less. Does not depend on alpha. O(n) wherever the nodes are, for radii of similar size. Radii
/// that differ by more than a factor of four take one more pass for each such factor, twelve at
/// most.
public struct CollideForce<Vector: SimulationVector>: Force {
  /// The radius of each node, in layout units; not negative.
  public var radius: NodeValues<Vector.Scalar> { didSet { bound.expire() } }
  /// The share of an overlap that is removed in each iteration, dimensionless.
  public var strength: Vector.Scalar
  /// The number of passes over the overlaps in each tick: more passes leave less overlap. 0 to
  /// 2^16.
  public var iterations: Int
  private var bound = Bound<CollideRadii<Vector.Scalar>>()

  /// A collide force. The radius is in layout units; by default it is 1, and one iteration removes
  /// the whole overlap.
  public init(
    radius: NodeValues<Vector.Scalar> = 1, strength: Vector.Scalar = 1, iterations: Int = 1
  ) {
    self.radius = radius
    self.strength = strength
    self.iterations = iterations
  }

  /// Throws when a radius is negative or not finite, when the strength is not finite, and when
  /// `iterations` is out of range.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    guard !bound.isCurrent(for: context.graph) else { return }
    bound.set(
      CollideRadii(try context.values(\.radius, of: self)), nodeCount: context.nodeCount,
      graph: context.graph)
  }

  /// Changes the velocities of nodes that overlap. Traps when the force has not been bound.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let radii = bound.value("CollideForce", nodeCount: step.nodeCount)
    step.passes.collide(radii, strength: strength, iterations: iterations, on: &step)
  }
}

/// The radii of a collide force, and their levels. Each level spans a factor of four, from the
/// largest radius down (docs/determinism.md, "Collide").
struct CollideRadii<Scalar: SimulationScalar>: Sendable {
  struct Level: Sendable {
    /// A bound below all radii of the level; negative on the lowest level.
    var above: Scalar
    /// The largest radius of the level, above zero.
    var largest: Scalar
  }

  private static var maxLevels: Int { 12 }

  var values: [Scalar]
  /// The levels that have nodes, from the largest radii down. Radius zero alone makes no level:
  /// such nodes do not overlap.
  private(set) var levels: [Level] = []

  @_specialize(where Scalar == Float)
  @_specialize(where Scalar == Double)
  init(_ values: [Scalar]) {
    self.values = values
    var limit = values.max() ?? 0
    for number in 1...Self.maxLevels {
      let above = number == Self.maxLevels ? -1 : limit / 4
      var largest: Scalar = 0
      // The largest radius below the level; negative without one.
      var next: Scalar = -1
      for radius in values where radius <= limit {
        if radius > above { largest = max(largest, radius) } else { next = max(next, radius) }
      }
      if largest > 0 { levels.append(Level(above: next < 0 ? -1 : above, largest: largest)) }
      // What is left has no level: its radius is zero.
      if next <= 0 { break }
      limit = above
    }
  }
}

extension CollideForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 3 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(), title: "Collisions",
      parameters: [
        ForceParameter(
          \Self.radius, name: "radius", unit: "layout units", range: .notNegative, slider: 0...50,
          evaluated: { $0.bound.latest?.values }),
        ForceParameter(\Self.strength, name: "strength", slider: 0...1),
        ForceParameter(\Self.iterations, name: "iterations", range: .iterations),
      ])
  }
}
