/// A random number generator: the high bits of a linear congruential generator. The same seed gives
/// the same graphs.
public struct Numbers {
  private var state: UInt64

  public init(state: UInt64) { self.state = state }

  /// Seeds that follow one another give sequences that are not alike.
  public init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
    _ = below(2)
  }

  public mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 32).multipliedFullWidth(by: UInt64(count) << 32).high)
  }

  /// From 0 to 1, 1 left out.
  public mutating func unit() -> Double { Double(below(1 << 30)) / Double(1 << 30) }
}
