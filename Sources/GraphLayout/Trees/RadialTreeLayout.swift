#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Foundation
#endif

/// A radial tree: the root in the centre and each level on a circle.
///
/// Use it for trees with many leaves, which a tidy tree would draw too wide, or for the
/// surroundings of one node. Each subtree gets a wedge proportional to its leaves, where those of inner circles
/// count up to twice, limited such that edges do not cross (Eades 1992, "Drawing free trees"). Circles are at least `levelDistance`
/// apart, or more if the nodes of a level would be less than `nodeDistance` apart on average. Edges
/// that close cycles are drawn without regard to crossings. Components are packed. O(nodes +
/// edges), without recursion.
package struct RadialTreeLayout: GraphLayoutAlgorithm {
  /// The root of its component; nil to choose: in directed graphs the first node without incoming
  /// edges, else a central node.
  package var root: Int?
  /// The minimum mean distance between neighbours on a circle, in layout units.
  package var nodeDistance: Double
  /// The minimum distance between circles, in layout units.
  package var levelDistance: Double
  /// The space between components, in layout units.
  package var margin: Double

  package var name: String { "radial tree" }
  package var id: String { "radial" }

  package init(
    root: Int? = nil, nodeDistance: Double = 8, levelDistance: Double = 30, margin: Double = 30
  ) {
    self.root = root
    self.nodeDistance = nodeDistance
    self.levelDistance = levelDistance
    self.margin = margin
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<SIMD2<Double>>) {
    self.init(
      root: request.root, nodeDistance: placement.linkLength * 8 / 30,
      levelDistance: placement.linkLength, margin: placement.margin)
  }

  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [SIMD2<Double>] {
    try Check.node(root, "root", nodeCount: graph.nodeCount)
    try Check.positive(nodeDistance, "nodeDistance")
    try Check.positive(levelDistance, "levelDistance")
    try Check.positive(margin, "margin")
    run.begin("tree")
    return try placeByComponents(graph, margin: margin, run: &run) {
      component, components, number, _ in
      lay(RootedForest(component, root: components.place(of: root, in: number)))
    }
  }

  private func lay(_ forest: RootedForest) -> [SIMD2<Double>] {
    let count = forest.parent.count
    let shares = shares(forest)
    // Angles are in turns.
    var start = [Double](repeating: 0, count: count)
    var width = [Double](repeating: 1, count: count)
    let sums = forest.sums(ofChildren: shares)
    var perLevel: [Int] = []
    for node in forest.order.map({ Int($0) }) {
      let depth = Int(forest.depth[node])
      if depth == perLevel.count { perLevel.append(0) }
      perLevel[depth] += 1
      let inner = Double(depth)
      // The widest wedge from which the next circle is visible without crossing this one.
      let widest = depth == 0 ? 1 : 2 * acos(inner / (inner + 1)) / (2 * Double.pi)
      let wedge = min(width[node], widest)
      var next = start[node] + (width[node] - wedge) / 2
      for child in forest.children(of: node).map({ Int($0) }) {
        start[child] = next
        width[child] = wedge * shares[child] / sums[node]
        next += width[child]
      }
    }
    let distance = levelDistance(perLevel)
    return (0..<count).map { node in
      let turn = start[node] + width[node] / 2
      let radius = Double(forest.depth[node]) * distance
      let (sine, cosine) = sineAndCosine(turns: turn)
      return SIMD2(radius * cosine, radius * sine)
    }
  }

  /// The greatest weight of a leaf on an inner circle, where the same angle is less room.
  private static let greatestShare = 2.0

  /// Returns what each subtree counts among its siblings: the sum of its leaves.
  private func shares(_ forest: RootedForest) -> [Double] {
    let deepest = Double(forest.depth.max() ?? 0)
    var shares = [Double](repeating: 0, count: forest.parent.count)
    for node in forest.order.reversed().map({ Int($0) }) {
      if shares[node] == 0 {
        shares[node] = min(deepest / max(Double(forest.depth[node]), 1), Self.greatestShare)
      }
      let parent = Int(forest.parent[node])
      if parent >= 0 { shares[parent] += shares[node] }
    }
    return shares
  }

  private func levelDistance(_ perLevel: [Int]) -> Double {
    perLevel.indices.dropFirst().reduce(levelDistance) { distance, depth in
      max(distance, Double(perLevel[depth]) * nodeDistance / (2 * Double.pi * Double(depth)))
    }
  }
}

extension RootedForest {
  /// Returns the sum over the children of each node.
  fileprivate func sums(ofChildren values: [Double]) -> [Double] {
    var sums = values.map { _ in 0.0 }
    for (node, parent) in parent.enumerated() where parent >= 0 {
      sums[Int(parent)] += values[node]
    }
    return sums
  }
}
