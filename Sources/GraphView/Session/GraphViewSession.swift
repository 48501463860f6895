import ForceSimulation
import ForceSimulationLive
import GraphModel

/// A live graph with its viewers: it sends them frames, and executes their commands.
///
/// It is independent of sockets. A server connects viewers to it (`GraphViewHost`); so can a test.
/// Pins, forces and the graph belong to the session; each viewer has its own camera and pointer.
///
/// Frames are sent as fast as each viewer acknowledges them. Nothing is queued, and the simulation
/// never waits. Without viewers it rests, unless `GraphViewOptions.keepsRunning` is set.
package actor GraphViewSession<ID: Hashable & Sendable, Vector: SimulationVector>: GraphViewHost {
  let live: LiveSimulation<ID, Vector>
  nonisolated let options: GraphViewOptions
  /// The identifier of the session: 16 random hexadecimal digits.
  let name: String
  let eventHub = ViewEventHub<ID>()

  var snapshot: GraphSnapshot<ID>
  /// The displayed style, labels and legend.
  var shown: ShownLooks
  /// The epoch of the simulation to which the snapshot belongs.
  var epoch = 0
  var steps: GraphSteps?
  /// The groups that viewers open and close; nil if the graph has none.
  var supernodes: Supernodes?
  /// The graphs before each edit of viewers, the latest last.
  var undoable: [GraphSnapshot<ID>] = []
  /// Creates the forces whose values depend on ids.
  var variedForces: (@Sendable ([ID]) -> ForceList<Vector>)?

  var viewers: [Int: Viewer] = [:]
  private var lastViewer = 0
  /// The viewers that hold each held node.
  var holders: [ExactKey<ID>: Set<Int>] = [:]
  /// The held nodes that were pinned before the hold.
  var heldPins: Set<ExactKey<ID>> = []
  var pins: [Int] = []
  var selection: [Int] = []
  var isRunning = false
  var ended: String?
  var speed: ViewSpeed
  /// The ticks per second that the program requests.
  private(set) var frequency = 60.0
  var step = 0
  /// A function that receives the tick and alpha of each frame.
  var frameObserver: (@Sendable (UInt64, Double) -> Void)?
  var latest: LatestFrame<ID, Vector>?

  var frameTask: Task<Void, Never>?
  private var eventTask: Task<Void, Never>?
  /// The task of the layout that is being computed or applied.
  var layoutTask: Task<Void, Never>?
  var lastLayout = 0
  /// The name of the layout at which the nodes rest; see `GraphViewOptions.layout`.
  var layout: String?
  /// True while the graph changes; changes are serialized.
  private(set) var isChanging = false
  private var changesWaiting: [CheckedContinuation<Void, Never>] = []

  /// Creates a session that shows a simulation of a graph. The session takes control of the
  /// simulation.
  ///
  /// - Parameters:
  ///   - live: a simulation with the nodes of the snapshot, in the same order.
  ///   - steps: the steps of an algorithm, for the timeline.
  /// - Throws: `GraphViewError` if the arguments are inconsistent, or `options.colorBy`, `sizeBy`
  ///   or `labelsBy` do not exist.
  package init(
    _ snapshot: GraphSnapshot<ID>, _ live: LiveSimulation<ID, Vector>,
    options: GraphViewOptions = GraphViewOptions(), steps: GraphSteps? = nil
  ) async throws {
    guard Vector.scalarCount <= 3 else {
      throw GraphViewError.outOfRange(
        "the number of dimensions", value: "\(Vector.scalarCount)", allowed: "2 or 3")
    }
    let facts = await live.facts
    guard facts.frame.ids.elementsEqual(snapshot.ids) else {
      throw GraphViewError.impossible("the simulation has other nodes than the graph")
    }
    try steps?.check(nodeCount: snapshot.nodeCount, linkCount: snapshot.linkCount)
    self.snapshot = snapshot
    self.live = live
    self.options = options
    self.steps = steps
    speed = options.speed
    layout = options.layout
    epoch = facts.frame.epoch
    pins = facts.pins
    name = Self.newName()
    let choice = Hello.Looks(options)
    let columns = try await ShownLooks.columns(choice, of: snapshot.graph, options)
    shown = ShownLooks(snapshot, choice, columns, options)
    shown.looks.setPinned(facts.pins)
    frequency = await live.options.frequency ?? 60
    if options.speed != .ticksPerFrame(1) {
      try await live.setPace(options.speed, frequency: frequency)
    }
    eventTask = listen()
    if options.startsRunning {
      try await live.start()
      isRunning = true
    }
    if options.keepsRunning { startFrames() }
  }

  deinit {
    frameTask?.cancel()
    eventTask?.cancel()
    layoutTask?.cancel()
    eventHub.finish()
  }

  private static func newName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  package var title: String { options.title }

  package var pageParts: GraphViewPage.Parts {
    .needed(
      hasSteps: steps != nil, dimensions: Vector.scalarCount, allowsEdits: options.allowsEditing,
      hasAttributes: snapshot.mayHaveAttributes, hasGroups: snapshot.graph.hasClusters,
      hasSupernodes: supernodes != nil,
      // Members of supernodes may have any looks, and viewers may add any links.
      hasShapes: snapshot.mayHaveShapes || supernodes != nil,
      hasCurves: snapshot.mayHaveCurves || supernodes != nil || options.allowsEditing)
  }

  /// The number of viewers.
  package var viewerCount: Int { viewers.count }

  /// Returns the actions of viewers from now on, until the session is deallocated. A slow consumer
  /// loses the oldest events beyond 1,024.
  package nonisolated func events() -> AsyncStream<GraphViewEvent<ID>> { eventHub.stream() }

  /// Ends the simulation, and disconnects all viewers.
  package func close() async {
    layoutTask?.cancel()
    await live.stop()
    for viewer in viewers.values {
      viewer.send(.close(code: 1001, reason: "The program that made this view has ended"))
    }
    viewers = [:]
    stopFrames()
    eventHub.finish()
  }

  // MARK: Viewers

  package func attach(_ send: @escaping @Sendable (ViewerOutput) -> Void) async -> Int? {
    guard viewers.count < options.viewerLimit else { return nil }
    lastViewer += 1
    let id = lastViewer
    // The viewer counts as hidden until it has the graph, as it could not use frames before.
    viewers[id] = Viewer(send: send)
    await greet(id)
    startFrames()
    broadcast(StateMessage(viewers: viewers.count), except: id)
    eventHub.send(.viewers(viewers.count))
    return id
  }

  /// Sends the complete state of one moment.
  private func greet(_ id: Int) async {
    var facts = await live.facts
    while facts.frame.epoch != epoch, isChanging {
      await Task.yield()
      facts = await live.facts
    }
    guard let viewer = viewers[id] else { return }
    viewer.send(.text(ViewJSON.text(hello(id, facts.forces))))
    viewer.send(
      .binary(shown.looks.graphMessage(snapshot.ends, previous: nil, epoch: wireEpoch), []))
    let labels = shown.importantLabels()
    for message in [labels, snapshot.idsMessage()] {
      guard let message, !message.nodes.isEmpty else { continue }
      viewer.send(.binary(message.bytes(epoch: wireEpoch), []))
    }
    viewers[id]?.isGreeted = true
    viewers[id]?.isHidden = false
    viewers[id]?.isWaiting = true
    latest = LatestFrame(facts.frame)
    deliver()
  }

  package func detach(_ viewer: Int) async {
    guard viewers.removeValue(forKey: viewer) != nil else { return }
    for id in holders.keys where holders[id]?.contains(viewer) == true {
      await letGo(id.id, viewer, heldPins.contains(id) ? .pinned : .free)
    }
    if viewers.isEmpty, !options.keepsRunning { stopFrames() }
    broadcast(StateMessage(viewers: viewers.count))
    eventHub.send(.viewers(viewers.count))
  }

  /// The epoch in messages, where 0 means none.
  var wireEpoch: UInt32 { UInt32(truncatingIfNeeded: epoch + 1) }

  // MARK: Changes of the graph, one at a time

  func beginChange() async {
    while isChanging { await withCheckedContinuation { changesWaiting.append($0) } }
    isChanging = true
  }

  func endChange() {
    isChanging = false
    let waiting = changesWaiting
    changesWaiting = []
    for continuation in waiting { continuation.resume() }
  }

  // MARK: Messages

  func send(_ message: some Encodable, to viewer: Int) {
    viewers[viewer]?.send(.text(ViewJSON.text(message)))
  }

  func broadcast(_ message: StateMessage, except: Int? = nil) {
    guard !viewers.isEmpty else { return }
    let text = ViewJSON.text(message)
    for (id, viewer) in viewers where id != except && viewer.isGreeted { viewer.send(.text(text)) }
  }

  /// Sends a binary message to all viewers that have the graph.
  func broadcast(_ bytes: [UInt8]) {
    for viewer in viewers.values where viewer.isGreeted { viewer.send(.binary(bytes, [])) }
  }

  func hello(_ viewer: Int, _ forces: [ForceDescription]) -> Hello {
    Hello(
      session: name, viewer: viewer, title: options.title, nodes: snapshot.nodeCount,
      links: snapshot.linkCount, dimensions: Vector.scalarCount,
      directed: snapshot.graph.isDirected, running: isRunning, speed: speed, ended: ended,
      theme: options.theme, forces: forces, attributes: snapshot.graph.offeredAttributes,
      looks: shown.choice, measures: options.measures.map(\.id), legend: shown.legend,
      layouts: layouts,
      allows: .init(edit: options.allowsEditing && supernodes == nil, export: exports),
      steps: steps.map(SentSteps.init),
      pins: pins, groups: snapshot.graph.viewGroups, layout: layout,
      parts: pageParts.drawing)
  }

  /// The available layouts: the simulation, and those of the program.
  var layouts: [Hello.Layout] {
    [.init(name: "force", title: "Force-directed")]
      + options.layouts.filter { $0.name != "force" }.map { .init(name: $0.name, title: $0.title) }
  }
}
