/// The state that forces read and write during a tick, and the engine. A simulation keeps one for
/// all of its ticks.
public struct StepContext<Vector: SimulationVector> {
  /// The state of the simulation.
  public var kinetics: Kinetics<Vector>

  /// The engine's passes, which the built-in forces call.
  var passes: Passes<Vector>
  var kernelOptions: KernelOptions
  let workspace: Workspace
  /// The axes on which all nodes had one coordinate when the tick began (bit k for axis k).
  var flatAxes: UInt8 = 0
  /// The force with code that acts, and the positions it may spoil; nil while built-in forces act.
  var guarded: GuardedForce<Vector>? {
    didSet { isGuarded = guarded != nil }
  }
  private(set) var isGuarded = false
  /// The nodes that forces with code have given a state that is not finite in this tick, and where
  /// they stay.
  var stoppedNodes: [Int: Vector] = [:]
  /// The name of the first force that did so, in any tick.
  var nonFiniteForce: String?

  init(
    _ kinetics: Kinetics<Vector>, engine: Engine, kernelOptions: KernelOptions,
    workspace: Workspace
  ) {
    self.kinetics = kinetics
    passes = Passes(engine)
    self.kernelOptions = kernelOptions
    self.workspace = workspace
  }

  /// True when the passes run in the kernels.
  package var usesKernels: Bool { passes.kind == .kernels }

  /// The number of nodes.
  @inlinable
  public var nodeCount: Int { kinetics.nodeCount }

  /// The temperature of this tick, dimensionless.
  @inlinable
  public var alpha: Vector.Scalar { kinetics.parameters.alpha }

  /// The position of each node, in layout units.
  @inlinable
  public var position: NodeArray<Vector> {
    _read { yield kinetics._position }
    _modify { yield &kinetics.position }
  }

  /// The velocity of each node, in layout units per tick.
  @inlinable
  public var velocity: NodeArray<Vector> {
    _read { yield kinetics._velocity }
    _modify { yield &kinetics.velocity }
  }

  /// Calls `body` with each node, its position, and its velocity to change in place. O(n).
  ///
  ///     let pull = 0.1 * step.alpha
  ///     step.changeVelocities { node, position, velocity in velocity.y -= pull * position.y }
  ///
  /// In the debug build of a program this takes a fraction of the time of a loop over
  /// `velocity[node]`; in a release build both take the same.
  @inlinable
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public mutating func changeVelocities(
    _ body: (_ node: Int, _ position: Vector, _ velocity: inout Vector) -> Void
  ) {
    let position = kinetics._position.storage
    kinetics._velocity.withUnsafeMutableBufferPointer { velocity in
      for node in 0..<velocity.count { body(node, position[node], &velocity[node]) }
    }
  }
}

// MARK: The steps of a tick that are not forces (docs/determinism.md, "The tick")

extension StepContext {
  /// Begins a tick: repairs values that outside code may have broken, and finds flat axes.
  /// Parameters that are out of range cannot be repaired, and trap. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  mutating func begin() {
    trapping { () throws(SimulationError) in try kinetics.parameters.validate() }
    kinetics.tickCount &+= 1
    if kinetics.positionsWereWritten { kinetics.histories.invalidate() }
    repair()
  }

  /// Replaces values that are not finite, and finds flat axes. O(n).
  mutating func repair() {
    if usesKernels, let axes = KernelPasses.flatAxes(of: self) {
      flatAxes = axes
      return
    }
    kinetics.nonFiniteNodeCount += survey(
      &kinetics._position.storage, &kinetics._velocity.storage, flatAxes: &flatAxes)
  }

  /// Moves alpha towards its target.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  mutating func cool() {
    let parameters = kinetics.parameters
    let cooled =
      parameters.alpha + (parameters.alphaTarget - parameters.alpha) * parameters.alphaDecay
    // A difference of two large numbers can overflow.
    if cooled.isFinite { kinetics.parameters.alpha = cooled }
  }

  /// Moves the nodes by their velocities and slows them down. Pins override both. O(n).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  mutating func integrate() {
    // Set by the forces of this tick, if they write positions. The trees sort again only for writes
    // from outside: those of forces show in the staleness of their permutation.
    kinetics.positionsWereWritten = false
    if !stoppedNodes.isEmpty { holdStoppedNodes() }
    let kept = passes.integrate(&self)
    guard kept > 0 else { return }
    kinetics.nonFiniteNodeCount += kept
    // A node that cannot move keeps its position. If a force has made that position not finite too,
    // the node gets its start position.
    for node in 0..<nodeCount where !kinetics._position[node].isFinite {
      kinetics._position[node] = StartPositions.position(of: node, as: Vector.self)
    }
  }

  var jiggle: Jiggle { Jiggle(seed: kinetics.seed, tick: kinetics.tickCount) }

  /// The positions that many-body, link and collide passes read. They are the nodes' own positions,
  /// except on flat axes, on which the forces would otherwise never separate the nodes
  /// (docs/determinism.md, "Base positions").
  var basePositions: [Vector] {
    guard flatAxes != 0 else { return kinetics._position.storage }
    var base = kinetics._position.storage
    for axis in 0..<Vector.scalarCount where flatAxes & (1 << UInt8(axis)) != 0 {
      for node in base.indices {
        base[node][axis] = Vector.Scalar(jiggle.value(node, node, axis: axis))
      }
    }
    return base
  }
}

/// Replaces values that are not finite, and finds the axes on which all nodes agree. Returns the
/// number of nodes repaired.
@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
private func survey<Vector: SimulationVector>(
  _ position: inout [Vector], _ velocity: inout [Vector], flatAxes: inout UInt8
) -> Int {
  flatAxes = 0
  guard let first = position.first else { return 0 }
  // x - x is zero for every finite x and NaN otherwise, so one sum over all nodes tells if any
  // needs repair. Nodes are written only then, as a write copies a state of which there is a
  // snapshot.
  var differs = Vector.zero .!= .zero
  var blemish = Vector.zero
  for node in position.indices {
    let place = position[node]
    differs = differs .| (place .!= first)
    blemish += (place - place) + (velocity[node] - velocity[node])
  }
  var repaired = 0
  if !blemish.isFinite {
    let nodes = nonFiniteNodes(position, velocity)
    for node in nodes {
      if !position[node].isFinite {
        position[node] = StartPositions.position(of: node, as: Vector.self)
      }
      if !velocity[node].isFinite { velocity[node] = .zero }
    }
    repaired = nodes.count
    differs = Vector.zero .!= .zero
    for node in position.indices { differs = differs .| (position[node] .!= position[0]) }
  }
  guard position.count > 1 else { return repaired }
  for axis in 0..<Vector.scalarCount where !differs[axis] { flatAxes |= 1 << UInt8(axis) }
  return repaired
}
