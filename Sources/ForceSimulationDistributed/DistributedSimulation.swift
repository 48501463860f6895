import CForceKernels
import CForceMPI
import ForceSimulation

/// A simulation that the ranks of a run share, with the bits of one process.
///
/// Each rank has the state of a block of the nodes, and a part of the many-body tree. The same graph and
/// forces give the trajectory that `Simulation` has with the engine `.kernels`, to the bit, for any number of
/// ranks (docs/distributed.md).
///
/// All ranks make the same simulation of the same input, and call the same methods in the same order. The
/// forces may be `ManyBodyForce`, `TForce`, `LinkForce`, `CenterForce`, and those that act on each node by
/// itself: `AnchorForce`, `BoundaryForce`, `GravityForce`, `PointerForce`, `PositionForce`, `RadialForce` and
/// `VelocityLimit`. Without a number of threads in its options, each rank has its share of the processors
/// (`World.threadsPerRank`).
public final class DistributedSimulation<Vector: SimulationVector> {
  /// The ranks.
  public let world: World
  /// The number of nodes of the graph.
  public var nodeCount: Int { state.nodeCount }
  /// The nodes whose state this rank has.
  public var nodes: Range<Int> { state.nodes }

  /// The number of links of the graph.
  public private(set) var linkCount: Int

  var state: BlockState<Vector>
  private(set) var forces: [RankForce<Vector>]
  /// A hash of the links, and by node of this rank's block the id in the file of the graph, if there is one.
  private(set) var graphHash: UInt64
  let nodeIDs: [Int]?
  private let kernelOptions: KernelOptions
  private let context: OpaquePointer

  /// A simulation of the whole graph, of which this rank keeps its part. Parameters are those of
  /// `Simulation.init`; positions, velocities and pins are those of all nodes.
  ///
  /// Throws `SimulationError` for wrong input, and `DistributedError` for a force or a vector that ranks
  /// cannot share. O(nodes + links) on each rank.
  public convenience init(
    over world: World, nodeCount: Int, links: [Link<Int>] = [],
    parameters: SimulationParameters<Vector.Scalar> = .d3, positions: [Vector]? = nil,
    velocities: [Vector]? = nil, pins: [Vector?]? = nil, seed: UInt64 = 1,
    kernelOptions: KernelOptions = .default, forces: ForceList<Vector>
  ) throws {
    let whole = try Kinetics.checked(
      nodeCount: nodeCount, links: links, parameters: parameters, positions: positions,
      velocities: velocities, pins: pins, seed: seed)
    try self.init(over: world, whole, forces, kernelOptions)
  }

  /// A simulation that ranks go on with from the state of another one, to the bit: one that was restored from a
  /// checkpoint, perhaps, or edited. All ranks give the same. Throws like the other initialisers.
  public convenience init(
    over world: World, sharing simulation: Simulation<Vector, ForceList<Vector>>
  ) throws {
    try self.init(over: world, simulation.kinetics, simulation.forces, simulation.kernelOptions)
  }

  private init(
    over world: World, _ whole: Kinetics<Vector>, _ forces: ForceList<Vector>,
    _ kernelOptions: KernelOptions
  ) throws {
    self.world = world
    var kernelOptions = kernelOptions
    kernelOptions.threadCount = kernelOptions.threadCount ?? world.threadsPerRank
    self.kernelOptions = kernelOptions
    (state, self.forces) = try Self.shared(over: world, whole, forces, kernelOptions)
    (linkCount, graphHash) = (whole.links.count, GraphPart.hash(of: whole.links))
    nodeIDs = nil
    context = ck_context_create(ck_settings(kernelOptions))
  }

