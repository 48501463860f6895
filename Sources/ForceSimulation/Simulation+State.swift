// Reading and changing a simulation between ticks.

extension Simulation {
  /// The number of nodes.
  public var nodeCount: Int { kinetics.nodeCount }

  /// Heat and friction, all at once: `simulation.parameters = .d3`.
  public var parameters: SimulationParameters<Vector.Scalar> {
    get { kinetics.parameters }
    set {
      trapping { () throws(SimulationError) in try newValue.validate() }
      kinetics.parameters = newValue
    }
  }

  /// The heat. See `SimulationParameters` for this and the next four.
  public var alpha: Vector.Scalar {
    get { kinetics.alpha }
    set { parameters.alpha = newValue }
  }

  public var alphaMin: Vector.Scalar {
    get { kinetics.alphaMin }
    set { parameters.alphaMin = newValue }
  }

  public var alphaDecay: Vector.Scalar {
    get { kinetics.alphaDecay }
    set { parameters.alphaDecay = newValue }
  }

  public var alphaTarget: Vector.Scalar {
    get { kinetics.alphaTarget }
    set { parameters.alphaTarget = newValue }
  }

  public var velocityDecay: Vector.Scalar {
    get { kinetics.velocityDecay }
    set { parameters.velocityDecay = newValue }
  }

  /// What random displacements depend on.
  public var seed: UInt64 {
    get { kinetics.seed }
    set { kinetics.seed = newValue }
  }

  /// Who computes the forces. The one switch between kernels and reference.
  public var engine: Engine {
    get { kinetics.engine }
    set { kinetics.engine = newValue }
  }

  /// How the kernels run. Traps when this machine lacks the instruction set.
  public var kernelOptions: KernelOptions {
    get { kinetics.kernelOptions }
    set { kinetics.kernelOptions = newValue }
  }

  /// How often a node was kept from becoming NaN or infinite; see `Kinetics.nonFiniteNodeCount`.
  public var nonFiniteNodeCount: Int { kinetics.nonFiniteNodeCount }

  /// See `Kinetics.stateHash`.
  public var stateHash: UInt64 { kinetics.stateHash }

  /// Warms the simulation up, so that the next ticks move nodes again.
  public func reheat(to alpha: Vector.Scalar = 1) { self.alpha = alpha }

  /// The node nearest to a point among those nearer than `radius`, the lowest index among equals; nil when there is none.
  /// O(n).
  @inlinable
  public func find(near point: Vector, within radius: Vector.Scalar = .infinity) -> Int? {
    kinetics.position.nearest(to: point, within: radius)
  }

  // MARK: Replacing whole arrays

  /// The links. Setting them binds the forces anew; a link to a node that does not exist traps.
  public var links: [EdgeID<Int>] {
    get { kinetics.links }
    set { trapping { () throws(SimulationError) in try setLinks(newValue) } }
  }

  /// Replaces the links. When one names a node that does not exist, throws and keeps the old ones. O(nodes + links).
  public func setLinks(_ links: [EdgeID<Int>]) throws(SimulationError) {
    var state = kinetics
    try Validate.links(links, nodeCount: state.nodeCount)
    state.links = links
    try replaceState(state)
  }

  /// Replaces all positions. Throws, changing nothing, when they are not one for each node or not finite.
  public func setPositions(_ positions: [Vector]) throws(SimulationError) {
    try Kinetics.check(positions, "position", nodeCount)
    kinetics.position = NodeArray(positions)
  }

  /// Replaces all velocities. Throws, changing nothing, when they are not one for each node or not finite.
  public func setVelocities(_ velocities: [Vector]) throws(SimulationError) {
    try Kinetics.check(velocities, "velocity", nodeCount)
    kinetics.velocity = NodeArray(velocities)
  }

  /// Replaces the nodes; those that stay keep their position, velocity and pins.
  ///
  /// New node i takes the place of old node `previousIndex[i]`; nil makes a new node, at the start position of its index.
  /// `NodeIDs.previousIndices(in:)` gives such an array for nodes known by ids. Without `links`, the links between nodes
  /// that stay are kept. Alpha stays as it is: see `reheat(to:)`.
  ///
  /// Throws, changing nothing, when an index does not exist or is used twice, or links do not fit. O(nodes + links).
  public func replaceNodes(
    _ previousIndex: [Int?], links: [EdgeID<Int>]? = nil
  ) throws(SimulationError) {
    var state = kinetics
    try state.replaceNodes(previousIndex, links: links)
    try replaceState(state)
  }
}

extension Kinetics {
  mutating func replaceNodes(
    _ previousIndex: [Int?], links newLinks: [EdgeID<Int>]?
  ) throws(SimulationError) {
    try Validate.nodeCount(previousIndex.count)
    var newIndex = [Int?](repeating: nil, count: nodeCount)
    for case (let node, let previous?) in zip(previousIndex.indices, previousIndex) {
      guard newIndex.indices.contains(previous) else {
        throw .nodeOutOfRange("previousIndex[\(node)]", node: previous, nodeCount: nodeCount)
      }
      if let first = newIndex[previous] {
        throw .duplicate("previous node \(previous)", first: first, second: node)
      }
      newIndex[previous] = node
    }
    let kept =
      newLinks
      ?? links.compactMap { link in
        guard let source = newIndex[link.source], let target = newIndex[link.target] else {
          return nil
        }
        return EdgeID(source: source, target: target)
      }
    try Validate.links(kept, nodeCount: previousIndex.count)

    let old = self
    nodeCount = previousIndex.count
    _position = NodeArray(
      previousIndex.enumerated().map { node, previous in
        previous.map { old._position[$0] } ?? StartPositions.position(of: node, as: Vector.self)
      })
    _velocity = NodeArray(
      previousIndex.map { previous in previous.map { old._velocity[$0] } ?? .zero })
    _pins = Pins(count: nodeCount)
    for case (let node, let previous?) in zip(previousIndex.indices, previousIndex) {
      for axis in 0..<Vector.scalarCount {
        if let coordinate = old._pins.coordinate(of: previous, axis: axis) {
          _pins.pin(node, axis: axis, at: coordinate)
        }
      }
    }
    links = kept
  }
}
