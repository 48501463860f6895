extension Kinetics {
  /// How strongly a link pulls its ends to the wanted distance. Dimensionless: 1 removes the whole error in one tick at
  /// alpha 1.
  public enum LinkStiffness {
    case constant(Vector.Scalar)
    /// A function of the link.
    case varied((EdgeID<Int>, LinkLookup<Int>) -> Vector.Scalar)
    /// A function of the link, divided by the smaller number of links at its two ends. With 1, d3's default: it
    /// keeps hubs from being torn about.
    case weightedByDegree(k: (EdgeID<Int>, LinkLookup<Int>) -> Vector.Scalar)
  }

  /// The wanted distance between the ends of a link, in layout units.
  public enum LinkLength {
    case constant(Vector.Scalar)
    /// A function of the link.
    case varied((EdgeID<Int>, LinkLookup<Int>) -> Vector.Scalar)
  }

  /// Links as springs: pulls the ends of each link to a wanted distance (d3-force, "forceLink").
  ///
  /// The error is shared between the ends by their number of links, so hubs move less. Predicted positions, position plus
  /// velocity, are what is compared. O(iterationsPerTick * (n + links)).
  public struct LinkForce: ForceProtocol {
    /// How strongly links pull.
    public var stiffness: LinkStiffness
    /// How long links want to be; not negative.
    public var originalLength: LinkLength
    /// How often the links are corrected in each tick: more makes them more rigid.
    public var iterationsPerTick: UInt
    private var bound = Binding<BoundLinks<Vector.Scalar>>()

    public init(
      stiffness: LinkStiffness, originalLength: LinkLength = .constant(30),
      iterationsPerTick: UInt = 1
    ) {
      self.stiffness = stiffness
      self.originalLength = originalLength
      self.iterationsPerTick = iterationsPerTick
    }

    public mutating func bindKinetics(
      checking kinetics: Kinetics<Vector>
    ) throws(SimulationError) {
      let links = kinetics.links
      try Validate.links(links, nodeCount: kinetics.nodeCount)
      let ends = BoundLinks<Vector.Scalar>.endCounts(links, nodeCount: kinetics.nodeCount)
      let lookup = LinkLookup(links: links)
      let strengths = stiffness.evaluate(links, lookup, ends)
      try Validate.finite(strengths.distinct(linkCount: links.count), "link stiffness")
      let lengths = originalLength.evaluate(links, lookup)
      try Validate.finiteNotNegative(lengths.distinct(linkCount: links.count), "link length")
      bound.set(
        BoundLinks(
          links: links, nodeCount: kinetics.nodeCount, endCounts: ends, lengths: lengths,
          strengths: strengths, order: kinetics.engine.isSequential ? .sequential : .parallel),
        nodeCount: kinetics.nodeCount)
    }

    @_specialize(where Vector == SIMD2<Float>)
    @_specialize(where Vector == SIMD2<Double>)
    @_specialize(where Vector == SIMD3<Float>)
    @_specialize(where Vector == SIMD3<Double>)
    @_specialize(where Vector == SIMD4<Float>)
    @_specialize(where Vector == SIMD4<Double>)
    public func apply(to kinetics: inout Kinetics<Vector>) {
      guard !kinetics.links.isEmpty else { return }
      let links = bound.value("LinkForce", nodeCount: kinetics.nodeCount)
      let iterations = min(Int(clamping: iterationsPerTick), 1 << 24)
      switch links {
      case .sequential(let links):
        ReferenceLinks.applySequentially(
          links, iterations: iterations, alpha: kinetics.alpha, random: &kinetics.random,
          position: kinetics._position.storage, velocity: &kinetics._velocity.storage)
      case .parallel(let halfLinks):
        let steps = halfLinks.steps(alpha: kinetics.alpha)
        let alpha = kinetics.alpha / Vector.Scalar(steps)
        if kinetics.usesKernels {
          Kernels.links(halfLinks, iterations: iterations * steps, alpha: alpha, to: &kinetics)
        } else {
          ReferenceLinks.apply(
            halfLinks, iterations: iterations * steps, alpha: alpha, jiggle: kinetics.jiggle,
            position: kinetics.basePositions, velocity: &kinetics._velocity.storage)
        }
      }
    }
  }
}

extension Kinetics.LinkStiffness {
  fileprivate func evaluate(
    _ links: [EdgeID<Int>], _ lookup: LinkLookup<Int>, _ endCounts: [Int]
  ) -> LinkValues<Vector.Scalar> {
    switch self {
    case .constant(let stiffness):
      .common(stiffness)
    case .varied(let stiffness):
      .each(links.map { stiffness($0, lookup) })
    case .weightedByDegree(let k):
      .each(
        links.map {
          k($0, lookup) / Vector.Scalar(min(endCounts[$0.source], endCounts[$0.target]))
        })
    }
  }
}

extension Kinetics.LinkLength {
  fileprivate func evaluate(
    _ links: [EdgeID<Int>], _ lookup: LinkLookup<Int>
  ) -> LinkValues<Vector.Scalar> {
    switch self {
    case .constant(let length): .common(length)
    case .varied(let length): .each(links.map { length($0, lookup) })
    }
  }
}

extension Kinetics.LinkStiffness: Equatable {
  /// Constants are equal when their values are. Functions cannot be compared, so they equal nothing.
  public static func == (a: Self, b: Self) -> Bool {
    if case .constant(let x) = a, case .constant(let y) = b { return x == y }
    return false
  }
}

extension Kinetics.LinkLength: Equatable {
  /// Constants are equal when their values are. Functions cannot be compared, so they equal nothing.
  public static func == (a: Self, b: Self) -> Bool {
    if case .constant(let x) = a, case .constant(let y) = b { return x == y }
    return false
  }
}

extension Kinetics.LinkForce: CheckedForce {}
extension Kinetics.LinkForce: Force2D where Vector == SIMD2<Double> {}
extension Kinetics.LinkForce: Force3D where Vector == SIMD3<Float> {}
