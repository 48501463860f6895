import ForceSimulation

/// The pace at which a live simulation ticks.
public struct Pace: Sendable, Hashable, Codable {
  /// The number of times a second that there are ticks; nil for as often as possible.
  public var frequency: Double?
  /// The number of ticks each time, one after the other: only the last one is in a frame.
  public var ticksPerFrame: Int

  /// `ticksPerFrame` ticks, `frequency` times a second. They are checked when a simulation takes
  /// them.
  public init(frequency: Double?, ticksPerFrame: Int = 1) {
    self.frequency = frequency
    self.ticksPerFrame = ticksPerFrame
  }

  /// So many ticks a second.
  public static func perSecond(_ frequency: Double) -> Pace { Pace(frequency: frequency) }
  /// Ticks one after the other, without a wait.
  public static var fastest: Pace { Pace(frequency: nil) }
  /// Several ticks for each of 60 frames a second.
  public static func ticksPerFrame(_ count: Int) -> Pace {
    Pace(frequency: 60, ticksPerFrame: count)
  }

  func validate() throws(LiveError) {
    if let frequency, !(frequency >= 1e-6 && frequency <= 1e6) {
      throw .outOfRange("the frequency", value: "\(frequency)", allowed: "from 1e-6 to 1e6")
    }
    guard (1...1 << 16).contains(ticksPerFrame) else {
      throw .outOfRange("ticksPerFrame", value: "\(ticksPerFrame)", allowed: "from 1 to 65536")
    }
  }

  /// The distance between ticks in nanoseconds; 0 without a wait.
  var interval: Int64 { frequency.map { Int64(1e9 / $0) } ?? 0 }
}

/// The settings of a live simulation that are not part of its state.
public struct LiveOptions<Scalar: SimulationScalar>: Sendable, Hashable, Codable {
  /// The pace of ticks: 60 a second by default.
  public var pace: Pace
  /// True to tick without a consumer of frames too. False by default: nobody looks, nothing moves.
  public var keepsRunning: Bool
  /// A run ends when no node is faster than this, in layout units per tick. Nil, the default, to
  /// end it by alpha alone. O(n) a tick.
  public var tolerance: Scalar?
  /// A run ends after so many ticks; nil, the default, for no limit. At least 1.
  public var tickBudget: Int?
  /// A run ends after so much time, pauses included; nil, the default, for no limit.
  public var timeBudget: Duration?
  /// The alphaTarget while a node is held, unless the parameters have a higher one: 0.3, d3's
  /// custom. Finite.
  public var heldAlphaTarget: Scalar
  /// The largest speed at which a released node flies, in layout units per tick: 100 by default.
  /// Not negative.
  public var throwLimit: Scalar
  /// The distance at which a new node starts from the mean of its neighbours, in layout units: 10
  /// by default. Not negative.
  public var newNodeDistance: Scalar
  /// True to make transitions at once, for people who have asked their system for less motion.
  public var reducesMotion: Bool

  /// Options with these values. They are checked when a simulation takes them, not here.
  public init(
    pace: Pace = .perSecond(60), keepsRunning: Bool = false, tolerance: Scalar? = nil,
    tickBudget: Int? = nil, timeBudget: Duration? = nil, heldAlphaTarget: Scalar = 0.3,
    throwLimit: Scalar = 100, newNodeDistance: Scalar = 10, reducesMotion: Bool = false
  ) {
    self.pace = pace
    self.keepsRunning = keepsRunning
    self.tolerance = tolerance
    self.tickBudget = tickBudget
    self.timeBudget = timeBudget
    self.heldAlphaTarget = heldAlphaTarget
    self.throwLimit = throwLimit
    self.newNodeDistance = newNodeDistance
    self.reducesMotion = reducesMotion
  }

  func validate() throws(LiveError) {
    try pace.validate()
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
