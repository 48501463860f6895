/// The arrays of a tree while a query reads them, without bounds checks: the shape says where each node and slot is.
@usableFromInline
struct KDTreeView<Vector: SimulationVector> {
  @usableFromInline let shape: KDTreeShape
  @usableFromInline let order: UnsafePointer<Int32>
  @usableFromInline let points: UnsafePointer<Vector>
  @usableFromInline let low: UnsafePointer<Vector>
  @usableFromInline let high: UnsafePointer<Vector>

  @inlinable
  init(
    shape: KDTreeShape, order: UnsafePointer<Int32>, points: UnsafePointer<Vector>,
    low: UnsafePointer<Vector>, high: UnsafePointer<Vector>
  ) {
    self.shape = shape
    self.order = order
    self.points = points
    self.low = low
    self.high = high
  }

  @inlinable
  func squared(_ vector: Vector) -> Vector.Scalar {
    var sum = vector[0] * vector[0]
    for axis in 1..<Vector.scalarCount { sum += vector[axis] * vector[axis] }
    return sum
  }

  /// The squared distance from a place to a node's box, zero inside. Every operation rounds monotonically, so it is never
  /// above the one to a point in the box, to the last bit.
  @inlinable
  func distance2(of node: Int, to point: Vector) -> Vector.Scalar {
    squared(pointwiseMax(pointwiseMax(low[node] - point, point - high[node]), .zero))
  }

  /// The squared distance from a place to the farthest corner of a node's box. Never below that to a point in the box.
  @inlinable
  func farthest2(of node: Int, from point: Vector) -> Vector.Scalar {
    squared(pointwiseMax(point - low[node], high[node] - point))
  }
}

extension KDTree {
  /// Calls `body` with the arrays in place. There must be a point.
  @inlinable
  func read<Result>(_ body: (KDTreeView<Vector>) throws -> Result) rethrows -> Result {
    try order.withUnsafeBufferPointer { order in
      try points.withUnsafeBufferPointer { points in
        try low.withUnsafeBufferPointer { low in
          try high.withUnsafeBufferPointer { high in
            try body(
              KDTreeView(
                shape: shape, order: order.baseAddress!, points: points.baseAddress!,
                low: low.baseAddress!, high: high.baseAddress!))
          }
        }
      }
    }
  }

  @inlinable
  func checkPlace(_ point: Vector) {
    demand(
      point.isFinite,
      "ForceSimulation: the place to search at is \(point); its coordinates must be finite")
  }

  @inlinable
  func checkRadius(_ radius: Vector.Scalar) {
    demand(radius >= 0, "ForceSimulation: radius is \(radius); it must not be negative")
  }
}
