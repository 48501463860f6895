import ForceSimulation
import GraphModel

/// What a layout is asked for: the method and its options.
///
///     var request = LayoutRequest(.force, dimensions: 3)
///     request.repulsion = 2
///     let graph = try graph.layout(request).graph
///
/// The same value is used by `Graph.layout`, `LayoutGraph.layout`, `forcegraph` and the methods of
/// programs. An option that the method does not support throws, unless it has its default.
public struct LayoutRequest: Sendable, Hashable {
  /// The layout method; by default the one that suits the graph.
  public var method: LayoutMethod
  /// The number of dimensions, 2 or 3. 3 is for methods with the ability `space`.
  public var dimensions: Int
  /// The trade-off between quality and time.
  public var quality: LayoutQuality
  /// The seed of all random choices.
  public var seed: UInt64
  /// The maximum number of ticks (iterations) per component; nil for the default of `quality`. For
  /// methods with the ability `ticks`.
  public var ticks: Int?
  /// The maximum number of ticks over all components; nil for the layout's own number. When it is spent, the
  /// result is the current positions.
  public var tickBudget: Int?
  /// The maximum duration. This is the only option that makes a result depend on the clock, and
  /// thus differ between runs. It is checked between ticks and other short steps, so a run takes
  /// slightly longer.
  public var timeBudget: Duration?
  /// The threads and instructions of the simulation's kernels. They affect the speed, never the
  /// result.
  public var kernelOptions = KernelOptions.default
  /// The property that the drawing preserves where it cannot preserve all; nil for the default of
  /// the method. For methods with the ability `goal`.
  public var goal: LayoutGoal?
  /// A factor of the repulsion: values above 1 spread dense regions, values below 1 make edge
  /// lengths more uniform. For methods with the ability `repulsion`.
  public var repulsion = 1.0
  /// The root of a tree; nil to let the layout choose. For methods with the ability `root`.
  public var root: Int?
  /// The meaning of the graph's weights; nil to ignore them. It is for `Graph.layout`: a
  /// `LayoutGraph` has its lengths already.
  public var weights: LayoutGraph.WeightMeaning?
  /// The desired length of edges, in layout units, which scales the drawing; edges with weights
  /// multiply it by their own length. Distances of nodes, levels and layers follow from it.
  public var linkLength = 30.0
  /// The space between components, in layout units; nil for `linkLength`.
  public var margin: Double?
  /// The initial positions; NaN for a node without one, which starts near its neighbours, or if
  /// none of these has one, on a spiral around the others. Components are packed again. For methods
  /// with the ability `start`.
  ///
  /// Without `pinned` nodes and `maximumMove`, the positions are scaled to edges of length
  /// `linkLength`, unless the mean length is within a factor of 16 of it. Otherwise the mean
  /// length of the existing edges replaces `linkLength`.
  public var start: NodePositions?
  /// Nodes that stay exactly at their positions in `start`. Their components are not packed, and
  /// the layout is not centred.
  public var pinned: [Int] = []
  /// The maximum distance that nodes in `start` may move, in layout units; nil for no limit. It
  /// keeps familiar drawings recognisable. Their components are not packed.
  public var maximumMove: Double?
  /// Conditions that the finished drawing fulfils, or an error names them as impossible. Components that
  /// they tie are laid out as one. Not with `maximumMove` and `alignment`. For methods with the ability
  /// `constraints`.
  public var constraints: [LayoutConstraint] = []
  /// The names of nodes in errors about constraints.
  package var nodeNames = NodeNames()
  /// Positions to which the result is aligned by rotation and translation; NaN for a node without
  /// one. Needs OpenBLAS.
  public var alignment: NodePositions?
  /// The space and constraints of layered layouts. For methods with the ability `details`.
  public var details = LayeredDetails()
  /// The direction of edges in layered layouts and in which trees grow; nil for the graph's
  /// `rankdir`, else the method's default. For methods with the ability `direction`, in the plane.
  public var direction: LayoutDirection?

  /// Creates a request with the defaults of the method.
  public init(
    _ method: LayoutMethod = .automatic, dimensions: Int = 2, quality: LayoutQuality = .balanced,
    seed: UInt64 = 1
  ) {
    self.method = method
    self.dimensions = dimensions
    self.quality = quality
    self.seed = seed
  }

  /// Throws if it has options that its method does not support, which would otherwise be ignored.
  package func check() throws(LayoutError) {
    guard dimensions == 2 || dimensions == 3 else {
      throw .badOption("dimensions", value: "\(dimensions)", expected: "2 or 3")
    }
    func check(
      _ ability: LayoutMethod.Abilities, _ name: String, _ value: String?, isFree: String
    ) throws(LayoutError) {
      guard let value, !method.abilities.contains(ability) else { return }
      throw .badOption(name, value: value, expected: "\(isFree) for the layout \(method.id)")
    }
    try check(.ticks, "ticks", ticks?.description, isFree: "nil")
    try check(.goal, "goal", goal?.rawValue, isFree: "nil")
    try check(.repulsion, "repulsion", repulsion == 1 ? nil : repulsion.description, isFree: "1")
    try check(.root, "root", root?.description, isFree: "nil")
    let start = start.map { "an array of \($0.count) positions" }
    try check(.start, "start", start, isFree: "nil")
    let details = details == LayeredDetails() ? nil : "sizes, ranks or groups"
    try check(.details, "details", details, isFree: "empty")
    try check(.direction, "direction", direction?.rawValue, isFree: "nil")
    let constraints = constraints.isEmpty ? nil : "\(constraints.count) constraints"
    try check(.constraints, "constraints", constraints, isFree: "empty")
    if let constraints, maximumMove != nil || alignment != nil {
      throw .badOption(
        "constraints", value: constraints,
        expected: "empty with \(maximumMove == nil ? "alignment" : "maximumMove")")
    }
    if dimensions == 3, let direction {
      throw .badOption("direction", value: direction.rawValue, expected: "nil in space")
    }
  }

