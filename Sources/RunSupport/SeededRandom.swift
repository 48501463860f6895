/// A random number generator with a seed: SplitMix64 (Steele, Lea and Flood 2014,
/// doi:10.1145/2660193.2660195). The same seed gives the same numbers on all platforms.
///
/// Layouts and measures use it. A simulation uses d3's generator instead.
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

  /// Returns a number in [0, 1).
  @inlinable
  package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a number below `count`, which must be positive. The bias is less than 2^-32 for counts
  /// below 2^32.
  @inlinable
  package mutating func index(_ count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }

  /// Returns `wanted` distinct numbers below `count`, in increasing order; all if there are no
  /// more. O(count).
  package mutating func sample(_ wanted: Int, of count: Int) -> [Int] {
    if wanted >= count { return Array(0..<count) }
    var chosen: [Int] = []
    chosen.reserveCapacity(wanted)
    for candidate in 0..<count where index(count - candidate) < wanted - chosen.count {
      chosen.append(candidate)
    }
    return chosen
  }

  /// Shuffles the elements (Fisher and Yates). O(count).
  @inlinable
  package mutating func shuffle<Element>(_ elements: inout [Element]) {
    for last in stride(from: elements.count - 1, to: 0, by: -1) {
      elements.swapAt(last, index(last + 1))
    }
  }
}
