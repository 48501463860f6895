/// Chooses a layout that suits the graph, by these rules:
///
/// | graph | layout |
/// |---|---|
/// | with a start, pins or constraints | stress or multilevel, by size as below |
/// | no edges | grid |
/// | one path, undirected, of up to 300 nodes | linear |
/// | one cycle; complete, up to 300 nodes | circle |
/// | wheel (a cycle, and a hub adjacent to all of it), undirected, of up to 300 nodes | circle around the hub |
/// | hub adjacent to all others, with fewer than half as many edges between those as there are nodes, undirected, of up to 300 nodes | circle around the hub |
/// | star (a hub with leaves), undirected, of up to 1,000 nodes | radial |
/// | complete bipartite, up to 100 nodes | bipartite |
/// | directed trees and forests of up to 1,000 nodes if no node has two parents; others of up to 100 nodes if they are not much deeper than a binary tree of the same size | tidy tree; radial if that would be at least four times as wide as high, and no `direction` is set |
/// | other undirected trees of up to 600 nodes without lengths of edges, if a radial drawing has at most a twentieth more stress than one by distances, as with long arms around a node | radial |
/// | directed, up to 1,000 nodes and 2,000 pairs of neighbours, of which at least three in four edges follow a common direction; if the longer side of the drawing, with boxes or else without, is at most four times the shorter one or 32 link lengths, and at most 100; with a `direction`, any drawing | layered |
/// | `goal` neighbourhoods or clusters; other trees and forests without lengths of edges | multilevel; stress from 101 to 600 nodes if the distances fit and it has hubs (a mean square of degrees above 12) |
/// | all components up to 3,000 nodes, and up to 10 million pairs in total | stress, if the largest has up to 100 nodes, edges have lengths, or its distances fit into the drawing; else multilevel |
/// | larger | multilevel |
///
/// `AutomaticLayout()` is for two dimensions. `AutomaticLayout<SIMD3<Double>>()` is for three,
/// where only grid, stress and multilevel are available.
///
/// A stress layout suits graphs whose distances fit into the drawing, such as meshes, road maps and
/// elongated shapes. For trees, communities and networks with short paths, a layout by distances
/// shows little, while one by neighbourhoods shows their branches and clusters.
///
/// The name of the chosen layout is in the statistics of the result; `choice(for:)` returns it in
/// advance. To set the options of a specific layout, use it directly.
package struct AutomaticLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The trade-off between quality and time.
  package var quality: LayoutQuality
  /// The start positions, pins and link length.
  package var placement: Placement<Vector>
  /// The maximum number of ticks (iterations) per component, for layouts with ticks; nil for the
  /// default of `quality`.
  package var ticks: Int?
  /// The property that the drawing preserves; nil for distances in small graphs and neighbourhoods
  /// in large ones.
  package var goal: LayoutGoal?
  /// The details of layered layouts, if one is chosen; see `LayeredLayout`.
  package var details = LayeredLayout.Details()
  /// The direction of edges in layered layouts and in which trees grow; nil for down, and for
  /// radial trees if they are wide.
  package var direction: LayoutDirection?
  package var name: String { "automatic" }
  package var id: String { "auto" }

  package init(
    quality: LayoutQuality = .balanced, placement: Placement<Vector> = Placement(),
    ticks: Int? = nil, goal: LayoutGoal? = nil
  ) {
    self.quality = quality
    self.placement = placement
    self.ticks = ticks
    self.goal = goal
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<Vector>) {
    self.init(
      quality: request.quality, placement: placement, ticks: request.ticks,
      goal: request.goal)
    details = request.details
    direction = request.direction
  }

  package func place(
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

  /// Returns the layout for a graph. O(nodes + edges), plus a stress layout of up to 600 nodes, and
  /// a layered one if it is a candidate.
  package func choice(for graph: LayoutGraph) -> any GraphLayoutAlgorithm<Vector> {
    let components = graph.components()
    if placement.start == nil, placement.pins.isEmpty, placement.constraints == nil {
      if graph.pairCount == 0 { return GridLayout(nodeDistance: linkLength) }
      if let drawing = drawing(graph, components) as? any GraphLayoutAlgorithm<Vector> {
        return drawing
      }
    }
    let pairs = components.nodes.reduce(0) { $0 + $1.count * $1.count }
    if goal ?? .distances == .distances, pairs <= 10_000_000,
      components.nodes.allSatisfy({ $0.count <= 3_000 }),
      goal == .distances || graph.lengths != nil
        || hasRoomForDistances(graph, components)
    {
      return StressLayout(
        quality: quality, placement: placement, iterations: ticks, fullNodeLimit: 3_000)
    }
    return MultilevelLayout(
      quality: quality, goal: goal ?? .neighborhoods, placement: placement, ticks: ticks)
  }

  /// Returns true if a drawing can reproduce the distances of the largest component, judged by its
  /// coarsest level in the multilevel layout. Small graphs always use distances, as all nodes are
  /// close together.
  private func hasRoomForDistances(_ graph: LayoutGraph, _ components: ComponentLists) -> Bool {
    let largest = components.nodes.indices.max {
      components.nodes[$0].count < components.nodes[$1].count
    }
    if isPlaneForest(graph, components) {
      return largest.map { hasRoomForDistances(tree: graph.subgraphs(components)[$0]) } ?? false
    }
    guard let largest, components.nodes[largest].count > 100 else { return true }
    let component = graph.subgraphs(components)[largest]
    var run = LayoutRun(LayoutControl())
    let hierarchy = LevelHierarchy(LevelGraph(component), downTo: 600, seed: run.seed)
    let positions: [Vector]? = try? hierarchy.coarsestPositions(quality: .quick, run: &run)
    return (try? positions.map(hierarchy.fitsDistances)) ?? true
  }

  /// Returns true if a drawing by distances shows all there is of a tree of up to 600 nodes: if it has
  /// hubs, of which the multilevel layout cannot keep all leaves near, and reproduces the distances.
  private func hasRoomForDistances(tree: LayoutGraph) -> Bool {
    let squares = (0..<tree.nodeCount).reduce(0) { $0 + tree.degree(of: $1) * tree.degree(of: $1) }
    guard tree.nodeCount > 100, tree.nodeCount <= Self.fitted, squares > 12 * tree.nodeCount else {
      return false
    }
    var run = LayoutRun(LayoutControl())
    let hierarchy = LevelHierarchy(LevelGraph(tree), downTo: Self.fitted, seed: run.seed)
    let positions: [Vector]? = try? hierarchy.coarsestPositions(quality: .quick, run: &run)
    return (try? positions.map(hierarchy.fitsDistances)) ?? false
  }

  /// The number of nodes up to which a tree is drawn by distances to choose its layout.
  private static var fitted: Int { 600 }

  /// Returns a layout for a graph with a specific shape; all of these are two-dimensional.
  private func drawing(
    _ graph: LayoutGraph, _ components: ComponentLists
  ) -> (any GraphLayoutAlgorithm<SIMD2<Double>>)? {
    guard Vector.scalarCount == 2 else { return nil }
    if components.count == 1, let drawing = figure(graph) { return drawing }
    if isPlaneForest(graph, components), graph.nodeCount <= (graph.isDirected ? 1_000 : 100),
      Self.isTreeLike(graph)
    {
      return tree(graph)
    }
    return arms(graph, components) ?? layers(graph)
  }

  /// Returns the radial layout of an undirected tree of up to 600 nodes in which it hardly has more
  /// stress than a drawing by distances, such as long arms around a node: then the arms are straight, and
  /// all edges have one length. Else nil.
  private func arms(_ graph: LayoutGraph, _ components: ComponentLists) -> RadialTreeLayout? {
    guard components.count == 1, isPlaneForest(graph, components), !graph.isDirected,
      graph.lengths == nil, graph.nodeCount > 2, graph.nodeCount <= Self.fitted
    else { return nil }
    let radial = RadialTreeLayout(levelDistance: linkLength, margin: placement.margin)
    var run = LayoutRun(LayoutControl())
    let distances = StressLayout<SIMD2<Double>>(
      quality: .quick, placement: Placement(linkLength: linkLength), fullNodeLimit: Self.fitted)
    guard let around = try? radial.place(graph, run: &run),
      let fitted = try? distances.place(graph, run: &run),
      let most = try? LayoutMetrics.stress(graph, fitted),
      let stress = try? LayoutMetrics.stress(graph, around)
    else { return nil }
    return stress <= 1.05 * most ? radial : nil
  }

  /// True for a forest in two dimensions, where it can be drawn without crossings.
  private func isPlaneForest(_ graph: LayoutGraph, _ components: ComponentLists) -> Bool {
    Vector.scalarCount == 2 && graph.isForest(components)
  }

  /// Returns the layout of a tree: radial if it is wide and no direction is set. Otherwise the
  /// distance between levels limits its aspect ratio.
  private func tree(_ graph: LayoutGraph) -> any GraphLayoutAlgorithm<SIMD2<Double>> {
    let aspect = Self.aspect(graph)
    if direction == nil, aspect >= 4 {
      return RadialTreeLayout(levelDistance: linkLength, margin: placement.margin)
    }
    return TidyTreeLayout(
      nodeDistance: linkLength / 2, levelDistance: linkLength * max(1, aspect / 4),
      direction: direction ?? .down)
  }

  /// Returns a layered layout for graphs with meaningful directions and a drawing of moderate size;
  /// else nil.
  private func layers(_ graph: LayoutGraph) -> LayeredLayout? {
    guard graph.isDirected, graph.nodeCount <= 1_000, graph.pairCount <= 2_000,
      AcyclicOrder.flow(graph) >= 0.75
    else { return nil }
    func layout(_ quality: LayoutQuality, _ details: LayeredLayout.Details) -> LayeredLayout {
      LayeredLayout(
        quality: quality, layerDistance: linkLength * 4 / 3, nodeDistance: linkLength * 2 / 3,
        margin: placement.margin * 4 / 3, direction: direction ?? .down, details: details)
    }
    if direction != nil || canBeLookedAt(layout(.quick, details), graph) {
      return layout(quality, details)
    }
    // Points, with names beside them, where boxes take too much room.
    let points = details.withoutSizes
    return !details.nodeSizes.isEmpty && canBeLookedAt(layout(.quick, points), graph)
      ? layout(quality, points) : nil
  }

  private func canBeLookedAt(_ layout: LayeredLayout, _ graph: LayoutGraph) -> Bool {
    var run = LayoutRun(LayoutControl())
    guard let positions = try? layout.place(graph, run: &run) else { return true }
    var corners = positions
    for (position, size) in zip(positions, layout.details.nodeSizes) {
      corners += [position - size / 2, position + size / 2]
    }
    let sides: SIMD2<Double> = LayoutMetrics.extent(corners) / linkLength
    return sides.max() <= min(100, 4 * max(sides.min(), 8))
  }

  /// Returns the layout for a connected graph with a conventional drawing; else nil.
  private func figure(_ graph: LayoutGraph) -> (any GraphLayoutAlgorithm<SIMD2<Double>>)? {
    let count = graph.nodeCount
    let largest = (0..<count).reduce(0) { max($0, graph.degree(of: $1)) }
    if largest <= 2, graph.pairCount == count - 1, !graph.isDirected, count <= 300 {
      return LinearLayout(nodeDistance: linkLength)
    }
    // A directed cycle must have consistent directions.
    if largest == 2, graph.pairCount == count,
      !graph.isDirected || Set(graph.targets).count == count
    {
      return CircularLayout(quality: quality, nodeDistance: linkLength * 2 / 3)
    }
    if graph.isDirected { return nil }
    if count <= 300, count > 3, graph.pairCount == count * (count - 1) / 2 {
      return CircularLayout(quality: quality, nodeDistance: linkLength * 2 / 3)
    }
    if count <= 1_000, count > 3,
      let hub = (0..<count).first(where: { graph.degree(of: $0) == count - 1 }),
      let drawing = figure(graph, around: hub)
    {
      return drawing
    }
    if count <= 100, BipartiteLayout.isCompleteBipartite(graph) {
      return BipartiteLayout(nodeDistance: linkLength, margin: placement.margin)
    }
    return nil
  }

  /// Returns the layout of a star, a wheel, or a star with a few more edges.
  private func figure(
    _ graph: LayoutGraph, around hub: Int
  ) -> (any GraphLayoutAlgorithm<SIMD2<Double>>)? {
    let others = graph.without(hub)
    if others.pairCount == 0 {
      return RadialTreeLayout(root: hub, levelDistance: linkLength, margin: placement.margin)
    }
    let isCycle =
      others.components().count == 1
      && (0..<others.nodeCount).allSatisfy { others.degree(of: $0) == 2 }
    // Around the hub, neighbours come next to each other, and their few edges are seen.
    let isSparse = 2 * others.pairCount < others.nodeCount
    guard isCycle || isSparse, others.nodeCount < 300 else { return nil }
    var circle = CircularLayout(quality: quality, nodeDistance: linkLength * 2 / 3)
    circle.center = hub
    return circle
  }

  /// Returns true if a forest has natural roots. A directed one has if no node has two parents; an
  /// undirected one if it is at most two levels deeper than a binary tree of the same size: a
  /// deeper one, such as a long branch with twigs, has no meaningful root.
  private static func isTreeLike(_ graph: LayoutGraph) -> Bool {
    if !graph.isDirected {
      let deepest = RootedForest(graph, root: nil).depth.max() ?? 0
      return Int(deepest) <= graph.nodeCount.bitWidth - graph.nodeCount.leadingZeroBitCount + 1
    }
    var hasParent = [Bool](repeating: false, count: graph.nodeCount)
    for edge in graph.targets.indices where graph.sources[edge] != graph.targets[edge] {
      if hasParent[Int(graph.targets[edge])] { return false }
      hasParent[Int(graph.targets[edge])] = true
    }
    return true
  }

  /// How wide a tidy tree is for its height, at most.
  private static func aspect(_ graph: LayoutGraph) -> Double {
    let forest = RootedForest(graph, root: nil)
    let leaves = forest.leafCounts()
    let width = forest.roots.reduce(0) { $0 + leaves[$1] }
    let height = forest.depth.reduce(0) { max($0, Int($1) + 1) }
    // Leaves are half as far apart as levels.
    return Double(width) / Double(2 * height)
  }
}

extension AutomaticLayout where Vector == SIMD2<Double> {
  /// Creates the layout in two dimensions, the default of `AutomaticLayout()`.
  package init(
    quality: LayoutQuality = .balanced, placement: Placement<SIMD2<Double>> = Placement(),
    ticks: Int? = nil, goal: LayoutGoal? = nil
  ) {
    self.quality = quality
    self.placement = placement
    self.ticks = ticks
    self.goal = goal
  }
}