  /// Returns the start, pins and distances for a graph.
  package func placement<Vector: LayoutVector>(
    of graph: LayoutGraph, as _: Vector.Type = Vector.self
  ) throws(LayoutError) -> Placement<Vector> {
    try Check.positive(linkLength, "linkLength")
    guard let start else {
      if let maximumMove {
        throw .badOption(
          "maximumMove", value: "\(maximumMove)", expected: "nil, as there is no start")
      }
      if let node = pinned.first {
        throw .badOption("pinned", value: "\(node)", expected: "empty, as there is no start")
      }
      return Placement(linkLength: linkLength, margin: margin)
    }
    var placement = try Placement(
      from: start.vectors(as: Vector.self), of: graph, pinned: pinned, linkLength: linkLength,
      maximumMove: maximumMove)
    if let margin { placement.margin = margin }
    return placement
  }
}

extension LayoutGraph {
  /// Lays the graph out, by default by the method that suits it. This blocks the calling thread
  /// until the layout is done, its budget is exhausted, or it is cancelled, by
  /// `control.isCancelled` or because its task is; the positions are the latest ones then.
  ///
  ///     let graph = try LayoutGraph(nodeCount: 3, edges: [(0, 1), (1, 2)])
  ///     let positions = try graph.layout(LayoutRequest(.stress)).positions.inPlane
  ///
  /// - Parameter control: called between ticks and other short steps; `count` of its progress is the number
  ///   of ticks.
  /// - Throws: `LayoutError` if the request does not fit the graph or the method, or the method is
  ///   not available on this system.
  public func layout(
    _ request: LayoutRequest = LayoutRequest(), control: RunControl = RunControl()
  ) throws(LayoutError) -> LayoutResult {
    try layout(request, control: control, sharing: nil)
  }

  /// Lays the graph out, with processes that do ticks together.
  package func layout(
    _ request: LayoutRequest, control: RunControl, sharing tickSharing: (any TickSharing)?
  ) throws(LayoutError) -> LayoutResult {
    let control = LayoutControl(request, control, sharing: tickSharing)
    try request.check()
    if let weights = request.weights {
      throw .badOption(
        "weights", value: "\(weights)",
        expected: "nil for a LayoutGraph, whose initialisers have the weights")
    }
    return request.dimensions == 3
      ? try layout(request, control, as: SIMD3<Double>.self)
      : try layout(request, control, as: SIMD2<Double>.self)
  }

  private func layout<Vector: LayoutVector>(
    _ request: LayoutRequest, _ control: LayoutControl, as _: Vector.Type
  ) throws(LayoutError) -> LayoutResult {
    if request.alignment != nil, let error = LayoutAlignment.unavailability { throw error }
    if !request.constraints.isEmpty {
      return try constrainedLayout(request, control, as: Vector.self)
    }
    let placement = try request.placement(of: self, as: Vector.self)
    guard let layout = request.method.layout(request, placement) else {
      throw .badOption(
        "dimensions", value: "\(request.dimensions)",
        expected: "2 for the layout \(request.method.id)")
    }
    let result = try layout.layout(self, control: control)
    let alignment = request.alignment?.vectors(as: Vector.self)
    // After an alignment, the routes no longer match the nodes.
    var aligned = result
    aligned.positions = try self.aligned(result.positions, to: alignment)
    if alignment != nil { aligned.routes = nil }
    return LayoutResult(aligned, of: request.method)
  }

  /// Returns positions rotated and moved onto others, where these have a position.
  private func aligned<Vector: LayoutVector>(
    _ positions: [Vector], to alignment: [Vector]?
  ) throws(LayoutError) -> [Vector] {
    guard let alignment else { return positions }
    if alignment.count != nodeCount {
      throw .wrongLength(of: "alignment", expected: nodeCount, found: alignment.count)
    }
    let common = alignment.indices.filter { !alignment[$0].sum().isNaN }
    return try LayoutAlignment.align(
      positions, to: common.map { alignment[$0] },
      common: common.enumerated().map { (new: $1, old: $0) }
    ).positions
  }
}

extension LayoutMethod {
  /// Returns the method that `automatic` chooses for a graph. O(nodes + edges), plus a stress
  /// layout of up to 600 nodes, and a layered one if it is a candidate.
  public static func suitable(
    for graph: LayoutGraph, _ request: LayoutRequest = LayoutRequest()
  ) throws(LayoutError) -> LayoutMethod {
    try request.check()
    let id =
      request.dimensions == 3
      ? AutomaticLayout(request, try request.placement(of: graph, as: SIMD3<Double>.self))
        .choice(for: graph).id
      : AutomaticLayout(request, try request.placement(of: graph, as: SIMD2<Double>.self))
        .choice(for: graph).id
    return LayoutMethod(id) ?? .automatic
  }
}
