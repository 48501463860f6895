/// Pulls the nodes near a pointer to it, or pushes them away: strength * alpha * (1 - |d| / radius)
/// along the difference d to the pointer, within the radius. O(n).
public struct PointerForce<Vector: SimulationVector>: Force, Hashable, Codable {
  /// The pointer, in layout units; nil while there is none.
  public var point: Vector?
  /// The distance in layout units at which the force has faded to zero; above zero.
  public var radius: Vector.Scalar
  /// The acceleration at the pointer at alpha 1, in layout units per tick squared. Negative pushes
  /// away.
  public var strength: Vector.Scalar

  /// A force at a pointer. By default it pulls with strength 1 within 100 layout units.
  public init(
    at point: Vector? = nil, radius: Vector.Scalar = 100, strength: Vector.Scalar = 1
  ) {
    self.point = point
    self.radius = radius
    self.strength = strength
  }

  /// Throws when a parameter is not finite, or the radius is not above zero.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
  }

  /// Changes the velocities of the nodes within the radius. A node at the pointer itself has no
  /// direction, and stays. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    guard let point else { return }
    let pull = strength * step.alpha
    for node in 0..<step.nodeCount {
      let difference = point - step.kinetics._position.storage[node]
      let distance = difference.length()
      guard distance < radius, distance > 0 else { continue }
      let share = pull * (1 - distance / radius) / distance
      // The quotient overflows for a node that is all but at the pointer.
      if share.isFinite { step.kinetics._velocity.storage[node] += difference * share }
    }
  }
}

extension PointerForce: ForceOnEachNode {}

extension PointerForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 13 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(), title: "Pointer",
      parameters: [
        ForceParameter(
          \Self.point, .optionalVector, name: "point", unit: "layout units",
          write: { point, writer in
            writer.write(point != nil)
            if let point { writer.write(vector: point) }
          },
          read: { reader throws(SimulationError) in
            try reader.readFlag() ? try reader.readVector(Vector.self) : nil
          },
          check: { point, what throws(SimulationError) in
            if let point { try Validate.finite(vector: point, what) }
          },
          describe: { point in point.map { "\($0)" } }),
        ForceParameter(
          \Self.radius, name: "radius", unit: "layout units", range: .aboveZero, slider: 1...1000),
        ForceParameter(
          \Self.strength, name: "strength", unit: "layout units per tick squared", slider: -5...5),
      ])
  }
}
