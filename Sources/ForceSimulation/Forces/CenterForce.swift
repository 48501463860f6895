/// Moves all nodes together, so that the mean of their positions comes to `center` (d3-force,
/// "forceCenter").
///
/// Acts on positions, not velocities, and does not depend on alpha. O(n).
public struct CenterForce<Vector: SimulationVector>: Force {
  /// The position to which the mean is moved, in layout units.
  public var center: Vector
  /// The share of the distance that is moved in each tick, dimensionless. 1 moves all of it.
  public var strength: Vector.Scalar

  /// A center force. By default it moves the mean to zero, all of the way in each tick.
  public init(center: Vector = .zero, strength: Vector.Scalar = 1) {
    self.center = center
    self.strength = strength
  }

  /// Throws when the center or the strength is not finite.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
  }

  /// Moves all positions by one vector. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    step.passes.center(center, strength: strength, on: &step)
  }
}

extension CenterForce: ForceOnBlocks {
  func onBlock(_ block: NodeBlock) -> BlockForce<Vector>? {
    .center(center, strength: strength)
  }
}

extension CenterForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 2 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(), title: "Centre",
      parameters: [
        ForceParameter(\Self.center, name: "center", unit: "layout units"),
        ForceParameter(\Self.strength, name: "strength", slider: 0...1),
      ])
  }
}
