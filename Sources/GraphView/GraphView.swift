import ForceSimulation
import ForceSimulationLive
import GraphModel

/// A graph that people look at and touch, declared or from a file. It runs while somebody looks.
///
///     let view = try await GraphView(graph, title: "Friends")
///     try await view.serve(open: true)     // of GraphViewServer, until the task is cancelled
///
/// May be used from anywhere. The simulation is in the plane; y points down.
public final class GraphView<NodeID: Hashable & Sendable>: Sendable {
  /// What viewers join: for servers of your own.
  public let session: GraphViewSession<NodeID, SIMD2<Double>>
  private let live: LiveSimulation<NodeID, SIMD2<Double>>
  private let watch: Task<Void, Never>?

  /// A view of a declared graph.
  ///
  /// - Throws: `GraphViewError` when marks do not fit each other, `SimulationError` when a
  ///   parameter of a force is wrong.
  /// - Complexity: O(marks), and the ticks that `states` asks for first.
  public init<Content: GraphContent<NodeID>>(
    _ graph: ForceDirectedGraph<NodeID, Content>, title: String = "Graph",
    options: GraphViewOptions? = nil, services: GraphViewServices = GraphViewServices(),
    steps: GraphSteps? = nil
  ) async throws {
    var options = options ?? GraphViewOptions(title: title)
    options.startsRunning = graph.states.isRunning
    let snapshot = try graph.snapshot(theme: options.theme)
    let (force, states) = (graph.force, graph.states)
    live = try Self.live(
      snapshot, force.forces(snapshot.ids), graph.starts(snapshot.ids), graph.ticksPerSecond)
    switch states.ticksOnAppear {
    case .zero: break
    case .iteration(let count): try await live.step(max(count, 0))
    case .untilStable:
      try await live.start()
      await live.waitForEnd()
    }
    session = try await GraphViewSession(
      snapshot, live, options: options, services: services, steps: steps)
    await session.setVariedForces { force.variedForces($0) }
    await session.setFrameObserver { tick, alpha in states.note(tick: tick, alpha: alpha) }
    let live = live
    states.connect { command in
      Task {
        switch command {
        case .run(true): try? await live.start()
        case .run(false): await live.pause()
        case .reheat:
          try? await live.reheat()
          try? await live.start()
        }
      }
    }
    let events = session.events()
    watch = Task {
      for await case .running(let isRunning) in events { states.note(isRunning: isRunning) }
    }
  }

  /// A view of a graph of a file, where its positions are if it has them, with forces of the
  /// view's.
  public init(
    _ graph: Graph, options: GraphViewOptions = GraphViewOptions(),
    services: GraphViewServices = GraphViewServices(), steps: GraphSteps? = nil
  ) async throws where NodeID == String {
    let snapshot = GraphSnapshot(graph, theme: options.theme)
    var starts: [KineticState?]?
    if let positions = graph.positions, positions.missingCount == 0 {
      starts = try GraphViewSession<String, SIMD2<Double>>.vectors(positions).map {
        KineticState(position: $0)
      }
    }
    live = try Self.live(
      snapshot, ViewForces.standard(graph.nodeCount, SIMD2<Double>.self), starts, 60)
    session = try await GraphViewSession(
      snapshot, live, options: options, services: services, steps: steps)
    watch = nil
  }

  deinit { watch?.cancel() }

  private static func live(
    _ snapshot: GraphSnapshot<NodeID>, _ forces: ForceList<SIMD2<Double>>,
    _ starts: [KineticState?]?, _ ticksPerSecond: Double
  ) throws -> LiveSimulation<NodeID, SIMD2<Double>> {
    let spiral = { StartPositions.position(of: $0, as: SIMD2<Double>.self) }
    return try LiveSimulation(
      snapshot.ids, links: snapshot.links, forces: forces,
      positions: starts?.enumerated().map { $1?.position ?? spiral($0) },
      velocities: starts?.map { $0?.velocity ?? .zero }, pins: starts?.map { $0?.fixation },
      options: LiveOptions(pace: .perSecond(ticksPerSecond)))
  }

  // MARK: Changes

  /// Shows another graph by its difference to this one: see `GraphViewSession.update(_:)`. States
  /// and pace of the first one stay.
  public func update<Content: GraphContent<NodeID>>(
    _ graph: ForceDirectedGraph<NodeID, Content>
  ) async throws {
    let force = graph.force
    try await session.update(
      graph.snapshot(), variedForces: { force.variedForces($0) })
  }

  /// The same, of a graph of a file.
  public func update(_ graph: Graph) async throws where NodeID == String {
    try await session.update(GraphSnapshot(graph))
  }

  /// What viewers do, from now on.
  public var events: AsyncStream<GraphViewEvent<NodeID>> { session.events() }

  /// The graph as it is now in one file that works without a server.
  public func html() async throws -> [UInt8] { try await session.html() }

  /// Ends the simulation and closes all viewers.
  public func close() async { await session.close() }

  // MARK: Nodes

  /// Where a node is, in layout units; nil when there is none.
  public func position(of id: NodeID) async -> SIMD2<Double>? { await live.frame[id] }

  /// The node nearest to a point within a distance, in layout units; nil when there is none.
  /// O(nodes).
  public func node(near point: SIMD2<Double>, within distance: Double) async -> NodeID? {
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
  public func pin(_ id: NodeID, at point: SIMD2<Double>? = nil) async throws {
    try await live.pin([(id: id, point: point)])
    await session.updatePins()
  }

  /// Lets a pinned node go.
  public func unpin(_ id: NodeID) async throws {
    try await live.unpin([id])
    await session.updatePins()
  }
}
