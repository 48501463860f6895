import ForceSimulation
import Testing

/// The generator of d3-force, whose numbers push coincident nodes apart in sequential order.
@Suite struct RandomSourceTests {
  /// d3-force's generator: the states that follow 1.
  private let firstStates: [UInt32] = [1_015_568_748, 1_586_005_467, 2_165_703_038]

  @Test func itsNumbersAreD3sSequence() {
    var generator = LinearCongruentialGenerator()
    for state in firstStates {
      let value = generator.next()
      #expect(generator.state == state)
      #expect(value == Double(state) / 4_294_967_296)
    }
  }

  @Test func theSeedIsHonoured() {
    // Grape's Double generator gave one sequence for all seeds.
    func values(seed: UInt32) -> [Double] {
      var generator = LinearCongruentialGenerator(seed: seed)
      return (0..<100).map { _ in generator.next() }
    }
    #expect(LinearCongruentialGenerator() == LinearCongruentialGenerator(seed: 1))
    let seeds: [UInt32] = [0, 1, 2, 3, 1 << 16, 1 << 31, .max]
    #expect(Set(seeds.map { values(seed: $0) }).count == seeds.count)
    for seed in seeds { #expect(values(seed: seed) == values(seed: seed)) }
  }

  @Test func valuesAreAtLeastZeroAndLessThanOne() {
    var generator = LinearCongruentialGenerator()
    var range = 0.0...0.0
    for _ in 0..<1_000_000 {
      let value = generator.next()
      range = min(range.lowerBound, value)...max(range.upperBound, value)
    }
    #expect(range.lowerBound == 0 && range.upperBound < 1 && range.upperBound > 0.999)
  }

  @Test func theLargestStateDoesNotRoundUpToOne() {
    // The state that is followed by 2^32 - 1.
    let inverse = multiplicativeInverse(of: multiplier)
    let before = (UInt32.max &- increment) &* inverse
    var generator = LinearCongruentialGenerator(seed: before)
    #expect(generator.next() == 1 - 0x1p-32)
    #expect(generator.state == .max)
  }

  // MARK: The period

  /// The constants, as the generator itself shows them: s -> multiplier * s + increment.
  private var increment: UInt32 { state(after: 0) }
  private var multiplier: UInt32 { state(after: 1) &- increment }

  private func state(after seed: UInt32) -> UInt32 {
    var generator = LinearCongruentialGenerator(seed: seed)
    _ = generator.next()
    return generator.state
  }

  private func multiplicativeInverse(of odd: UInt32) -> UInt32 {
    // Newton's iteration doubles the number of right bits; an odd number is its own inverse to 3.
    (0..<4).reduce(odd) { inverse, _ in inverse &* (2 &- odd &* inverse) }
  }

  @Test func itGoesThroughAllStates() {
    // Hull and Dobell 1962 (doi:10.1137/1004061), for the modulus 2^32: the period is 2^32 if and
    // only if the increment is odd and the multiplier is 1 more than a multiple of 4.
    #expect(increment % 2 == 1)
    #expect(multiplier % 4 == 1)
    // The step is that affine map for every state, not for 0 and 1 only.
    for seed in [2, 12345, 1 << 16, 1 << 31, .max] as [UInt32] {
      #expect(state(after: seed) == seed &* multiplier &+ increment)
    }
  }

  @Test func noStateComesBackWithinAMillionDraws() {
    // Grape's Float generator repeated itself after 8192. As the step is a bijection, the first
    // state to come back would be the one it started from.
    var generator = LinearCongruentialGenerator()
    let start = generator.state
    var firstReturn: Int?
    for draw in 1...(1 << 20) {
      _ = generator.next()
      if generator.state == start, firstReturn == nil { firstReturn = draw }
    }
    #expect(firstReturn == nil)
  }
}
