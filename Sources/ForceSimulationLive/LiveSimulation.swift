import ForceSimulation

/// A simulation that runs concurrently while it is viewed and manipulated.
///
///     let live = try LiveSimulation(["a", "b", "c"], links: [Link("a", "b")]) {
///       ManyBodyForce<SIMD2<Double>>()
///       LinkForce()
///     }
///     try await live.start()
///     for await frame in live.frames(atMost: 60) { draw(frame.positions) }
///
/// It is an actor with its own thread: ticks do not block Swift's thread pool, and any number of
/// live simulations may run at once. It ticks while it is hot and has consumers of frames, while a
/// task waits for its end, or if `LiveOptions.keepsRunning` is set. Otherwise it sleeps without a
/// timer. Commands are executed between ticks, in the order of their calls; the next frame shows
/// their effect. Releasing the last reference ends the thread, even during a run.
///
/// It is deterministic: the same commands at the same ticks give the same bits
/// (`startRecording(to:)`).
public actor LiveSimulation<ID: Hashable & Sendable, Vector: SimulationVector> {
  /// The type of the components.
  public typealias Scalar = Vector.Scalar

  nonisolated let executor: ThreadExecutor
  nonisolated let frameHub: FrameHub<ID, Vector>
  nonisolated let eventHub = EventHub<ID>()

  /// The executor with the thread of the simulation.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  // MARK: The simulation

  var simulation: Simulation<Vector, ForceList<Vector>>
  /// The ids of the nodes by index, and the index of each.
  public internal(set) var ids: NodeIDs<ID>
  /// A number that increases with each edit.
  public internal(set) var epoch = 0
  var holds: Set<ExactKey<ID>> = []
  /// The alphaTarget while no node is held.
  var ownAlphaTarget: Scalar
  /// The minimum alphaTarget while a node is held, set by the last call of `hold`.
  var heldAlphaTarget: Scalar
  /// A number that increases with each visible change.
  var version: UInt64 = 1

  // MARK: The run

  /// The state of the run.
  public internal(set) var state = LiveState.ready
  var settings: LiveOptions<Scalar>
  /// The times of ticks.
  var ticks: Grid
  var runTicks = 0
  var runBegin = Instant.now
  /// The mean duration of recent ticks, in nanoseconds; 0 before the first one.
  var tickTime = 0.0
  var isStopped = false
  var waiters: [Int: CheckedContinuation<EndReason, Never>] = [:]
  var lastWaiter = 0
  var transition: Transition<Vector>?
  var lastTransition = 0
  /// The forces with code of a replay, by name.
  var customForces: [String: any Force<Vector>] = [:]
  /// Receives each command after its execution, with the number of ticks before it. Returns false
  /// if it cannot be recorded.
  var recorder: ((LiveCommand<ID, Vector>, UInt64) -> Bool)?
  /// Ends the recording with the number of ticks and the hash of the state.
  var endRecording: ((UInt64, UInt64) throws -> Void)?
  var autosave: Autosave<ID, Vector>?
  var lastAutosave = 0
  /// The most recently started write of a checkpoint to a file.
  var lastWrite: Task<Void, any Error>?

  /// Creates a live simulation of nodes with ids, which is not started.
  ///
  /// - Parameters:
  ///   - ids: the unique ids of the nodes. Index i of frames is the i-th id.
  ///   - links: the links by id.
  ///   - forces, parameters, positions, velocities, pins, seed, engine: as for `Simulation`.
  ///   - options: pace, budgets and reheating.
  /// - Throws: `SimulationError` or `LiveError` for the first invalid argument.
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

  /// Creates a live simulation whose forces are listed in a block. Arguments and errors are those
  /// of the other initialiser. The block runs before the call returns, on the caller's actor, whose
  /// properties it may read; `isolation` is that actor, and is omitted.
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
    ticks = Grid(interval: options.interval)
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

  /// Returns the frames for `for await`, at most `frequency` per second and always the latest. Each
  /// iterator of the sequence is an independent consumer; the simulation ticks while there is one.
  ///
  /// The first frame is the current state, and further ones follow on changes; with a frequency of
  /// 0 the first one is the only one. A consumer that is slower than the ticks skips frames; nothing
  /// is queued for it, and the simulation does not wait. The sequence ends when the simulation is
  /// stopped or deallocated, or the consumer's task is cancelled. It does not retain the simulation.
  public nonisolated func frames(
    atMost frequency: Double = 60
  ) -> some AsyncSequence<LiveFrame<ID, Vector>, Never> & Sendable {
    let interval = frequency > 0 ? min(1e9 / frequency, 1e18) : 1e18
    return LiveFrames(hub: frameHub, interval: Int64(interval))
  }

  /// The current state as a frame. O(1).
  public var frame: LiveFrame<ID, Vector> {
    LiveFrame(
      tick: simulation.kinetics.tickCount, alpha: simulation.kinetics.alpha, epoch: epoch,
      positions: simulation.kinetics.position, ids: ids, links: simulation.kinetics.links,
      version: version, state: state, isMoving: state == .running || transition != nil)
  }

  /// Returns the events from now on, until the simulation is stopped or deallocated. A slow
  /// listener loses the oldest events beyond 1,024. The sequence does not retain the simulation.
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

  /// Changes the settings. If one is out of range, it throws and keeps the old ones.
  public func setOptions(_ options: LiveOptions<Scalar>) throws {
    try options.validate()
    if options.interval != settings.interval { ticks = Grid(interval: options.interval) }
    settings = options
  }

  /// The settings of the kernels, which do not affect results.
  public var kernelOptions: KernelOptions { simulation.kernelOptions }

  /// Changes the settings of the kernels. Traps if this machine does not support the instruction
  /// set.
  public func setKernelOptions(_ options: KernelOptions) { simulation.kernelOptions = options }
}