  /// A simulation of the graph in a file, of which each rank reads its part of the bytes and keeps its part
  /// of the graph: no rank ever has all of it.
  ///
  /// The file is an edge list of integers (a link a line, which begins with the ids of its ends; nodes are in
  /// the order of their ids), a Matrix Market file (`coordinate`), or an array of NumPy with two columns of
  /// integers, the numbers of the nodes from 0. Nodes and links are those that GraphIO reads from the first
  /// two. All of its links have one strength and length, which may be divided by degree. Nodes start at the
  /// start positions of `Simulation`.
  ///
  /// Throws `DistributedError.file` on all ranks when the file cannot be read or has more than 2^31 - 1 nodes,
  /// and otherwise what the other initialisers throw. O(nodes + links log links) over all ranks together.
  public init(
    over world: World, reading path: String,
    parameters: SimulationParameters<Vector.Scalar> = .d3, seed: UInt64 = 1,
    kernelOptions: KernelOptions = .default, forces: ForceList<Vector>
  ) throws {
    self.world = world
    var kernelOptions = kernelOptions
    kernelOptions.threadCount = kernelOptions.threadCount ?? world.threadsPerRank
    self.kernelOptions = kernelOptions
    let graph = try GraphPart.read(path, over: world)
    let block = NodeBlock(
      nodes: world.nodes(of: graph.nodeCount), nodeCount: graph.nodeCount, rows: graph.rows)
    (state, self.forces) = try Self.shared(
      BlockState(
        block, parameters: parameters, positions: nil, seed: seed, binding: forces,
        kernelOptions: kernelOptions),
      over: world, kernelOptions)
    (linkCount, graphHash, nodeIDs) = (graph.linkCount, graph.hash, graph.nodeIDs)
    context = ck_context_create(ck_settings(kernelOptions))
  }

  /// This rank's part of a whole.
  private static func shared(
    over world: World, _ whole: Kinetics<Vector>, _ forces: ForceList<Vector>,
    _ kernelOptions: KernelOptions
  ) throws -> (BlockState<Vector>, [RankForce<Vector>]) {
    try shared(
      BlockState(
        world.nodes(of: whole.nodeCount), of: whole, binding: forces, kernelOptions: kernelOptions),
      over: world, kernelOptions)
  }

  /// The state of this rank's block with its forces.
  private static func shared(
    _ state: BlockState<Vector>, over world: World, _ kernelOptions: KernelOptions
  ) throws -> (BlockState<Vector>, [RankForce<Vector>]) {
    var state = state
    guard state.usesKernels, Vector.scalarCount <= 3 else {
      throw DistributedError.unsupportedVector("\(Vector.self)")
    }
    let settings = ck_settings(kernelOptions)
    let (scalar, dimension) = (ck_points.scalar(of: Vector.self), Int32(Vector.scalarCount))
    for (name, force) in state.forces where force == nil {
      throw DistributedError.unsupportedForce(name)
    }
    let made = state.takeForces().map { force in
      RankForce(
        force, over: world, state: &state, settings: settings, scalar: scalar,
        dimension: dimension)
    }
    return (state, made)
  }

  /// A simulation with the forces of a list, as `Simulation.init` takes them.
  public convenience init(
    over world: World, nodeCount: Int, links: [Link<Int>] = [],
    parameters: SimulationParameters<Vector.Scalar> = .d3, positions: [Vector]? = nil,
    velocities: [Vector]? = nil, pins: [Vector?]? = nil, seed: UInt64 = 1,
    kernelOptions: KernelOptions = .default,
    @ForceBuilder<Vector> _ forces: () -> [ForceList<Vector>.Entry]
  ) throws {
    try self.init(
      over: world, nodeCount: nodeCount, links: links, parameters: parameters,
      positions: positions, velocities: velocities, pins: pins, seed: seed,
      kernelOptions: kernelOptions, forces: ForceList(forces()))
  }

  deinit { ck_context_destroy(context) }

  // MARK: Ticks

  /// One tick, unless the simulation has cooled down. Returns false then. Called by all ranks.
  @discardableResult
  public func tick() -> Bool {
    guard !isCold else { return false }
    advance()
    return true
  }

  /// Ticks, also of a simulation that has cooled down. Called by all ranks.
  public func advance(by ticks: Int = 1) {
    for _ in 0..<max(ticks, 0) {
      BlockState<Vector>.withDefaultArithmetic { advanceOneTick() }
    }
  }

  private func advanceOneTick() {
    state.begin()
    let count = Int64(nodeCount)
    state.withPositions {
      let points = ck_points(of: Vector.self, $0)
      flatAxes = UInt8(ck_world_flat_axes(world.world, points, count))
    }
    state.flatAxes = flatAxes
    for force in forces { force.apply(to: &state, over: world, context: context) }
    state.integrate()
  }

  private var flatAxes: UInt8 = 0

  /// True when alpha, and what it goes to, are below `alphaMin`.
  public var isCold: Bool {
    let parameters = state.parameters
    return parameters.alpha < parameters.alphaMin && parameters.alphaTarget < parameters.alphaMin
  }

