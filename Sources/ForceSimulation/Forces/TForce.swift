/// Nodes push each other away, and links pull, both with forces from Student's t-distribution:
/// neighbourhoods keep their density, and far parts of a graph do not press on each other as with
/// `ManyBodyForce` (Zhong, Xue, Zhang, Zhang, Ban, Deussen and Wang, Force-directed graph layouts
/// revisited: a new force based on the t-distribution, 2023, doi:10.1109/TVCG.2023.3238821).
///
/// Two nodes at the distance r push each other with strength * r / (1 + (r / distance)²)²: bounded,
/// largest at 0.58 distance, and falling as r⁻³. A link pulls a node with stiffness * (attraction /
/// (1 + (r / distance)²) + share) * r. The share of a node's end is the number of links of the
/// other end over that of both, so that leaves follow hubs.
///
/// The change of a node is divided by one plus alpha times its stiffness, the sum of what its links
/// multiply r with, as in a step of the implicit Euler method: hubs come to rest between their
/// neighbours. In crowds it is divided by more, so that they come to rest at an even density: by
/// alpha times half of the stiffness and an eighth of what other nodes multiply r with, where this
/// is more. Crowds that overshoot go over into rows and clumps: a wave in the density of evenly
/// spread nodes is pushed back with up to 0.48 of the latter sum, and links with up to twice the
/// stiffness. Steps with any momentum come to rest where that is less than four times what they are
/// divided by.
///
/// In two and three dimensions, O(n log n + links): a cell of a KD-tree acts as one node when it is
/// small for its distance (Barnes and Hut 1986, doi:10.1038/324446a0). In others, O(n² + links).
/// The result depends on the positions alone, and has the same bits on every engine, instruction
/// set and number of threads.
public struct TForce<Vector: SimulationVector>: Force {
  /// The acceleration per unit of distance between two nodes that are close together, at alpha 1.
  /// Negative attracts.
  public var strength: Vector.Scalar
  /// What short links pull with, per unit of length, at alpha 1; not negative. With less, links of
  /// a dense part become longer than others.
  public var attraction: Vector.Scalar { didSet { bound.expire() } }
  /// A factor of the pull of each link, dimensionless; not negative.
  public var stiffness: LinkValues<Vector.Scalar> { didSet { bound.expire() } }
  /// The distance in layout units around which the force is largest; above zero.
  public var distance: Vector.Scalar
  /// Cells whose gap to a node's leaf is larger are left out, in layout units; infinite for none.
  /// At four times the distance a pair has 4 % of the largest force, at eight times 0.6 %.
  public var cutoff: Vector.Scalar
  /// A cell acts as one node when the diagonal of its box is less than theta times its gap to the
  /// node's leaf, a quarter of `distance` added. Dimensionless; 0 is exact, and takes O(n²) when
  /// nothing is cut off.
  ///
  /// Without a cutoff, for 2,000 nodes spread evenly over a side of 1, 10 and 100 distances, the
  /// root mean square error relative to the root mean square force is tested to be below 2 % with
  /// 0.9, and below 6 % with 1.3. Other layouts are not tested.
  public var theta: Vector.Scalar
  private var bound = Bound<HalfLinks<Vector.Scalar>>()
  /// The evaluated stiffness. An edit carries it over.
  private var evaluatedStiffness: CommonOrEach<Vector.Scalar>?

  /// A t-force with strength 10, attraction 8, distance 1, theta 0.9 and no cutoff by default.
  public init(
    strength: Vector.Scalar = 10, attraction: Vector.Scalar = 8,
    stiffness: LinkValues<Vector.Scalar> = 1, distance: Vector.Scalar = 1,
    cutoff: Vector.Scalar = .infinity, theta: Vector.Scalar = 0.9
  ) {
    self.strength = strength
    self.attraction = attraction
    self.stiffness = stiffness
    self.distance = distance
    self.cutoff = cutoff
    self.theta = theta
  }

  /// Throws when the strength or the distance is not finite, when the distance is not above zero,
  /// when the attraction or a stiffness is negative or not finite, and when the cutoff or theta is
  /// negative or NaN.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
    // The square and its inverse have to be numbers.
    let inverse2 = law.inverse2
    guard inverse2.isFinite, inverse2 > 0 else {
      throw .outOfRange(
        "t-force distance", value: "\(distance)",
        allowed: "above zero, and neither its square nor the inverse of that overflows")
    }
    guard !bound.isCurrent(for: context.graph) else { return }
    let (links, nodeCount) = (context.links, context.nodeCount)
    try Validate.links(links, nodeCount: nodeCount)
    let factors = try context.linkValues(\.stiffness, of: self)
    let near = factors.multiplied(by: attraction)
    try Validate.finite(
      near.distinct(count: links.count), "t-force stiffness times attraction")
    evaluatedStiffness = factors
    // In place of lengths it has what short links pull with.
    bound.set(
      HalfLinks(
        links: links, nodeCount: nodeCount,
        endCounts: BoundLinks<Vector.Scalar>.endCounts(links, nodeCount: nodeCount),
        lengths: near, strengths: factors),
      nodeCount: nodeCount, graph: context.graph)
  }

  /// Changes all velocities.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    let links = bound.value("TForce", nodeCount: step.nodeCount)
    step.passes.tForce(law, links.isEmpty ? nil : links, on: &step)
  }

  private var law: TForceLaw<Vector.Scalar> {
    TForceLaw(strength: strength, distance: distance, cutoff: cutoff, theta: theta)
  }
}

extension TForce: ForceOnBlocks {
  func onBlock(_ block: NodeBlock) -> BlockForce<Vector>? {
    let law = law
    var force = BlockTForce(
      strength: law.strength, distance: law.distance, cutoff: law.cutoff, theta: law.theta)
    if let rows = block.rows {
      guard case .common(let factor)? = evaluatedStiffness else { return nil }
      force.links = BlockLinks(
        rows, strength: factor, isDividedByDegree: false, length: factor * attraction,
        iterations: 1)
    } else {
      let links = bound.value("TForce", nodeCount: block.nodeCount)
      force.links = links.isEmpty ? nil : links.onBlock(block.nodes, iterations: 1)
    }
    return .tForce(force)
  }
}

extension CommonOrEach where Value: SimulationScalar {
  fileprivate func multiplied(by factor: Value) -> CommonOrEach {
    switch self {
    case .common(let value): .common(value * factor)
    case .each(let values): .each(values.map { $0 * factor })
    }
  }
}

extension TForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 16 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(), title: "T-force", noun: "t-force",
      parameters: [
        ForceParameter(
          \Self.strength, name: "strength", unit: "per tick squared", slider: 0...50),
        ForceParameter(
          \Self.attraction, name: "attraction", unit: "per tick squared", range: .notNegative,
          slider: 0...50),
        ForceParameter(
          \Self.distance, name: "distance", unit: "layout units", range: .aboveZero,
          slider: 1...100),
        ForceParameter(
          \Self.cutoff, name: "cutoff", unit: "layout units", range: .notNegativeOrInfinite),
        ForceParameter(\Self.theta, name: "theta", range: .notNegativeOrInfinite),
        ForceParameter(
          \Self.stiffness, name: "stiffness", range: .notNegative,
          evaluated: { $0.evaluatedStiffness?.each }),
      ])
  }
}
