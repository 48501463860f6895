#if Tools

import ArgumentParser
import CommandLineSupport
import Foundation
import Graphs

/// How a graph is laid out.
struct LayoutOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      \(LayoutChoice.all.map(\.id).joined(separator: ", ")). auto chooses by the graph \
      ("forcegraph info" says what); keep draws the positions that the file, or --start, has.
      """,
      valueName: "name"))
  var layout = LayoutChoice.automatic

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Dimensions: 2 or 3. (default: 2)", valueName: "2|3"))
  var dim: Int?

  @Option(
    help: ArgumentHelp("How much time to spend on it: quick, balanced or best.", valueName: "how"))
  var quality = LayoutQuality.balanced

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What all random choices follow from: the same seed gives the same drawing.",
      valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ticks, of each component, of layouts that have any. (default: by --quality)",
      valueName: "count"))
  var ticks: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A factor of the repulsion in force: more than 1 opens dense parts. (default: 1)",
      valueName: "number"))
  var openness: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Stop after this long, with what there is: 10 (seconds), 500ms, 2min.", valueName: "time"))
  var timeBudget: TimeBudget?

  @Option(
    help: ArgumentHelp(
      """
      What weights of edges mean: strength (twice as heavy, half as long), length, or none.
      """,
      valueName: "meaning"))
  var weights = WeightUse.none

  @Option(
    help: ArgumentHelp("The root of a tree, by its id. (default: chosen)", valueName: "id"))
  var root: String?

  @Option(
    help: ArgumentHelp(
      """
      Begin with these positions: a graph file that has some, or .csv (id,x,y) or .npy (in the order of \
      the nodes); "input" for those of the graph itself. New nodes begin near their neighbours.
      """,
      valueName: "file"),
    completion: .file())
  var start: String?

  @Option(
    help: ArgumentHelp(
      "Nodes that stay where --start has them; may be repeated.", valueName: "id,id,..."))
  var pin: [String] = []

  @Flag(help: "All nodes stay where --start has them; only new ones move.")
  var pinAll = false

  @Option(
    help: ArgumentHelp(
      "Turn and move the result so that nodes come near to where they are in this file.",
      valueName: "file"),
    completion: .file())
  var alignTo: String?

  func validate() throws {
    if let dim, dim != 2, dim != 3 { throw ValidationError("--dim is 2 or 3, not \(dim).") }
    if let ticks, !(1...1_000_000).contains(ticks) {
      throw ValidationError("--ticks is 1 to 1000000, not \(ticks).")
    }
    if let openness, !(openness > 0 && openness <= 1e6) {
      throw ValidationError("--openness is more than 0 and at most 1000000, not \(openness).")
    }
    try validateForLayout()
    if layout == .keep { try validateForKeep() }
    if pinAll || !pin.isEmpty, start == nil {
      throw ValidationError(
        "--pin needs --start, which says where nodes are; --start input if the graph does.")
    }
  }

  /// Options that go with some layouts only.
  private func validateForLayout() throws {
    let name = layout.id
    if dim == 3, !layout.worksInSpace {
      throw ValidationError("--dim 3 does not go with --layout \(name), which is for the plane.")
    }
    if ticks != nil, !layout.has(.ticks) {
      throw ValidationError("--ticks does not go with --layout \(name), which has none.")
    }
    if openness != nil, !layout.has(.openness) {
      throw ValidationError("--openness is for --layout force; \(name) has none.")
    }
    if root != nil, !layout.has(.root) {
      throw ValidationError("--root is for --layout tree, radial and trie.")
    }
    if start != nil, !layout.takesStart {
      throw ValidationError(
        "--start does not go with --layout \(name), which begins from nothing; "
          + "force, stress, fruchterman-reingold and keep take it.")
    }
  }

  private func validateForKeep() throws {
    let given: [(String, Bool)] = [
      ("--pin", pinAll || !pin.isEmpty), ("--weights", weights != .none),
      ("--align-to", alignTo != nil), ("--time-budget", timeBudget != nil),
    ]
    if let option = given.first(where: { $0.1 }) {
      throw ValidationError(
        "\(option.0) does not go with --layout keep, which moves nothing.")
    }
  }
}

/// What weights are to a layout.
enum WeightUse: String, CaseIterable, ExpressibleByArgument {
  case none, strength, length

  var meaning: LayoutGraph.WeightMeaning? {
    switch self {
    case .none: nil
    case .strength: .strength
    case .length: .length
    }
  }
}

/// `10`, `1.5s`, `500ms`, `2min`
struct TimeBudget: ExpressibleByArgument, Equatable {
  var duration: Duration

  init?(argument: String) {
    let units: [(String, Double)] = [("ms", 0.001), ("min", 60), ("s", 1), ("", 1)]
    for (unit, seconds) in units where argument.hasSuffix(unit) {
      guard let number = Double(argument.dropLast(unit.count)), number > 0,
        number * seconds <= 1e7
      else { return nil }
      duration = .milliseconds(Int((number * seconds * 1000).rounded(.up)))
      return
    }
    return nil
  }
}

extension LayoutPlan {
  /// Puts together what was asked for, reading the files it names.
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
    request.openness = options.openness ?? 1
    try Self.check(options.weights, graph, name: name)
    request.weights = options.weights.meaning
    request.start = try Self.start(graph, options, limits, name: name)
    let startDimensions = choice == .keep ? request.start?.dimensions : nil
    request.dimensions = options.dim ?? startDimensions ?? 2
    if let root = options.root { request.root = try Self.node(root, graph, "--root") }
    request.pinned = try Self.pinned(options, graph, request.start)
    if let path = options.alignTo {
      request.alignment = try PositionInput.read(path, for: graph, limits)
    }
    // What is missing in this build is said before the work is done.
    if let error = choice.method?.unavailability { throw error }
    if request.alignment != nil, let error = LayoutAlignment.unavailability { throw error }
  }

  /// Throws if weights that are asked for are missing, or mean nothing.
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

  private static func node(
    _ id: String, _ graph: Graph, _ option: String
  ) throws(Failure) -> Int {
    guard let node = graph.nodeIDs.index(of: id) else {
      let first = graph.nodeIDs.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
      throw .usage(
        "\(option) \(id): there is no such node; nodes are "
          + (graph.nodeCount == 0 ? "none." : "\(first)\(graph.nodeCount > 3 ? ", ..." : "")"))
    }
    return node
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
      // An id may have commas in it.
      let ids =
        graph.nodeIDs.contains(argument)
        ? [argument] : argument.split(separator: ",").map(String.init)
      for id in ids {
        let node = try node(id, graph, "--pin")
        guard start[node] != nil else {
          throw .usage("--pin \(id): --start has no position for this node.")
        }
        isPinned[node] = true
      }
    }
    return isPinned.indices.filter { isPinned[$0] }
  }
}

#endif
