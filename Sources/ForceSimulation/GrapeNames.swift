// The names of Grape's README: its example compiles unchanged with `import ForceSimulation`. The
// module GrapeCompatibility has the rest of Grape's names, and its behaviours. Defaults are the
// core's, which are d3's; `.grape` gives Grape's.

/// Grape's name of `Link`.
public typealias EdgeID = Link
/// Grape's name of a list of forces in the plane.
public typealias SealedForce2D = ForceList<SIMD2<Double>>

extension Kinetics {
  /// Grape's name of `ManyBodyForce` for these vectors.
  public typealias ManyBodyForce = ForceSimulation.ManyBodyForce<Vector>
  /// Grape's name of `LinkForce` for these vectors.
  public typealias LinkForce = ForceSimulation.LinkForce<Vector>
  /// Grape's name of `CollideForce` for these vectors.
  public typealias CollideForce = ForceSimulation.CollideForce<Vector>
  /// Grape's name of `CenterForce` for these vectors.
  public typealias CenterForce = ForceSimulation.CenterForce<Vector>
  /// Grape's name of `PositionForce` for these vectors.
  public typealias PositionForce = ForceSimulation.PositionForce<Vector>
  /// Grape's name of `RadialForce` for these vectors.
  public typealias RadialForce = ForceSimulation.RadialForce<Vector>
}

extension Simulation {
  /// Grape's initialiser, with d3's defaults. Traps with the words of the error where
  /// `init(nodeCount:links:forces:...)` throws.
  public convenience init(
    nodeCount: Int, links: [Link<Int>], forceField: Forces,
    initialAlpha: Vector.Scalar = 1, alphaMin: Vector.Scalar = 1e-3,
    alphaDecay: Vector.Scalar = 0.02276277904418933, alphaTarget: Vector.Scalar = 0,
    velocityDecay: Vector.Scalar = 0.6, position: [Vector]? = nil, velocity: [Vector]? = nil,
    fixation: [Vector?]? = nil
  ) {
    do {
      try self.init(
        nodeCount: nodeCount, links: links, forces: forceField,
        parameters: SimulationParameters(
          alpha: initialAlpha, alphaMin: alphaMin, alphaDecay: alphaDecay,
          alphaTarget: alphaTarget, velocityDecay: velocityDecay),
        positions: position, velocities: velocity, pins: fixation)
    } catch { fatalError("ForceSimulation: \(error)") }
  }

  /// Ticks at most `iterations` times, until the simulation is cold. Returns the number of ticks.
  @discardableResult
  public func tick(iterations: UInt) -> Int { run(atMost: Int(clamping: iterations)) }
}

extension NodeValues {
  /// Grape's name of `function`.
  public static func varied(_ value: @escaping @Sendable (Int) -> Value) -> Self {
    .function(value)
  }
}

extension LinkValues {
  /// Grape's name of `function`.
  public static func varied(
    _ value: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Value
  ) -> Self { .function(value) }
}

extension LinkForce {
  /// Grape's names of the parameters.
  public init(
    stiffness: Strength, originalLength: LinkValues<Vector.Scalar> = 30,
    iterationsPerTick: UInt = 1
  ) {
    self.init(
      strength: stiffness, length: originalLength, iterations: Int(clamping: iterationsPerTick))
  }
}

extension LinkForce.Strength {
  /// Grape's name of `function`.
  public static func varied(
    _ value: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar
  ) -> Self { .function(value) }

  /// Grape's name of `byDegree(.function(k))`.
  public static func weightedByDegree(
    k: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar
  ) -> Self { .byDegree(.function(k)) }
}

extension SimulationParameters {
  /// The defaults of Grape's `Simulation`: slower cooling, cold after 688 ticks.
  public static var grape: Self { Self(alphaDecay: 0.01) }
}
