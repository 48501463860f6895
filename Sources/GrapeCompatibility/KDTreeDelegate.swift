/// What every cell of a `BufferedKDTree` knows about the points in it.
///
/// Each cell has a delegate of its own, which is told of every point that comes to lie in the cell,
/// in the order in which the points were added. A force reads sums and bounds from it, instead of
/// visiting all the points below.
public protocol KDTreeDelegate<NodeID, Vector> {
  associatedtype NodeID: Hashable
  associatedtype Vector: SIMD where Vector.Scalar: FloatingPoint & ExpressibleByFloatLiteral

  /// A point has come to lie in this delegate's cell.
  mutating func didAddNode(_ node: NodeID, at position: Vector)
  /// A point has left this delegate's cell. No tree of this library removes points; the method is
  /// there for trees that do.
  mutating func didRemoveNode(_ node: NodeID, at position: Vector)
  /// A delegate for another cell, which knows of no points yet.
  func spawn() -> Self
}

/// Adds up the mass in each cell, and mass times position: what Barnes-Hut needs.
public struct MassCentroidKDTreeDelegate<Vector>: KDTreeDelegate
where Vector: SIMD, Vector.Scalar: FloatingPoint & ExpressibleByFloatLiteral {
  /// The sum of the masses.
  public var accumulatedMass: Vector.Scalar = 0
  /// The number of points.
  public var accumulatedCount = 0
  /// The sum of mass times position.
  public var accumulatedMassWeightedPositions: Vector = .zero

  @usableFromInline let mass: @Sendable (Int) -> Vector.Scalar

  /// A delegate for a cell without points. `massProvider` gives the mass of a node; it is called
  /// once for every cell the node lies in.
  @inlinable
  public init(massProvider: @escaping @Sendable (Int) -> Vector.Scalar) {
    mass = massProvider
  }

  /// The centre of mass; nil when the masses add up to zero.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var centroid: Vector? {
    accumulatedMass == 0 ? nil : accumulatedMassWeightedPositions / accumulatedMass
  }

  @inlinable
  public mutating func didAddNode(_ node: Int, at position: Vector) {
    let mass = mass(node)
    accumulatedCount += 1
    accumulatedMass += mass
    accumulatedMassWeightedPositions += position * mass
  }

  @inlinable
  public mutating func didRemoveNode(_ node: Int, at position: Vector) {
    let mass = mass(node)
    accumulatedCount -= 1
    accumulatedMass -= mass
    accumulatedMassWeightedPositions -= position * mass
  }

  @inlinable
  public func spawn() -> Self { Self(massProvider: mass) }
}

/// Knows the largest radius in each cell: what a search for overlapping discs needs.
public struct MaxRadiusNDTreeDelegate<Vector>: KDTreeDelegate
where Vector: SIMD, Vector.Scalar: FloatingPoint & ExpressibleByFloatLiteral {
  /// No node in the cell has a larger radius. 0 in a cell without points.
  public var maxNodeRadius: Vector.Scalar = 0

  @usableFromInline let radius: @Sendable (Int) -> Vector.Scalar

  /// A delegate for a cell without points. `radiusProvider` gives the radius of a node, at least 0;
  /// it is called once for every cell the node lies in.
  @inlinable
  public init(radiusProvider: @escaping @Sendable (Int) -> Vector.Scalar) {
    radius = radiusProvider
  }

  @inlinable
  public mutating func didAddNode(_ node: Int, at position: Vector) {
    maxNodeRadius = max(maxNodeRadius, radius(node))
  }

  /// Leaves the bound as it is: still true, if no longer tight.
  @inlinable
  public mutating func didRemoveNode(_ node: Int, at position: Vector) {}

  @inlinable
  public func spawn() -> Self { Self(radiusProvider: radius) }
}

extension MassCentroidKDTreeDelegate: Sendable where Vector: Sendable, Vector.Scalar: Sendable {}
extension MaxRadiusNDTreeDelegate: Sendable where Vector: Sendable, Vector.Scalar: Sendable {}
