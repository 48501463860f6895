extension KDTree {
  /// The point nearest to a place; of those at the same distance, the one with the lowest index.
  /// Nil when there is none within the radius, which belongs to it.
  ///
  /// - Complexity: O(log n) for points that are spread out, O(n) at worst (all of them at the same
  ///   distance).
  @inlinable
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func nearest(to point: Vector, within radius: Vector.Scalar = .infinity) -> Int? {
    checkPlace(point)
    checkRadius(radius)
    if isEmpty { return nil }
    return read { tree in
      var best = Neighbor(number: .max, distance2: radius * radius)
      tree.search(0, tree.distance2(of: 0, to: point), point, &best)
      return best.number == .max ? nil : best.index
    }
  }

  /// The `k` points nearest to a place, or all when there are fewer, by increasing distance; points
  /// at the same distance by increasing index.
  ///
  /// - Complexity: O(k log k + log n) for points that are spread out, O(n log k) at worst.
  @inlinable
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func nearest(
    _ k: Int, to point: Vector, within radius: Vector.Scalar = .infinity
  ) -> [Int] {
    checkPlace(point)
    checkRadius(radius)
    demand(k >= 0, "ForceSimulation: k is \(k); it must not be negative")
    if isEmpty || k == 0 { return [] }
    let capacity = min(k, count)
    return withUnsafeTemporaryAllocation(
      of: Neighbor.self, capacity: capacity
    ) { room in
      var best = KDTreeNearest(room: room, radius2: radius * radius)
      read { tree in tree.search(0, tree.distance2(of: 0, to: point), point, &best) }
      return best.indices()
    }
  }
}

/// A collector of the points that a nearest-point search finds.
@usableFromInline
protocol KDTreeCollector {
  associatedtype Vector: SimulationVector
  /// The largest squared distance at which a point may still be accepted, inclusive.
  var limit: Vector.Scalar { get }
  mutating func add(_ neighbor: KDTree<Vector>.Neighbor)
}

extension KDTree.Neighbor: KDTreeCollector {
  @inlinable
  var limit: Vector.Scalar { distance2 }

  @inlinable
  mutating func add(_ neighbor: Self) {
    if neighbor < self { self = neighbor }
  }
}

/// The nearest points so far. A few are kept sorted, as shifting some of them is fastest; many are
/// a heap with the farthest on top.
@usableFromInline
struct KDTreeNearest<Vector: SimulationVector>: KDTreeCollector {
  @usableFromInline let found: UnsafeMutableBufferPointer<KDTree<Vector>.Neighbor>
  @usableFromInline var count = 0
  @usableFromInline var limit: Vector.Scalar
  @usableFromInline let isSorted: Bool

  /// `room` is the number of points wanted, at least one.
  @inlinable
  init(room: UnsafeMutableBufferPointer<KDTree<Vector>.Neighbor>, radius2: Vector.Scalar) {
    found = room
    limit = radius2
    isSorted = room.count <= 32
  }

  @inlinable
  mutating func add(_ neighbor: KDTree<Vector>.Neighbor) {
    if count == found.count {
      guard neighbor < farthest else { return }
      if isSorted { insert(neighbor, before: count - 1) } else { replaceTop(with: neighbor) }
    } else {
      guard neighbor.distance2 <= limit else { return }
      found.initializeElement(at: count, to: neighbor)
      if isSorted { insert(neighbor, before: count) } else { rise(from: count) }
      count += 1
    }
    if count == found.count { limit = farthest.distance2 }
  }

  @inlinable
  var farthest: KDTree<Vector>.Neighbor { found[isSorted ? count - 1 : 0] }

  /// Makes room for a point among the elements below `end`: those farther away than the point move
  /// up by one place, which overwrites the element at `end`.
  @inlinable
  mutating func insert(_ neighbor: KDTree<Vector>.Neighbor, before end: Int) {
    var place = end
    while place > 0, neighbor < found[place - 1] {
      found[place] = found[place - 1]
      place -= 1
    }
    found[place] = neighbor
  }

