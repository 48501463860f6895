/// The component type of simulated vectors: Float or Double.
public protocol SimulationScalar: BinaryFloatingPoint, ExpressibleByFloatLiteral, SIMDScalar,
  Codable, Sendable
{}

extension Float: SimulationScalar {}
extension Double: SimulationScalar {}

/// A SIMD vector that can be the position of a node: `SIMD2`, `SIMD3` or `SIMD4` of Float or
/// Double.
///
/// Any other SIMD type of up to 8 floating-point numbers can be made to conform. Simulations over
/// it run on the reference engine, as the kernels know dimensions 2, 3 and 4 only.
///
/// Sums of squares run over the components from first to last, so their bits are the same on every
/// machine.
public protocol SimulationVector<Scalar>: SIMD, Sendable where Scalar: SimulationScalar {}

extension SimulationVector {
  /// The squared Euclidean length, summed from first to last component.
  @inlinable
  public func lengthSquared() -> Scalar {
    var sum = self[0] * self[0]
    for axis in 1..<Self.scalarCount { sum += self[axis] * self[axis] }
    return sum
  }

  /// The Euclidean length.
  @inlinable
  public func length() -> Scalar { lengthSquared().squareRoot() }

  /// The squared Euclidean distance to `point`.
  @inlinable
  public func distanceSquared(to point: Self) -> Scalar { (self - point).lengthSquared() }

  /// The Euclidean distance to `point`.
  @inlinable
  public func distance(to point: Self) -> Scalar { distanceSquared(to: point).squareRoot() }
}

extension SIMD2: SimulationVector where Scalar: SimulationScalar {}
extension SIMD3: SimulationVector where Scalar: SimulationScalar {}
extension SIMD4: SimulationVector where Scalar: SimulationScalar {}

extension SIMD where Scalar: FloatingPoint {
  /// True when every component is finite.
  @inlinable
  package var isFinite: Bool {
    for axis in 0..<Self.scalarCount where !self[axis].isFinite { return false }
    return true
  }
}
