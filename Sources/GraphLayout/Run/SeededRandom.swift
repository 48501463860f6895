/// The random numbers of layouts: SplitMix64 (Steele, Lea and Flood 2014, doi:10.1145/2660193.2660195). The same seed gives the
/// same numbers everywhere.
struct SeededRandom {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// At least 0 and less than 1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// At least 0 and less than `count`, which is positive. Off from even by less than 2^-32 for counts below 2^32.
  mutating func index(_ count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// `wanted` different numbers below `count`, increasing; all of them when there are no more. O(count).
  mutating func sample(_ wanted: Int, of count: Int) -> [Int] {
    if wanted >= count { return Array(0..<count) }
    var chosen: [Int] = []
    chosen.reserveCapacity(wanted)
    for candidate in 0..<count where index(count - candidate) < wanted - chosen.count {
      chosen.append(candidate)
    }
    return chosen
  }
}
