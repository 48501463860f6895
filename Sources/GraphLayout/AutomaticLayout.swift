/// Chooses the layout that fits a graph, as somebody who knows them all would.
///
/// | graph | layout |
/// |---|---|
/// | with a start or pins | stress or multilevel, by size as below |
/// | no edges | grid |
/// | trees and forests of up to 300 nodes (directed ones if no node has two parents) | tidy tree; radial when it would be four times as wide as high or more |
/// | one cycle | circle |
/// | directed, up to 300 nodes and 600 pairs of neighbours, with a flow: of four edges three or more follow it | layered |
/// | `goal` neighbourhoods or clusters | multilevel |
/// | all components up to 3,000 nodes, and all pairs together up to 10 million | stress |
/// | larger | multilevel |
///
/// `AutomaticLayout()` is for the plane. `AutomaticLayout<SIMD3<Double>>()` is for space, where of these there are grid, stress and
/// multilevel.
///
/// The name of the chosen layout is in the result's statistics; `choice(for:)` tells it beforehand. For options of their own use the
/// layouts directly.
public struct AutomaticLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// How much time the layout may take to be good.
  public var quality: LayoutQuality
  /// Where nodes start and stay, and how far apart they are.
  public var placement: Placement<Vector>
  /// How many ticks (iterations) each component may take of a layout that has any; nil for what `quality` says.
  public var ticks: Int?
  /// What the drawing keeps. nil: true distances in small graphs, neighbourhoods in large ones.
  public var goal: LayoutGoal?
  /// What layers make room for, where layers are chosen; see `LayeredLayout`.
  public var details = LayeredLayout.Details()
  /// Where edges lead in layers.
  public var direction = LayeredLayout.Direction.down
  public var name: String { "automatic" }
  public var id: String { "auto" }

  public init(
    quality: LayoutQuality = .balanced, placement: Placement<Vector> = Placement(),
    ticks: Int? = nil, goal: LayoutGoal? = nil
  ) {
    self.quality = quality
    self.placement = placement
    self.ticks = ticks
    self.goal = goal
  }

  /// With what programs let people choose.
  public init(_ settings: LayoutSettings<Vector>) {
    self.init(
      quality: settings.quality, placement: settings.placement, ticks: settings.ticks,
      goal: settings.goal)
    details = settings.details
    direction = settings.direction
  }

  public func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try placement.check(nodeCount: graph.nodeCount)
    if let ticks { try Check.atLeast(0, ticks, "ticks") }
    let layout = choice(for: graph)
    run.statistics.layout = layout.name
    run.statistics.layoutID = layout.id
    return try layout.place(graph, run: &run)
  }

  private var linkLength: Double { placement.linkLength }

  /// The layout for a graph. O(nodes + edges).
  public func choice(for graph: LayoutGraph) -> any GraphLayoutAlgorithm<Vector> {
    let components = graph.components()
    if placement.start == nil, placement.pins.isEmpty {
      if graph.pairCount == 0 { return GridLayout(nodeDistance: linkLength) }
      if let drawing = drawing(graph, components) as? any GraphLayoutAlgorithm<Vector> {
        return drawing
      }
    }
    let pairs = components.nodes.reduce(0) { $0 + $1.count * $1.count }
    if goal ?? .distances == .distances, pairs <= 10_000_000,
      components.nodes.allSatisfy({ $0.count <= 3_000 })
    {
      return StressLayout(
        quality: quality, placement: placement, iterations: ticks, fullNodeLimit: 3_000)
    }
    return MultilevelLayout(
      quality: quality, goal: goal ?? .neighborhoods, placement: placement, ticks: ticks)
  }

  /// The drawing for a graph with a shape of its own, which are all in the plane.
  private func drawing(
    _ graph: LayoutGraph, _ components: ComponentLists
  ) -> (any GraphLayoutAlgorithm<SIMD2<Double>>)? {
    guard Vector.scalarCount == 2 else { return nil }
    let isForest = graph.pairCount == graph.nodeCount - components.count
    if isForest, graph.nodeCount <= 300, Self.isTreeLike(graph) {
      return Self.isWide(graph)
        ? RadialTreeLayout(levelDistance: linkLength, margin: placement.margin)
        : TidyTreeLayout(nodeDistance: linkLength / 2, levelDistance: linkLength)
    }
    if components.count == 1, graph.pairCount == graph.nodeCount,
      (0..<graph.nodeCount).allSatisfy({ graph.degree(of: $0) == 2 }),
      // Directed, it leads round.
      !graph.isDirected || Set(graph.targets).count == graph.nodeCount
    {
      return CircularLayout(quality: quality, nodeDistance: linkLength * 2 / 3)
    }
    if graph.isDirected, graph.nodeCount <= 300, graph.pairCount <= 600,
      AcyclicOrder.flow(graph) >= 0.75
    {
      return LayeredLayout(
        quality: quality, layerDistance: linkLength * 4 / 3, nodeDistance: linkLength * 2 / 3,
        margin: placement.margin * 4 / 3, direction: direction, details: details)
    }
    return nil
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

extension AutomaticLayout where Vector == SIMD2<Double> {
  /// In the plane, where nothing says otherwise: `AutomaticLayout()`.
  public init(
    quality: LayoutQuality = .balanced, placement: Placement<SIMD2<Double>> = Placement(),
    ticks: Int? = nil, goal: LayoutGoal? = nil
  ) {
    self.quality = quality
    self.placement = placement
    self.ticks = ticks
    self.goal = goal
  }
}
