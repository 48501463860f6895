import ForceSimulation
import GraphLayout

/// The options of a layout, whatever the graph is given as.
struct LayoutChoices {
  /// The names of the options, but for those of weights.
  static let names = [
    "layout", "seed", "time-budget", "threads", "dim", "quality", "goal", "ticks", "repulsion",
    "root", "link-length", "max-move", "direction", "weights",
  ]

  let method: LayoutMethod
  let control: RunControl
  let seed: UInt64
  let timeBudget: Duration?
  let kernelOptions: KernelOptions
  let dimensions: Int
  let quality: LayoutQuality
  let goal: LayoutGoal?
  let ticks: Int?
  let repulsion: Double?
  let root: Int?
  let linkLength: Double?
  let maximumMove: Double?
  let direction: LayoutDirection?

  init(_ options: inout Options, _ run: RunControl) throws {
    method = try options.choice("layout", of: LayoutMethod.all, id: \.id) ?? .automatic
    control = run
    seed = try options.seed("seed") ?? 1
    timeBudget = try options.number("time-budget").map { budget throws(CallError) in
      guard budget > 0, budget <= 1e9 else {
        throw CallError(
          .badOption, "time-budget is \(budget) s; it must be more than 0 and at most 1e9")
      }
      return .seconds(budget)
    }
    kernelOptions = try KernelOptions(&options)
    dimensions = try Incoming.dimensions(&options)
    quality = try options.choice("quality", of: LayoutQuality.allCases, id: \.rawValue) ?? .balanced
    goal = try options.choice("goal", of: LayoutGoal.allCases, id: \.rawValue)
    ticks = try options.integer("ticks")
    repulsion = try options.number("repulsion")
    root = try options.integer("root")
    linkLength = try options.number("link-length")
    maximumMove = try options.number("max-move")
    direction = try options.choice("direction", of: LayoutDirection.allCases, id: \.rawValue)
  }

  /// Throws if the method does not have an option that is given.
  func check() throws {
    if let error = method.unavailability { throw error }
    func check(_ isGiven: Bool, _ ability: LayoutMethod.Abilities, _ name: String) throws {
      if isGiven, !method.abilities.contains(ability) {
        throw CallError(.badOption, "the layout \(method.id) has no option \(name)")
      }
    }
    try check(goal != nil, .goal, "goal")
    try check(ticks != nil, .ticks, "ticks")
    try check(repulsion != nil, .repulsion, "repulsion")
    try check(root != nil, .root, "root")
    try check(maximumMove != nil, .start, "max-move")
    try check(direction != nil, .direction, "direction")
    if dimensions == 3, !method.worksInSpace {
      throw CallError(.badOption, "the layout \(method.id) is for the plane; dim must be 2")
    }
  }

  /// The request, without a start and without a meaning of weights.
  var request: LayoutRequest {
    var request = LayoutRequest(method, dimensions: dimensions, quality: quality, seed: seed)
    request.timeBudget = timeBudget
    request.kernelOptions = kernelOptions
    request.goal = goal
    request.ticks = ticks
    request.root = root
    request.direction = direction
    if let repulsion { request.repulsion = repulsion }
    if let linkLength { request.linkLength = linkLength }
    return request
  }
}

/// A request for a layout of a graph in arrays.
private struct LayoutCall {
  let nodeCount: Int
  let graph: LayoutGraph
  let choices: LayoutChoices

  init(
    nodeCount: Int64, edges: UnsafePointer<Int32>?, edgeCount: Int64,
    weights: UnsafePointer<Double>?, options: inout Options, run: UnsafeMutableRawPointer?
  ) throws {
    self.nodeCount = try Incoming.count(nodeCount, of: "nodes")
    graph = try LayoutGraph(
      nodeCount: nodeCount, edges: edges, edgeCount: edgeCount, weights: weights, options: &options)
    choices = try LayoutChoices(&options, RunControl(run))
    try options.checkAllTaken()
    try choices.check()
  }

