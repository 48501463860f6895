/// Grape's name of `KDTree.Box`.
public typealias KDBox<Vector: SimulationVector> = KDTree<Vector>.Box

extension KDTree.Box {
  /// Grape's name of `low`.
  @inlinable
  public var p0: Vector {
    get { low }
    set { low = newValue }
  }

  /// Grape's name of `high`.
  @inlinable
  public var p1: Vector {
    get { high }
    set { high = newValue }
  }

  /// The box between two corners. In the root of a tree, `p0` must not be above `p1` on any axis.
  @inlinable
  public init(p0: Vector, p1: Vector) { self.init(low: p0, high: p1) }

  /// The box between two opposite corners.
  @inlinable
  public init(_ p0: Vector, _ p1: Vector) { self.init(low: p0, high: p1) }

  /// The empty box at the origin.
  @available(*, deprecated, message: "Use init(p0:p1:), which names the corners.")
  @inlinable
  public init() {
    self.init(p0: .zero, p1: .zero)
  }

  /// The smallest box that contains all points: up to their minimum, and just above their maximum.
  /// A box without content at the origin when there are no points.
  ///
  /// Traps at a point that is not finite.
  ///
  /// - Complexity: O(number of points)
  @inlinable
  public static func cover(of points: [Vector]) -> Self {
    cover(sequence: points)
  }

  /// The smallest box that contains all points, for instance those of `kinetics.position`. See
  /// `cover(of:)` for arrays.
  @inlinable
  public static func cover(of points: some Sequence<Vector>) -> Self {
    cover(sequence: points)
  }

  @inlinable
  static func cover(sequence points: some Sequence<Vector>) -> Self {
    var bounds: Self?
    for (index, point) in points.enumerated() {
      demand(point.isFinite, notFinite("point \(index) to cover", point))
      let box = bounds ?? Self(point, point)
      bounds = Self(pointwiseMin(box.p0, point), pointwiseMax(box.p1, point))
    }
    guard var box = bounds else { return Self(.zero, .zero) }
    for axis in 0..<Vector.scalarCount {
      box.p1[axis] = min(box.p1[axis].nextUp, .greatestFiniteMagnitude)
    }
    return box
  }
}

extension KDTree.Box {
  /// The place at which a cell is divided on each axis. It is above p0 on every axis with more than
  /// one number in it, so that both halves are smaller than the cell.
  @inlinable
  var center: Vector {
    var center = Vector.zero
    for axis in 0..<Vector.scalarCount {
      // The corners are halved first, as p1 - p0 may be infinite.
      let middle = p0[axis] / 2 + p1[axis] / 2
      // The middle of two neighbouring numbers can be rounded down to p0.
      center[axis] = middle > p0[axis] ? middle : p1[axis]
    }
    return center
  }

  /// The number of the part around `center` that contains a point, of 2^D: bit k is set when the
  /// point is in the upper half of axis k.
  @inlinable
  static func part(of point: Vector, around center: Vector) -> Int {
    var part = 0
    for axis in 0..<Vector.scalarCount where point[axis] >= center[axis] { part |= 1 << axis }
    return part
  }

  /// The box of one of the 2^D parts around `center`.
  @inlinable
  func part(_ part: Int, around center: Vector) -> Self {
    var box = self
    for axis in 0..<Vector.scalarCount {
      if part & (1 << axis) == 0 {
        box.p1[axis] = center[axis]
      } else {
        box.p0[axis] = center[axis]
      }
    }
    return box
  }

  /// A box of twice the size, grown towards `point`, and the cut between the old box and the added
  /// part.
  ///
  /// The extent on an axis grows by at least `minimumGrowth` and by at least the spacing of the
  /// numbers at its ends. So a box without extent grows too, and every step changes the box.
  @inlinable
  func doubled(towards point: Vector, minimumGrowth: Vector.Scalar) -> (box: Self, center: Vector) {
    var box = self
    var center = p0
    for axis in 0..<Vector.scalarCount {
      let (low, high) = (p0[axis], p1[axis])
      let growth = max(high - low, minimumGrowth, low.ulp, high.ulp)
      // Sums that overflow to infinity are cut back to the last finite number.
      if point[axis] < low || high == .greatestFiniteMagnitude {
        box.p0[axis] = max(low - growth, -.greatestFiniteMagnitude)
        center[axis] = low
      } else {
        box.p1[axis] = min(high + growth, .greatestFiniteMagnitude)
        center[axis] = high
      }
    }
    return (box, center)
  }

  @usableFromInline
  static func notFinite(_ what: String, _ point: Vector) -> String {
    "ForceSimulation: \(what) is at \(point); its coordinates must be finite"
  }
}
