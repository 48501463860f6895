/// The state of a simulation: positions, velocities, pins, links and parameters.
///
/// A value: a copy is a snapshot, and costs nothing until the original changes (then one copy of
/// the arrays that change). Node i is always element i.
public struct Kinetics<Vector: SimulationVector>: Sendable {
  /// The type of the components.
  public typealias Scalar = Vector.Scalar

  /// The number of nodes.
  public internal(set) var nodeCount: Int

  /// Cooling and friction. Values that are out of range trap when the next tick begins.
  public var parameters: SimulationParameters<Vector.Scalar>

  /// The temperature, dimensionless; see `SimulationParameters`.
  @inlinable
  public var alpha: Vector.Scalar {
    get { parameters.alpha }
    set { parameters.alpha = newValue }
  }

  @usableFromInline var _position: NodeArray<Vector>
  @usableFromInline var _velocity: NodeArray<Vector>
  @usableFromInline var _pins: Pins<Vector>

  /// The links, by node index. `Simulation.edit(_:)` changes them.
  public internal(set) var links: [Link<Int>]

  /// The seed of the random displacements in the parallel update order.
  public var seed: UInt64
  /// The number of ticks so far.
  public var tickCount: UInt64 = 0
  /// The state of d3's generator, from which the sequential update order draws. 1 gives d3's
  /// sequence.
  public var randomState: UInt32 {
    get { random.state }
    set { random.state = newValue }
  }
  var random = LinearCongruentialGenerator()

  /// The number of times that a node was kept from becoming NaN or infinite, since the start.
  ///
  /// Such a node stays at its last finite position and loses its velocity for that tick. A value
  /// above 0 means that forces or coordinates are too large for `Scalar`.
  public internal(set) var nonFiniteNodeCount = 0
  /// The error of the many-body forces in the last tick that applied them, by the name of the
  /// force: the root mean square error relative to the root mean square force, measured on 16 nodes
  /// that the seed and the tick choose (256 in a first tick). So it is an estimate: half and twice
  /// as much are common. Forces that are summed exactly, or have a theta, are missing.
  public var manyBodyErrors: [String: Double] { histories.errors }

  /// A mark that changes with the nodes and links. Forces are then bound again.
  var revision = Revision()

  /// The histories of the many-body forces' trees.
  var histories = TreeHistories()
  /// True when code outside has written positions since the last tick. The trees then forget their
  /// history, so that the next ticks depend on the positions alone.
  @usableFromInline var positionsWereWritten = false

  /// Checked state for `nodeCount` nodes. Missing positions are start positions (phyllotaxis),
  /// missing velocities zero. A node that is pinned on all axes and has no position starts at its
  /// pin.
  ///
  /// Throws `SimulationError` when an array has the wrong length, a link names a missing node or a
  /// number is not finite. O(nodes + links).
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  init(
    nodeCount: Int, links: [Link<Int>], parameters: SimulationParameters<Vector.Scalar>,
    positions: [Vector]?, velocities: [Vector]?, pins: [Vector?]?, seed: UInt64
  ) throws(SimulationError) {
    try Validate.nodeCount(nodeCount)
    try Validate.links(links, nodeCount: nodeCount)
    try parameters.validate()
    if let positions { try Self.check(positions, "positions", nodeCount) }
    if let velocities { try Self.check(velocities, "velocities", nodeCount) }
    if let pins {
      try Validate.length(pins.count, of: "pins", is: nodeCount)
      for (node, pin) in pins.enumerated() {
        if let pin { try Validate.finite(vector: pin, "pins", index: node) }
      }
    }
    // The caller may have set another rounding mode.
    let control = KernelPasses.beginDefaultArithmetic()
    defer { KernelPasses.endDefaultArithmetic(control) }
    let places =
      positions
      ?? (0..<nodeCount).map { pins?[$0] ?? StartPositions.position(of: $0, as: Vector.self) }
    self.init(
      unchecked: links, parameters: parameters, positions: places,
      velocities: velocities ?? Array(repeating: .zero, count: nodeCount),
      pins: pins.map(Pins.init) ?? Pins(count: nodeCount), seed: seed)
  }

  /// State of checked input, with one position for each node.
  init(
    unchecked links: [Link<Int>], parameters: SimulationParameters<Vector.Scalar>,
    positions: [Vector], velocities: [Vector], pins: Pins<Vector>, seed: UInt64
  ) {
    nodeCount = positions.count
    self.links = links
    self.parameters = parameters
    _position = NodeArray(positions)
    _velocity = NodeArray(velocities)
    _pins = pins
    self.seed = seed
  }

  static func check(
    _ vectors: [Vector], _ what: String, _ nodeCount: Int
  ) throws(SimulationError) {
    try Validate.length(vectors.count, of: what, is: nodeCount)
    try Validate.finite(vectors: vectors, what)
  }
}

/// An identity of a set of nodes and links. States share it only if one is a copy of the other with
/// the same nodes and links. (A counter could reach the same number twice when a snapshot replaces
/// a state.)
struct Revision: Equatable, Sendable {
  private final class Identity: Sendable {}
  private let identity = Identity()

  static func == (one: Revision, other: Revision) -> Bool { one.identity === other.identity }
}

// MARK: State by node

extension Kinetics {
  /// The position of each node, in layout units. An array that is put here must have `nodeCount`
  /// elements.
  ///
  /// A position that is not finite is replaced by the node's start position when the next tick
  /// begins (and counted in `nonFiniteNodeCount`).
  @inlinable
  public var position: NodeArray<Vector> {
    _read { yield _position }
    _modify {
      positionsWereWritten = true
      yield &_position
      checkCount(_position.count, "position")
    }
  }

  /// The velocity of each node, in layout units per tick. An array that is put here must have
  /// `nodeCount` elements.
  @inlinable
  public var velocity: NodeArray<Vector> {
    _read { yield _velocity }
    _modify {
      yield &_velocity
      checkCount(_velocity.count, "velocity")
    }
  }

  /// The pins: held nodes and their coordinates. Setting pins for another number of nodes traps.
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

  /// Puts a node on its pinned axes where the end of the next tick would put it: at its pin,
  /// without velocity. As after a tick, the trees keep their history. Traps when there is no such
  /// node. O(1).
  package mutating func moveToPin(_ node: Int) {
    for axis in 0..<Vector.scalarCount {
      guard let pin = _pins.coordinate(of: node, axis: Axis(axis)) else { continue }
      _position[node][axis] = pin
      _velocity[node][axis] = 0
    }
  }

  /// Calls `body` with the positions and velocities in place, `nodeCount` vectors each, without a
  /// copy unless there is a snapshot of the state. Rethrows its errors.
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
}

extension Kinetics: CustomStringConvertible {
  /// The numbers of nodes, links and ticks, and alpha, as text.
  public var description: String {
    "\(nodeCount) nodes, \(links.count) links, tick \(tickCount), alpha \(alpha)"
  }
}
