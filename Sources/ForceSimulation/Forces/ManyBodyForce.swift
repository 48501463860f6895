import CForceKernels

/// Every node repels (or attracts) every other, along the line between them, with strength /
/// distance (d3-force, "forceManyBody").
public struct ManyBodyForce<Vector: SimulationVector>: Force {
  /// The strength of each node as a source: negative pushes others away, positive pulls them.
  public var strength: NodeValues<Vector.Scalar> { didSet { bound.expire() } }
  /// The root mean square error of the forces that is aimed at, relative to their root mean square:
  /// 1e-3 in two dimensions and 6e-3 in three, unless it is set. A group of nodes acts as one where
  /// the error that this makes is small enough. In each tick what comes out is compared with exact
  /// forces on a few nodes; when it is too large the forces are computed again, when it is small
  /// the next ticks take less care. `Kinetics.manyBodyErrors` tells it. A smaller accuracy is
  /// slower; 0 is exact, and takes O(n²).
  ///
  /// Few nodes, up to `directSumLimit`, are summed pair by pair. For a state in Double with an
  /// accuracy of at least 1e-5 that is done in Float, with an error of about 1e-6.
  ///
  /// The default is tested in two dimensions in Double and in three in Float, with 600 and 2,000
  /// nodes in 20 layouts (uniform, clusters, lines, shells, grids, fractals, distances over six
  /// orders of magnitude) times 6 kinds of strengths (equal, of both signs, alternating on a grid,
  /// Pareto, one a million times the others, nine of ten zero), and in 300 random scenes;
  /// `scripts/sweep-accuracy` has more seeds, more scenes, and 20,000 nodes. Others, 1e-6 to 1e-2
  /// in two dimensions and 1e-5 to 6e-2 in three, are tested in Double with 600 nodes, within a
  /// factor of 2. In Float, no accuracy gives errors below about 1e-5. Pushes between nodes on one
  /// point are random, and not part of the error.
  ///
  /// In dimensions other than two and three and in d3-force's order (`.reference(.sequential)`) the
  /// accuracy is not used, unless it is 0: theta is, or 0.9 when it is nil.
  public var accuracy: Vector.Scalar
  /// When set, far interactions follow from the shape of the tree as in d3-force, whatever their
  /// error: a group of nodes acts as one when its size is less than about theta times its distance.
  /// Dimensionless; 0 is exact. Nil, the default, for the accuracy to decide.
  ///
  /// For uniform and settled layouts with equal strengths, 0.9 has about the error of the default
  /// accuracy; for others it may have ten to a hundred times as much.
  public var theta: Vector.Scalar?
  /// The softening distance, in layout units. At smaller distances the force stays at
  /// `strength / distanceMin`.
  public var distanceMin: Vector.Scalar
  /// The cutoff distance, in layout units. The force fades out from 0.9 of it and is zero beyond
  /// it, also where distanceMin is larger: distanceMin weakens the force, and hides no distance. In
  /// d3-force's order (`.reference(.sequential)`) it is cut off at it.
  public var distanceMax: Vector.Scalar
  private var bound = Bound<[Vector.Scalar]>()
  /// The index of the force's history in `Kinetics.histories`.
  private var historyIndex = 0

  /// A many-body force with d3's defaults: strength -30, softening below distance 1, no cutoff. Its
  /// accuracy is `defaultAccuracy`, unless theta is given.
  public init(
    strength: NodeValues<Vector.Scalar> = -30, accuracy: Vector.Scalar = Self.defaultAccuracy,
    theta: Vector.Scalar? = nil, distanceMin: Vector.Scalar = 1,
    distanceMax: Vector.Scalar = .infinity
  ) {
    self.strength = strength
    self.accuracy = accuracy
    self.theta = theta
    self.distanceMin = distanceMin
    self.distanceMax = distanceMax
  }

  /// 1e-3 in two dimensions, 6e-3 in others.
  public static var defaultAccuracy: Vector.Scalar { Vector.scalarCount == 2 ? 1e-3 : 6e-3 }

  /// Throws when a strength is not finite, and when the accuracy, theta or a distance is negative
  /// or NaN.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    historyIndex = context.addHistory()
    guard !bound.isCurrent(for: context.graph) else { return }
    bound.set(
      try context.values(\.strength, of: self), nodeCount: context.nodeCount, graph: context.graph)
  }

  /// Changes all velocities. Traps when the force has not been bound.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let strengths = bound.value("ManyBodyForce", nodeCount: step.nodeCount)
    step.passes.manyBody(law(strengths), historyIndex: historyIndex, on: &step)
  }

  /// The largest number of nodes for which the sum over all pairs is used. At about this number it
  /// takes as long as the tree (scripts/bench-direct-sum). In the plane 512 for Float and 384 for
  /// Double, in space 640 and 448. In other dimensions the tree has no kernel and is much slower, so
  /// the limit is 16384.
  public static var directSumLimit: Int {
    guard Vector.hasMultipole else { return 16384 }
    let scalar = Vector.Scalar.self == Float.self ? CK_F32 : CK_F64
    return Int(ck_direct_sum_limit(Int32(bitPattern: scalar.rawValue), Int32(Vector.scalarCount)))
  }

  private func law(_ strengths: [Vector.Scalar]) -> ManyBodyLaw<Vector.Scalar> {
    ManyBodyLaw(
      strengths: strengths, accuracy: accuracy, theta: theta,
      distanceMin2: distanceMin * distanceMin, distanceMax2: distanceMax * distanceMax)
  }
}

