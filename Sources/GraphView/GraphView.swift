import ForceSimulation
import ForceSimulationLive
import GraphModel
import Synchronization

/// A graph in the plane that people look at and touch, declared or from a file. It runs while
/// somebody looks.
///
///     let view = try await GraphView(graph, title: "Friends")
///     try await view.serve(open: true)     // of GraphViewServer, until the task is cancelled
///
/// May be used from anywhere. y points down.
public typealias GraphView<NodeID: Hashable & Sendable> = DimensionedGraphView<
  NodeID, SIMD2<Double>
>

/// A graph in space that people look at, turn and touch: `GraphView` with a third coordinate.
///
///     let view = try await GraphSpaceView(graph, title: "Friends")
///
/// May be used from anywhere. y points down.
public typealias GraphSpaceView<NodeID: Hashable & Sendable> = DimensionedGraphView<
  NodeID, SIMD3<Double>
>

/// What `GraphView` and `GraphSpaceView` are.
public final class DimensionedGraphView<NodeID: Hashable & Sendable, Vector: SimulationVector>:
  Sendable
where Vector.Scalar == Double {
  /// What viewers join: for servers of your own.
  public let session: GraphViewSession<NodeID, Vector>
  let live: LiveSimulation<NodeID, Vector>
  /// Of a declared graph.
  let states: ForceDirectedGraphState?
  /// What states say to the session, and it to them.
  private let links: [Task<Void, Never>]
  /// Follows an observed model.
  let following = Mutex<Task<Void, Never>?>(nil)

  /// A view of a declared graph.
  ///
  /// - Throws: `GraphViewError` when marks do not fit each other, `SimulationError` when a
  ///   parameter of a force is wrong.
  /// - Complexity: O(marks), and the ticks that `states` asks for first.
  public nonisolated(nonsending) convenience init<Content: GraphContent<NodeID>>(
    _ graph: ForceDirectedGraph<NodeID, Content>, title: String = "Graph",
    options: GraphViewOptions? = nil, services: GraphViewServices = GraphViewServices(),
    steps: GraphSteps? = nil
  ) async throws {
    let options = options ?? GraphViewOptions(title: title)
    try await self.init(
      graph.declared(theme: options.theme), options: options, services: services, steps: steps)
  }

  /// The same, of a graph whose marks have been collected.
  public init(
    _ graph: DeclaredGraph<NodeID>, options: GraphViewOptions = GraphViewOptions(),
    services: GraphViewServices = GraphViewServices(), steps: GraphSteps? = nil
  ) async throws {
    var options = options
    let (force, states) = (graph.force, graph.states)
    self.states = states
    options.startsRunning = states.isRunning
    live = try Self.live(
      graph.snapshot, force.forces(graph.snapshot.ids), Self.starts(graph.starts),
      graph.ticksPerSecond)
    switch states.ticksOnAppear {
    case .zero: break
    case .iteration(let count): try await live.step(max(count, 0))
    case .untilStable:
      try await live.start()
      await live.waitForEnd()
    }
    session = try await GraphViewSession(
      graph.snapshot, live, options: options, services: services, steps: steps)
    await session.setVariedForces { force.variedForces($0) }
    await session.setFrameObserver { tick, alpha in states.note(tick: tick, alpha: alpha) }
    // In their sequence. The session knows the states: they must not keep it.
    let (commands, sender) = AsyncStream<ForceDirectedGraphState.Command>.makeStream()
    states.connect { sender.yield($0) }
    let obey = Task { [weak live, weak session] in
      for await command in commands {
        switch command {
        case .run(true): try? await live?.start()
        case .run(false): await live?.pause()
        case .reheat:
          try? await live?.reheat()
          try? await live?.start()
        case .fit: await session?.fit()
        }
      }
    }
    let events = session.events()
    let watch = Task {
      for await case .running(let isRunning) in events { states.note(isRunning: isRunning) }
    }
    links = [obey, watch]
  }

  /// A view of a graph of a file, where its positions are if it has them, with forces of the
  /// view's.
  public init(
    _ graph: Graph, options: GraphViewOptions = GraphViewOptions(),
    services: GraphViewServices = GraphViewServices(), steps: GraphSteps? = nil
  ) async throws where NodeID == String {
    let snapshot = GraphSnapshot(graph, theme: options.theme)
    var starts: [Start?]?
    if let positions = graph.positions, positions.missingCount == 0 {
      starts = try GraphViewSession<String, Vector>.vectors(positions).map { Start(position: $0) }
    }
    live = try Self.live(
      snapshot, ViewForces.standard(graph.nodeCount, Vector.self), starts, 60)
    session = try await GraphViewSession(
      snapshot, live, options: options, services: services, steps: steps)
    (states, links) = (nil, [])
  }

  deinit {
    for link in links { link.cancel() }
    following.withLock { $0?.cancel() }
  }

  /// Where a node begins.
  private struct Start {
    var position: Vector
    var velocity = Vector.zero
    var pin: Vector?
  }

  /// States of the plane, as those of a node in these dimensions.
  private static func starts(_ states: [KineticState?]?) -> [Start?]? {
    states?.enumerated().map { node, state in
      guard let state else { return nil }
      var start = Start(
        position: Vector(inPlane: state.position), velocity: Vector(inPlane: state.velocity),
        pin: state.fixation.map { Vector(inPlane: $0) })
      // Nodes of one plane would never leave it.
      let spiral = StartPositions.position(of: node, as: Vector.self)
      for axis in 2..<max(Vector.scalarCount, 2) { start.position[axis] = spiral[axis] }
      return start
    }
  }

  private static func live(
    _ snapshot: GraphSnapshot<NodeID>, _ forces: ForceList<Vector>, _ starts: [Start?]?,
    _ ticksPerSecond: Double
  ) throws -> LiveSimulation<NodeID, Vector> {
    let spiral = { StartPositions.position(of: $0, as: Vector.self) }
    return try LiveSimulation(
      snapshot.ids, links: snapshot.links, forces: forces,
      positions: starts?.enumerated().map { $1?.position ?? spiral($0) },
      velocities: starts?.map { $0?.velocity ?? .zero }, pins: starts?.map { $0?.pin },
      options: LiveOptions(pace: .perSecond(ticksPerSecond)))
  }

  // MARK: Changes

  /// Shows another graph by its difference to this one: see `GraphViewSession.update(_:)`. States
  /// and pace of the first one stay.
  public nonisolated(nonsending) func update<Content: GraphContent<NodeID>>(
    _ graph: ForceDirectedGraph<NodeID, Content>
  ) async throws {
    try await update(graph.declared(theme: session.options.theme))
  }

  /// The same, of a graph whose marks have been collected.
  public func update(_ graph: DeclaredGraph<NodeID>) async throws {
    let force = graph.force
    try await session.update(graph.snapshot, variedForces: { force.variedForces($0) })
  }

  /// The same, of a graph of a file.
  public func update(_ graph: Graph) async throws where NodeID == String {
    try await session.update(GraphSnapshot(graph, theme: session.options.theme))
  }

  /// What viewers do, from now on.
  public var events: AsyncStream<GraphViewEvent<NodeID>> { session.events() }

  /// The graph as it is now in one file that works without a server.
  public func html() async throws -> [UInt8] { try await session.html() }

  /// Ends the simulation and closes all viewers.
  public func close() async {
    following.withLock { $0?.cancel() }
    await session.close()
  }

  // MARK: Cameras

  /// Lets the camera of each viewer fly to where it sees everything. Where viewers look is their own
  /// otherwise.
  public func fit() async { await session.fit() }

  /// Lets the camera of each viewer fly to a node. Throws when it is not there.
  public func focus(on id: NodeID) async throws {
    try await session.focus(on: CollectionOfOne(id))
  }

  /// Lets the camera of each viewer fly to where it sees all of these nodes. Throws when one is not
  /// there.
  public func focus(on ids: some Collection<NodeID> & Sendable) async throws {
    try await session.focus(on: ids)
  }

  // MARK: Nodes

  /// Where a node is, in layout units; nil when there is none.
  public func position(of id: NodeID) async -> Vector? { await live.frame[id] }

  /// The node nearest to a point within a distance, in layout units; nil when there is none.
  /// O(nodes).
  public func node(near point: Vector, within distance: Double) async -> NodeID? {
    let frame = await live.frame
    var best: (node: Int, distance: Double)?
    for (node, position) in frame.positions.enumerated() {
      let away = position.distance(to: point)
      if away <= distance, away < best?.distance ?? .infinity { best = (node, away) }
    }
    return best.map { frame.ids[$0.node] }
  }

  /// Pins a node at a point, or where it is. Throws when there is no such node, or the point is not
  /// finite.
  public func pin(_ id: NodeID, at point: Vector? = nil) async throws {
    try await live.pin([(id: id, point: point)])
    await session.updatePins()
  }

  /// Lets a pinned node go.
  public func unpin(_ id: NodeID) async throws {
    try await live.unpin([id])
    await session.updatePins()
  }
}
