import Synchronization

/// The state of a simulation: where the nodes are, how fast they move, what holds them, how hot it is.
///
/// A value: a copy is a snapshot, and costs nothing until the original moves on (then one copy of the arrays that change).
/// Node i is always element i, in the order the nodes were given in.
public struct Kinetics<Vector>: Sendable
where Vector: SimulatableVector & L2NormCalculatable {
  public typealias Scalar = Vector.Scalar

  /// The number of nodes.
  public internal(set) var nodeCount: Int

  /// The heat; see `SimulationParameters` for this and the next four.
  public var alpha: Vector.Scalar
  public var alphaMin: Vector.Scalar
  public var alphaDecay: Vector.Scalar
  public var alphaTarget: Vector.Scalar
  public var velocityDecay: Vector.Scalar

  @usableFromInline var _position: NodeArray<Vector>
  @usableFromInline var _velocity: NodeArray<Vector>
  @usableFromInline var _pins: Pins<Vector>

  /// The links, by node index. Setting them rebinds the forces at the next tick, and traps then if a link names
  /// a node that does not exist; `Simulation.setLinks(_:)` checks at once.
  public var links: [EdgeID<Int>] { didSet { revision = Revision() } }

  /// What the parallel order's random displacements depend on, besides node and tick.
  public var seed: UInt64
  /// The number of ticks so far.
  public var tickCount: UInt64 = 0
  /// d3's generator, used by the sequential order. Seed 1 gives d3's sequence.
  public var random = DoubleLinearCongruentialGenerator()

  /// Who computes the forces.
  public var engine: Engine { didSet { revision = Revision() } }
  /// How the kernels run. An instruction set that this machine lacks traps.
  public var kernelOptions: KernelOptions = .default {
    didSet { trapping { () throws(SimulationError) in try kernelOptions.validate() } }
  }

  /// How often a node was kept from becoming NaN or infinite, since the start.
  ///
  /// Such a node stays at its last finite position and loses its velocity for that tick. Not 0 means that forces or
  /// coordinates are too large for `Scalar`.
  public internal(set) var nonFiniteNodeCount = 0

  /// Axes on which all nodes had one coordinate when the tick began (bit k for axis k).
  var flatAxes: UInt8 = 0
  /// Changes when forces have to be bound again.
  var revision = Revision()
  var workspace: Workspace?

  /// The orders of the many-body forces' trees, in the order in which the forces act, and how many of them this tick has used.
  var treeOrders: [TreeHistory] = []
  var treeOrdersUsed = 0
  /// Whether code outside has written positions since the last tick. The trees then forget their history, so that what
  /// follows depends on the positions alone.
  @usableFromInline var positionsWereWritten = false

  /// Checked state for `nodeCount` nodes. Missing positions are start positions (phyllotaxis), missing velocities zero.
  /// A node that is pinned on all axes and has no position starts at its pin.
  ///
  /// Throws `SimulationError` when an array has the wrong length, a link names a missing node or a number is not
  /// finite. O(nodes + links).
  public init(
    nodeCount: Int, links: [EdgeID<Int>] = [],
    parameters: SimulationParameters<Vector.Scalar> = .d3,
    position: [Vector]? = nil, velocity: [Vector]? = nil, fixation: [Vector?]? = nil,
    seed: UInt64 = 1, engine: Engine = .kernels
  ) throws(SimulationError) {
    try Validate.nodeCount(nodeCount)
    try Validate.links(links, nodeCount: nodeCount)
    try parameters.validate()
    if let position { try Self.check(position, "position", nodeCount) }
    if let velocity { try Self.check(velocity, "velocity", nodeCount) }
    if let fixation {
      try Validate.length(fixation.count, of: "fixation", is: nodeCount)
      for (node, pin) in fixation.enumerated() {
        if let pin { try Validate.finite(vector: pin, "fixation", index: node) }
      }
    }
    self.init(
      unchecked: nodeCount, links: links, parameters: parameters,
      position: position
        ?? (0..<nodeCount).map { fixation?[$0] ?? StartPositions.position(of: $0, as: Vector.self) },
      velocity: velocity ?? Array(repeating: .zero, count: nodeCount),
      pins: fixation.map(Pins.init) ?? Pins(count: nodeCount), seed: seed, engine: engine)
  }

  private init(
    unchecked nodeCount: Int, links: [EdgeID<Int>],
    parameters: SimulationParameters<Vector.Scalar>, position: [Vector], velocity: [Vector],
    pins: Pins<Vector>, seed: UInt64, engine: Engine
  ) {
    self.nodeCount = nodeCount
    self.links = links
    alpha = parameters.alpha
    alphaMin = parameters.alphaMin
    alphaDecay = parameters.alphaDecay
    alphaTarget = parameters.alphaTarget
    velocityDecay = parameters.velocityDecay
    _position = NodeArray(position)
    _velocity = NodeArray(velocity)
    _pins = pins
    self.seed = seed
    self.engine = engine
  }

  /// No nodes at all: what takes the state's place while it is elsewhere.
  static var empty: Self {
    Self(
      unchecked: 0, links: [], parameters: .d3, position: [], velocity: [], pins: Pins(count: 0),
      seed: 0, engine: .kernels)
  }

  static func check(
    _ vectors: [Vector], _ what: String, _ nodeCount: Int
  ) throws(SimulationError) {
    try Validate.length(vectors.count, of: what, is: nodeCount)
    try Validate.finite(vectors: vectors, what)
  }
}

