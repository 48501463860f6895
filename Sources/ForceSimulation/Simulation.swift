/// Moves the nodes of a graph by forces until they come to rest.
///
///     let simulation = Simulation(nodeCount: 4, links: links, forceField: forces)
///     simulation.tick(iterations: 300)
///     print(simulation.kinetics.position.asArray())
///
/// Deterministic: the same input gives the same bits, whatever the machine and the number of threads
/// (docs/determinism.md). Not `Sendable`: keep it in an actor, or send it there. Several simulations may run at once.
public final class Simulation<Vector, ForceField>
where
  Vector: SimulatableVector & L2NormCalculatable,
  ForceField: ForceProtocol<Vector>
{
  public typealias Scalar = Vector.Scalar

  @usableFromInline var _kinetics: Kinetics<Vector>
  @usableFromInline var isTicking = false
  private var _forceField: ForceField
  /// The revision of the state that the forces are bound to.
  private var boundRevision: Revision
  private var workspace: Workspace? = Workspace()
  var handlers = EventHandlers<Simulation>()

  /// A simulation of checked input.
  ///
  /// Positions that are not given are the start positions of d3-force; see `Kinetics.init`. `seed` is what random
  /// displacements of coincident nodes depend on. Throws `SimulationError`. O(nodes + links).
  public init(
    checking nodeCount: Int, links: [EdgeID<Int>] = [], forceField: consuming ForceField,
    parameters: SimulationParameters<Vector.Scalar> = .d3, position: [Vector]? = nil,
    velocity: [Vector]? = nil, fixation: [Vector?]? = nil, seed: UInt64 = 1,
    engine: Engine = .kernels
  ) throws(SimulationError) {
    _kinetics = try Kinetics(
      nodeCount: nodeCount, links: links, parameters: parameters, position: position,
      velocity: velocity, fixation: fixation, seed: seed, engine: engine)
    _forceField = forceField
    boundRevision = _kinetics.revision
    try _forceField.bindKinetics(checking: _kinetics)
  }

  /// The same with Grape's parameters and defaults. Traps, with the words of the error, where the other throws.
  public convenience init(
    nodeCount: Int, links: [EdgeID<Int>], forceField: consuming ForceField,
    initialAlpha: Vector.Scalar = 1, alphaMin: Vector.Scalar = 1e-3,
    alphaDecay: Vector.Scalar = 1e-2, alphaTarget: Vector.Scalar = 0.0,
    velocityDecay: Vector.Scalar = 0.6, position: [Vector]? = nil, velocity: [Vector]? = nil,
    fixation: [Vector?]? = nil
  ) {
    do {
      try self.init(
        checking: nodeCount, links: links, forceField: forceField,
        parameters: SimulationParameters(
          alpha: initialAlpha, alphaMin: alphaMin, alphaDecay: alphaDecay,
          alphaTarget: alphaTarget, velocityDecay: velocityDecay),
        position: position, velocity: velocity, fixation: fixation)
    } catch { fatalError("ForceSimulation: \(error)") }
  }

  // MARK: Ticks

  /// Does up to `iterations` ticks, sending a tick event after each; stops, with an end event, once alpha and alphaTarget
  /// are both below alphaMin. Returns the number of ticks done: 0 when it was cold before.
  @discardableResult
  public func tick(iterations: UInt = 1) -> Int {
    var done = 0
    while done < iterations, !isCold {
      advance()
      done += 1
      handlers.send(.tick, self)
      if isCold { handlers.send(.end, self) }
    }
    return done
  }

  /// Does `ticks` ticks, cold or not, and sends no events: d3-force's `simulation.tick`.
  public func advance(by ticks: Int = 1) {
    for _ in 0..<max(ticks, 0) { advance() }
  }

  private func advance() {
    withState { state in
      if state.revision != boundRevision { bind(to: state) }
      state.begin()
      state.cool()
      _forceField.apply(to: &state)
      state.integrate()
    }
  }

  private var isCold: Bool {
    _kinetics.alpha < _kinetics.alphaMin && _kinetics.alphaTarget < _kinetics.alphaMin
  }

  /// Lends out the state: forces get it as their own, and nobody else can reach it meanwhile.
  private func withState(_ body: (inout Kinetics<Vector>) -> Void) {
    demand(!isTicking, Self.reentrancy)
    isTicking = true
    var state = Kinetics<Vector>.empty
    swap(&state, &_kinetics)
    state.workspace = workspace.take()
    let control = Kernels.beginDefaultArithmetic()
    body(&state)
    Kernels.endDefaultArithmetic(control)
    workspace = state.workspace.take()
    swap(&state, &_kinetics)
    isTicking = false
  }

  @usableFromInline
  static var reentrancy: String {
    "ForceSimulation: the simulation was used by one of its own forces during a tick; "
      + "a force reads and writes the Kinetics it is given, nothing else"
  }

  // MARK: State and forces

  /// The state, to read and to write.
  @inlinable
  public var kinetics: Kinetics<Vector> {
    _read {
      demand(!isTicking, Self.reentrancy)
      yield _kinetics
    }
    _modify {
      demand(!isTicking, Self.reentrancy)
      yield &_kinetics
    }
  }

  /// The forces. Setting them, or a parameter of theirs, binds them anew; bad parameters trap.
  public var forceField: ForceField {
    get { _forceField }
    set { trapping { () throws(SimulationError) in try setForceField(newValue) } }
  }

  /// Replaces the forces. When their parameters are bad, throws and keeps the old ones. O(nodes + links).
  public func setForceField(_ forceField: consuming ForceField) throws(SimulationError) {
    demand(!isTicking, Self.reentrancy)
    var forceField = forceField
    try forceField.bindKinetics(checking: _kinetics)
    _forceField = forceField
    boundRevision = _kinetics.revision
  }

  private func bind(to state: Kinetics<Vector>) {
    trapping { () throws(SimulationError) in
      try Validate.links(state.links, nodeCount: state.nodeCount)
      try _forceField.bindKinetics(checking: state)
    }
    boundRevision = state.revision
  }

  /// Replaces the whole state by another and binds the forces to it. When they do not fit, throws and changes nothing.
  func replaceState(_ state: Kinetics<Vector>) throws(SimulationError) {
    demand(!isTicking, Self.reentrancy)
    var forceField = _forceField
    try forceField.bindKinetics(checking: state)
    _kinetics = state
    _forceField = forceField
    boundRevision = state.revision
  }
}
