/// Random numbers that follow from a seed: SplitMix64 (Steele, Lea and Flood 2014,
/// doi:10.1145/2660193.2660195). The same seed gives the same numbers everywhere.
///
/// The random choices of layouts and of measures. A simulation has d3's generator instead.
package struct SeededRandom: Sendable {
  @usableFromInline var state: UInt64

  @inlinable
  package init(seed: UInt64) { state = seed }

  @inlinable
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// At least 0 and less than 1.
  @inlinable
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number below `count`, which is positive. Off from even by less than 2^-32 for counts below
  /// 2^32.
  @inlinable
  package mutating func index(_ count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// `wanted` different numbers below `count`, increasing; all when there are no more. O(count).
  package mutating func sample(_ wanted: Int, of count: Int) -> [Int] {
    if wanted >= count { return Array(0..<count) }
    var chosen: [Int] = []
    chosen.reserveCapacity(wanted)
    for candidate in 0..<count where index(count - candidate) < wanted - chosen.count {
      chosen.append(candidate)
    }
    return chosen
  }

  /// Puts the elements into a random order (Fisher and Yates). O(count).
  @inlinable
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, index(last + 1))
    }
  }
}
