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
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    if let point { try Validate.finite(vector: point, "point of pointer force") }
    try Validate.finite(strength, "strength of pointer force")
    try Validate.finite(radius, "radius of pointer force")
    guard radius > 0 else {
      throw .outOfRange("radius of pointer force", value: "\(radius)", allowed: "above zero")
    }
  }

  /// Changes the velocities of the nodes within the radius. A node at the pointer itself has no
  /// direction, and stays. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func apply(to step: inout StepContext<Vector>) {
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

extension PointerForce: CustomStringConvertible {
  /// The parameters, in words.
  public var description: String {
    "pointer \(point.map { "at \($0)" } ?? "away"), radius \(radius), strength \(strength)"
  }
}

extension PointerForce: StoredForce {
  static var kind: UInt8 { 13 }

  func write(to writer: inout ByteWriter) {
    writer.write(point != nil)
    if let point { writer.write(vector: point) }
    writer.write(radius)
    writer.write(strength)
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    point = try reader.readFlag() ? reader.readVector(Vector.self) : nil
    radius = try reader.read(Vector.Scalar.self)
    strength = try reader.read(Vector.Scalar.self)
  }
}
