/// The options of a graph layout.
///
///     var request = LayoutRequest(.force, dimensions: 3)
///     request.openness = 2
///     let graph = try graph.layout(request).graph
public struct LayoutRequest: Sendable, Hashable {
  /// The layout method; by default the one that suits the graph.
  public var method: LayoutMethod
  /// The number of dimensions, 2 or 3.
  public var dimensions: Int
  /// The trade-off between quality and time.
  public var quality: LayoutQuality
  /// The maximum number of ticks (iterations) per component; nil for the default of `quality`. For
  /// methods with the ability `ticks`.
  public var ticks: Int?
  /// The property that the drawing preserves where it cannot preserve all; nil for the default of
  /// the method. For methods with the ability `goal`.
  public var goal: LayoutGoal?
  /// A factor of the repulsion. For methods with the ability `openness`.
  public var openness = 1.0
  /// The root of a tree; nil to let the layout choose. For methods with the ability `root`.
  public var root: Int?
  /// The meaning of the graph's weights; nil to ignore them.
  public var weights: LayoutGraph.WeightMeaning?
  /// The initial positions; NaN for a node without one, which starts near its neighbours. For
  /// methods with the ability `start`.
  public var start: NodePositions?
  /// Nodes that stay exactly at their positions in `start`.
  public var pinned: [Int] = []
  /// The maximum distance that nodes in `start` may move, in layout units; nil for no limit. It
  /// keeps familiar drawings recognisable.
  public var maximumMove: Double?
  /// Positions to which the result is aligned by rotation and translation; NaN for a node without
  /// one. Needs OpenBLAS.
  public var alignment: NodePositions?
  /// The space and constraints of layered layouts; see `fitted(to:_:of:)`. For methods with the
  /// ability `details`.
  public var details = LayeredLayout.Details()
  /// The direction of edges in layered layouts and in which trees grow; nil for the graph's
  /// `rankdir`, else the method's default. For methods with the ability `direction`, in the plane.
  public var direction: LayoutDirection?

  public init(
    _ method: LayoutMethod = .automatic, dimensions: Int = 2, quality: LayoutQuality = .balanced
  ) {
    self.method = method
    self.dimensions = dimensions
    self.quality = quality
  }
}

/// A graph with the result of a layout.
public struct LaidOutGraph: Sendable {
  /// The graph with its positions.
  public var graph: Graph
  /// The reason why the layout ended.
  public var stop: LayoutStop
  /// Statistics of the layout.
  public var statistics: LayoutStatistics
  /// The routes of edges, if the layout computes them.
  public var routes: LayoutRoutes?
  /// True if the layout has reserved space for text in nodes: one unit is a point then.
  public var hasRoomForText = false

  /// The method that was used, which the library may have chosen.
  public var method: LayoutMethod { LayoutMethod(statistics.layoutID) ?? .automatic }
}

extension Graph {
  /// The direction of edges in layers that the graph's attribute `rankdir` gives, as in Graphviz;
  /// nil if it gives none.
  public var rankDirection: LayoutDirection? {
    guard case .string(let name)? = attributes["rankdir"] else { return nil }
    return LayoutDirection(rankDirection: name)
  }

  /// Returns the graph with the positions of a layout, by default the one that suits it. See
  /// `layout(_:control:)`.
  public func laidOut(
    _ method: LayoutMethod = .automatic, dimensions: Int = 2, seed: UInt64 = 1
  ) throws(LayoutError) -> Graph {
    let request = LayoutRequest(method, dimensions: dimensions)
    return try layout(request, control: LayoutControl(seed: seed)).graph
  }

