/// Links as springs: pulls the ends of each link to a target distance (d3-force, "forceLink").
public struct LinkForce<Vector: SimulationVector>: Force {
  /// The stiffness of the links. Dimensionless: 1 removes the whole error in one tick at alpha 1.
  public struct Strength: Sendable {
    /// The stiffness of each link, before the division by degree.
    public var values: LinkValues<Vector.Scalar>
    /// True to divide each stiffness by the smaller number of links at the two ends of its link.
    /// The division keeps the forces on hubs bounded.
    public var isDividedByDegree: Bool

    /// d3's default: 1, divided by the smaller number of links at the two ends.
    public static var byDegree: Self { .byDegree(.constant(1)) }

    /// These values, divided by the smaller number of links at the two ends.
    public static func byDegree(_ values: LinkValues<Vector.Scalar>) -> Self {
      Self(values: values, isDividedByDegree: true)
    }

    /// The same stiffness for every link.
    public static func constant(_ value: Vector.Scalar) -> Self { Self(values: .constant(value)) }

    /// One stiffness for each link.
    public static func array(_ values: [Vector.Scalar]) -> Self { Self(values: .array(values)) }

    /// The stiffness of a link as a function of its ends and their neighbours.
    public static func function(
      _ value: @escaping @Sendable (Link<Int>, LinkLookup<Int>) -> Vector.Scalar
    ) -> Self { Self(values: .function(value)) }

    /// A stiffness from values for the links, which are not divided by degree unless asked for.
    public init(values: LinkValues<Vector.Scalar>, isDividedByDegree: Bool = false) {
      self.values = values
      self.isDividedByDegree = isDividedByDegree
    }
  }

  /// The stiffness of the links, dimensionless.
  public var strength: Strength {
    // What all links share can be changed in the values by link.
    didSet { if case .constant = strength.values {} else { bound.expire() } }
  }
  /// The target distance between the ends of each link, in layout units; not negative.
  public var length: LinkValues<Vector.Scalar> {
    // A length that all links share is not in the values by link.
    didSet { if case .constant = length {} else { bound.expire() } }
  }
  /// The number of passes over the links in each tick: more passes make them more rigid. 0 to 2^16.
  public var iterations: Int
  private var bound = Bound<BoundLinks<Vector.Scalar>>()
  /// The evaluated lengths, and strengths before they are divided. An edit carries these values
  /// over.
  private var evaluated:
    (
      strengths: CommonOrEach<Vector.Scalar>, areDivided: Bool,
      lengths: CommonOrEach<Vector.Scalar>
    )?

  /// A link force with d3's defaults: strength by degree, length 30, one iteration.
  public init(
    strength: Strength = .byDegree, length: LinkValues<Vector.Scalar> = 30, iterations: Int = 1
  ) {
    self.strength = strength
    self.length = length
    self.iterations = iterations
  }

  /// Throws when a strength or length is not finite, when a length is negative, and when
  /// `iterations` is out of range.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    if try hasBoundAgain(in: context) { return }
    let links = context.links
    try Validate.links(links, nodeCount: context.nodeCount)
    let ends = BoundLinks<Vector.Scalar>.endCounts(links, nodeCount: context.nodeCount)
    let strengths = try context.linkValues(\.strength.values, of: self)
    let divided = strength.isDividedByDegree ? strengths.divided(by: links, ends) : strengths
    try Validate.finite(divided.distinct(count: links.count), "link strength")
    let lengths = try context.linkValues(\.length, of: self)
    evaluated = (strengths, strength.isDividedByDegree, lengths)
    bound.set(
      BoundLinks(
        links: links, nodeCount: context.nodeCount, endCounts: ends, lengths: lengths,
        strengths: divided, engine: context.engine),
      nodeCount: context.nodeCount, graph: context.graph)
  }

  /// Binds the force to the graph that it is bound to, and returns true, if at most the length or
  /// the strength that all links share has changed. O(1); O(links) if the strength has changed.
  private mutating func hasBoundAgain(
    in context: BindingContext<Vector>
  ) throws(SimulationError) -> Bool {
    guard bound.isCurrent(for: context.graph), let before = evaluated else { return false }
    if case .constant(let common) = strength.values {
      guard case .common(let old) = before.strengths else { return false }
      if common != old || strength.isDividedByDegree != before.areDivided {
        let strengths = try context.linkValues(\.strength.values, of: self)
        let areDivided = strength.isDividedByDegree
        try Validate.finite(strengths.distinct(count: 1), "link strength")
        evaluated?.strengths = strengths
        evaluated?.areDivided = areDivided
        let links = context.links
        bound.update { $0.setCommonStrength(common, isDividedByDegree: areDivided, links) }
      }
    }
    if case .constant(let common) = length {
      guard case .common(let old) = before.lengths else { return false }
      if common != old {
        let lengths = try context.linkValues(\.length, of: self)
        evaluated?.lengths = lengths
        bound.update { $0.setCommonLength(common) }
      }
    }
    return true
  }

  /// Changes the velocities of linked nodes. Traps when the force has not been bound.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    guard !step.kinetics.links.isEmpty else { return }
    let links = bound.value("LinkForce", nodeCount: step.nodeCount)
    step.passes.links(links, iterations: iterations, on: &step)
  }
}

extension LinkForce: ForceOnBlocks {
  func onBlock(_ block: NodeBlock) -> BlockForce<Vector>? {
    guard let rows = block.rows else {
      let links = bound.value("LinkForce", nodeCount: block.nodeCount)
      return .links(links.byEnd.onBlock(block.nodes, iterations: iterations))
    }
    guard case (.common(let strength), _, .common(let length))? = evaluated else { return nil }
    return .links(
      BlockLinks(
        rows, strength: strength, isDividedByDegree: self.strength.isDividedByDegree,
        length: length,
        iterations: iterations))
  }
}

extension CommonOrEach where Value: SimulationScalar {
  /// The values, each divided by the smaller number of link ends at the two ends of its link.
  fileprivate func divided(by links: [Link<Int>], _ endCounts: [Int]) -> CommonOrEach {
    .each(
      links.indices.map {
        self[$0] / Value(min(endCounts[links[$0].source], endCounts[links[$0].target]))
      })
  }
}

extension LinkForce.Strength: ExpressibleByFloatLiteral {
  /// The same stiffness for every link, not divided by degree.
  public init(floatLiteral value: Vector.Scalar.FloatLiteralType) {
    self = .constant(Vector.Scalar(floatLiteral: value))
  }
}

extension LinkForce.Strength: ExpressibleByIntegerLiteral {
  /// The same stiffness for every link, not divided by degree.
  public init(integerLiteral value: Vector.Scalar.IntegerLiteralType) {
    self = .constant(Vector.Scalar(integerLiteral: value))
  }
}

extension LinkForce.Strength: ExpressibleByArrayLiteral {
  /// One stiffness for each link, not divided by degree.
  public init(arrayLiteral values: Vector.Scalar...) { self = .array(values) }
}

extension LinkForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 4 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(), title: "Links",
      parameters: [
        ForceParameter(
          \Self.strength.values, name: "strength",
          evaluated: { $0.evaluated?.strengths.each }),
        ForceParameter(\Self.strength.isDividedByDegree, name: "isDividedByDegree"),
        ForceParameter(
          \Self.length, name: "length", unit: "layout units", range: .notNegative, slider: 1...200,
          evaluated: { $0.evaluated?.lengths.each }),
        ForceParameter(\Self.iterations, name: "iterations", range: .iterations),
      ])
  }
}
