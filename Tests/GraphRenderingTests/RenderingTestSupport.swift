import _TestSupport

@testable import GraphRendering

/// Returns random positions and edges, with parallel and antiparallel edges and loops among them.
func randomDrawing(
  seed: UInt64, nodes: Int, edges: Int, isDirected: Bool = true, radii: ClosedRange<Double>? = nil
) -> Drawing {
  var random = SplitMix64(seed: seed)
  let positions: [SIMD2<Double>] = (0..<nodes).map { _ in random.vector(in: -50...50) }
  var drawing = Drawing(
    positions: positions,
    edges: (0..<edges).map { _ in
      Drawing.Edge(
        Int.random(in: 0..<nodes, using: &random), Int.random(in: 0..<nodes, using: &random),
        isDirected: isDirected && Bool.random(using: &random))
    })
  if let radii {
    drawing.nodeSizes = .points(
      positions.map { _ in
        radii.lowerBound + (radii.upperBound - radii.lowerBound) * random.unit()
      })
  }
  return drawing
}

/// Returns the nodes and edges of a picture before level of detail.
func routed(
  _ drawing: Drawing, _ options: Picture.Options = .init()
) -> (nodes: PlacedNodes, edges: [RoutedEdge], report: Picture.Report) {
  let projection = Projection(drawing, options)
  let nodes = PlacedNodes(drawing, options, projection, loopCounts: drawing.loopCounts)
  var router = EdgeRouter(drawing, nodes, projection, options, .init())
  let edges = router.route()
  return (nodes, edges, router.report)
}

extension Picture {
  var placedLabels: [PlacedLabel] { list.labels.flatMap(\.labels) }
  var discs: [Disc] { list.layers.flatMap { $0.discs.flatMap(\.discs) } }
  var curves: [Curve] { list.layers.flatMap { $0.strokes.flatMap(\.curves) } }

  /// Whether the report accounts for each node and edge once.
  func accountsFor(_ drawing: Drawing) -> Bool {
    let nodes =
      report.nodesDrawn + report.nodesCovered + report.nodesOutside + report.nonFiniteNodes
    let edges =
      report.edgesDrawn + report.edgesMerged + report.edgesThinned + report.edgesTooShort
      + report.edgesOutside + report.edgesWithoutPlace
    return nodes == drawing.nodeCount && edges == drawing.edges.count
  }
}
