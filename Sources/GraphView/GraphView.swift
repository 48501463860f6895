import ForceSimulation
import ForceSimulationLive
import GraphModel
import Synchronization

/// An interactive view of a graph in the plane, declared or from a file. The simulation runs while
/// there are viewers.
///
///     let view = try await GraphView(graph, title: "Friends")
///     try await view.serve(open: true)     // of GraphViewServer, until the task is cancelled
///
/// Its methods may be called from any task or thread. y points down.
public typealias GraphView<NodeID: Hashable & Sendable> = DimensionedGraphView<
  NodeID, SIMD2<Double>
>

/// An interactive view of a graph in three dimensions, which viewers can also rotate: `GraphView`
/// with a third coordinate.
///
///     let view = try await GraphSpaceView(graph, title: "Friends")
///
/// Its methods may be called from any task or thread. y points down.
public typealias GraphSpaceView<NodeID: Hashable & Sendable> = DimensionedGraphView<
  NodeID, SIMD3<Double>
>

/// An interactive view of a graph in two or three dimensions: the implementation of `GraphView` and
/// `GraphSpaceView`.
public final class DimensionedGraphView<NodeID: Hashable & Sendable, Vector: SimulationVector>:
  Sendable
where Vector.Scalar == Double {
  /// The session that viewers join.
  package let session: GraphViewSession<NodeID, Vector>
  /// The simulation that the view shows, for recordings and other things that a view has no method
  /// for. Edits of its graph have to go through the view.
  public var simulation: LiveSimulation<NodeID, Vector> { live }
  let live: LiveSimulation<NodeID, Vector>
  /// The handle of a declared graph; nil for a graph from a file.
  let states: ForceDirectedGraphState?
  /// The tasks that pass commands from `states` to the session, and frames back.
  private let links: [Task<Void, Never>]
  /// The task that follows an observed model.
  let following = Mutex<Task<Void, Never>?>(nil)

  /// Creates a view of a declared graph.
  ///
  /// - Throws: `GraphViewError` if the marks are inconsistent, `SimulationError` if a parameter of
  ///   a force is invalid.
  /// - Complexity: O(marks), plus the ticks that `states` requests before the first frame.
  public nonisolated(nonsending) convenience init<Content: GraphContent<NodeID>>(
    _ graph: ForceDirectedGraph<NodeID, Content>, title: String = "Graph",
    options: GraphViewOptions? = nil, steps: GraphSteps? = nil
  ) async throws {
    let options = options ?? GraphViewOptions(title: title)
    try await self.init(
      graph.snapshot(theme: options.theme), options: options, steps: steps)
  }

  /// Creates a view of a snapshot: of a declared graph whose marks have been collected, or of another
  /// one, with default forces. Nodes of the latter start at the graph's positions if it has any, and
  /// are at rest there.
  public init(
    _ snapshot: GraphSnapshot<NodeID>, options: GraphViewOptions = GraphViewOptions(),
    steps: GraphSteps? = nil
  ) async throws {
    var options = options
    guard let declaration = snapshot.declaration else {
      live = try Self.live(snapshot, &options)
      session = try await GraphViewSession(snapshot, live, options: options, steps: steps)
      (states, links) = (nil, [])
      return
    }
    let (force, states) = (declaration.force, declaration.states)
    self.states = states
    options.startsRunning = states.isRunning
    try force.check(Vector.self)
    live = try Self.live(
      snapshot, force.forces(snapshot.ids), Self.starts(declaration.starts),
      declaration.ticksPerSecond)
    switch states.ticksOnAppear {
    case .zero: break
    case .iteration(let count): try await live.step(max(count, 0))
    case .untilStable:
      try await live.start()
      await live.waitForEnd()
    }
    session = try await GraphViewSession(snapshot, live, options: options, steps: steps)
    await session.setVariedForces { force.variedForces($0) }
    await session.setFrameObserver { tick, alpha in states.note(tick: tick, alpha: alpha) }
    links = Self.connect(states, live, session)
  }

  /// Passes commands from the handle of a declared graph to its session, and what happens back.
  private static func connect(
    _ states: ForceDirectedGraphState, _ live: LiveSimulation<NodeID, Vector>,
    _ session: GraphViewSession<NodeID, Vector>
  ) -> [Task<Void, Never>] {
    // The stream keeps commands in order. The session references the states, so they must not
    // retain it.
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
    return [obey, watch]
  }

  /// Creates a view of a graph from a file, with default forces. Nodes start at the graph's
  /// positions if it has any, and are at rest there.
  public convenience init(
    _ graph: Graph, options: GraphViewOptions = GraphViewOptions(), steps: GraphSteps? = nil
  ) async throws where NodeID == String {
    try await self.init(
      GraphSnapshot(graph, theme: options.theme), options: options, steps: steps)
  }

  /// Returns the simulation of a graph that is not declared, and notes in the options that its nodes
  /// rest at the graph's positions, if they do.
  private static func live(
    _ snapshot: GraphSnapshot<NodeID>, _ options: inout GraphViewOptions
  ) throws -> LiveSimulation<NodeID, Vector> {
    guard let positions = snapshot.graph.positions, positions.missingCount == 0 else {
      return try live(snapshot, ViewForces.standard(snapshot.nodeCount, Vector.self), nil, 60)
    }
    let points: [Vector] = try GraphViewSession<NodeID, Vector>.vectors(positions)
    options.layout = options.layout ?? ""
    return try live(
      snapshot, ViewForces.resting(at: points, links: snapshot.indexedLinks),
      points.map { Start(position: $0) }, 60)
  }

  /// Creates a view of the supernodes of a graph, with default forces. Viewers open a supernode into
  /// its members, and close it again.
  ///
  ///     let column = try NodeMeasure.community.column(of: graph)
  ///     let view = try await GraphView(graph.aggregated(by: column, isNumbering: true), of: graph)
  ///
  /// Supernodes are sized by their members and coloured by themselves, as their members are, unless
  /// the options say something else. Edges between members of open supernodes are those of the
  /// graph; all others are sums.
  ///
  /// - Throws: `GraphViewError` if the supernodes are of another graph.
  public convenience init(
    _ aggregate: GraphAggregate, of graph: Graph, options: GraphViewOptions = GraphViewOptions()
  ) async throws where NodeID == String {
    let supernodes = try Supernodes(aggregate, of: graph)
    var options = options
    options.colorBy = options.colorBy ?? Supernodes.nameAttribute
    options.sizeBy = options.sizeBy ?? GraphAggregate.membersAttribute
    try await self.init(supernodes.graph(), options: options)
    await session.setSupernodes(supernodes)
  }

  deinit {
    for link in links { link.cancel() }
    following.withLock { $0?.cancel() }
  }

  /// The initial state of a node.
  private struct Start {
    var position: Vector
    var velocity = Vector.zero
    var pin: Vector?
  }

  /// Converts initial states in the plane to the dimensions of this view.
  private static func starts(_ states: [KineticState?]?) -> [Start?]? {
    states?.enumerated().map { node, state in
      guard let state else { return nil }
      var start = Start(
        position: Vector(inPlane: state.position), velocity: Vector(inPlane: state.velocity),
        pin: state.fixation.map { Vector(inPlane: $0) })
      // Nodes that start in one plane would never leave it.
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
      options: LiveOptions(frequency: ticksPerSecond))
  }

  // MARK: Changes

  /// Shows another graph, which is applied as a difference to the current one. The states and the
  /// pace of the first graph are kept.
  ///
  /// If they are equal, nothing happens. If only the style differs, only that is sent, and nothing
  /// moves. Otherwise nodes that remain keep position, velocity and pins; new ones start next to
  /// their neighbours, and the simulation is reheated according to the size of the change. Steps
  /// are dropped when the graph changes. Forces are kept; those whose values depend on ids are
  /// recreated for the new graph.
  ///
  /// - Throws: `GraphViewError` and the errors of `LiveSimulation.apply(_:)`. Nothing has changed
  ///   then.
  /// - Complexity: O(nodes + links).
  public nonisolated(nonsending) func update<Content: GraphContent<NodeID>>(
    _ graph: ForceDirectedGraph<NodeID, Content>
  ) async throws {
    try await update(graph.snapshot(theme: session.options.theme))
  }

  /// Shows another snapshot. The forces of a declared graph whose values depend on ids are those of
  /// the new one.
  public func update(_ snapshot: GraphSnapshot<NodeID>) async throws {
    guard let force = snapshot.declaration?.force else {
      return try await session.update(snapshot)
    }
    try force.check(Vector.self)
    try await session.update(snapshot, variedForces: { force.variedForces($0) })
  }

  /// Shows another graph from a file.
  public func update(_ graph: Graph) async throws where NodeID == String {
    try await session.update(GraphSnapshot(graph, theme: session.options.theme))
  }

  /// The actions of viewers, from now on.
  public var events: AsyncStream<GraphViewEvent<NodeID>> { session.events() }

  /// Returns the current graph as one file that works without a server.
  public func html() async throws -> [UInt8] { try await session.html() }

  /// Ends the simulation and disconnects all viewers.
  public func close() async {
    following.withLock { $0?.cancel() }
    await session.close()
  }

  // MARK: Cameras

  /// Moves the camera of each viewer so that the whole graph is visible. Otherwise each viewer
  /// controls their own camera.
  public func fit() async { await session.fit() }

  /// Moves the camera of each viewer to a node. Throws if there is no such node.
  public func focus(on id: NodeID) async throws {
    try await session.focus(on: CollectionOfOne(id))
  }

  /// Moves the camera of each viewer so that all these nodes are visible. Throws if one does not
  /// exist.
  public func focus(on ids: some Collection<NodeID> & Sendable) async throws {
    try await session.focus(on: ids)
  }

  // MARK: Nodes

  /// Returns the position of a node, in layout units; nil if there is no such node.
  public func position(of id: NodeID) async -> Vector? { await live.frame[id] }

  /// Returns the node nearest to a point within a distance, in layout units; nil if there is none.
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

  /// Pins a node at a point, or at its current position. Throws if there is no such node or the
  /// point is not finite.
  public func pin(_ id: NodeID, at point: Vector? = nil) async throws {
    try await live.pin([(id: id, point: point)])
    await session.updatePins()
  }

  /// Unpins a node.
  public func unpin(_ id: NodeID) async throws {
    try await live.unpin([id])
    await session.updatePins()
  }
}
