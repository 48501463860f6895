/// A layered drawing in which edges lead from layer to layer, downwards by default. It uses
/// Sugiyama's method (Sugiyama, Tagawa and Toda 1981, doi:10.1109/TSMC.1981.4308636), with several
/// steps of Graphviz's dot.
///
/// Use it for dependencies, flows and hierarchies: directed graphs of up to some thousand edges.
/// Undirected edges count as directed from source to target. Components are packed side by side.
///
/// 1. A few edges are reversed so that no cycle is left (Eades, Lin and Smyth 1993,
/// doi:10.1016/0020-0190(93)90079-O).
/// 2. Layers are assigned by network simplex (Gansner, Koutsofios, North and Vo 1993,
/// doi:10.1109/32.221135), in large graphs by longest paths, after which nodes move to where their
/// edges are shorter.
/// 3. Edges that span several layers get a dummy node in each. Crossings are reduced from several
/// initial orders, by sweeps with barycentres and by exchanges of neighbours. The best orders after a few
/// sweeps are swept on, and the best of these is sifted (Matuszewski, Schönfeld and Molitor 1999,
/// doi:10.1007/3-540-46648-7_22). `effort` limits them.
/// 4. Horizontal coordinates are the average of four alignments of nodes with their medians
/// (Brandes and Köpf 2002, doi:10.1007/3-540-45848-4_3). In small graphs they are improved by
/// network simplex, to make edges as straight as possible.
/// 5. Dummies are the bends of edges: `LayoutResult.routes`.
///
/// `details` has additional requirements: sizes of boxes, ports, labels, nodes on one layer,
/// groups. Boxes do not overlap, and no edge between layers crosses a box. Boxes of groups contain
/// only their own nodes.
///
///     let details = LayeredLayout.Details(nodeSizes: [[60, 20], [60, 20]], ranks: [.init([0, 1])])
///     let result = try LayeredLayout(direction: .right, details: details).layout(graph)
///     result.routes?[0]   // the points of edge 0
///
/// Time: O(sweeps * (edges with dummies) * log). The memory is proportional to the number of
/// dummies, which `dummyLimit` limits.
package struct LayeredLayout: GraphLayoutAlgorithm {
  /// The space between layers, in layout units.
  package var layerDistance: Double
  /// The minimum space between neighbours on a layer, in layout units; half of it beside passing
  /// edges.
  package var nodeDistance: Double
  /// The number of initial orders, of sweeps over all layers and of the orders that are swept on.
  var effort: CrossingReduction.Effort
  /// The maximum number of dummy nodes of a component; more throw `LayoutError.tooLarge`.
  package var dummyLimit: Int
  /// The space between components, in layout units.
  package var margin: Double
  /// The direction of edges.
  package var direction: Direction
  /// Sizes, ports, labels, ranks and groups.
  package var details: Details

  package var name: String { "layered" }

  /// - Parameters:
  ///   - quality: the default of `sweeps` and `starts`: 8 and 2 for `quick`, 24 and 6 for `balanced`,
  ///     100 and 60 for `best`.
  ///   - sweeps: the maximum number of sweeps over all layers per initial order.
  ///   - starts: the maximum number of initial orders; large graphs get fewer.
  package init(
    quality: LayoutQuality = .balanced, layerDistance: Double = 40, nodeDistance: Double = 20,
    sweeps: Int? = nil, starts: Int? = nil, dummyLimit: Int = 2_000_000, margin: Double = 40,
    direction: Direction = .down, details: Details = Details()
  ) {
    self.layerDistance = layerDistance
    self.nodeDistance = nodeDistance
    effort = CrossingReduction.Effort(
      sweeps: sweeps ?? quality.pick(quick: 8, balanced: 24, best: 100),
      starts: starts ?? quality.pick(quick: 2, balanced: 6, best: 60),
      finalists: quality.pick(quick: 1, balanced: 3, best: 10),
      workLimit: quality.pick(quick: 300_000, balanced: 1_000_000, best: 10_000_000))
    self.dummyLimit = dummyLimit
    self.margin = margin
    self.direction = direction
    self.details = details
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<SIMD2<Double>>) {
    self.init(
      quality: request.quality, layerDistance: placement.linkLength * 4 / 3,
      nodeDistance: placement.linkLength * 2 / 3, margin: placement.margin * 4 / 3,
      direction: request.direction ?? .down, details: request.details)
  }

  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [SIMD2<Double>] {
    try Check.positive(layerDistance, "layerDistance")
    try Check.positive(nodeDistance, "nodeDistance")
    try Check.atLeast(0, effort.sweeps, "sweeps")
    try Check.atLeast(1, effort.starts, "starts")
    try Check.atLeast(0, dummyLimit, "dummyLimit")
    try Check.positive(margin, "margin")
    try details.check(graph)
    let parts = try LayeredPart.parts(of: graph, details, LayerAxes(direction: direction))
    run.statistics.componentCount = parts.count
    var sheet = LayeredSheet(graph, LayerAxes(direction: direction), margin: margin)
    let order = parts.indices.sorted {
      (-parts[$0].nodeCount, $0) < (-parts[$1].nodeCount, $1)
    }
    var (turned, done) = (0, 0.0)
    for number in order where !parts[number].isAlone {
      let share = Double(parts[number].nodeCount) / Double(max(graph.nodeCount, 1))
      try run.within(min(done, 1)...min(done + share, 1)) { run throws(LayoutError) in
        sheet.add(parts[number], try draw(parts[number], &turned, run: &run))
      }
      done += share
    }
    sheet.addAlone(order.filter { parts[$0].isAlone }.map { parts[$0] })
    if turned > 0 {
      run.statistics.notes.append(
        "\(turned) \(turned == 1 ? "edge points" : "edges point") up, as there are cycles")
    }
    let (positions, routes) = sheet.packed(groupCount: details.groups.count)
    run.routes = routes
    run.routes?.hasRoomForBoxes = !details.nodeSizes.isEmpty
    return positions
  }

  private func draw(
    _ part: LayeredPart, _ turned: inout Int, run: inout LayoutRun
  ) throws(LayoutError) -> LayeredDrawing {
    let titles: Direction = direction.isUpright ? direction : .left
    let spacing = LayeredDrawing.Spacing(
      layers: details.layerDistance ?? layerDistance, nodes: details.nodeDistance ?? nodeDistance,
      titles: titles)
    run.begin("layers")
    let layerOf = Layering.layers(of: part, run: &run)
    turned += part.edges.count { layerOf[Int($0.source)] > layerOf[Int($0.target)] }
    var layers = try Layers(
      part, layerOf, loops: LayeredDrawing.loopRoom(part, spacing), gap: spacing.edges,
      dummyLimit: dummyLimit)
    run.begin("crossings", at: 0.2)
    CrossingReduction.reduce(&layers, effort, run: &run)
    run.begin("coordinates", at: 0.9)
    let gaps = AlignedCoordinates.Gaps(
      nodes: spacing.nodes, dummies: spacing.nodes / 2,
      left: part.groups.map { $0.padding + spacing.title(of: $0, .left) },
      right: part.groups.map { $0.padding + spacing.title(of: $0, .right) },
      widths: part.groups.map { titles == .left ? 0 : $0.titleWidth })
    let x = AlignedCoordinates.coordinates(layers, gaps, run: &run)
    return LayeredDrawer.drawing(part, layers, x: x, spacing)
  }
}

extension LayeredPart {
  /// True for a single node without loops and groups.
  var isAlone: Bool { nodeCount == 1 && loops.isEmpty && groups.isEmpty }
}
