/// A KD-tree: finds the points near a place, in a radius or in a box, without looking at all of
/// them.
///
/// ```swift
/// var tree = KDTree(simulation.kinetics.position.asArray())
/// let node = tree.nearest(to: mouse, within: 20)
/// simulation.tick()
/// tree.refit(to: simulation.kinetics.position.asArray())
/// ```
///
/// Points are put into leaves of `leafSize` points each (the last one may have fewer) by halving:
/// at each node the points with the smaller coordinates go left, on the axis on which they spread
/// widest. No input makes the tree deep or slow: leaves hold the same number of points however many
/// of them coincide.
///
/// Points have indices, those of the array the tree was made of. Distances are compared by their
/// squares, in `Vector.Scalar`. Two distances whose squares overflow or underflow count as equal.
///
/// The tree is a value with copy-on-write storage. It takes about twice the memory of its points.
/// Results do not depend on the number of threads nor on the processor; docs/determinism.md defines
/// the permutation.
///
/// For vectors that the kernels know (`SIMD2`, `SIMD3` and `SIMD4` of Float and Double), trees are
/// built and refitted by them; for any other, in plain Swift, slower, with the same results of all
/// queries.
public struct KDTree<Vector: SimulationVector>: Sendable {
  @usableFromInline let shape: KDTreeShape
  /// The permutation: the index of the point in each slot.
  @usableFromInline var order: [Int32]
  /// The points by slot.
  @usableFromInline var points: [Vector]
  /// The bounding box of each node's points, both corners included.
  @usableFromInline var low: [Vector]
  @usableFromInline var high: [Vector]

  /// The sum of all leaves' extents: the current one, and the one just after the last sort.
  var leafExtent: Vector.Scalar = 0
  var sortedLeafExtent: Vector.Scalar = 0

  /// The number of times the points have been sorted: once when the tree was made, and by
  /// `refit(to:)` since.
  package private(set) var sortCount = 0

  /// The settings of the kernels, `threadCount` for instance. They change no result; wrong ones
  /// trap.
  public var kernelOptions: KernelOptions {
    didSet { trapping { () throws(SimulationError) in try kernelOptions.validate() } }
  }

  /// The tree of some points.
  ///
  /// Traps at a point that is not finite: use `init(checking:leafSize:kernelOptions:)` for data
  /// from outside.
  ///
  /// - Parameters:
  ///   - points: in layout units. At most 2^31 - 1.
  ///   - leafSize: points in a leaf, 1 to 256. Measured: 16 to 32 are best for near points, 8 to 16
  ///     for boxes.
  ///   - kernelOptions: the settings of the kernels.
  /// - Complexity: O(n log n). About 4 ns for each point and level of the tree (100,000 points: 5
  ///   ms on one thread).
  public init(
    _ points: [Vector], leafSize: Int = 16, kernelOptions: KernelOptions = .default
  ) {
    self = trapping { () throws(SimulationError) in
      try Self(checking: points, leafSize: leafSize, kernelOptions: kernelOptions)
    }
  }

  /// The tree of some points, as `init(_:leafSize:kernelOptions:)`, but errors are thrown.
  ///
  /// - Throws: `SimulationError.outOfRange` with the index of a point that is not finite, for 2^31
  ///   points and more, and for a wrong leaf size; the error of wrong `kernelOptions`.
  public init(
    checking points: [Vector], leafSize: Int = 16, kernelOptions: KernelOptions = .default
  ) throws(SimulationError) {
    guard (1...256).contains(leafSize) else {
      throw .outOfRange("leafSize", value: "\(leafSize)", allowed: "between 1 and 256")
    }
    try Validate.nodeCount(points.count)
    try Validate.finite(vectors: points, "points")
    try kernelOptions.validate()
    self.kernelOptions = kernelOptions
    shape = KDTreeShape(count: points.count, leafSize: leafSize)
    order =
      KernelPasses.support(Vector.self)
      ? .uninitialized(count: points.count) : (0..<Int32(points.count)).map { $0 }
    self.points = []
    low = Array(repeating: .zero, count: shape.nodeCount)
    high = low
    let control = KernelPasses.beginDefaultArithmetic()
    defer { KernelPasses.endDefaultArithmetic(control) }
    sort(points)
  }

  /// The number of points.
  @inlinable
  public var count: Int { shape.count }

  /// True when there are no points.
  @inlinable
  public var isEmpty: Bool { shape.count == 0 }

  /// The number of points in a leaf; the last one may have fewer.
  @inlinable
  package var leafSize: Int { shape.leafSize }

  // MARK: Points that move

  /// The growth of leaves since the last sort above which `refit(to:)` sorts again. At 1.5, a
  /// search for the nearest point takes up to 1.4 times as long in the plane, and twice as long in
  /// space.
  static var staleAbove: Vector.Scalar { 3 / 2 }

