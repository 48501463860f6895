/// A SIMD vector with Euclidean lengths.
///
/// Sums of squares run over the components from first to last, so their bits are the same on every
/// machine.
public protocol L2NormCalculatable: SIMD where Scalar: FloatingPoint {
  /// The squared Euclidean distance to `point`.
  func distanceSquared(to point: Self) -> Scalar
  /// The Euclidean distance to `point`.
  func distance(to point: Self) -> Scalar
  /// The squared Euclidean length.
  func lengthSquared() -> Scalar
  /// The Euclidean length.
  func length() -> Scalar
}

extension L2NormCalculatable {
  @inlinable
  public func lengthSquared() -> Scalar {
    var sum = self[0] * self[0]
    for axis in 1..<Self.scalarCount { sum += self[axis] * self[axis] }
    return sum
  }

  @inlinable
  public func length() -> Scalar { lengthSquared().squareRoot() }

  @inlinable
  public func distanceSquared(to point: Self) -> Scalar { (self - point).lengthSquared() }

  @inlinable
  public func distance(to point: Self) -> Scalar { distanceSquared(to: point).squareRoot() }
}

/// A SIMD vector that can be the position of a node: two to four dimensions of Float or Double.
///
/// Any other SIMD type of up to 8 floating-point numbers can be made to conform; simulations over it run on
/// the reference engine, as the kernels know dimensions 2, 3 and 4 only.
public protocol SimulatableVector: SIMD, Sendable
where Scalar: FloatingPoint & HasDeterministicRandomGenerator {
  /// Points nearer than this, in layout units, share a leaf in `BufferedKDTree`. 1e-5.
  static var clusterDistance: Scalar { get }
  /// The square of `clusterDistance`.
  static var clusterDistanceSquared: Scalar { get }
}

extension SimulatableVector {
  @inlinable
  public static var clusterDistance: Scalar { 1e-5 }
  @inlinable
  public static var clusterDistanceSquared: Scalar { clusterDistance * clusterDistance }
}

extension SIMD2: SimulatableVector where Scalar: HasDeterministicRandomGenerator {}
extension SIMD3: SimulatableVector where Scalar: HasDeterministicRandomGenerator {}
extension SIMD4: SimulatableVector where Scalar: HasDeterministicRandomGenerator {}

extension SIMD2: L2NormCalculatable where Scalar: FloatingPoint {}
extension SIMD3: L2NormCalculatable where Scalar: FloatingPoint {}
extension SIMD4: L2NormCalculatable where Scalar: FloatingPoint {}

extension SIMD where Scalar: FloatingPoint {
  /// Whether every component is finite.
  @inlinable
  public var isFinite: Bool {
    for axis in 0..<Self.scalarCount where !self[axis].isFinite { return false }
    return true
  }
}
