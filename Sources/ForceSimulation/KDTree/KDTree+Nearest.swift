extension KDTree {
  /// The point nearest to a place; of those at the same distance, the one with the lowest index. Nil when there is
  /// none within the radius, which belongs to it.
  ///
  /// - Complexity: O(log n) for points that are spread out, O(n) at worst (all of them at the same distance).
  @inlinable
  public func nearest(to point: Vector, within radius: Vector.Scalar = .infinity) -> Int? {
    checkPlace(point)
    checkRadius(radius)
    if isEmpty { return nil }
    return read { tree in
      var best = KDTreeNeighbor<Vector.Scalar>(index: .max, distance2: radius * radius)
      tree.search(0, tree.distance2(of: 0, to: point), point, &best)
      return best.index == .max ? nil : Int(best.index)
    }
  }

  /// The `k` points nearest to a place, or all when there are fewer, by increasing distance; points at the same
  /// distance by increasing index.
  ///
  /// - Complexity: O(k log k + log n) for points that are spread out, O(n log k) at worst.
  @inlinable
  public func nearest(
    _ k: Int, to point: Vector, within radius: Vector.Scalar = .infinity
  ) -> [Int] {
    checkPlace(point)
    checkRadius(radius)
    demand(k >= 0, "ForceSimulation: k is \(k); it must not be negative")
    if isEmpty || k == 0 { return [] }
    let capacity = min(k, count)
    return withUnsafeTemporaryAllocation(
      of: KDTreeNeighbor<Vector.Scalar>.self, capacity: capacity
    ) { room in
      var best = KDTreeNearest(room: room, radius2: radius * radius)
      read { tree in tree.search(0, tree.distance2(of: 0, to: point), point, &best) }
      return best.indices()
    }
  }
}

/// A point that has been found.
@usableFromInline
struct KDTreeNeighbor<Scalar: FloatingPoint & Sendable> {
  @usableFromInline var index: Int32
  @usableFromInline var distance2: Scalar

  @inlinable
  init(index: Int32, distance2: Scalar) {
    self.index = index
    self.distance2 = distance2
  }

  /// Nearer, or as near and of a lower index.
  @inlinable
  static func < (a: Self, b: Self) -> Bool {
    a.distance2 == b.distance2 ? a.index < b.index : a.distance2 < b.distance2
  }
}

/// What a search for near points fills.
@usableFromInline
protocol KDTreeCollector {
  associatedtype Scalar: FloatingPoint & Sendable
  /// Nothing farther away than this is of interest; what is as far may be.
  var limit: Scalar { get }
  mutating func add(_ neighbor: KDTreeNeighbor<Scalar>)
}

extension KDTreeNeighbor: KDTreeCollector {
  @inlinable
  var limit: Scalar { distance2 }

  @inlinable
  mutating func add(_ neighbor: Self) {
    if neighbor < self { self = neighbor }
  }
}

/// The nearest points so far. Few are kept in order, as shifting some of them is quicker than anything else; many are a heap with
/// the farthest on top.
@usableFromInline
struct KDTreeNearest<Scalar: FloatingPoint & Sendable>: KDTreeCollector {
  @usableFromInline let found: UnsafeMutableBufferPointer<KDTreeNeighbor<Scalar>>
  @usableFromInline var count = 0
  @usableFromInline var limit: Scalar
  @usableFromInline let isSorted: Bool

  /// `room`: as many elements as points are wanted, at least one.
  @inlinable
  init(room: UnsafeMutableBufferPointer<KDTreeNeighbor<Scalar>>, radius2: Scalar) {
    found = room
    limit = radius2
    isSorted = room.count <= 32
  }

  @inlinable
  mutating func add(_ neighbor: KDTreeNeighbor<Scalar>) {
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
  var farthest: KDTreeNeighbor<Scalar> { found[isSorted ? count - 1 : 0] }

  /// Moves the farther ones of the elements below `end` up by one place, which overwrites the one at `end`.
  @inlinable
  mutating func insert(_ neighbor: KDTreeNeighbor<Scalar>, before end: Int) {
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
  mutating func replaceTop(with neighbor: KDTreeNeighbor<Scalar>) {
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
    return found.map { Int($0.index) }
  }
}

extension KDTreeView {
  /// Adds the points below a node, whose box is this far away, that the collector has use for. The nearer child comes first, as
  /// what it finds may rule the other one out. Depth is that of the tree.
  @inlinable
  func search<Collector: KDTreeCollector>(
    _ node: Int, _ distance2: Vector.Scalar, _ point: Vector, _ found: inout Collector
  ) where Collector.Scalar == Vector.Scalar {
    if distance2 > found.limit { return }
    if shape.isLeaf(node) {
      for slot in shape.slots(ofLeaf: node) {
        let distance2 = squared(points[slot] - point)
        if distance2 <= found.limit {
          found.add(KDTreeNeighbor(index: order[slot], distance2: distance2))
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
