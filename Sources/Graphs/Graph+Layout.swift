/// What is asked of the layout of a graph.
///
///     var request = LayoutRequest(.force, dimensions: 3)
///     request.openness = 2
///     let graph = try graph.layout(request).graph
public struct LayoutRequest: Sendable, Hashable {
  /// Which layout; the one that fits the graph unless set.
  public var method: LayoutMethod
  /// 2 or 3.
  public var dimensions: Int
  /// How much time the layout may take to be good.
  public var quality: LayoutQuality
  /// How many ticks (iterations) each component may take; nil for what `quality` says. For methods
  /// with the ability `ticks`.
  public var ticks: Int?
  /// What the drawing keeps where it cannot keep all; nil for what the method is for. For methods
  /// with the ability `goal`.
  public var goal: LayoutGoal?
  /// A factor of the repulsion. For methods with the ability `openness`.
  public var openness = 1.0
  /// The root of a tree; nil for one that the layout chooses. For methods with the ability `root`.
  public var root: Int?
  /// What the graph's weights mean; nil to leave them out.
  public var weights: LayoutGraph.WeightMeaning?
  /// Where nodes start; NaN for a node without a position, which starts near its neighbours. For
  /// methods with the ability `start`.
  public var start: NodePositions?
  /// Nodes that stay where `start` has them, to the bit.
  public var pinned: [Int] = []
  /// How far nodes that `start` has may move, in layout units; nil for as far as they like. For drawings
  /// that people know already.
  public var maximumMove: Double?
  /// Positions that the result is turned and moved onto; NaN for a node without one. Needs OpenBLAS.
  public var alignment: NodePositions?
  /// What layers make room for and keep to; see `fitted(to:_:of:)`. For methods with the ability
  /// `details`, as `direction` is.
  public var details = LayeredLayout.Details()
  /// Where edges lead in layers.
  public var direction = LayeredLayout.Direction.down

  public init(
    _ method: LayoutMethod = .automatic, dimensions: Int = 2, quality: LayoutQuality = .balanced
  ) {
    self.method = method
    self.dimensions = dimensions
    self.quality = quality
  }
}

/// A graph that has been laid out.
public struct LaidOutGraph: Sendable {
  /// With its positions.
  public var graph: Graph
  /// Why the layout ended.
  public var stop: LayoutStop
  /// How the layout went.
  public var statistics: LayoutStatistics
  /// How edges run, where the layout says so.
  public var routes: LayoutRoutes?
  /// Whether the layout has made room for text in nodes: one unit is a point then.
  public var hasRoomForText = false

  /// What was done: the method that the library chose where the choice was left to it.
  public var method: LayoutMethod { LayoutMethod(statistics.layoutID) ?? .automatic }
}

extension Graph {
  /// The graph with positions of the layout that suits it. See `layout(_:control:)`.
  public func laidOut(
    _ method: LayoutMethod = .automatic, dimensions: Int = 2, seed: UInt64 = 1
  ) throws(LayoutError) -> Graph {
    let request = LayoutRequest(method, dimensions: dimensions)
    return try layout(request, control: LayoutControl(seed: seed)).graph
  }

  /// Lays the graph out. Runs on the calling thread until the layout is done, its budget is used up, or
  /// it is cancelled; then the positions are those it had.
  ///
  /// - Throws: `LayoutError` when the request does not fit the graph or the method, or the method is
  ///   not available here.
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
    // Turned onto other positions, nodes are not where their edges run.
    let routes = request.alignment == nil ? result.routes : nil
    return LaidOutGraph(
      graph: graph, stop: result.stop, statistics: result.statistics, routes: routes,
      hasRoomForText: routes != nil && !request.details.nodeSizes.isEmpty)
  }

  /// Throws when a request asks for what its method cannot do, and would do without a word otherwise.
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
    let direction = request.direction == .down ? nil : request.direction.rawValue
    try check(.details, "direction", direction, isFree: "down")
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
    settings.direction = request.direction
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
