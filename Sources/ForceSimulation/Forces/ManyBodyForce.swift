extension Kinetics {
  public typealias NodeMass = AttributeDescriptor<Vector.Scalar>
  public typealias ManyBodyStrength = AttributeDescriptor<Vector.Scalar>

  /// Every node pushes (or pulls) every other: along the line between them, with strength / distance
  /// (d3-force, "forceManyBody").
  ///
  /// The velocity of i changes by the sum over j of
  /// `strength_j * mass_j * alpha * (x_j - x_i) / |x_j - x_i|²`. Up to `directSumLimit` nodes (and at
  /// any number when `theta` is 0) that sum is exact, O(n²). Above, distant nodes are taken together:
  /// in two and three dimensions by multipole and local expansions, O(n) (Greengard and Rokhlin 1987,
  /// doi:10.1016/0021-9991(87)90140-9; Dehnen 2002, doi:10.1006/jcph.2002.7026); in other dimensions,
  /// and in d3's order, by cells, O(n log n) (Barnes and Hut 1986, doi:10.1038/324446a0).
  ///
  /// The relative error of all forces together is at most 1e-3 in two dimensions and 6e-3 in three for
  /// the usual theta of 0.9, and 1e-6 and 1e-4 for 0.3 (docs/performance.md has it measured).
  public struct ManyBodyForce: ForceProtocol {
    /// The strength of each node as a source: negative pushes others away, positive pulls them. d3's default is -30.
    public var strength: ManyBodyStrength
    /// A factor of each node's strength, not negative. Not an inertia: what a node does to others, not how it is moved.
    public var mass: NodeMass
    /// The accuracy of far interactions, dimensionless: groups of nodes act as one when their size is less than about theta
    /// times their distance. Smaller is more exact and slower; 0 is exact, and takes O(n²).
    public var theta: Vector.Scalar
    /// Below this distance, in layout units, the force grows no more: it stays `strength / distanceMin`.
    public var distanceMin: Vector.Scalar
    /// Beyond this distance there is no force. Between 0.9 of it and all of it the force fades out.
    public var distanceMax: Vector.Scalar
    private var bound = Binding<[Vector.Scalar]>()

    /// All nodes with the same strength, times a mass of their own.
    public init(
      strength: Vector.Scalar, nodeMass: NodeMass = .constant(1), theta: Vector.Scalar = 0.9,
      distanceMin: Vector.Scalar = 1, distanceMax: Vector.Scalar = .infinity
    ) {
      self.init(
        strength: .constant(strength), theta: theta, distanceMin: distanceMin,
        distanceMax: distanceMax)
      mass = nodeMass
    }

    /// Each node with a strength of its own, of either sign.
    public init(
      strength: ManyBodyStrength, theta: Vector.Scalar = 0.9, distanceMin: Vector.Scalar = 1,
      distanceMax: Vector.Scalar = .infinity
    ) {
      self.strength = strength
      mass = .constant(1)
      self.theta = theta
      self.distanceMin = distanceMin
      self.distanceMax = distanceMax
    }

    public mutating func bindKinetics(
      checking kinetics: Kinetics<Vector>
    ) throws(SimulationError) {
      let masses = mass.evaluate(count: kinetics.nodeCount)
      try Validate.finiteNotNegative(masses, "mass")
      var strengths = strength.evaluate(count: kinetics.nodeCount)
      try Validate.finite(strengths, "many-body strength")
      for node in strengths.indices { strengths[node] *= masses[node] }
      try Validate.finite(strengths, "many-body strength times mass")
      try Validate.notNegative(theta, "theta")
      try Validate.notNegative(distanceMin, "distanceMin")
      try Validate.notNegative(distanceMax, "distanceMax")
      bound.set(strengths, nodeCount: kinetics.nodeCount)
    }

    @_specialize(where Vector == SIMD2<Float>)
    @_specialize(where Vector == SIMD2<Double>)
    @_specialize(where Vector == SIMD3<Float>)
    @_specialize(where Vector == SIMD3<Double>)
    @_specialize(where Vector == SIMD4<Float>)
    @_specialize(where Vector == SIMD4<Double>)
    public func apply(to kinetics: inout Kinetics<Vector>) {
      let law = law(strengths: bound.value("ManyBodyForce", nodeCount: kinetics.nodeCount))
      switch algorithm(nodeCount: kinetics.nodeCount, engine: kinetics.engine) {
      case .d3BarnesHut:
        ReferenceBarnesHut.applyAsD3(
          law, alpha: kinetics.alpha, random: &kinetics.random,
          position: kinetics._position.storage, velocity: &kinetics._velocity.storage)
      case .barnesHut:
        ReferenceBarnesHut.apply(
          law, alpha: kinetics.alpha, jiggle: kinetics.jiggle, position: kinetics.basePositions,
          velocity: &kinetics._velocity.storage)
      case .multipole:
        if kinetics.usesKernels {
          Kernels.manyBody(law, to: &kinetics)
        } else {
          let which = kinetics.nextTreeOrder()
          ReferenceMultipole.apply(
            law, alpha: kinetics.alpha, jiggle: kinetics.jiggle, position: kinetics.basePositions,
            history: &kinetics.treeOrders[which], velocity: &kinetics._velocity.storage)
        }
      case .directSum:
        if kinetics.usesKernels {
          Kernels.directSum(law, to: &kinetics)
        } else {
          ReferenceDirectSum.apply(
            law, alpha: kinetics.alpha, jiggle: kinetics.jiggle, position: kinetics.basePositions,
            targets: 0..<kinetics.nodeCount, velocity: &kinetics._velocity.storage)
        }
      }
    }

    /// Up to this number of nodes the exact sum is used: about where it takes as long as the tree. 256 in two dimensions and
    /// 512 in three; in others the tree is the reference's, and much slower: 16384.
    public static var directSumLimit: Int {
      switch Vector.scalarCount {
      case 2: 256
      case 3: 512
      default: 16384
      }
    }

    /// How the sum is computed for a number of nodes.
    package func algorithm(nodeCount: Int, engine: Engine) -> ManyBodyAlgorithm {
      if engine.isSequential { return .d3BarnesHut }
      if nodeCount <= Self.directSumLimit || theta == 0 { return .directSum }
      return Vector.scalarCount == 2 || Vector.scalarCount == 3 ? .multipole : .barnesHut
    }

    /// The velocity change of some nodes by the reference's direct sum, which the kernels' is equal to in every bit. O(nodes * n).
    package func directSum(of nodes: Range<Int>, in kinetics: Kinetics<Vector>) -> [Vector] {
      var velocity = [Vector](repeating: .zero, count: kinetics.nodeCount)
      ReferenceDirectSum.apply(
        law(strengths: bound.value("ManyBodyForce", nodeCount: kinetics.nodeCount)),
        alpha: kinetics.alpha, jiggle: kinetics.jiggle, position: kinetics.basePositions,
        targets: nodes, velocity: &velocity)
      return Array(velocity[nodes])
    }

    /// The exact velocity change of some nodes: what approximations are measured against. The pairs are those of `directSum`,
    /// and their sum is compensated: a million terms rounded one by one in Float are off by thousandths. O(nodes * n).
    package func exactVelocityChange(
      of nodes: Range<Int>, in kinetics: Kinetics<Vector>
    ) -> [Vector] {
      ReferenceDirectSum.exact(
        law(strengths: bound.value("ManyBodyForce", nodeCount: kinetics.nodeCount)),
        alpha: kinetics.alpha, jiggle: kinetics.jiggle, position: kinetics.basePositions,
        targets: nodes)
    }

    private func law(strengths: [Vector.Scalar]) -> ManyBodyLaw<Vector.Scalar> {
      ManyBodyLaw(
        strengths: strengths, theta: theta, distanceMin2: distanceMin * distanceMin,
        distanceMax2: distanceMax * distanceMax)
    }
  }
}

/// The ways of computing a many-body force.
package enum ManyBodyAlgorithm: String {
  case directSum = "direct sum"
  case multipole = "fast multipole"
  case barnesHut = "Barnes-Hut"
  case d3BarnesHut = "Barnes-Hut as in d3"
}

/// The numbers of a many-body force, as all its implementations take them.
struct ManyBodyLaw<Scalar: BinaryFloatingPoint> {
  var strengths: [Scalar]
  var theta: Scalar
  var distanceMin2: Scalar
  var distanceMax2: Scalar
}

extension Kinetics.ManyBodyForce: CheckedForce {}
extension Kinetics.ManyBodyForce: Force2D where Vector == SIMD2<Double> {}
extension Kinetics.ManyBodyForce: Force3D where Vector == SIMD3<Float> {}
