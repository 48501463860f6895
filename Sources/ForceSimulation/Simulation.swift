/// Moves the nodes of a graph by forces until they come to rest.
///
///     let simulation = try Simulation(nodeCount: 4, links: links) {
///       ManyBodyForce<SIMD2<Double>>()
///       LinkForce()
///     }
///     simulation.run()
///     print(simulation.kinetics.position.asArray())
///
/// Deterministic: the same input gives the same bits, whatever the machine and the number of
/// threads (docs/determinism.md). Not `Sendable`: keep it in an actor, or send it there. Several
/// simulations may run at once.
public final class Simulation<Vector, Forces> where Forces: Force<Vector> {
  /// The type of the components.
  public typealias Scalar = Vector.Scalar

  /// The state with the context of its ticks.
  @usableFromInline var _step: StepContext<Vector>
  @usableFromInline var isTicking = false
  private var _forces: Forces
  /// The state that the forces are bound to: its revision, and the names of its tree histories.
  private var boundRevision: Revision
  private var boundHistories: [String]
  /// True during an edit, whose end replaces the state.
  @usableFromInline var isEditing = false
  private var _engine: Engine
  /// The name of the type of the forces, if it has code; nil for a list and a built-in force.
  private let guardedName: String?
  var handlers = EventHandlers<Simulation>()

  /// A simulation of `nodeCount` nodes.
  ///
  /// - Parameters:
  ///   - nodeCount: 0 to 2^31 - 1.
  ///   - links: by node index. Duplicates are springs side by side; links from a node to itself do
  ///     not pull, but count as two link ends of the node.
  ///   - forces: the forces of each tick: a `ForceList`, or a force of your own with others in it.
  ///   - parameters: cooling and friction; d3-force's by default.
  ///   - positions: in layout units, one for each node. By default d3-force's start positions
  ///     (phyllotaxis); a node with a pin starts there.
  ///   - velocities: in layout units per tick, zero by default.
  ///   - pins: the positions of nodes held on all axes, nil for free nodes. One for each node.
  ///   - seed: the seed of the random displacements of coincident nodes.
  ///   - engine: the implementation of the forces. `engine` can be changed at any time.
  /// - Throws: `SimulationError` with the first thing that is wrong.
  /// - Complexity: O(nodes + links).
  public convenience init(
    nodeCount: Int, links: [Link<Int>] = [], forces: Forces,
    parameters: SimulationParameters<Vector.Scalar> = .d3, positions: [Vector]? = nil,
    velocities: [Vector]? = nil, pins: [Vector?]? = nil, seed: UInt64 = 1,
    engine: Engine = .kernels
  ) throws(SimulationError) {
    try self.init(
      Kinetics(
        nodeCount: nodeCount, links: links, parameters: parameters, positions: positions,
        velocities: velocities, pins: pins, seed: seed),
      forces: forces, engine: engine)
  }

  /// A simulation of checked state.
  init(_ kinetics: Kinetics<Vector>, forces: Forces, engine: Engine) throws(SimulationError) {
    var (kinetics, forces) = (kinetics, forces)
    try kinetics.bind(&forces, engine: engine)
    boundRevision = kinetics.revision
    boundHistories = kinetics.histories.names
    _step = StepContext(
      kinetics, engine: engine, kernelOptions: .default, workspace: Workspace())
    _forces = forces
    _engine = engine
    guardedName = Forces.hasCode ? "\(Forces.self)" : nil
  }

  // MARK: Ticks

  /// Does one tick, unless the simulation is cold. Sends a tick event, and an end event when the
  /// simulation has become cold. Returns true if there was a tick.
  @discardableResult
  public func tick() -> Bool {
    guard !isCold else { return false }
    advanceOneTick()
    handlers.send(.tick, self)
    if isCold { handlers.send(.end, self) }
    return true
  }

  /// Does `ticks` ticks, even when the simulation is cold, and sends no events: d3-force's
  /// `simulation.tick`.
  public func advance(by ticks: Int = 1) {
    for _ in 0..<max(ticks, 0) { advanceOneTick() }
  }

  private func advanceOneTick() {
    checkWritable()
    bindIfNeeded()
    // From here on the state is inaccessible to others: see checkNotTicking().
    isTicking = true
    let control = KernelPasses.beginDefaultArithmetic()
    _step.begin()
    _step.cool()
    if let guardedName {
      _step.apply(guarding: _forces, named: guardedName)
    } else {
      _forces.apply(to: &_step)
    }
    _step.integrate()
    KernelPasses.endDefaultArithmetic(control)
    isTicking = false
  }

  /// True when alpha and alphaTarget are both below alphaMin: `tick()` and `run(atMost:)` then do
  /// nothing.
  public var isCold: Bool {
    let parameters = kinetics.parameters
    return parameters.alpha < parameters.alphaMin && parameters.alphaTarget < parameters.alphaMin
  }

  @inlinable
  func checkNotTicking() {
    demand(
      !isTicking,
      "ForceSimulation: the simulation was used while it ticks, by one of its own forces or by "
        + "another thread; a force uses the StepContext it is given, and threads take turns")
  }

  /// Also traps during an edit, as its end replaces the state.
  @inlinable
  func checkWritable() {
    checkNotTicking()
    demand(
      !isEditing,
      "ForceSimulation: the simulation was changed during an edit of it; make the change through "
        + "the Edit, or before or after the edit")
  }

  // MARK: State, forces, engine

