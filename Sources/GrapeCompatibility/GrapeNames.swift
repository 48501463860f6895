// Grape's names of parts of the state, and of a vector's properties.

/// Grape's name of the state of a simulation in space.
public typealias Kinetics3D = Kinetics<SIMD3<Float>>
/// Grape's name of a list of forces in space.
public typealias SealedForce3D = ForceList<SIMD3<Float>>

extension Kinetics {
  /// The number of nodes.
  public var validCount: Int { nodeCount }
  /// The range of the nodes' indices.
  public var range: Range<Int> { 0..<nodeCount }

  /// The alpha below which ticks stop; see `parameters`.
  public var alphaMin: Vector.Scalar { parameters.alphaMin }
  /// The share of the difference to `alphaTarget` by which alpha changes in each tick; see
  /// `parameters`.
  public var alphaDecay: Vector.Scalar { parameters.alphaDecay }
  /// The value that alpha approaches; see `parameters`.
  public var alphaTarget: Vector.Scalar { parameters.alphaTarget }
  /// The factor of a velocity in each tick; see `parameters`.
  public var velocityDecay: Vector.Scalar { parameters.velocityDecay }

  /// The pins: `fixation[i]` is the position at which node i is held on all axes, or nil.
  @inlinable
  public var fixation: Pins<Vector> {
    get { pins }
    _modify { yield &pins }
  }
}

extension Simulation {
  /// Grape's initialiser with all parameters in one value: `.grape` has Grape's numbers. Traps with
  /// the words of the error where `init(nodeCount:links:forces:...)` throws.
  public convenience init(
    nodeCount: Int, links: [Link<Int>], forceField: Forces,
    parameters: SimulationParameters<Vector.Scalar>, position: [Vector]? = nil,
    velocity: [Vector]? = nil, fixation: [Vector?]? = nil
  ) {
    self.init(
      nodeCount: nodeCount, links: links, forceField: forceField, initialAlpha: parameters.alpha,
      alphaMin: parameters.alphaMin, alphaDecay: parameters.alphaDecay,
      alphaTarget: parameters.alphaTarget, velocityDecay: parameters.velocityDecay,
      position: position, velocity: velocity, fixation: fixation)
  }
}

/// Grape's name of `SimulationVector`.
public typealias SimulatableVector = SimulationVector
/// Grape's name of `SimulationVector`.
public typealias L2NormCalculatable = SimulationVector

extension SimulationVector {
  /// The distance below which points of a `BufferedKDTree` share a leaf; in layout units.
  @inlinable
  public static var clusterDistance: Scalar { 1e-5 }
  /// The square of `clusterDistance`.
  @inlinable
  public static var clusterDistanceSquared: Scalar { clusterDistance * clusterDistance }
}
