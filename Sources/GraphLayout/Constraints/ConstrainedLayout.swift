import ForceSimulation

extension LayoutRequest {
  /// Throws if the constraints do not fit the graph, or cannot hold together.
  package func checkConstraints(of graph: LayoutGraph) throws(LayoutError) {
    if !constraints.isEmpty { _ = try constraintSet(of: graph) }
  }

  /// Returns the separations of the constraints and pins.
  func constraintSet(of graph: LayoutGraph) throws(LayoutError) -> ConstraintSet {
    var all = constraints
    for node in pinned {
      try Check.node(node, "a pinned node", nodeCount: graph.nodeCount)
      guard let start, start.count == graph.nodeCount, let place = start[node] else { continue }
      all.append(.place(node, x: place[0], y: place[1], z: dimensions > 2 ? place[2] : nil))
    }
    return try ConstraintSet(
      all, of: graph, dimensions: dimensions, sizes: details.nodeSizes, names: nodeNames)
  }
}

extension LayoutGraph {
  /// Lays the graph out under the constraints of a request. Pins are places among them. Methods hold
  /// the constraints of each component; what packing and rounding leave is projected away, and checked.
  func constrainedLayout<Vector: LayoutVector>(
    _ request: LayoutRequest, _ control: LayoutControl, as _: Vector.Type
  ) throws(LayoutError) -> LayoutResult {
    var placement = try request.placement(of: self, as: Vector.self)
    placement.pins = [:]
    let set = try request.constraintSet(of: self)
    placement.constraints = set
    guard let layout = request.method.layout(request, placement) else {
      throw .badOption(
        "dimensions", value: "\(request.dimensions)",
        expected: "2 for the layout \(request.method.id)")
    }
    let joined = set.joined(self, linkLength: placement.linkLength)
    var result = try layout.layout(joined, control: control)
    if set.violation(result.positions) > 1e-9 {
      var projection = ConstraintProjection<Vector>(set)
      if set.boxes != nil {
        result.positions = try projection.begun(result.positions, linkLength: nil)
      }
      projection.project(&result.positions)
    }
    let violation = set.violation(result.positions)
    guard violation <= 1e-6 else {
      throw .badOption(
        "the greatest violation of a constraint", value: "\(violation)",
        expected: "at most 1e-6 (coordinates are too large for that)")
    }
    if set.againstFlow > 0 {
      result.statistics.notes.append("\(set.againstFlow) edges on cycles are against the flow")
    }
    var finished = LayoutResult(result, of: request.method)
    finished.boxes = set.boxes?.drawn(result.positions) ?? []
    return finished
  }
}

/// A group of a finished drawing, with its box in layout units.
package struct GroupBox: Sendable, Hashable {
  /// All nodes, and those that are in no group within.
  package var nodes: [Int]
  package var own: [Int]
  package var box: LayoutRoutes.Box
  package var padding: Double
  /// The number of the group around it.
  package var parent: Int?
}

extension LayoutResult {
  /// Creates the result of an algorithm of a method.
  init<Vector: LayoutVector>(_ result: AlgorithmResult<Vector>, of method: LayoutMethod) {
    let id = result.statistics.layoutID
    self.init(
      positions: NodePositions(result.positions), routes: result.routes, stop: result.stop,
      method: id == method.id ? method : LayoutMethod(id) ?? .automatic,
      statistics: result.statistics)
  }
}

/// The names of nodes in errors. All values are equal, since a layout does not depend on names.
package struct NodeNames: Sendable, Hashable {
  package let name: @Sendable (Int) -> String

  package init(_ name: @escaping @Sendable (Int) -> String = { "node \($0)" }) { self.name = name }

  package static func == (_: NodeNames, _: NodeNames) -> Bool { true }

  package func hash(into _: inout Hasher) {}
}
