#if Server

import CommandLineSupport
import ForceSimulation
import ForceSimulationLive
import GraphView
import GraphViewServer
import Graphs
import Synchronization

/// The validated options of a view with its graph.
struct ViewPlan: Sendable {
  var graph: Graph
  /// The name in messages.
  var name: String
  var layout: LayoutChoice
  var dimensions: Int
  var start: NodePositions?
  var options: GraphViewOptions
  var server: GraphViewServer.Options
  var opensBrowser: Bool
  var timeout: Duration?
  var record: String?
  var replay: String?
  /// The maximum number of ticks of a recording.
  var tickLimit: Int
  /// The groups that people open and close, if the graph has supernodes.
  var supernodes: Supernodes?

  /// The number of nodes up to which a view without positions starts with a spiral, which unfolds
  /// by itself. Larger graphs would stay folded: they start with a fast multilevel layout, at which
  /// they rest unless they are to move live.
  static let spiralLimit = 100
  /// The number of nodes up to which trees and graphs with layers are drawn as such.
  static let drawingLimit = 1_000
  /// The time limit of the multilevel layout, so that the first frame is not delayed.
  static let startTime = Duration.milliseconds(800)

  init(
    _ graph: Graph, _ supernodes: Supernodes?, _ view: ViewOptions, _ server: ServerOptions,
    _ input: InputOptions
  ) throws {
    self.supernodes = supernodes
    let graph = supernodes?.graph() ?? graph
    self.graph = graph
    name = input.name
    layout = view.layout
    if let path = view.start, path != "input" {
      start = try PositionInput.read(path, for: graph, input.limits)
    } else if view.start == "input" || view.layout == .keep {
      guard let positions = graph.positions else {
        throw Failure.badInput("\(input.name): the graph has no positions")
      }
      start = positions
    }
    dimensions = view.dim ?? (view.layout == .keep ? start?.dimensions : nil) ?? 2
    if let error = layout.method?.unavailability { throw error }
    if let start, start.missingCount > 0 {
      throw Failure.badInput(
        "\(input.name): \(start.missingCount) nodes have no position to begin with; lay the graph "
          + "out with \"forcegraph layout\" first")
    }
    try input.limits.memory.check(
      MemoryNeed(graph).view(layout), for: "showing \(MemoryNeed(graph).what)")
    var space = input.limits.memory
    space.limits.removeAll { $0.measure != .addressSpace }
    try space.check(
      MemoryNeed.viewThreads + MemoryNeed(graph).view(layout), for: "a view with its threads")
    options = GraphViewOptions(title: view.title ?? input.shortName)
    options.theme = view.theme.theme
    options.speed = view.speed.speed
    options.allowsEditing = view.edit
    options.colorBy = view.colorBy ?? supernodes.map { _ in Supernodes.nameAttribute }
    options.sizeBy = view.sizeBy ?? supernodes.map { _ in GraphAggregate.membersAttribute }
    options.labelsBy = view.labels
    var serving = GraphViewServer.Options()
    (serving.port, serving.host, serving.token) = (server.port, server.host, server.token)
    serving.frameOrigins = server.allowFrame
    serving.refusedFrame = Self.frameHints()
    self.server = serving
    opensBrowser = server.open
    timeout = server.timeout?.duration
    record = view.record
    replay = view.replay
    tickLimit = view.maxTicks ?? ViewOptions.tickLimit
  }
}

extension ViewPlan {
  /// Returns what names the option for a page that asked in vain to have the view in a frame, once
  /// for each origin.
  private static func frameHints() -> @Sendable (String?) -> Void {
    let told = Mutex<Set<String?>>([])
    return { origin in
      guard told.withLock({ $0.count < 8 && $0.insert(origin).inserted }) else { return }
      warn(
        "A page asked to show this view in a frame, which only --allow-frame allows: "
          + "--allow-frame \(origin ?? "ORIGIN")")
    }
  }
}

/// The run of a view from start to end.
struct ViewRun<Vector: LayoutVector>: Sendable {
  private let plan: ViewPlan
  private let targets: [OutputTarget]

  init(_ plan: ViewPlan, _ targets: [OutputTarget]) { (self.plan, self.targets) = (plan, targets) }

  func run() async throws {
    let start = try start()
    let live = try simulation(at: start?.positions)
    let failures = try await record(live)
    defer { failures?.cancel() }
    var options = plan.options
    if plan.layout.id != "force" { options.layout = start?.layout }
    let session = try await GraphViewSession(
      GraphSnapshot(plan.graph, theme: plan.options.theme), live,
      options: options.withGraphs(dimensions: plan.dimensions))
    if let supernodes = plan.supernodes { await session.setSupernodes(supernodes) }
    if !GraphViewServer.isLoopback(plan.server.host) {
      warn(
        "Warning: everybody who reaches \(plan.server.host ?? "") and has the address can see "
          + "and steer this view; nothing is encrypted.")
    }
    let server: GraphViewServer
    do { server = try await GraphViewServer(session, plan.server) } catch let error
      as GraphViewError
    {
      throw error
    } catch {
      throw Failure.cannotCreate("port \(plan.server.port) cannot be served: \(error)")
    }
    try StandardOutput.printText(server.address)
    let opened = plan.opensBrowser ? openPage(server.address) : nil
    await waitForEnd(session)
    opened?.remove()
    // The files contain the state at the end of the recording.
    await live.pause()
    let graph = await session.graphNow()
    let page = targets.contains { $0.kind == .html } ? try await session.html() : []
    if plan.record != nil { try await live.stopRecording() }
    await session.close()
    await server.close()
    for target in targets { try target.writeEnd(graph, page) }
  }

