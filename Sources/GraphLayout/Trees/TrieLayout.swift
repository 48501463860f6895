/// A tree, by default from the top down, in which each subtree has a strip as wide as all its
/// leaves.
///
/// Use it for tries, decision trees and file trees, where the width of a subtree represents its
/// size. It is wider than a tidy tree; no subtree extends below another. The trees of a forest are
/// side by side. O(nodes + edges), without recursion.
package struct TrieLayout: GraphLayoutAlgorithm {
  /// The root of its component; nil to choose: in directed graphs the first node without incoming
  /// edges, else a central node.
  package var root: Int?
  /// The width of a leaf, in layout units.
  package var nodeDistance: Double
  /// The distance between levels, in layout units.
  package var levelDistance: Double
  /// The direction in which the tree grows. Children are from left to right, or from the top to the
  /// bottom.
  package var direction: LayoutDirection

  package var name: String { "trie" }

  package init(
    root: Int? = nil, nodeDistance: Double = 15, levelDistance: Double = 30,
    direction: LayoutDirection = .down
  ) {
    self.root = root
    self.nodeDistance = nodeDistance
    self.levelDistance = levelDistance
    self.direction = direction
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<SIMD2<Double>>) {
    self.init(
      root: request.root, nodeDistance: placement.linkLength / 2,
      levelDistance: placement.linkLength, direction: request.direction ?? .down)
  }

  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [SIMD2<Double>] {
    try Check.node(root, "root", nodeCount: graph.nodeCount)
    try Check.positive(nodeDistance, "nodeDistance")
    try Check.positive(levelDistance, "levelDistance")
    run.begin("tree")
    let forest = RootedForest(graph, root: root)
    run.statistics.componentCount = forest.roots.count
    let leaves = forest.leafCounts()
    var start = [Int](repeating: 0, count: graph.nodeCount)
    var end = 0
    for root in forest.roots {
      start[root] = end
      end += leaves[root]
    }
    for node in forest.order.map({ Int($0) }) {
      var next = start[node]
      for child in forest.children(of: node).map({ Int($0) }) {
        start[child] = next
        next += leaves[child]
      }
    }
    let axes = LayerAxes(direction: direction)
    return ComponentPacking.centered(
      (0..<graph.nodeCount).map { node in
        axes.outer(
          SIMD2(
            (Double(start[node]) + Double(leaves[node]) / 2) * nodeDistance,
            Double(forest.depth[node]) * levelDistance))
      })
  }
}

/// A binary heap in an array: node i has the children 2i + 1 and 2i + 2, whatever the edges are.
///
/// Use it for heaps, segment trees and brackets. Each level is spread evenly over the width of the
/// lowest one. O(nodes).
package struct BinaryHeapLayout: GraphLayoutAlgorithm {
  /// The distance between neighbours on the lowest level, in layout units.
  package var nodeDistance: Double
  /// The distance between levels, in layout units.
  package var levelDistance: Double
  /// The direction in which the heap grows.
  package var direction: LayoutDirection

  package var name: String { "binary heap" }
  package var id: String { "binary-heap" }

  package init(
    nodeDistance: Double = 15, levelDistance: Double = 30, direction: LayoutDirection = .down
  ) {
    self.nodeDistance = nodeDistance
    self.levelDistance = levelDistance
    self.direction = direction
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<SIMD2<Double>>) {
    self.init(
      nodeDistance: placement.linkLength / 2, levelDistance: placement.linkLength,
      direction: request.direction ?? .down)
  }

  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [SIMD2<Double>] {
    try Check.positive(nodeDistance, "nodeDistance")
    try Check.positive(levelDistance, "levelDistance")
    let levels = Self.level(of: max(graph.nodeCount - 1, 0))
    let axes = LayerAxes(direction: direction)
    return (0..<graph.nodeCount).map { node in
      let level = Self.level(of: node)
      let place = node + 1 - 1 << level
      let width = Double(1 << (levels - level)) * nodeDistance
      let middle = Double(1 << levels) * nodeDistance / 2
      return axes.outer(
        SIMD2(
          (Double(place) + 0.5) * width - middle,
          -((Double(levels) / 2 - Double(level)) * levelDistance)))
    }
  }

  private static func level(of node: Int) -> Int {
    (node + 1).bitWidth - 1 - (node + 1).leadingZeroBitCount
  }
}
