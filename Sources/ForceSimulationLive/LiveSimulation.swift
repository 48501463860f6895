import ForceSimulation

/// A simulation that runs while people look at it and touch it.
///
///     let live = try LiveSimulation(["a", "b", "c"], links: [Link("a", "b")]) {
///       ManyBodyForce<SIMD2<Double>>()
///       LinkForce()
///     }
///     try await live.start()
///     for await frame in live.frames(atMost: 60) { draw(frame.positions) }
///
/// An actor with a thread of its own: no tick blocks Swift's pool of threads, and any number of
/// live simulations may run at once. It ticks while it is hot and somebody takes frames, waits for
/// its end, or `LiveOptions.keepsRunning` is set. Otherwise it sleeps without a timer. Commands
/// act between two ticks, in the sequence of their calls; the next frame has their effect. Letting
/// go of the last reference ends the thread, running or not.
///
/// Deterministic: the same commands at the same ticks give the same bits (`startRecording(to:)`).
public actor LiveSimulation<ID: Hashable & Sendable, Vector: SimulationVector> {
  /// The type of the components.
  public typealias Scalar = Vector.Scalar

  nonisolated let executor: ThreadExecutor
  nonisolated let frameHub: FrameHub<ID, Vector>
  nonisolated let eventHub = EventHub<ID>()

  /// The thread of the simulation.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  // MARK: The simulation

  var simulation: Simulation<Vector, ForceList<Vector>>
  /// The ids of the nodes by index, and the index of each.
  public internal(set) var ids: NodeIDs<ID>
  /// A number that is higher after each edit.
  public internal(set) var epoch = 0
  var holds: Set<ExactKey<ID>> = []
  /// The alphaTarget without holds.
  var ownAlphaTarget: Scalar
  /// The least alphaTarget while a node is held: that of the last call of `hold`.
  var heldAlphaTarget: Scalar
  /// A number that is higher after each change that a frame shows.
  var version: UInt64 = 1

  // MARK: The run

  /// The state of the run.
  public internal(set) var state = LiveState.ready
  var settings: LiveOptions<Scalar>
  /// The moments of ticks.
  var ticks: Grid
  var runTicks = 0
  var runBegin = Instant.now
  /// The mean time of recent ticks, in nanoseconds; 0 before the first one.
  var tickTime = 0.0
  var isStopped = false
  var waiters: [Int: CheckedContinuation<EndReason, Never>] = [:]
  var lastWaiter = 0
  var transition: Transition<Vector>?
  var lastTransition = 0
  /// The forces with code of a replay, by name.
  var customForces: [String: any Force<Vector>] = [:]
  /// Receives each command after it has acted, with the number of ticks before it. Returns false
  /// when it cannot be recorded.
  var recorder: ((LiveCommand<ID, Vector>, UInt64) -> Bool)?
  /// Ends the recording with the number of ticks and the hash of the state.
  var endRecording: ((UInt64, UInt64) throws -> Void)?
  var autosave: Autosave<ID, Vector>?
  var lastAutosave = 0
  /// The last write of a checkpoint to a file that has begun.
  var lastWrite: Task<Void, any Error>?

  /// A live simulation of nodes with ids, not started yet.
  ///
  /// - Parameters:
  ///   - ids: the ids of the nodes, each once. Index i of frames is the i-th id.
  ///   - links: by id.
  ///   - forces, parameters, positions, velocities, pins, seed, engine: as `Simulation` takes them.
  ///   - options: pace, budgets and heat.
  /// - Throws: `SimulationError` or `LiveError` with the first thing that is wrong.
  /// - Complexity: O(nodes + links).
  public init(
    _ ids: some Sequence<ID>, links: [Link<ID>] = [], forces: ForceList<Vector>,
    parameters: SimulationParameters<Scalar> = .d3, positions: [Vector]? = nil,
    velocities: [Vector]? = nil, pins: [Vector?]? = nil, seed: UInt64 = 1,
    engine: Engine = .kernels, options: LiveOptions<Scalar> = LiveOptions()
  ) throws {
    let ids = try NodeIDs(ids)
    let simulation = try Simulation(
      nodeCount: ids.count, links: ids.links(links), forces: forces, parameters: parameters,
      positions: positions, velocities: velocities, pins: pins, seed: seed, engine: engine)
    try self.init(simulation, ids: ids, options: options)
  }

  /// A live simulation whose forces are listed in a block. Arguments and errors are those of the
  /// other initialiser. The block runs before the call returns, on the actor of the caller, whose
  /// properties it may read; `isolation` is that actor, and is left out.
  public init(
    _ ids: some Sequence<ID>, links: [Link<ID>] = [],
    parameters: SimulationParameters<Scalar> = .d3, positions: [Vector]? = nil,
    velocities: [Vector]? = nil, pins: [Vector?]? = nil, seed: UInt64 = 1,
    engine: Engine = .kernels, options: LiveOptions<Scalar> = LiveOptions(),
    isolation: isolated (any Actor)? = #isolation,
    @ForceBuilder<Vector> _ forces: () -> [ForceList<Vector>.Entry]
  ) throws {
    try self.init(
      ids, links: links, forces: ForceList(forces()), parameters: parameters,
      positions: positions, velocities: velocities, pins: pins, seed: seed, engine: engine,
      options: options)
  }

  init(
    _ simulation: sending Simulation<Vector, ForceList<Vector>>, ids: NodeIDs<ID>,
    options: LiveOptions<Scalar>, holds: Set<ExactKey<ID>> = [], ownAlphaTarget: Scalar? = nil,
    heldAlphaTarget: Scalar? = nil, epoch: Int = 0
  ) throws {
    try options.validate()
    self.ids = ids
    self.epoch = epoch
    self.holds = holds
    self.ownAlphaTarget = ownAlphaTarget ?? simulation.parameters.alphaTarget
    self.heldAlphaTarget = heldAlphaTarget ?? options.heldAlphaTarget
    settings = options
    ticks = Grid(interval: options.pace.interval)
    self.simulation = simulation
    let executor = try ThreadExecutor()
    self.executor = executor
    frameHub = FrameHub { executor.wake() }
    executor.run { [weak self] in self?.assumeIsolated { $0.turn() } }
  }

  deinit {
    executor.finish()
    frameHub.finish()
    eventHub.finish()
  }

  // MARK: Frames and events

  /// The frames, at most so many a second: the newest one each time. Each iterator of the sequence
  /// is a consumer; the simulation ticks while there is one. The first frame is the present state;
  /// with a frequency of 0 it is the only one until the end. The sequence does not keep the
  /// simulation.
  public nonisolated func frames(atMost frequency: Double = 60) -> LiveFrames<ID, Vector> {
    let interval = frequency > 0 ? min(1e9 / frequency, 1e18) : 1e18
    return LiveFrames(hub: frameHub, interval: Int64(interval))
  }

  /// The present state as a frame. O(1).
  public var frame: LiveFrame<ID, Vector> {
    LiveFrame(
      tick: simulation.kinetics.tickCount, alpha: simulation.kinetics.alpha, epoch: epoch,
      positions: simulation.kinetics.position, ids: ids, links: simulation.kinetics.links,
      version: version, state: state, isMoving: state == .running || transition != nil)
  }

  /// The events from now on, until the simulation is stopped or gone. A listener that falls behind
  /// loses the oldest beyond 1,024. The sequence does not keep the simulation.
  public nonisolated func events() -> AsyncStream<LiveEvent<ID>> {
    eventHub.stream(capacity: 1024)
  }

  // MARK: State

  /// The state of the simulation as a value: positions, velocities, pins, links, parameters,
  /// hashes. O(1).
  public var kinetics: Kinetics<Vector> { simulation.kinetics }
  /// Cooling and friction. `setParameters(_:)` changes them.
  public var parameters: SimulationParameters<Scalar> { simulation.parameters }
  /// The forces. `setForce(_:to:)` changes them.
  public var forces: ForceList<Vector> { simulation.forces }
  /// The settings that are not part of the state. `setOptions(_:)` changes them.
  public var options: LiveOptions<Scalar> { settings }

  /// Changes the settings. Throws when one is out of range, and keeps the old ones then.
  public func setOptions(_ options: LiveOptions<Scalar>) throws {
    try options.validate()
    if options.pace != settings.pace { ticks = Grid(interval: options.pace.interval) }
    settings = options
  }

  /// The settings of the kernels, which change no result.
  public var kernelOptions: KernelOptions { simulation.kernelOptions }

  /// Changes the settings of the kernels. An instruction set that this machine lacks traps.
  public func setKernelOptions(_ options: KernelOptions) { simulation.kernelOptions = options }
}
