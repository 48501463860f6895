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
  public var attraction: Vector.Scalar
  /// A factor of the pull of each link, dimensionless; not negative.
  public var stiffness: LinkValues<Vector.Scalar>
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
  private var evaluated: (stiffness: CommonOrEach<Vector.Scalar>, linkCount: Int)?

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
  public mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try Validate.finite(strength, "strength of t-force")
    try Validate.finite(distance, "distance of t-force")
    // The square and its inverse have to be numbers.
    let inverse2 = law.inverse2
    guard distance > 0, inverse2.isFinite, inverse2 > 0 else {
      throw .outOfRange(
        "distance of t-force", value: "\(distance)",
        allowed: "above zero, and neither its square nor the inverse of that overflows")
    }
    try Validate.notNegative(cutoff, "cutoff of t-force")
    try Validate.notNegative(theta, "theta of t-force")
    try Validate.finiteNotNegative([attraction], "attraction of t-force")
    try bindLinks(context.links, nodeCount: context.nodeCount)
  }

  private mutating func bindLinks(
    _ links: [Link<Int>], nodeCount: Int
  ) throws(SimulationError) {
    try Validate.links(links, nodeCount: nodeCount)
    let factors = try stiffness.evaluateOnce(links, "stiffness of t-force")
    try Validate.finiteNotNegative(factors.distinct(count: links.count), "stiffness of t-force")
    let near = factors.multiplied(by: attraction)
    try Validate.finite(
      near.distinct(count: links.count), "stiffness times attraction of t-force")
    evaluated = (factors, links.count)
    // In place of lengths it has what short links pull with.
    bound.set(
      HalfLinks(
        links: links, nodeCount: nodeCount,
        endCounts: BoundLinks<Vector.Scalar>.endCounts(links, nodeCount: nodeCount),
        lengths: near, strengths: factors),
      nodeCount: nodeCount)
  }

  /// Carries the stiffness by link over an edit. New links have none until `Simulation.Edit.set`
  /// gives them one. Does not throw.
  public mutating func carry(over change: GraphChange) throws(SimulationError) {
    stiffness = change.carry(stiffness, evaluated?.stiffness)
  }

  /// Changes all velocities.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func apply(to step: inout StepContext<Vector>) {
    let links = bound.value("TForce", nodeCount: step.nodeCount)
    step.passes.tForce(law, links.isEmpty ? nil : links, on: &step)
  }

  private var law: TForceLaw<Vector.Scalar> {
    TForceLaw(strength: strength, distance: distance, cutoff: cutoff, theta: theta)
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

extension TForce: CustomStringConvertible {
  /// The parameters, in words.
  public var description: String {
    "t-force strength \(strength), attraction \(attraction), stiffness \(stiffness), "
      + "distance \(distance), cutoff \(cutoff), theta \(theta)"
  }
}

extension TForce: StoredForce {
  static var kind: UInt8 { 16 }

  func write(to writer: inout ByteWriter) {
    for value in [strength, attraction, distance, cutoff, theta] { writer.write(value) }
    writer.write(
      stiffness, evaluated: evaluated?.stiffness, linkCount: evaluated?.linkCount ?? 0)
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    strength = try reader.read(Vector.Scalar.self)
    attraction = try reader.read(Vector.Scalar.self)
    distance = try reader.read(Vector.Scalar.self)
    cutoff = try reader.read(Vector.Scalar.self)
    theta = try reader.read(Vector.Scalar.self)
    stiffness = try reader.readLinkValues(Vector.Scalar.self)
  }
}
