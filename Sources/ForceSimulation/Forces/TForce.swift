/// Every node pushes every other away with a force that is bounded and short: strength * r /
/// (1 + (r / distance)²)² at the distance r. It grows up to 0.58 distance, and falls as r⁻³ beyond
/// it. Neighbourhoods keep their density, and far parts of a graph do not press on each other as
/// with `ManyBodyForce`.
///
/// The force comes from Student's t-distribution (Zhong, Xue, Zhang, Zhang, Ban, Deussen and Wang,
/// Force-directed graph layouts revisited: a new force based on the t-distribution, 2023,
/// doi:10.1109/TVCG.2023.3238821).
///
/// In two and three dimensions, O(n log n): a cell of a KD-tree acts as one node when it is small
/// for its distance (Barnes and Hut 1986, doi:10.1038/324446a0). In others, O(n²). The result
/// depends on the positions alone, and has the same bits on every engine, instruction set and
/// number of threads.
public struct TForce<Vector: SimulationVector>: Force, Hashable, Codable {
  /// The acceleration per unit of distance between two nodes that are close together, at alpha 1.
  /// Negative attracts.
  public var strength: Vector.Scalar
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

  /// A t-force with strength 10, distance 1, theta 0.9 and no cutoff by default.
  public init(
    strength: Vector.Scalar = 10, distance: Vector.Scalar = 1, cutoff: Vector.Scalar = .infinity,
    theta: Vector.Scalar = 0.9
  ) {
    self.strength = strength
    self.distance = distance
    self.cutoff = cutoff
    self.theta = theta
  }

  /// Throws when the strength or the distance is not finite, when the distance is not above zero,
  /// and when the cutoff or theta is negative or NaN.
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
  }

  /// Changes all velocities.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  public func apply(to step: inout StepContext<Vector>) {
    step.passes.tForce(law, on: &step)
  }

  private var law: TForceLaw<Vector.Scalar> {
    TForceLaw(strength: strength, distance: distance, cutoff: cutoff, theta: theta)
  }
}

extension TForce: CustomStringConvertible {
  /// The parameters, in words.
  public var description: String {
    "t-force strength \(strength), distance \(distance), cutoff \(cutoff), theta \(theta)"
  }
}

extension TForce: StoredForce {
  static var kind: UInt8 { 16 }

  func write(to writer: inout ByteWriter) {
    for value in [strength, distance, cutoff, theta] { writer.write(value) }
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    strength = try reader.read(Vector.Scalar.self)
    distance = try reader.read(Vector.Scalar.self)
    cutoff = try reader.read(Vector.Scalar.self)
    theta = try reader.read(Vector.Scalar.self)
  }
}