  /// Moves the points of the tree: the box of each node is made to fit the same points at their new
  /// places.
  ///
  /// Queries are exact afterwards, however far the points have moved. Boxes that have come to
  /// overlap make them slower, so the points are sorted anew when the extents of all leaves, summed
  /// over leaves and axes, exceed 1.5 times their value just after the last sort. That depends on
  /// the positions alone, never on time.
  ///
  /// Traps when the number of points differs, or at one that is not finite: see `refit(checking:)`.
  ///
  /// - Complexity: O(n) without a sort, O(n log n) with one.
  public mutating func refit(to points: [Vector]) {
    trapping { () throws(SimulationError) in try refit(checking: points) }
  }

  /// Moves the points of the tree, as `refit(to:)`.
  ///
  /// - Throws: `SimulationError.wrongLength` when the number of points differs, `.outOfRange` with
  ///   the index of a point that is not finite. The tree is unchanged then.
  public mutating func refit(checking points: [Vector]) throws(SimulationError) {
    try Validate.length(points.count, of: "points", is: count)
    try Validate.finite(vectors: points, "points")
    // The decision to sort must not depend on the rounding mode of the caller.
    let control = KernelPasses.beginDefaultArithmetic()
    defer { KernelPasses.endDefaultArithmetic(control) }
    fit(points)
    if !(leafExtent <= sortedLeafExtent * Self.staleAbove) { sort(points) }
  }

  private mutating func sort(_ points: [Vector]) {
    if KernelPasses.support(Vector.self) {
      KernelPasses.kdTreeSort(points, leafSize: leafSize, order: &order, kernelOptions)
    } else {
      shape.sort(&order, of: points)
    }
    fit(points)
    sortedLeafExtent = leafExtent
    sortCount += 1
  }

  private mutating func fit(_ points: [Vector]) {
    if KernelPasses.support(Vector.self) {
      if self.points.count < points.count { self.points = .uninitialized(count: points.count) }
      KernelPasses.kdTreeRefit(
        points, leafSize: leafSize, order: order, low: &low, high: &high, slots: &self.points,
        kernelOptions)
    } else {
      shape.fit(points, order: order, low: &low, high: &high)
      self.points = order.map { points[Int($0)] }
    }
    leafExtent = shape.leafExtent(low: low, high: high)
  }
}

extension Array {
  /// An array for a kernel that writes all of its elements. They are numbers or vectors of numbers.
  static func uninitialized(count: Int) -> [Element] {
    assert(_isPOD(Element.self))
    return Array(unsafeUninitializedCapacity: count) { _, initialized in initialized = count }
  }
}

// MARK: Passes over all points

extension KDTreeShape {
  /// The extents of all leaves, halved so that the extent of one leaf cannot overflow.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func leafExtent<Vector: SimulationVector>(low: [Vector], high: [Vector]) -> Vector.Scalar {
    var sum = Vector.zero
    for node in max(0, leafCount - 1)..<nodeCount { sum += high[node] / 2 - low[node] / 2 }
    return sum.sum()
  }

  /// Sorts points by halving, as the kernels do. Here the axis of a split comes from the exact
  /// extents, in the kernels from extents on a lattice. So the permutation may differ; query
  /// results do not.
  func sort<Vector: SimulationVector>(_ order: inout [Int32], of points: [Vector]) {
    for node in 0..<nodeCount {
      let slots = slots(of: node)
      if isLeaf(node) {
        order[slots].sort()
        continue
      }
      let (low, high) = bounds(of: order[slots], points)
      let extent = high / 2 - low / 2
      var axis = 0
      for other in 1..<Vector.scalarCount where extent[other] > extent[axis] { axis = other }
      order[slots].sort { a, b in
        let (x, y) = (points[Int(a)][axis], points[Int(b)][axis])
        return x == y ? a < b : x < y
      }
    }
  }

  /// The bounding boxes of all nodes.
  func fit<Vector: SimulationVector>(
    _ points: [Vector], order: [Int32], low: inout [Vector], high: inout [Vector]
  ) {
    for node in (0..<nodeCount).reversed() {
      if isLeaf(node) {
        (low[node], high[node]) = bounds(of: order[slots(of: node)], points)
      } else {
        let (left, right) = (2 * node + 1, 2 * node + 2)
        low[node] = pointwiseMin(low[left], low[right])
        high[node] = pointwiseMax(high[left], high[right])
      }
    }
  }

  private func bounds<Vector: SimulationVector>(
    of indices: ArraySlice<Int32>, _ points: [Vector]
  ) -> (low: Vector, high: Vector) {
    var low = points[Int(indices.first!)]
    var high = low
    for index in indices.dropFirst() {
      low = pointwiseMin(low, points[Int(index)])
      high = pointwiseMax(high, points[Int(index)])
    }
    return (low, high)
  }
}
