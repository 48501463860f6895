/// Every node pushes (or pulls) every other: along the line between them, with strength / distance
/// (d3-force, "forceManyBody").
///
/// The velocity of i changes by the sum over j of `strength_j * alpha * (x_j - x_i) / |x_j -
/// x_i|²`. Up to `directSumLimit` nodes (and at any number when `theta` is 0) that sum is exact,
/// O(n²). Above, distant nodes are taken together: in two and three dimensions by multipole and
/// local expansions (Greengard and Rokhlin 1987, doi:10.1016/0021-9991(87)90140-9; Dehnen 2002,
/// doi:10.1006/jcph.2002.7026), O(n); in others by cells (Barnes and Hut 1986,
/// doi:10.1038/324446a0), O(n log n).
///
/// The relative error of all forces together is at most 1e-3 in two dimensions and 6e-3 in three,
/// for the usual theta of 0.9, equal strengths, and uniform, clustered or settled layouts. Points
/// on a line or in a thin slab, and strengths of mixed signs or very different sizes, have larger
/// errors (docs/performance.md).
public struct ManyBodyForce<Vector: SimulationVector>: Force {
  /// The strength of each node as a source: negative pushes others away, positive pulls them.
  public var strength: NodeValues<Vector.Scalar>
  /// The accuracy of far interactions, dimensionless: groups of nodes act as one when their size is
  /// less than about theta times their distance. Smaller is more exact and slower; 0 is exact, and
  /// takes O(n²).
  public var theta: Vector.Scalar
  /// Below this distance, in layout units, the force grows no more: it stays
  /// `strength / distanceMin`.
  public var distanceMin: Vector.Scalar
  /// Beyond this distance there is no force. Between 0.9 of it and all of it the force fades out.
  public var distanceMax: Vector.Scalar
  private var bound = Bound<(strengths: [Vector.Scalar], history: Int)>()

  /// d3's defaults: strength -30, theta 0.9, no less than distance 1, no end.
  public init(
    strength: NodeValues<Vector.Scalar> = -30, theta: Vector.Scalar = 0.9,
    distanceMin: Vector.Scalar = 1, distanceMax: Vector.Scalar = .infinity
  ) {
    self.strength = strength
    self.theta = theta
    self.distanceMin = distanceMin
    self.distanceMax = distanceMax
  }

  /// Throws when a strength is not finite, and when theta or a distance is negative or NaN.
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    let strengths = try strength.evaluate(count: context.nodeCount, "many-body strength")
    try Validate.finite(strengths, "many-body strength")
    try Validate.notNegative(theta, "theta")
    try Validate.notNegative(distanceMin, "distanceMin")
    try Validate.notNegative(distanceMax, "distanceMax")
    bound.set((strengths, context.addHistory()), nodeCount: context.nodeCount)
  }

  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    strength = change.carry(strength, bound.current?.strengths)
  }

  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func apply(to step: inout StepContext<Vector>) {
    let (strengths, history) = bound.value("ManyBodyForce", nodeCount: step.nodeCount)
    step.passes.manyBody(law(strengths), history: history, on: &step)
  }

  /// Up to this number of nodes the exact sum is used: about where it takes as long as the tree.
  /// 256 in two dimensions and 512 in three; in others the tree has no kernel, and is much slower:
  /// 16384.
  public static var directSumLimit: Int {
    switch Vector.scalarCount {
    case 2: 256
    case 3: 512
    default: 16384
    }
  }

  private func law(_ strengths: [Vector.Scalar]) -> ManyBodyLaw<Vector.Scalar> {
    ManyBodyLaw(
      strengths: strengths, theta: theta, distanceMin2: distanceMin * distanceMin,
      distanceMax2: distanceMax * distanceMax)
  }
}

// MARK: For measurements of the error

extension ManyBodyForce {
  /// The way in which the sum is computed for a number of nodes.
  package func algorithm(nodeCount: Int, engine: Engine) -> ManyBodyAlgorithm {
    ManyBodyAlgorithm(law([]), nodeCount: nodeCount, passes: Passes<Vector>(engine))
  }

  /// The velocity change of some nodes by the reference's direct sum. O(nodes * n).
  package func directSum(of nodes: Range<Int>, in kinetics: Kinetics<Vector>) -> [Vector] {
    var velocity = [Vector](repeating: .zero, count: kinetics.nodeCount)
    ReferenceDirectSum.apply(
      law(bound.value("ManyBodyForce", nodeCount: kinetics.nodeCount).strengths),
      alpha: kinetics.alpha, jiggle: Jiggle(seed: kinetics.seed, tick: kinetics.tickCount),
      position: kinetics._position.storage, targets: nodes, velocity: &velocity)
    return Array(velocity[nodes])
  }

  /// The exact velocity change of some nodes: what approximations are measured against. The pairs
  /// are those of `directSum`, and their sum is compensated: a million terms rounded one by one in
  /// Float are off by thousandths. O(nodes * n).
  package func exactVelocityChange(
    of nodes: Range<Int>, in kinetics: Kinetics<Vector>
  ) -> [Vector] {
    ReferenceDirectSum.exact(
      law(bound.value("ManyBodyForce", nodeCount: kinetics.nodeCount).strengths),
      alpha: kinetics.alpha, jiggle: Jiggle(seed: kinetics.seed, tick: kinetics.tickCount),
      position: kinetics._position.storage, targets: nodes)
  }
}

/// The ways of computing a many-body force.
package enum ManyBodyAlgorithm: String {
  case directSum = "direct sum"
  case multipole = "fast multipole"
  case barnesHut = "Barnes-Hut"
  case d3BarnesHut = "Barnes-Hut as in d3"

  /// The one that an engine uses for a law and a number of nodes.
  init<Vector>(_ law: ManyBodyLaw<Vector.Scalar>, nodeCount: Int, passes: Passes<Vector>) {
    if passes.kind == .sequential {
      self = .d3BarnesHut
    } else if nodeCount <= ManyBodyForce<Vector>.directSumLimit || law.theta == 0 {
      self = .directSum
    } else {
      self = (2...3).contains(Vector.scalarCount) ? .multipole : .barnesHut
    }
  }
}

/// The numbers of a many-body force, as all its implementations take them.
struct ManyBodyLaw<Scalar: SimulationScalar> {
  var strengths: [Scalar]
  var theta: Scalar
  var distanceMin2: Scalar
  var distanceMax2: Scalar
}

extension ManyBodyForce: CustomStringConvertible {
  public var description: String {
    "many-body strength \(strength), theta \(theta), distance \(distanceMin) to \(distanceMax)"
  }
}

extension ManyBodyForce: StoredForce {
  static var kind: UInt8 { 5 }

  func write(to writer: inout ByteWriter) {
    writer.write(strength, evaluated: bound.current?.strengths)
    writer.write(theta)
    writer.write(distanceMin)
    writer.write(distanceMax)
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    strength = try reader.readNodeValues(Vector.Scalar.self)
    theta = try reader.read(Vector.Scalar.self)
    distanceMin = try reader.read(Vector.Scalar.self)
    distanceMax = try reader.read(Vector.Scalar.self)
  }
}