  /// The state, to read and to write. A state from before an edit belongs to the forces of that
  /// time: put both back with `restore(_:forces:)`.
  @inlinable
  public var kinetics: Kinetics<Vector> {
    _read {
      checkNotTicking()
      yield _step.kinetics
    }
    _modify {
      checkWritable()
      yield &_step.kinetics
    }
  }

  /// The forces. Setting them, or a parameter of theirs, binds them again. Bad parameters trap;
  /// `edit(_:)` throws them. O(nodes + links) for a force of which a value by node or link was set:
  /// all its values are computed again, and its functions called. Else O(1) for each force of this
  /// package, but O(links) for a `LinkForce` in sequential order.
  public var forces: Forces {
    get { _forces }
    set {
      checkWritable()
      trapping { () throws(SimulationError) in try replace(_step.kinetics, newValue) }
    }
  }

  /// The engine that computes the forces. Setting it binds the forces again. O(nodes + links).
  public var engine: Engine {
    get { _engine }
    set {
      checkWritable()
      guard newValue != _engine else { return }
      _engine = newValue
      _step.passes = Passes(newValue)
      bindAgain()
    }
  }

  /// The settings of the kernels, which change no result. Setting an instruction set that this
  /// machine lacks traps.
  public var kernelOptions: KernelOptions {
    get {
      checkNotTicking()
      return _step.kernelOptions
    }
    set {
      checkNotTicking()
      trapping { () throws(SimulationError) in try newValue.validate() }
      _step.kernelOptions = newValue
    }
  }

  /// Cooling and friction. Values out of range trap.
  public var parameters: SimulationParameters<Vector.Scalar> {
    get { kinetics.parameters }
    set {
      trapping { () throws(SimulationError) in try newValue.validate() }
      kinetics.parameters = newValue
    }
  }

  /// The name of the first force of your own that gave a node a position or velocity that is not
  /// finite; nil while none has. Such a node stops for that tick, and is counted in
  /// `Kinetics.nonFiniteNodeCount`.
  public var nonFiniteForce: String? { _step.nonFiniteForce }

  /// The number of nodes.
  public var nodeCount: Int { kinetics.nodeCount }

  /// Sets alpha, so that the next ticks move nodes again. By default to 1, the start value.
  public func reheat(to alpha: Vector.Scalar = 1) { parameters.alpha = alpha }

  /// Replaces the state and the forces together. Undoing an edit needs both: the values of forces
  /// belong to the nodes that there were. Throws, and changes nothing, when they do not fit.
  /// O(nodes + links).
  public func restore(_ kinetics: Kinetics<Vector>, forces: Forces) throws(SimulationError) {
    try replace(kinetics, forces)
  }

  /// True when another state has been assigned: one with other nodes or links, or one that other
  /// forces were bound to.
  private var needsBinding: Bool {
    _step.kinetics.revision != boundRevision || _step.kinetics.histories.names != boundHistories
  }

  /// Binds the forces to a state that has replaced another. Traps when they do not fit.
  func bindIfNeeded() {
    if needsBinding { bindAgain() }
  }

  /// Binds the forces to a replaced state; throws if they do not fit.
  func bindIfNeededOrThrow() throws(SimulationError) {
    if needsBinding { try replace(_step.kinetics, _forces) }
  }

  private func bindAgain() {
    trapping { () throws(SimulationError) in try replace(_step.kinetics, _forces) }
  }

  /// Replaces state and forces by others that are bound to each other. Throws and changes nothing
  /// when they do not fit.
  func replace(
    _ kinetics: Kinetics<Vector>, _ forces: Forces
  ) throws(SimulationError) {
    checkWritable()
    var (kinetics, forces) = (kinetics, forces)
    try kinetics.bind(&forces, engine: _engine)
    boundRevision = kinetics.revision
    boundHistories = kinetics.histories.names
    _step.kinetics = kinetics
    _forces = forces
  }
}

extension Kinetics {
  /// Binds forces to this state. A history of the state goes to the force of the same name.
  mutating func bind(
    _ forces: inout some Force<Vector>, engine: Engine
  ) throws(SimulationError) {
    var context = BindingContext(self, engine: engine)
    try forces.bind(to: &context)
    var bound = context.histories
    bound.takeOver(histories)
    histories = bound
  }
}

extension Simulation where Forces == ForceList<Vector> {
  /// A simulation whose forces are listed in a block. Arguments and errors are those of the other
  /// initialiser.
  public convenience init(
    nodeCount: Int, links: [Link<Int>] = [],
    parameters: SimulationParameters<Vector.Scalar> = .d3, positions: [Vector]? = nil,
    velocities: [Vector]? = nil, pins: [Vector?]? = nil, seed: UInt64 = 1,
    engine: Engine = .kernels, @ForceBuilder<Vector> _ forces: () -> [ForceList<Vector>.Entry]
  ) throws(SimulationError) {
    try self.init(
      nodeCount: nodeCount, links: links, forces: ForceList(forces()), parameters: parameters,
      positions: positions, velocities: velocities, pins: pins, seed: seed, engine: engine)
  }
}

extension Simulation: CustomStringConvertible {
  /// The state as text.
  public var description: String { "Simulation of \(kinetics)" }
}

extension Simulation {
  /// The node nearest to a point among those nearer than `radius`, the lowest index among equals.
  /// Nil when there is none, or the radius is not above zero. O(n).
  @inlinable
  public func find(near point: Vector, within radius: Vector.Scalar = .infinity) -> Int? {
    radius > 0 ? kinetics.position.nearest(to: point, within: radius) : nil
  }
}
