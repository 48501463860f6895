/// Chooses the layout that fits a graph, as somebody who knows them all would.
///
/// | graph | layout |
/// |---|---|
/// | no edges | grid |
/// | directed, without cycles, up to 300 nodes and 600 pairs of neighbours | layered |
/// | trees and forests of up to 300 nodes | tidy tree; radial when it would be four times as wide as high or more |
/// | one cycle | circle |
/// | all components up to 3,000 nodes, all pairs up to 10 million | stress |
/// | larger | force-directed |
///
/// The layout's name is in the result's statistics. The options of each are its defaults; for others use it directly.
public struct AutomaticLayout: GraphLayoutAlgorithm {
  public var name: String { "automatic" }

  public init() {}

  public func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [SIMD2<Double>] {
    let layout = Self.choice(for: graph)
    run.statistics.layout = layout.name
    return try layout.place(graph, run: &run)
  }

  /// The layout for a graph. O(nodes + edges).
  public static func choice(
    for graph: LayoutGraph
  ) -> any GraphLayoutAlgorithm<SIMD2<Double>> {
    let components = graph.components()
    if graph.pairCount == 0 { return GridLayout<SIMD2<Double>>() }
    let isForest = graph.pairCount == graph.nodeCount - components.count
    if isForest, graph.nodeCount <= 300, isTreeLike(graph) {
      return isWide(graph) ? RadialTreeLayout() : TidyTreeLayout()
    }
    if graph.isDirected, graph.nodeCount <= 300, graph.pairCount <= 600,
      AcyclicGraph(graph).turnedCount == 0
    {
      return LayeredLayout()
    }
    if components.count == 1, graph.pairCount == graph.nodeCount,
      (0..<graph.nodeCount).allSatisfy({ graph.degree(of: $0) == 2 })
    {
      return CircularLayout()
    }
    let pairs = components.nodes.reduce(0) { $0 + $1.count * $1.count }
    if pairs <= 10_000_000, components.nodes.allSatisfy({ $0.count <= 3_000 }) {
      return StressLayout<SIMD2<Double>>()
    }
    return ForceDirectedLayout<SIMD2<Double>>()
  }

  /// A directed forest is a tree to be drawn from its root only if nothing has two parents.
  private static func isTreeLike(_ graph: LayoutGraph) -> Bool {
    if !graph.isDirected { return true }
    var hasParent = [Bool](repeating: false, count: graph.nodeCount)
    for edge in graph.targets.indices where graph.sources[edge] != graph.targets[edge] {
      if hasParent[Int(graph.targets[edge])] { return false }
      hasParent[Int(graph.targets[edge])] = true
    }
    return true
  }

  private static func isWide(_ graph: LayoutGraph) -> Bool {
    let forest = RootedForest(graph, root: nil)
    let leaves = forest.leafCounts()
    let width = forest.roots.reduce(0) { $0 + leaves[$1] }
    let height = forest.depth.reduce(0) { max($0, Int($1) + 1) }
    // Leaves are half as far apart as levels.
    return width >= 8 * height
  }
}
