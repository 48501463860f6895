/// A summary of the points in a cell of a `BufferedKDTree`.
///
/// Each cell has its own delegate, which is told of every point in the cell, in the sequence in
/// which the points were added. A force reads sums and bounds from it, instead of visiting all
/// points of the cell.
public protocol KDTreeDelegate<NodeID, Vector> {
  /// The type of the ids of points.
  associatedtype NodeID: Hashable
  /// The type of the positions of points.
  associatedtype Vector: SIMD where Vector.Scalar: FloatingPoint & ExpressibleByFloatLiteral

  /// Called when a point is added to this delegate's cell.
  mutating func didAddNode(_ node: NodeID, at position: Vector)
  /// Called when a point is removed from this delegate's cell. No tree of this library removes
  /// points; the method is for trees that do.
  mutating func didRemoveNode(_ node: NodeID, at position: Vector)
  /// Returns a delegate without points, for another cell.
  func spawn() -> Self
}

/// Adds up the mass in each cell, and mass times position, for Barnes-Hut approximations.
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

/// Keeps the largest radius in each cell, for searches for overlapping discs.
public struct MaxRadiusNDTreeDelegate<Vector>: KDTreeDelegate
where Vector: SIMD, Vector.Scalar: FloatingPoint & ExpressibleByFloatLiteral {
  /// A bound for the radii in the cell. 0 in a cell without points.
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

  /// Does nothing: the bound stays valid, but may no longer be tight.
  @inlinable
  public mutating func didRemoveNode(_ node: Int, at position: Vector) {}

  @inlinable
  public func spawn() -> Self { Self(radiusProvider: radius) }
}

extension MassCentroidKDTreeDelegate: Sendable where Vector: Sendable, Vector.Scalar: Sendable {}
extension MaxRadiusNDTreeDelegate: Sendable where Vector: Sendable, Vector.Scalar: Sendable {}