extension ManyBodyForce: ForceOnBlocks {
  func onBlock(_ block: NodeBlock) -> BlockForce<Vector>? {
    let strengths = bound.value("ManyBodyForce", nodeCount: block.boundNodes.count)
    let law = law(Array(strengths[block.places]))
    let algorithm = ManyBodyAlgorithm(
      law, nodeCount: block.nodeCount, passes: Passes<Vector>(Engine.kernels))
    return .manyBody(
      BlockManyBody(
        strengths: law.strengths, accuracy: accuracy, theta: theta, distanceMin2: law.distanceMin2,
        distanceMax2: law.distanceMax2, isDirectSum: algorithm == .directSum,
        historyIndex: historyIndex))
  }
}

// MARK: For measurements of the error

extension ManyBodyForce {
  /// The algorithm that computes the sum for a number of nodes.
  package func algorithm(nodeCount: Int, engine: Engine) -> ManyBodyAlgorithm {
    ManyBodyAlgorithm(law([]), nodeCount: nodeCount, passes: Passes<Vector>(engine))
  }

  /// The velocity change of some nodes by the reference's direct sum in `Vector.Scalar`.
  /// O(nodes * n).
  package func directSum(of nodes: Range<Int>, in kinetics: Kinetics<Vector>) -> [Vector] {
    var velocity = [Vector](repeating: .zero, count: kinetics.nodeCount)
    ReferenceDirectSum.plain(
      law(bound.value("ManyBodyForce", nodeCount: kinetics.nodeCount)),
      alpha: kinetics.alpha, jiggle: Jiggle(seed: kinetics.seed, tick: kinetics.tickCount),
      position: kinetics._position.storage, targets: nodes, velocity: &velocity)
    return Array(velocity[nodes])
  }

  /// The exact velocity change of some nodes, the reference for errors of approximations. The pairs
  /// are those of `directSum`, and their sum is compensated: a million terms rounded one by one in
  /// Float are off by thousandths. O(nodes * n).
  package func exactVelocityChange(
    of nodes: Range<Int>, in kinetics: Kinetics<Vector>
  ) -> [Vector] {
    ReferenceDirectSum.exact(
      law(bound.value("ManyBodyForce", nodeCount: kinetics.nodeCount)),
      alpha: kinetics.alpha, jiggle: Jiggle(seed: kinetics.seed, tick: kinetics.tickCount),
      position: kinetics._position.storage, targets: nodes)
  }
}

/// The algorithms for a many-body force.
package enum ManyBodyAlgorithm: String {
  case directSum = "direct sum"
  case multipole = "fast multipole"
  case barnesHut = "Barnes-Hut"
  case d3BarnesHut = "Barnes-Hut as in d3"

  /// The algorithm that an engine uses for a law and a number of nodes.
  init<Vector>(_ law: ManyBodyLaw<Vector.Scalar>, nodeCount: Int, passes: Passes<Vector>) {
    if passes.kind == .sequential {
      self = .d3BarnesHut
    } else if nodeCount <= ManyBodyForce<Vector>.directSumLimit || law.isExact {
      self = .directSum
    } else {
      self = Vector.hasMultipole ? .multipole : .barnesHut
    }
  }
}

extension SimulationVector {
  /// True in two and three dimensions, for which there is a fast multipole method.
  @inline(__always)
  static var hasMultipole: Bool { scalarCount == 2 || scalarCount == 3 }
}

/// The parameters of a many-body force in the form that all its implementations take.
struct ManyBodyLaw<Scalar: SimulationScalar> {
  var strengths: [Scalar]
  /// Used when theta is nil.
  var accuracy: Scalar
  var theta: Scalar?
  var distanceMin2: Scalar
  var distanceMax2: Scalar

  var isExact: Bool { (theta ?? accuracy) == 0 }
  /// Theta for the trees that know no accuracy, with d3's default.
  var shape: Scalar { theta ?? (accuracy == 0 ? 0 : 0.9) }
}

extension ManyBodyForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 5 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(), title: "Charge", noun: "many-body",
      parameters: [
        ForceParameter(
          \Self.strength, name: "strength", unit: "layout units squared per tick squared",
          slider: -200...0, evaluated: { $0.bound.latest }),
        ForceParameter(\Self.accuracy, name: "accuracy", range: .notNegativeOrInfinite),
        ForceParameter(
          \Self.theta, .optionalNumber, name: "theta",
          write: { $1.write($0 ?? -1) },
          read: { reader throws(SimulationError) in
            let theta = try reader.read(Vector.Scalar.self)
            return theta < 0 ? nil : theta
          },
          check: { theta, what throws(SimulationError) in
            if let theta { try Validate.notNegative(theta, what) }
          },
          describe: { theta in theta.map { "\($0)" } }),
        ForceParameter(
          \Self.distanceMin, name: "distanceMin", unit: "layout units",
          range: .notNegativeOrInfinite),
        ForceParameter(
          \Self.distanceMax, name: "distanceMax", unit: "layout units",
          range: .notNegativeOrInfinite),
      ])
  }
}
