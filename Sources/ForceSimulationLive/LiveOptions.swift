import ForceSimulation

/// The settings of a live simulation that are not part of its state.
public struct LiveOptions<Scalar: SimulationScalar>: Sendable, Hashable, Codable {
  /// The frames per second, from 1e-6 to 1e6: 60 by default; nil for as many as possible.
  public var frequency: Double?
  /// The number of consecutive ticks for each frame, from 1 to 65,536: 1 by default. Only the last
  /// one is visible in the frame.
  public var ticksPerFrame: Int
  /// True to tick even without a consumer of frames. False by default: without consumers the
  /// simulation rests.
  public var keepsRunning: Bool
  /// The speed, in layout units per tick, below which all nodes must be for a run to end. With nil,
  /// the default, only alpha ends it. O(n) per tick.
  public var tolerance: Scalar?
  /// The number of ticks after which a run ends, at least 1; nil, the default, for no limit.
  public var tickBudget: Int?
  /// The time after which a run ends, pauses included; nil, the default, for no limit.
  public var timeBudget: Duration?
  /// The minimum alphaTarget while a node is held: 0.3 by default, as is usual with d3. Finite.
  public var heldAlphaTarget: Scalar
  /// The maximum speed of a thrown node, in layout units per tick: 100 by default. Not negative.
  public var throwLimit: Scalar
  /// The distance at which a new node starts from the mean of its neighbours, in layout units: 10
  /// by default. Not negative.
  public var newNodeDistance: Scalar
  /// True to make transitions instantaneous, for users who prefer reduced motion.
  public var reducesMotion: Bool

  /// Creates options. A simulation validates them when it receives them.
  public init(
    frequency: Double? = 60, ticksPerFrame: Int = 1, keepsRunning: Bool = false,
    tolerance: Scalar? = nil, tickBudget: Int? = nil, timeBudget: Duration? = nil,
    heldAlphaTarget: Scalar = 0.3, throwLimit: Scalar = 100, newNodeDistance: Scalar = 10,
    reducesMotion: Bool = false
  ) {
    self.frequency = frequency
    self.ticksPerFrame = ticksPerFrame
    self.keepsRunning = keepsRunning
    self.tolerance = tolerance
    self.tickBudget = tickBudget
    self.timeBudget = timeBudget
    self.heldAlphaTarget = heldAlphaTarget
    self.throwLimit = throwLimit
    self.newNodeDistance = newNodeDistance
    self.reducesMotion = reducesMotion
  }

  /// The time between frames in nanoseconds; 0 for no pause.
  var interval: Int64 { frequency.map { Int64(1e9 / $0) } ?? 0 }

  func validate() throws(LiveError) {
    if let frequency, !(frequency >= 1e-6 && frequency <= 1e6) {
      throw .outOfRange("the frequency", value: "\(frequency)", allowed: "from 1e-6 to 1e6")
    }
    guard (1...1 << 16).contains(ticksPerFrame) else {
      throw .outOfRange("ticksPerFrame", value: "\(ticksPerFrame)", allowed: "from 1 to 65536")
    }
    for (name, value) in [
      ("tolerance", tolerance ?? 0), ("heldAlphaTarget", heldAlphaTarget),
      ("throwLimit", throwLimit), ("newNodeDistance", newNodeDistance),
    ] where !(value.isFinite && value >= 0) {
      throw .outOfRange(name, value: "\(value)", allowed: "finite and not negative")
    }
    if let tickBudget, tickBudget < 1 {
      throw .outOfRange("tickBudget", value: "\(tickBudget)", allowed: "at least 1")
    }
    if let timeBudget, timeBudget <= .zero {
      throw .outOfRange("timeBudget", value: "\(timeBudget)", allowed: "above zero")
    }
  }
}
