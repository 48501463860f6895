import GrapeCompatibility
import Testing

/// A delegate that records every point.
struct RecordingDelegate<Vector: SimulationVector>: KDTreeDelegate {
  var nodes: [Int] = []
  var positions: [Vector] = []

  mutating func didAddNode(_ node: Int, at position: Vector) {
    nodes.append(node)
    positions.append(position)
  }
  mutating func didRemoveNode(_ node: Int, at position: Vector) {
    fatalError("the tree removes nothing")
  }
  func spawn() -> Self { Self() }
}

/// A delegate that forwards to two others.
struct PairDelegate<First: KDTreeDelegate, Second: KDTreeDelegate>: KDTreeDelegate
where First.NodeID == Int, Second.NodeID == Int, First.Vector == Second.Vector {
  var first: First
  var second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  mutating func didAddNode(_ node: Int, at position: First.Vector) {
    first.didAddNode(node, at: position)
    second.didAddNode(node, at: position)
  }
  mutating func didRemoveNode(_ node: Int, at position: First.Vector) {
    first.didRemoveNode(node, at: position)
    second.didRemoveNode(node, at: position)
  }
  func spawn() -> Self { Self(first.spawn(), second.spawn()) }
}

/// A delegate with an identity: two cells must never share one.
final class CountingDelegate: KDTreeDelegate {
  /// How many delegates are alive.
  final class Population { var count = 0 }

  var count = 0
  let population: Population

  init(_ population: Population) {
    self.population = population
    population.count += 1
  }
  deinit { population.count -= 1 }

  func didAddNode(_ node: Int, at position: SIMD2<Double>) { count += 1 }
  func didRemoveNode(_ node: Int, at position: SIMD2<Double>) { count -= 1 }
  func spawn() -> CountingDelegate { CountingDelegate(population) }
}

extension BufferedKDTree {
  /// A tree over `points`: with a box around all of them, or with one around the first that has to
  /// grow.
  init(of points: [Vector], growing: Bool, delegate: Delegate) {
    self.init(
      rootBox: .cover(of: growing ? Array(points.prefix(1)) : points),
      nodeCapacity: growing ? 1 : points.count, rootDelegate: delegate)
    for (node, point) in points.enumerated() { add(nodeIndex: node, at: point) }
  }

  /// The nodes found in leaves by a visit of all cells, sorted.
  var allNodes: [Int] {
    var nodes: [Int] = []
    visit { cell in
      nodes += cell.containedIndices
      return true
    }
    return nodes.sorted()
  }

  var cellCount: Int {
    var count = 0
    visit { _ in
      count += 1
      return true
    }
    return count
  }
}
