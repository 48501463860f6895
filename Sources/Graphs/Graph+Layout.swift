/// A graph with the result of a layout.
public struct LaidOutGraph: Sendable {
  /// The graph with its positions.
  public var graph: Graph
  /// What the layout has computed, and why it ended.
  public var result: LayoutResult
  /// True if the layout has reserved space for text in nodes: one unit is a point then.
  @_spi(Interfaces) public var hasRoomForText = false
}

extension Graph {
  /// The direction of edges in layers that the graph's attribute `rankdir` gives, as in Graphviz;
  /// nil if it gives none.
  package var rankDirection: LayoutDirection? {
    guard case .string(let name)? = attributes["rankdir"] else { return nil }
    return LayoutDirection(rankDirection: name)
  }

  /// Returns the graph with the positions of a layout, by default the one that suits it. See
  /// `layout(_:control:)`.
  public func laidOut(
    _ method: LayoutMethod = .automatic, dimensions: Int = 2, seed: UInt64 = 1
  ) throws(LayoutError) -> Graph {
    try layout(LayoutRequest(method, dimensions: dimensions, seed: seed)).graph
  }

  /// Lays the graph out. This blocks the calling thread until the layout is done, its budget is
  /// exhausted, or it is cancelled, in which case the positions are the latest ones.
  ///
  /// - Throws: `LayoutError` if the request does not fit the graph or the method, or the method is
  ///   not available on this system.
  public func layout(
    _ request: LayoutRequest = LayoutRequest(), control: RunControl = RunControl()
  ) throws(LayoutError) -> LaidOutGraph {
    try layout(request, control: control, sharing: nil)
  }

  /// Lays the graph out, with processes that do ticks together.
  package func layout(
    _ request: LayoutRequest, control: RunControl, sharing tickSharing: (any TickSharing)?
  ) throws(LayoutError) -> LaidOutGraph {
    try request.check()
    let layoutGraph = try LayoutGraph(self, weights: request.weights)
    var own = request
    own.weights = nil
    own.nodeNames = quotedIDs
    if request.dimensions == 2, request.method.abilities.contains(.direction) {
      own.direction = request.direction ?? rankDirection
    }
    let result = try layoutGraph.layout(own, control: control, sharing: tickSharing)
    var graph = self
    graph.positions = result.positions
    return LaidOutGraph(
      graph: graph, result: result, hasRoomForText: result.routes?.hasRoomForBoxes ?? false)
  }
}

extension Graph {
  /// The ids of nodes in quotes, for errors about constraints.
  package var quotedIDs: NodeNames {
    let ids = nodeIDs
    return NodeNames { "\"\(ids[$0])\"" }
  }
}
