import ForceSimulation
import Testing

/// Points that trees have trouble with, for any vector type.
enum TreePointSet: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case none, one, random, coincident, twoCoincident, collinear, diagonal, lattice, farOutlier
  case almostCoincident, clusterChain, subnormal, farWithoutExtent, spiral, greatest

  var testDescription: String { rawValue }

  func points<V: SimulationVector>(_: V.Type = V.self) -> [V] {
    var random = V.Scalar.Generator()
    func uniform(_ count: Int, scale: V.Scalar = 100) -> [V] {
      (0..<count).map { _ in Self.vector { _ in (random.next() - 0.5) * scale } }
    }
    switch self {
    case .none: return []
    case .one: return [Self.vector { V.Scalar($0) + 3 }]
    case .random: return uniform(300)
    case .coincident: return Array(repeating: Self.vector { V.Scalar($0) - 7 }, count: 300)
    case .twoCoincident:
      let points = uniform(100)
      return points + [points[17]]
    case .collinear: return (0..<200).map { i in Self.vector { $0 == 1 ? V.Scalar(i) : 4 } }
    case .diagonal: return (0..<200).map { i in V(repeating: V.Scalar(199 - i) / 8) }
    case .lattice:
      return (0..<256).map { i in Self.vector { V.Scalar((i >> ($0 * 2)) & 3) } }
    case .farOutlier:
      return uniform(60) + [V(repeating: V.Scalar.greatestFiniteMagnitude / 1e8)] + uniform(60)
    case .almostCoincident: return uniform(200, scale: 1e-5)
    case .clusterChain: return (0..<100).map { i in V(repeating: V.Scalar(i) * 6e-6) }
    case .subnormal: return uniform(100, scale: .leastNormalMagnitude * 4)
    case .farWithoutExtent:
      // 3e7 is beyond 2^24: neighbouring Floats are 2 apart there.
      return (0..<50).map { i in V(repeating: 3e7 + V.Scalar(i / 10) * 2) }
    case .spiral:
      return (0..<60).map { i in
        Self.vector { axis in
          let size = 1.5 * V.Scalar(1 << (i / 2))
          return (i >> axis) & 1 == 0 ? size : -size
        }
      }
    case .greatest:
      let greatest = V.Scalar.greatestFiniteMagnitude
      let corners: [V] = (0..<8).map { i in
        Self.vector { (i >> $0) & 1 == 0 ? greatest : -greatest }
      }
      // The middle between the two greatest numbers is rounded down to the lower one.
      return uniform(20) + corners + [V(repeating: greatest.nextDown)]
    }
  }

  private static func vector<V: SIMD>(_ component: (Int) -> V.Scalar) -> V {
    var vector = V()
    for axis in 0..<V.scalarCount { vector[axis] = component(axis) }
    return vector
  }
}

/// Remembers every point it is told of.
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

/// Two delegates in one.
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
