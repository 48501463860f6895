/// d3-force's generator: `s = (1664525 * s + 1013904223) mod 2^32`, value `s / 2^32`.
///
/// Period 2^32. The constants are those of Numerical Recipes (Press et al., 3rd edition, section
/// 7.1). Good enough to push nodes apart, not for statistics.
package struct LinearCongruentialGenerator: Hashable, Sendable {
  /// The last number of the sequence, from which the next one is computed.
  package var state: UInt32

  package init(seed: UInt32 = 1) { state = seed }

  /// The next number, at least 0 and less than 1.
  package mutating func next() -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Double(state) * 0x1p-32
  }
}
