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
    return read { tree in
      var best = KDTreeNearest<Vector.Scalar>(
        capacity: min(k, tree.shape.count), limit: radius * radius)
      tree.search(0, tree.distance2(of: 0, to: point), point, &best)
      return best.heap.sorted(by: <).map { Int($0.index) }
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

/// The nearest points so far: a heap with the farthest of them on top.
@usableFromInline
struct KDTreeNearest<Scalar: FloatingPoint & Sendable>: KDTreeCollector {
  @usableFromInline var heap: [KDTreeNeighbor<Scalar>] = []
  @usableFromInline let capacity: Int
  @usableFromInline let radius2: Scalar

  @inlinable
  init(capacity: Int, limit: Scalar) {
    self.capacity = capacity
    radius2 = limit
  }

  @inlinable
  var limit: Scalar { heap.count < capacity ? radius2 : heap[0].distance2 }

  @inlinable
  mutating func add(_ neighbor: KDTreeNeighbor<Scalar>) {
    if heap.count < capacity {
      guard neighbor.distance2 <= radius2 else { return }
      heap.append(neighbor)
      rise(heap.count - 1)
    } else if neighbor < heap[0] {
      heap[0] = neighbor
      sink()
    }
  }

  @inlinable
  mutating func rise(_ start: Int) {
    var place = start
    while place > 0, heap[(place - 1) / 2] < heap[place] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  @inlinable
  mutating func sink() {
    var place = 0
    while 2 * place + 1 < heap.count {
      var child = 2 * place + 1
      if child + 1 < heap.count, heap[child] < heap[child + 1] { child += 1 }
      if !(heap[place] < heap[child]) { return }
      heap.swapAt(place, child)
      place = child
    }
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
