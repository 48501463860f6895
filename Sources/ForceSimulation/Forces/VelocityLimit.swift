/// Shortens velocities above a limit to it; their direction stays. Put it after the forces that it
/// limits. Does not depend on alpha. O(n).
public struct VelocityLimit<Vector: SimulationVector>: Force, Hashable, Codable {
  /// The largest speed after the force, in layout units per tick; not negative. In the tick a node
  /// moves velocityDecay times its speed.
  public var limit: Vector.Scalar

  /// A limit in layout units per tick.
  public init(_ limit: Vector.Scalar) { self.limit = limit }

  /// Throws when the limit is negative or NaN.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
  }

  /// Changes the velocities of the nodes that are too fast. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    for node in 0..<step.nodeCount {
      let velocity = step.kinetics._velocity.storage[node]
      let speed = velocity.length()
      if speed > limit { step.kinetics._velocity.storage[node] = velocity * (limit / speed) }
    }
  }
}

extension VelocityLimit: ForceOnEachNode {}

extension VelocityLimit: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 11 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(.infinity), title: "Limit of velocity", noun: "velocity",
      parameters: [
        ForceParameter(
          \Self.limit, name: "limit", unit: "layout units per tick",
          range: .notNegativeOrInfinite, slider: 0...100
        ).required()
      ])
  }
}