  @inlinable
  mutating func rise(from start: Int) {
    var place = start
    while place > 0, found[(place - 1) / 2] < found[place] {
      found.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  @inlinable
  mutating func replaceTop(with neighbor: KDTree<Vector>.Neighbor) {
    found[0] = neighbor
    var place = 0
    while 2 * place + 1 < count {
      var child = 2 * place + 1
      if child + 1 < count, found[child] < found[child + 1] { child += 1 }
      if !(found[place] < found[child]) { return }
      found.swapAt(place, child)
      place = child
    }
  }

  /// The points' indices, the nearest first.
  @inlinable
  mutating func indices() -> [Int] {
    var found = UnsafeMutableBufferPointer(rebasing: found[..<count])
    if !isSorted { found.sort(by: <) }
    return found.map(\.index)
  }
}

extension KDTreeView {
  /// Adds the points below a node that the collector accepts. The squared distance to the node's
  /// box is given. The nearer child comes first, as its points may rule the other one out. The
  /// recursion is as deep as the tree.
  @inlinable
  func search<Collector: KDTreeCollector>(
    _ node: Int, _ distance2: Vector.Scalar, _ point: Vector, _ found: inout Collector
  ) where Collector.Vector == Vector {
    if distance2 > found.limit { return }
    if shape.isLeaf(node) {
      for slot in shape.slots(ofLeaf: node) {
        let distance2 = squared(points[slot] - point)
        if distance2 <= found.limit {
          found.add(KDTree<Vector>.Neighbor(number: order[slot], distance2: distance2))
        }
      }
      return
    }
    let (left, right) = (2 * node + 1, 2 * node + 2)
    let (leftDistance2, rightDistance2) = (
      self.distance2(of: left, to: point), self.distance2(of: right, to: point)
    )
    if rightDistance2 < leftDistance2 {
      search(right, rightDistance2, point, &found)
      search(left, leftDistance2, point, &found)
    } else {
      search(left, leftDistance2, point, &found)
      search(right, rightDistance2, point, &found)
    }
  }
}

// MARK: In a region

extension KDTree {
  /// Calls `body` with the index and the position of each point within a radius of a place, those
  /// at the radius included. The points come in the permutation of the tree, which changes when
  /// they are sorted.
  ///
  /// - Complexity: O(log n + points found) for points that are spread out and radii that are not
  ///   long against the spread, O(n) at worst.
  @inlinable
  public func forEach(
    within radius: Vector.Scalar, of point: Vector, _ body: (Int, Vector) throws -> Void
  ) rethrows {
    checkPlace(point)
    checkRadius(radius)
    let radius2 = radius * radius
    try forEach(
      reach: { tree, node in
        if tree.distance2(of: node, to: point) > radius2 { return .none }
        return tree.farthest2(of: node, from: point) <= radius2 ? .all : .some
      }, where: { tree, other in tree.squared(other - point) <= radius2 }, body)
  }

  /// The points within a radius of a place, those at the radius included, by increasing index.
  ///
  /// - Complexity: as `forEach(within:of:_:)`, and O(m log m) to sort the m points found.
  @inlinable
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func indices(within radius: Vector.Scalar, of point: Vector) -> [Int] {
    var found: [Int] = []
    forEach(within: radius, of: point) { index, _ in found.append(index) }
    found.sort()
    return found
  }

  /// Calls `body` with the index and the position of each point in a box, which does not include
  /// its upper faces. The points come in the permutation of the tree, which changes when they are
  /// sorted.
  ///
  /// - Complexity: O(n^(1 - 1/D) + points found) for points that are spread out, O(n) at worst.
  @inlinable
  public func forEach(in box: Box, _ body: (Int, Vector) throws -> Void) rethrows {
    try forEach(
      reach: { tree, node in
        let (low, high) = (tree.low[node], tree.high[node])
        for axis in 0..<Vector.scalarCount {
          let isBelowTop = low[axis] < box.high[axis] || box.high[axis] == .greatestFiniteMagnitude
          if !(high[axis] >= box.low[axis] && isBelowTop) { return .none }
        }
        return box.contains(low) && box.contains(high) ? .all : .some
      }, where: { _, point in box.contains(point) }, body)
  }

  /// The points in a box, which does not include its upper faces, by increasing index.
  ///
  /// - Complexity: as `forEach(in:_:)`, and O(m log m) to sort the m points found.
  @inlinable
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func indices(in box: Box) -> [Int] {
    var found: [Int] = []
    forEach(in: box) { index, _ in found.append(index) }
    found.sort()
    return found
  }

  /// Calls `body` with the points of a region. The region classifies boxes of nodes and tests
  /// points.
  @inlinable
  func forEach(
    reach: (KDTreeView<Vector>, Int) -> KDTreeReach,
    where isIncluded: (KDTreeView<Vector>, Vector) -> Bool, _ body: (Int, Vector) throws -> Void
  ) rethrows {
    if isEmpty { return }
    try read { tree in
      var next: Int? = 0
      while let node = next {
        let isLeaf = tree.shape.isLeaf(node)
        switch reach(tree, node) {
        case .none: break
        case .all:
          for slot in tree.shape.slots(of: node) {
            try body(Int(tree.order[slot]), tree.points[slot])
          }
        case .some where isLeaf:
          for slot in tree.shape.slots(ofLeaf: node) where isIncluded(tree, tree.points[slot]) {
            try body(Int(tree.order[slot]), tree.points[slot])
          }
        case .some:
          next = 2 * node + 1
          continue
        }
        next = tree.shape.next(after: node)
      }
    }
  }
}

/// The relation of a node's box to a region. An undecided box counts as `some`.
@usableFromInline
enum KDTreeReach { case none, some, all }

// MARK: Storage during a query

/// The arrays of a tree while a query reads them, without bounds checks. The shape gives the place
/// of each node and slot.
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

  /// The squared distance from a place to a node's box, zero inside. Every operation rounds
  /// monotonically, so it is never above the squared distance to a point in the box, to the last
  /// bit.
  @inlinable
  func distance2(of node: Int, to point: Vector) -> Vector.Scalar {
    squared(pointwiseMax(pointwiseMax(low[node] - point, point - high[node]), .zero))
  }

  /// The squared distance from a place to the farthest corner of a node's box. It is never below
  /// the squared distance to a point in the box.
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
    // x - x is zero for every finite x and NaN otherwise.
    demand(
      point - point == .zero,
      "ForceSimulation: the place to search at is \(point); its coordinates must be finite")
  }

  @inlinable
  func checkRadius(_ radius: Vector.Scalar) {
    demand(radius >= 0, "ForceSimulation: radius is \(radius); it must not be negative")
  }
}
