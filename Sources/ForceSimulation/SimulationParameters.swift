/// The cooling schedule and the friction of a simulation.
public struct SimulationParameters<Scalar: SimulationScalar>: Sendable, Hashable, Codable {
  /// The temperature: all forces but center and the collide forces are multiplied by it.
  /// Dimensionless.
  public var alpha: Scalar
  /// The temperature below which the simulation is cold. `tick` stops once alpha and alphaTarget
  /// are both below this.
  public var alphaMin: Scalar
  /// The share of the difference to `alphaTarget` by which alpha changes in each tick: 0 to 1.
  public var alphaDecay: Scalar
  /// The temperature that alpha approaches.
  public var alphaTarget: Scalar
  /// The factor by which a velocity is multiplied in each tick, 0 to 1: 1 is no friction, 0 stops
  /// nodes at once. (d3-force's setting of the same name is 1 minus this.)
  public var velocityDecay: Scalar

  /// Parameters with d3-force's defaults. Values are checked when a simulation takes them, not
  /// here.
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

  package func validate() throws(SimulationError) {
    try Validate.finite(alpha, "alpha")
    try Validate.finite(alphaMin, "alphaMin")
    try Validate.share(alphaDecay, "alphaDecay")
    try Validate.finite(alphaTarget, "alphaTarget")
    try Validate.share(velocityDecay, "velocityDecay")
  }
}

extension SimulationParameters: CustomStringConvertible {
  /// The parameters as text.
  public var description: String {
    "alpha \(alpha) to \(alphaTarget) by \(alphaDecay), cold below \(alphaMin), "
      + "velocities times \(velocityDecay)"
  }
}