/// A mark no two states share, unless one is a copy of the other with the same nodes, links and engine: a count would come
/// to the same number twice when a state is replaced by a snapshot.
struct Revision: Equatable, Sendable {
  private static let last = Atomic(0)
  private let number = Revision.last.add(1, ordering: .relaxed).newValue
}

public typealias Kinetics2D = Kinetics<SIMD2<Double>>
public typealias Kinetics3D = Kinetics<SIMD3<Float>>

// MARK: State by node

extension Kinetics {
  /// The position of each node, in layout units. An array that is put here must have `nodeCount` elements.
  ///
  /// A position that is not finite is replaced by the node's start position when the next tick begins (and counted in
  /// `nonFiniteNodeCount`).
  @inlinable
  public var position: NodeArray<Vector> {
    _read { yield _position }
    _modify {
      positionsWereWritten = true
      yield &_position
      checkCount(_position.count, "position")
    }
  }

  /// The velocity of each node, in layout units per tick. An array that is put here must have `nodeCount` elements.
  @inlinable
  public var velocity: NodeArray<Vector> {
    _read { yield _velocity }
    _modify {
      yield &_velocity
      checkCount(_velocity.count, "velocity")
    }
  }

  /// Which nodes are held in place, and where.
  @inlinable
  public var pins: Pins<Vector> {
    _read { yield _pins }
    _modify {
      yield &_pins
      checkCount(_pins.count, "pins")
    }
  }

  @inlinable
  func checkCount(_ found: Int, _ what: StaticString) {
    demand(
      found == nodeCount,
      "ForceSimulation: \(what) was given \(found) elements; \(nodeCount) are needed, one for each node"
    )
  }

  /// Positions and velocities in place, without a copy: `nodeCount` vectors each.
  @inlinable
  public mutating func withUnsafeMutableState<Result, Failure: Error>(
    _ body: (
      _ position: UnsafeMutableBufferPointer<Vector>, _ velocity: UnsafeMutableBufferPointer<Vector>
    ) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    positionsWereWritten = true
    return try _position.withUnsafeMutableBufferPointer { position throws(Failure) in
      try _velocity.withUnsafeMutableBufferPointer { velocity throws(Failure) in
        try body(position, velocity)
      }
    }
  }

  /// All the parameters at once.
  public var parameters: SimulationParameters<Vector.Scalar> {
    get {
      SimulationParameters(
        alpha: alpha, alphaMin: alphaMin, alphaDecay: alphaDecay, alphaTarget: alphaTarget,
        velocityDecay: velocityDecay)
    }
    set {
      alpha = newValue.alpha
      alphaMin = newValue.alphaMin
      alphaDecay = newValue.alphaDecay
      alphaTarget = newValue.alphaTarget
      velocityDecay = newValue.velocityDecay
    }
  }
}
