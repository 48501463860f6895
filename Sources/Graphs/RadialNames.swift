#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds trees that are drawn radially, whose leaves have names that lead away from the root.
struct RadialNames {
  /// The angles of the names of leaves, in degrees counterclockwise from the right; nil for other nodes.
  private(set) var angles: [Double?]

  /// The number of leaves from which on names are turned; fewer have room for horizontal ones.
  private static let leastLeafCount = 20
  /// The number of nodes above which trees are not looked at: few of their names are drawn.
  private static let greatestNodeCount = 1000
  /// How far the distance of a node from the root may be off, in distances of circles.
  private static let tolerance = 0.05

  /// - Complexity: O(nodes^2) for trees of up to 1,000 nodes.
  init(_ graph: Graph, _ points: [SIMD2<Double>]) {
    angles = [Double?](repeating: nil, count: graph.nodeCount)
    guard graph.nodeCount <= Self.greatestNodeCount else { return }
    var neighbors = [[Int]](repeating: [], count: graph.nodeCount)
    for (source, target) in zip(graph.sources, graph.targets) where source != target {
      neighbors[Int(source)].append(Int(target))
      neighbors[Int(target)].append(Int(source))
    }
    var isSeen = [Bool](repeating: false, count: graph.nodeCount)
    for start in neighbors.indices where !isSeen[start] {
      let members = Self.levels(from: start, neighbors).map(\.node)
      for node in members { isSeen[node] = true }
      let isTree = members.reduce(0) { $0 + neighbors[$1].count } == 2 * (members.count - 1)
      let leaves = members.filter { neighbors[$0].count == 1 }
      guard isTree, leaves.count >= Self.leastLeafCount,
        members.allSatisfy({ points[$0].x.isFinite && points[$0].y.isFinite })
      else { continue }
      guard let root = members.first(where: { Self.isRoot($0, neighbors, points) }) else {
        continue
      }
      for leaf in leaves where leaf != root {
        let step = points[leaf] - points[root]
        angles[leaf] = atan2(step.y, step.x) * 180 / .pi
      }
    }
  }

  private static func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    let step = b - a
    return (step * step).sum().squareRoot()
  }

  /// Returns the nodes of a component with their depths, breadth first.
  private static func levels(
    from root: Int, _ neighbors: [[Int]]
  ) -> [(node: Int, depth: Int)] {
    var found = [(node: root, depth: 0)]
    var isSeen: Set = [root]
    var read = 0
    while read < found.count {
      let (node, depth) = found[read]
      read += 1
      for other in neighbors[node] where isSeen.insert(other).inserted {
        found.append((other, depth + 1))
      }
    }
    return found
  }

  /// Returns true if each level is on a circle around a node, at equal distances.
  private static func isRoot(
    _ root: Int, _ neighbors: [[Int]], _ points: [SIMD2<Double>]
  ) -> Bool {
    guard let first = neighbors[root].first, neighbors[root].count > 1 else { return false }
    let unit = distance(points[root], points[first])
    func isOnCircle(_ node: Int, _ depth: Int) -> Bool {
      abs(distance(points[root], points[node]) / unit - Double(depth)) < tolerance
    }
    // Most nodes fail at their neighbours.
    return unit > 0 && neighbors[root].allSatisfy { isOnCircle($0, 1) }
      && levels(from: root, neighbors).allSatisfy { isOnCircle($0.node, $0.depth) }
  }
}