  /// Changes the positions of this rank's nodes, then their velocities. All ranks make the same change. The
  /// many-body trees keep their order.
  package func changeVectors(_ change: (UnsafeMutableBufferPointer<Vector>) -> Void) {
    state.changeVectors(change)
  }

  // MARK: State

  /// The temperature, dimensionless.
  public var alpha: Vector.Scalar { state.alpha }
  /// The number of ticks so far.
  public var tickCount: UInt64 { state.tickCount }
  /// The positions of this rank's nodes, in the order of `nodes`, in layout units.
  public var positions: [Vector] { state.positions }
  /// The velocities of this rank's nodes, in the order of `nodes`, in layout units per tick.
  public var velocities: [Vector] { state.velocities }

  /// The positions of all nodes, on all ranks. Called by all of them; needs room for all nodes.
  public func gatherPositions() -> [Vector] { world.gather(state.positions) }
  /// The velocities of all nodes, on all ranks. Called by all of them; needs room for all nodes.
  public func gatherVelocities() -> [Vector] { world.gather(state.velocities) }

  /// `Kinetics.trajectoryHash` of all nodes, on all ranks. Called by all of them, which take their turns.
  public func trajectoryHash() -> UInt64 {
    var hash: UInt64 = 0
    let bytes = Int64(MemoryLayout<UInt64>.size)
    ck_world_receive_before(world.world, &hash, bytes)
    hash = state.trajectoryHash(after: world.rank == 0 ? nil : hash)
    ck_world_send_after(world.world, &hash, bytes)
    ck_world_broadcast(world.world, Int32(world.count - 1), &hash, bytes)
    return hash
  }

  /// How often a node has been kept from getting a position or velocity that is not finite, of all nodes
  /// (`Kinetics.nonFiniteNodeCount`). Called by all ranks.
  public func nonFiniteNodeCount() -> Int {
    state.nonFiniteNodesBefore + world.sum(of: state.nonFiniteNodeCount)
  }

  /// Puts the state of all nodes into a simulation of the same graph and forces, which goes on from there in
  /// one process, makes checkpoints and takes edits. nil on ranks that do not want it.
  /// Called by all ranks; needs room for all nodes on each. Traps when the number of nodes differs.
  public func gather(into simulation: Simulation<Vector, ForceList<Vector>>?) {
    let (positions, velocities) = (gatherPositions(), gatherVelocities())
    let nonFinite = nonFiniteNodeCount()
    var histories = state.histories
    for force in forces { force.gatherHistory(into: &histories, nodeCount: nodeCount) }
    guard let simulation else { return }
    precondition(
      simulation.nodeCount == nodeCount,
      "ForceSimulationDistributed: the state of \(nodeCount) nodes was to be put into a simulation of "
        + "\(simulation.nodeCount)")
    simulation.take(
      state, positions: positions, velocities: velocities, nonFiniteNodes: nonFinite,
      histories: histories)
  }

  /// Edits the graph, its forces and pins between two ticks, as `Simulation.edit` does in one process, with
  /// the same bits afterwards. Called by all ranks with the same body; needs room for all nodes on each.
  ///
  /// - Parameter whole: a simulation of the same graph and forces, as this was made of; all ranks have one. It
  ///   gets the state of all nodes, and the edit.
  ///
  /// Throws what `Simulation.edit` throws, and `DistributedError` for a force that ranks cannot share. Nothing
  /// is edited then, here or in `whole`, which has the state of all nodes. O(nodes + links) on each rank.
  @discardableResult
  public func edit(
    through whole: Simulation<Vector, ForceList<Vector>>,
    _ body: (inout Simulation<Vector, ForceList<Vector>>.Edit) throws -> Void
  ) throws -> GraphChange {
    gather(into: whole)
    let change = try whole.edit { edit in
      try body(&edit)
      // The last of the changes sees the forces as they will be.
      edit.changeForces { forces, _ in
        if let name = forces.firstNotOnBlocks { throw DistributedError.unsupportedForce(name) }
      }
    }
    (state, forces) = try Self.shared(over: world, whole.kinetics, whole.forces, kernelOptions)
    (linkCount, graphHash) = (
      whole.kinetics.links.count, GraphPart.hash(of: whole.kinetics.links)
    )
    return change
  }
}
