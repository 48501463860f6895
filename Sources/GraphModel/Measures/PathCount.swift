/// The number of shortest paths to a node, which grows exponentially in graphs like grids.
protocol PathCount {
  static var zero: Self { get }
  static var one: Self { get }
  /// False if the number exceeded the range.
  var isExact: Bool { get }
  mutating func add(_ other: Self)
  /// Returns this number divided by one that is at least as large.
  func ratio(to other: Self) -> Double
}

extension Double: PathCount {
  static var one: Double { 1 }
  var isExact: Bool { isFinite }
  mutating func add(_ other: Double) { self += other }
  func ratio(to other: Double) -> Double { self / other }
}

/// A number of unlimited range, with the precision of `Double`: mantissa times 2^(512 exponent).
struct ScaledCount: PathCount {
  private static let step = 0x1p512
  private static let inverseStep = 0x1p-512

  /// The mantissa, less than 2^512.
  private var mantissa: Double
  private var exponent: Int

  static let zero = ScaledCount(mantissa: 0, exponent: 0)
  static let one = ScaledCount(mantissa: 1, exponent: 0)
  var isExact: Bool { true }

  mutating func add(_ other: ScaledCount) {
    var large = self
    var small = other
    if exponent < other.exponent { swap(&large, &small) }
    large.mantissa += small.mantissa * Self.factor(small.exponent - large.exponent)
    if large.mantissa >= Self.step {
      large.mantissa *= Self.inverseStep
      large.exponent += 1
    }
    self = large
  }

  func ratio(to other: ScaledCount) -> Double {
    mantissa / other.mantissa * Self.factor(exponent - other.exponent)
  }

  /// Returns 2^(512 exponent) for exponents up to 0. Below -1 it is negligible in any sum of
  /// counts.
  private static func factor(_ exponent: Int) -> Double {
    exponent == 0 ? 1 : exponent == -1 ? inverseStep : 0
  }
}
