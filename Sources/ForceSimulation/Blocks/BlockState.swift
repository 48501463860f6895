/// The state of a block of the nodes of a simulation that several processes share, and the steps of
/// a tick that need no other nodes (docs/determinism.md, "The tick").
package struct BlockState<Vector: SimulationVector> {
  /// The nodes of the block.
  package let nodes: Range<Int>
  /// The number of all nodes.
  package let nodeCount: Int
  private var step: StepContext<Vector>
  /// The axes on which all nodes have one coordinate, bit k for axis k. Set it after `begin()`.
  package var flatAxes: UInt8 {
    get { step.flatAxes }
    set { step.flatAxes = newValue }
  }

  /// The block of a whole state, and its forces for the block: their names, and nil for those that
  /// cannot act on one. Rethrows what binding the forces throws.
  package init(
    _ nodes: Range<Int>, of whole: Kinetics<Vector>, binding forces: ForceList<Vector>,
    kernelOptions: KernelOptions
  ) throws(SimulationError) {
    try kernelOptions.validate()
    var (whole, forces) = (whole, forces)
    try whole.bind(&forces, engine: .kernels)
    self.nodes = nodes
    histories = whole.histories.histories
    if whole.positionsWereWritten {
      for index in histories.indices { histories[index].isSorted = false }
    }
    nodeCount = whole.nodeCount
    self.forces = forces.onBlock(NodeBlock(nodes: nodes, nodeCount: whole.nodeCount))
    var pins = Pins<Vector>(count: nodes.count)
    for node in nodes { pins.copy(node, of: whole._pins, to: node - nodes.lowerBound) }
    let own = Kinetics(
      unchecked: [], parameters: whole.parameters, positions: Array(whole._position.storage[nodes]),
      velocities: Array(whole._velocity.storage[nodes]), pins: pins, seed: whole.seed)
    step = StepContext(own, engine: .kernels, kernelOptions: kernelOptions, workspace: Workspace())
    step.kinetics.tickCount = whole.tickCount
    nonFiniteNodesBefore = whole.nonFiniteNodeCount
  }

  /// The state of a block whose process has no more of the graph, and its forces as above. Positions
  /// that are nil are start positions. Throws what checks of the input and binding the forces throw.
  /// O(nodes and link ends of the block).
  package init(
    _ block: NodeBlock, parameters: SimulationParameters<Vector.Scalar>, positions: [Vector]?,
    seed: UInt64, binding forces: ForceList<Vector>, kernelOptions: KernelOptions
  ) throws(SimulationError) {
    try kernelOptions.validate()
    let nodes = block.nodes
    let control = KernelPasses.beginDefaultArithmetic()
    defer { KernelPasses.endDefaultArithmetic(control) }
    let own = try Kinetics(
      nodeCount: nodes.count, links: [], parameters: parameters,
      positions: positions ?? nodes.map { StartPositions.position(of: $0, as: Vector.self) },
      velocities: nil, pins: nil, seed: seed)
    var (forces, context) = (
      forces,
      BindingContext(own, engine: .kernels, nodes: nodes, wholeNodeCount: block.nodeCount)
    )
    try forces.bind(to: &context)
    self.nodes = nodes
    nodeCount = block.nodeCount
    histories = context.histories.histories
    self.forces = forces.onBlock(block)
    nonFiniteNodesBefore = 0
    step = StepContext(own, engine: .kernels, kernelOptions: kernelOptions, workspace: Workspace())
  }

  /// The histories of the whole many-body trees, by `historyIndex`.
  package var histories: [TreeHistory]

  package private(set) var forces: [(name: String, force: BlockForce<Vector>?)]

  /// The forces. From then on only their names are here, so that nobody has their values twice.
  package mutating func takeForces() -> [BlockForce<Vector>] {
    let taken = forces.compactMap(\.force)
    for index in forces.indices { forces[index].force = nil }
    return taken
  }

  package var parameters: SimulationParameters<Vector.Scalar> { step.kinetics.parameters }
  package var alpha: Vector.Scalar { step.kinetics.alpha }
  package var seed: UInt64 { step.kinetics.seed }
  package var tickCount: UInt64 { step.kinetics.tickCount }
  package var positions: [Vector] { step.kinetics._position.storage }
  package var velocities: [Vector] { step.kinetics._velocity.storage }
  /// `Kinetics.nonFiniteNodeCount` of the whole state that the block is of.
  package private(set) var nonFiniteNodesBefore: Int
  /// How often a node of the block has been kept from such a position or velocity since.
  package var nonFiniteNodeCount: Int { step.kinetics.nonFiniteNodeCount }
  package var usesKernels: Bool { step.usesKernels }

  /// Goes on from another state of the same nodes.
  package mutating func restore(
    positions: [Vector], velocities: [Vector], parameters: SimulationParameters<Vector.Scalar>,
    tickCount: UInt64, nonFiniteNodes: Int
  ) {
    step.kinetics._position = NodeArray(positions)
    step.kinetics._velocity = NodeArray(velocities)
    step.kinetics.parameters = parameters
    step.kinetics.tickCount = tickCount
    step.kinetics.nonFiniteNodeCount = 0
    nonFiniteNodesBefore = nonFiniteNodes
  }

  /// Begins a tick.
  package mutating func begin() {
    step.kinetics.tickCount &+= 1
    step.cool()
  }

  /// Applies a force that acts on each node by itself.
  package mutating func apply(_ force: any Force<Vector>) {
    force.apply(to: &step)
  }

  /// Calls a pass that reads base positions and changes velocities.
  package mutating func withBasePositions(
    _ pass: (_ position: UnsafeRawBufferPointer, _ velocity: UnsafeMutableRawBufferPointer) -> Void
  ) {
    basePositions.withUnsafeBytes { position in
      step.kinetics._velocity.storage.withUnsafeMutableBytes { pass(position, $0) }
    }
  }

  /// Changes the positions of the block's nodes, then their velocities.
  package mutating func changeVectors(_ change: (UnsafeMutableBufferPointer<Vector>) -> Void) {
    step.kinetics._position.storage.withUnsafeMutableBufferPointer { change($0) }
    step.kinetics._velocity.storage.withUnsafeMutableBufferPointer { change($0) }
  }

  /// Calls a pass that moves the positions.
  package mutating func withPositions(_ pass: (UnsafeMutableRawBufferPointer) -> Void) {
    step.kinetics._position.storage.withUnsafeMutableBytes(pass)
  }

  private var basePositions: [Vector] {
    guard flatAxes != 0 else { return positions }
    var base = positions
    for axis in 0..<Vector.scalarCount where flatAxes & (1 << UInt8(axis)) != 0 {
      for node in nodes {
        base[node - nodes.lowerBound][axis] = Vector.Scalar(
          step.jiggle.value(node, node, axis: axis))
      }
    }
    return base
  }

  /// Moves the nodes by their velocities.
  package mutating func integrate() {
    let kept = step.passes.integrate(&step)
    guard kept > 0 else { return }
    step.kinetics.nonFiniteNodeCount += kept
    for node in nodes where !step.kinetics._position[node - nodes.lowerBound].isFinite {
      step.kinetics._position[node - nodes.lowerBound] = StartPositions.position(
        of: node, as: Vector.self)
    }
  }

  /// Sets rounding and the treatment of subnormal numbers to IEEE 754's defaults while `body` runs.
  package static func withDefaultArithmetic(_ body: () -> Void) {
    let control = KernelPasses.beginDefaultArithmetic()
    body()
    KernelPasses.endDefaultArithmetic(control)
  }
}

extension Simulation {
  /// Puts the state of all nodes here that blocks have come to.
  package func take(
    _ block: BlockState<Vector>, positions: [Vector], velocities: [Vector], nonFiniteNodes: Int,
    histories: [TreeHistory]
  ) {
    bindIfNeeded()
    kinetics._position = NodeArray(positions)
    kinetics._velocity = NodeArray(velocities)
    kinetics.parameters = block.parameters
    kinetics.tickCount = block.tickCount
    kinetics.nonFiniteNodeCount = nonFiniteNodes
    kinetics.histories.histories = histories
    kinetics.positionsWereWritten = false
  }
}

extension Kinetics {
  /// The initialiser of the same parameters, for targets of this package.
  package static func checked(
    nodeCount: Int, links: [Link<Int>], parameters: SimulationParameters<Vector.Scalar>,
    positions: [Vector]?, velocities: [Vector]?, pins: [Vector?]?, seed: UInt64
  ) throws(SimulationError) -> Kinetics {
    try Kinetics(
      nodeCount: nodeCount, links: links, parameters: parameters, positions: positions,
      velocities: velocities, pins: pins, seed: seed)
  }
}
