import CommandLineSupport
import Graphs

extension LayoutPlan {
  /// Creates the plan from the options, and reads the files that they name.
  init(
    _ graph: Graph, _ options: LayoutOptions, _ limits: LimitOptions, name: String
  ) throws {
    self.graph = graph
    choice = options.layout
    seed = options.seed
    timeBudget = options.timeBudget?.duration
    request = LayoutRequest(choice.method ?? .automatic)
    request.quality = options.quality
    request.ticks = options.ticks
    request.goal = options.goal
    request.repulsion = options.repulsion ?? 1
    request.direction = options.direction
    try Self.check(options.weights, graph, name: name)
    request.weights = options.weights.meaning
    request.start = try Self.start(graph, options, limits, name: name)
    let startDimensions = choice == .keep ? request.start?.dimensions : nil
    request.dimensions = options.dim ?? startDimensions ?? 2
    if let root = options.root { request.root = try graph.node(named: root, "--root") }
    request.pinned = try Self.pinned(options, graph, request.start)
    request.maximumMove = options.maxMove
    for text in options.constrain {
      request.constraints += try ConstraintText.constraints(text, graph)
    }
    if !request.constraints.isEmpty {
      request.nodeNames = graph.quotedIDs
      try request.checkConstraints(of: LayoutGraph(graph))
    }
    if let path = options.alignTo {
      request.alignment = try PositionInput.read(path, for: graph, limits)
    }
    // Features missing in this build are reported before the work.
    if let error = choice.method?.unavailability { throw error }
    if request.alignment != nil, let error = LayoutAlignment.unavailability { throw error }
  }

  /// Throws if requested weights are missing, or invalid.
  private static func check(
    _ weights: WeightUse, _ graph: Graph, name: String
  ) throws(Failure) {
    if weights == .none { return }
    guard let given = graph.weights else {
      throw .badInput(
        "\(name): the edges have no weights, which --weights \(weights.rawValue) is about; "
          + "\(Attributes.list(graph.edgeAttributes)) (see --weight-attribute)")
    }
    for (edge, weight) in given.enumerated() where !(weight >= 1e-12 && weight <= 1e12) {
      let ends = [graph.sources[edge], graph.targets[edge]].map { graph.nodeIDs[Int($0)] }
      throw .badInput(
        "\(name): the edge from \"\(ends[0])\" to \"\(ends[1])\" (number \(edge + 1)) has the weight "
          + "\(weight); with --weights \(weights.rawValue) it must be between 1e-12 and 1e12")
    }
  }

  private static func start(
    _ graph: Graph, _ options: LayoutOptions, _ limits: LimitOptions, name: String
  ) throws -> NodePositions? {
    if let path = options.start, path != "input" {
      return try PositionInput.read(path, for: graph, limits)
    }
    guard options.start == "input" || options.layout == .keep else { return nil }
    guard let positions = graph.positions else {
      throw Failure.badInput(
        "\(name): the graph has no positions"
          + (options.layout == .keep ? " to keep; --start says where they are" : " to start from"))
    }
    return positions
  }

  private static func pinned(
    _ options: LayoutOptions, _ graph: Graph, _ start: NodePositions?
  ) throws(Failure) -> [Int] {
    guard let start, options.pinAll || !options.pin.isEmpty else { return [] }
    var isPinned = [Bool](repeating: false, count: graph.nodeCount)
    if options.pinAll {
      for node in isPinned.indices { isPinned[node] = start[node] != nil }
    }
    for argument in options.pin {
      // An id or a name may contain commas.
      let ids =
        (try? graph.node(named: argument, "--pin")) != nil
        ? [argument]
        : argument.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
      for id in ids {
        let node = try graph.node(named: id, "--pin")
        guard start[node] != nil else {
          throw .usage("--pin \(id): --start has no position for this node.")
        }
        isPinned[node] = true
      }
    }
    return isPinned.indices.filter { isPinned[$0] }
  }
}
