#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Finds trees that are drawn radially, and circles around a hub: names of leaves, and of the nodes of the
/// circle, lead away from the middle.
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
    let topology = graph.topology
    let adjacency = topology.adjacency(.both)
    let neighbors = (0..<graph.nodeCount).map { node in
      adjacency.row(of: node).map { Int(adjacency.neighbors[$0]) }.filter { $0 != node }
    }
    let components = topology.connectedComponents()
    for component in 0..<components.count {
      let members = components.nodes(of: component).map(Int.init)
      let isTree = members.reduce(0) { $0 + neighbors[$1].count } == 2 * (members.count - 1)
      let hub = members.first { Set(neighbors[$0]).count == members.count - 1 }
      let leaves =
        isTree
        ? members.filter { neighbors[$0].count == 1 } : hub.map { neighbors[$0] } ?? []
      guard isTree || hub != nil, leaves.count >= Self.leastLeafCount,
        members.allSatisfy({ points[$0].x.isFinite && points[$0].y.isFinite }),
        let root = members.first(where: { Self.isRoot($0, topology, neighbors[$0], points) })
      else { continue }
      for leaf in leaves where leaf != root {
        let step = points[leaf] - points[root]
        angles[leaf] = atan2(step.y, step.x) * 180 / .pi
      }
    }
  }

  /// Returns true if each level is on a circle around a node, at equal distances.
  private static func isRoot(
    _ root: Int, _ topology: GraphTopology, _ neighbors: [Int], _ points: [SIMD2<Double>]
  ) -> Bool {
    guard neighbors.count > 1 else { return false }
    func distance(_ node: Int) -> Double {
      let step = points[node] - points[root]
      return (step * step).sum().squareRoot()
    }
    let unit = distance(neighbors[0])
    func isOnCircle(_ node: Int, _ depth: Int) -> Bool {
      abs(distance(node) / unit - Double(depth)) < tolerance
    }
    // Most nodes fail at their neighbours.
    guard unit > 0, neighbors.allSatisfy({ isOnCircle($0, 1) }),
      let search = try? topology.breadthFirstSearch(from: root, direction: .both)
    else { return false }
    return search.order.allSatisfy { isOnCircle(Int($0), Int(search.distances[Int($0)])) }
  }
}

/// Finds graphs in two columns, whose names are outside.
struct ColumnNames {
  /// The angles of the names, in degrees counterclockwise from the right; empty unless all nodes are in two
  /// columns.
  private(set) var angles: [Double?] = []

  /// The number of nodes of which the smallest and the largest graph are looked at.
  private static let nodeCounts = 4...1000

  init(_ graph: Graph, _ points: [SIMD2<Double>]) {
    guard Self.nodeCounts.contains(graph.nodeCount) else { return }
    let places = Set(points.map(\.x))
    guard places.count == 2, let left = places.min(), let right = places.max(), left.isFinite,
      right.isFinite,
      zip(graph.sources, graph.targets).allSatisfy({ points[Int($0)].x != points[Int($1)].x })
    else { return }
    angles = points.map { $0.x == left ? 180 : 0 }
  }
}