  /// Starts the requested recording; the task reports write errors.
  private func record(_ live: LiveSimulation<String, Vector>) async throws -> Task<Void, Never>? {
    guard let path = plan.record else { return nil }
    try await live.startRecording(to: path)
    let events = live.events()
    return Task {
      for await case .failed(let words) in events { warn("Note: \(words)") }
    }
  }

  private func openPage(_ address: String) -> ViewBrowser.Leader? {
    @Sendable func tell(_ failure: ViewBrowser.Failure) {
      warn("Note: \(failure); open the address yourself")
    }
    do { return try ViewBrowser.open(address, onFailure: tell) } catch {
      tell(error)
      return nil
    }
  }

  /// Returns the positions at the start, y up, and the name of their layout; nil for a spiral.
  private func start() throws -> (positions: NodePositions, layout: String)? {
    let (graph, dimensions) = (plan.graph, plan.dimensions)
    if let method = plan.layout.method, plan.layout != .automatic, plan.layout.id != "force" {
      return (try GraphViewOptions.positions(method, graph, dimensions, 1), method.id)
    }
    // None of the layouts that the page names.
    if let start = plan.start { return (start, "") }
    if plan.layout == .automatic, let drawing = try drawing() { return drawing }
    guard graph.nodeCount > ViewPlan.spiralLimit else { return nil }
    let method = LayoutMethod.multilevel
    return (
      try GraphViewOptions.positions(
        method, graph, dimensions, 1, quality: .quick, within: ViewPlan.startTime), method.id
    )
  }

  /// Returns the positions of a tree or of layers where those suit the graph, which forces would
  /// tangle; nil for other graphs, for those that are too large to look at that way, and in space.
  private func drawing() throws -> (positions: NodePositions, layout: String)? {
    let graph = plan.graph
    guard plan.dimensions == 2, graph.nodeCount <= ViewPlan.drawingLimit, graph.edgeCount > 0
    else { return nil }
    var request = LayoutRequest()
    request.direction = graph.rankDirection
    let method = try LayoutMethod.suitable(for: LayoutGraph(graph), request)
    guard ["tree", "radial", "layered"].contains(method.id) else { return nil }
    return (try GraphViewOptions.positions(method, graph, 2, 1), method.id)
  }

  private func simulation(
    at start: NodePositions?
  ) throws -> LiveSimulation<String, Vector> {
    // y points down in a view.
    let positions: [Vector]? = start.map { start in
      start.inSpace.map { place in
        var vector = Vector.zero
        vector[0] = Vector.Scalar(place.x)
        vector[1] = Vector.Scalar(-place.y)
        if Vector.scalarCount > 2 { vector[2] = Vector.Scalar(place.z) }
        return vector
      }
    }
    let ids = Array(plan.graph.nodeIDs)
    let links = plan.graph.topology.links
    let standard = ViewForces.standard(ids.count, Vector.self)
    // Live forces would not keep what a layout shows.
    let rests = plan.layout.id != "force"
    return try LiveSimulation(
      ids, links: links.map { Link(ids[$0.source], ids[$0.target]) },
      forces: positions.flatMap { rests ? ViewForces.resting(at: $0, links: links) : nil }
        ?? standard,
      // Full heat would destroy existing positions.
      parameters: SimulationParameters(alpha: positions == nil ? 1 : rests ? 0 : 0.3),
      positions: positions)
  }

  /// Waits for Ctrl-C or another signal, or until there have been no viewers for long enough.
  private func waitForEnd(_ session: GraphViewSession<String, Vector>) async {
    var lastSeen = ContinuousClock.now
    while !Interrupt.isRequested {
      try? await Task.sleep(for: .milliseconds(100))
      if await session.viewerCount > 0 { lastSeen = .now }
      if let timeout = plan.timeout, ContinuousClock.now - lastSeen >= timeout { return }
    }
  }
}

extension OutputTarget {
  /// Writes the final state of a view. `page` is the HTML, if requested.
  func writeEnd(_ graph: Graph, _ page: [UInt8]) throws {
    let form = OutputForm(maximumBytes: .max, hasSafeCells: false)
    switch kind {
    case .html: try write(page)
    case .svg: try write(try graph.picture().svgBytes())
    case .svgz: try write(try graph.picture().svgBytes(isCompressed: true))
    case .graph(let format): _ = try write(graph, as: format, form)
    case .positions(let format):
      guard let table = NodePositionTable(of: graph) else { return }
      _ = try write(table, as: format, form)
    case .pdf, .png: break
    }
    warn("wrote \(name)")
  }
}

#endif
