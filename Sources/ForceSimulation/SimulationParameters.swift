/// How a simulation cools and how fast its nodes slow down.
public struct SimulationParameters<Scalar: SimulationScalar>: Sendable, Hashable, Codable {
  /// The heat: all forces but center and collide are multiplied by it. Dimensionless.
  public var alpha: Scalar
  /// `tick` stops once alpha and alphaTarget are both below this.
  public var alphaMin: Scalar
  /// The share of the way to `alphaTarget` that alpha goes in each tick: 0 to 1.
  public var alphaDecay: Scalar
  /// Where alpha tends to.
  public var alphaTarget: Scalar
  /// The factor of a velocity in each tick, 0 to 1: 1 is no friction, 0 stops nodes at once.
  /// (d3-force's setting of the same name is 1 minus this.)
  public var velocityDecay: Scalar

  public init(
    alpha: Scalar = 1, alphaMin: Scalar = 0.001, alphaDecay: Scalar = 0.02276277904418933,
    alphaTarget: Scalar = 0, velocityDecay: Scalar = 0.6
  ) {
    self.alpha = alpha
    self.alphaMin = alphaMin
    self.alphaDecay = alphaDecay
    self.alphaTarget = alphaTarget
    self.velocityDecay = velocityDecay
  }

  /// d3-force's defaults: cold after 300 ticks. `alphaDecay` is 1 - 0.001^(1/300), written as a
  /// number because `pow` may differ between systems in the last bit.
  public static var d3: Self { Self() }

  func validate() throws(SimulationError) {
    try Validate.finite(alpha, "alpha")
    try Validate.finite(alphaMin, "alphaMin")
    try Validate.share(alphaDecay, "alphaDecay")
    try Validate.finite(alphaTarget, "alphaTarget")
    try Validate.share(velocityDecay, "velocityDecay")
  }
}

extension SimulationParameters: CustomStringConvertible {
  public var description: String {
    "alpha \(alpha) to \(alphaTarget) by \(alphaDecay), cold below \(alphaMin), "
      + "velocities times \(velocityDecay)"
  }
}