  /// - Parameters:
  ///   - start: `nodeCount` positions, NaN for a node without one; nil for none.
  ///   - pinned: a byte per node, nonzero for those that stay at their initial position; nil for
  ///     none.
  func run(
    start: UnsafePointer<Double>?, pinned: UnsafePointer<UInt8>?,
    positions: UnsafeMutablePointer<Double>
  ) throws -> String {
    var request = choices.request
    try setStart(start, pinned, of: &request)
    let result = try graph.layout(request, control: choices.control)
    if result.stop == .cancelled { throw CallError(.cancelled, "the layout was cancelled") }
    switch result.positions {
    case .plane(let places): Incoming.write(places, to: positions)
    case .space(let places): Incoming.write(places, to: positions)
    }
    return report(result)
  }

  private func setStart(
    _ start: UnsafePointer<Double>?, _ pinned: UnsafePointer<UInt8>?,
    of request: inout LayoutRequest
  ) throws {
    guard let start else {
      if pinned != nil { throw CallError(.badOption, "pinned nodes need start positions") }
      if choices.maximumMove != nil {
        throw CallError(.badOption, "max-move needs start positions")
      }
      return
    }
    guard choices.method.abilities.contains(.start) else {
      throw CallError(
        .badOption, "the layout \(choices.method.id) begins nowhere: it takes no start")
    }
    request.start =
      choices.dimensions == 2
      ? .plane(Incoming.vectors(start, count: nodeCount, as: SIMD2<Double>.self))
      : .space(Incoming.vectors(start, count: nodeCount, as: SIMD3<Double>.self))
    request.pinned = (0..<nodeCount).filter { pinned?[$0] ?? 0 != 0 }
    request.maximumMove = choices.maximumMove
  }

  private func report(_ result: LayoutResult) -> String {
    var report = JSONObjectWriter()
    report.add("layout", result.method.id)
    report.add("stop", result.stop.rawValue)
    report.add("components", result.componentCount)
    report.add("ticks", result.ticks)
    report.add("seconds", result.seconds)
    report.add("notes", result.notes)
    return report.text
  }
}

extension LayoutGraph {
  /// A graph from the caller's arrays. Takes the options `directed` and `weights`.
  init(
    nodeCount: Int64, edges: UnsafePointer<Int32>?, edgeCount: Int64,
    weights: UnsafePointer<Double>?, options: inout Options
  ) throws {
    let (sources, targets) = try Incoming.edges(edges, count: edgeCount)
    let meaning = try options.weightMeaning()
    if meaning != nil, weights == nil {
      throw CallError(.badOption, "the option weights is given, but there are no weights")
    }
    let numbers = weights.map { Array(UnsafeBufferPointer(start: $0, count: sources.count)) }
    try self.init(
      nodeCount: Incoming.count(nodeCount, of: "nodes"), sources: sources, targets: targets,
      isDirected: options.bool("directed") ?? false, weights: numbers, meaning: meaning ?? .strength
    )
  }
}

extension Options {
  /// Takes what weights mean; nil if nothing is said.
  mutating func weightMeaning() throws(CallError) -> LayoutGraph.WeightMeaning? {
    let meanings: [(id: String, meaning: LayoutGraph.WeightMeaning)] = [
      ("strength", .strength), ("length", .length),
    ]
    return try choice("weights", of: meanings, id: \.id)?.meaning
  }
}

@_cdecl("fg_layout")
public func fgLayout(
  _ nodeCount: Int64, _ edges: UnsafePointer<Int32>?, _ edgeCount: Int64,
  _ weights: UnsafePointer<Double>?, _ start: UnsafePointer<Double>?,
  _ pinned: UnsafePointer<UInt8>?, _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64,
  _ run: UnsafeMutableRawPointer?, _ positions: UnsafeMutablePointer<Double>,
  _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "a layout")
    let layout = try LayoutCall(
      nodeCount: nodeCount, edges: edges, edgeCount: edgeCount, weights: weights,
      options: &options, run: run)
    let report = try layout.run(start: start, pinned: pinned, positions: positions)
    return Array(report.utf8)
  }
}

@_cdecl("fg_layouts")
public func fgLayouts(_ text: UnsafeMutableRawPointer?) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    var report = JSONObjectWriter()
    report.add("layouts", LayoutMethod.all.filter(\.isAvailable).map(\.id))
    report.add("in-space", LayoutMethod.all.filter { $0.isAvailable && $0.worksInSpace }.map(\.id))
    report.add("with-start", LayoutMethod.all.filter { $0.abilities.contains(.start) }.map(\.id))
    return Array(report.text.utf8)
  }
}
