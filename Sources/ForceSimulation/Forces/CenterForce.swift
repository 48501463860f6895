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
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try Validate.finite(vector: center, "center")
    try Validate.finite(strength, "center strength")
  }

  /// Moves all positions by one vector. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func apply(to step: inout StepContext<Vector>) {
    step.passes.center(center, strength: strength, on: &step)
  }
}

extension CenterForce: CustomStringConvertible {
  /// The parameters, in words.
  public var description: String { "center \(center), strength \(strength)" }
}

extension CenterForce: StoredForce {
  static var kind: UInt8 { 2 }

  func write(to writer: inout ByteWriter) {
    writer.write(vector: center)
    writer.write(strength)
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    center = try reader.readVector(Vector.self)
    strength = try reader.read(Vector.Scalar.self)
  }
}