  /// Lays the graph out. This blocks the calling thread until the layout is done, its budget is
  /// exhausted, or it is cancelled, in which case the positions are the latest ones.
  ///
  /// - Throws: `LayoutError` if the request does not fit the graph or the method, or the method is
  ///   not available on this system.
  public func layout(
    _ request: LayoutRequest = LayoutRequest(), control: LayoutControl = LayoutControl()
  ) throws(LayoutError) -> LaidOutGraph {
    guard request.dimensions == 2 || request.dimensions == 3 else {
      throw .badOption("dimensions", value: "\(request.dimensions)", expected: "2 or 3")
    }
    try check(request)
    var graph = self
    if request.dimensions == 3 {
      let result = try layout(
        request, control, start: request.start?.inSpace, alignment: request.alignment?.inSpace)
      graph.positions = .space(result.positions)
      return LaidOutGraph(graph: graph, stop: result.stop, statistics: result.statistics)
    }
    let result = try layout(
      request, control, start: request.start?.inPlane, alignment: request.alignment?.inPlane)
    graph.positions = .plane(result.positions)
    // After an alignment, the routes no longer match the nodes.
    let routes = request.alignment == nil ? result.routes : nil
    return LaidOutGraph(
      graph: graph, stop: result.stop, statistics: result.statistics, routes: routes,
      hasRoomForText: routes?.hasRoomForBoxes ?? false)
  }

  /// Throws if a request has options that its method does not support, which would otherwise be
  /// ignored.
  private func check(_ request: LayoutRequest) throws(LayoutError) {
    let method = request.method
    func check(
      _ ability: LayoutMethod.Abilities, _ name: String, _ value: String?, isFree: String
    ) throws(LayoutError) {
      guard let value, !method.abilities.contains(ability) else { return }
      throw .badOption(name, value: value, expected: "\(isFree) for the layout \(method.id)")
    }
    try check(.ticks, "ticks", request.ticks?.description, isFree: "nil")
    try check(.goal, "goal", request.goal?.rawValue, isFree: "nil")
    let openness = request.openness == 1 ? nil : request.openness.description
    try check(.openness, "openness", openness, isFree: "1")
    try check(.root, "root", request.root?.description, isFree: "nil")
    let start = request.start.map { "an array of \($0.count) positions" }
    try check(.start, "start", start, isFree: "nil")
    let details = request.details == LayeredLayout.Details() ? nil : "sizes, ranks or groups"
    try check(.details, "details", details, isFree: "empty")
    try check(.direction, "direction", request.direction?.rawValue, isFree: "nil")
    if request.dimensions == 3, let direction = request.direction {
      throw .badOption("direction", value: direction.rawValue, expected: "nil in space")
    }
  }

  private func layout<Vector: LayoutVector>(
    _ request: LayoutRequest, _ control: LayoutControl, start: [Vector]?, alignment: [Vector]?
  ) throws(LayoutError) -> LayoutResult<Vector> {
    if alignment != nil, let error = LayoutAlignment.unavailability { throw error }
    let layoutGraph = try LayoutGraph(self, weights: request.weights)
    var settings = LayoutSettings<Vector>()
    settings.quality = request.quality
    settings.ticks = request.ticks
    settings.goal = request.goal
    settings.openness = request.openness
    settings.root = request.root
    settings.details = request.details
    settings.direction = request.direction ?? rankDirection
    if let start {
      settings.placement = try Placement(
        from: start, of: layoutGraph, pinned: request.pinned,
        maximumMove: request.maximumMove)
    } else if let move = request.maximumMove {
      throw .badOption("maximumMove", value: "\(move)", expected: "nil, as there is no start")
    } else if let node = request.pinned.first {
      throw .badOption("pinned", value: "\(node)", expected: "empty, as there is no start")
    }
    guard let layout = request.method.layout(settings) else {
      throw .badOption(
        "dimensions", value: "\(request.dimensions)",
        expected: "2 for the layout \(request.method.id)")
    }
    var result = try layout.layout(layoutGraph, control: control)
    if let alignment {
      if alignment.count != nodeCount {
        throw .wrongLength(of: "alignment", expected: nodeCount, found: alignment.count)
      }
      let common = alignment.indices.filter { !alignment[$0].sum().isNaN }
      result.positions = try LayoutAlignment.align(
        result.positions, to: common.map { alignment[$0] },
        common: common.enumerated().map { (new: $1, old: $0) }
      ).positions
    }
    return result
  }
}
