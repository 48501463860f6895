import GrapeCompatibility
import Testing

@Suite struct RandomSourceTests {
  /// d3-force's generator: the states that follow 1.
  private let firstStates: [UInt32] = [1_015_568_748, 1_586_005_467, 2_165_703_038]

  @Test func doublesAreD3sSequence() {
    var generator = DoubleLinearCongruentialGenerator()
    for state in firstStates {
      let value = generator.next()
      #expect(generator.state == state)
      #expect(value == Double(state) / 4_294_967_296)
    }
  }

  @Test func floatsAreTheUpperBitsOfTheSameSequence() {
    var generator = FloatLinearCongruentialGenerator()
    for state in firstStates {
      let value = generator.next()
      #expect(generator.state == state)
      #expect(value == Float(state / 256) / 16_777_216)
    }
  }

  @Test func theSeedIsHonoured() {
    // Grape's Double generator gave one sequence for all seeds.
    func values<G: DeterministicRandomGenerator>(_ generator: G) -> [G.Scalar] {
      var generator = generator
      return (0..<100).map { _ in generator.next() }
    }
    #expect(DoubleLinearCongruentialGenerator() == DoubleLinearCongruentialGenerator(seed: 1))
    #expect(FloatLinearCongruentialGenerator() == FloatLinearCongruentialGenerator(seed: 1))
    var doubles: Set<[Double]> = []
    var floats: Set<[Float]> = []
    let seeds: [UInt32] = [0, 1, 2, 3, 1 << 16, 1 << 31, .max]
    for seed in seeds {
      doubles.insert(values(DoubleLinearCongruentialGenerator(seed: seed)))
      floats.insert(values(FloatLinearCongruentialGenerator(seed: seed)))
      #expect(
        values(DoubleLinearCongruentialGenerator(seed: seed))
          == values(DoubleLinearCongruentialGenerator(seed: seed)))
    }
    #expect(doubles.count == seeds.count)
    #expect(floats.count == seeds.count)
  }

  @Test func valuesAreAtLeastZeroAndLessThanOne() {
    var double = DoubleLinearCongruentialGenerator()
    var float = FloatLinearCongruentialGenerator()
    var (doubles, floats) = (0.0...0.0, Float(0)...Float(0))
    for _ in 0..<1_000_000 {
      let (x, y) = (double.next(), float.next())
      doubles = min(doubles.lowerBound, x)...max(doubles.upperBound, x)
      floats = min(floats.lowerBound, y)...max(floats.upperBound, y)
    }
    #expect(doubles.lowerBound == 0 && doubles.upperBound < 1 && doubles.upperBound > 0.999)
    #expect(floats.lowerBound == 0 && floats.upperBound < 1 && floats.upperBound > 0.999)
  }

  @Test func theLargestStateDoesNotRoundUpToOne() {
    // The state that is followed by 2^32 - 1: as a Float, that over 2^32 would be 1.
    let inverse = multiplicativeInverse(of: multiplier)
    let before = (UInt32.max &- increment) &* inverse
    var float = FloatLinearCongruentialGenerator(seed: before)
    #expect(float.next() == (1 as Float).nextDown)
    #expect(float.state == .max)
    var double = DoubleLinearCongruentialGenerator(seed: before)
    #expect(double.next() == 1 - 0x1p-32)
  }

  // MARK: The period

  /// The constants, as the generators themselves show them: s -> multiplier * s + increment.
  private var increment: UInt32 {
    var generator = FloatLinearCongruentialGenerator(seed: 0)
    _ = generator.next()
    return generator.state
  }

  private var multiplier: UInt32 {
    var generator = FloatLinearCongruentialGenerator(seed: 1)
    _ = generator.next()
    return generator.state &- increment
  }

  private func multiplicativeInverse(of odd: UInt32) -> UInt32 {
    // Newton's iteration doubles the number of right bits; an odd number is its own inverse to 3.
    (0..<4).reduce(odd) { inverse, _ in inverse &* (2 &- odd &* inverse) }
  }

  @Test func bothGeneratorsGoThroughAllStates() {
    // Hull and Dobell 1962 (doi:10.1137/1004061), for the modulus 2^32: the period is 2^32 if and
    // only if the increment is odd and the multiplier is 1 more than a multiple of 4.
    #expect(increment % 2 == 1)
    #expect(multiplier % 4 == 1)
    // The step is that affine map for every state, not for 0 and 1 only.
    for seed in [2, 12345, 1 << 16, 1 << 31, .max] as [UInt32] {
      var float = FloatLinearCongruentialGenerator(seed: seed)
      var double = DoubleLinearCongruentialGenerator(seed: seed)
      _ = float.next()
      _ = double.next()
      #expect(float.state == seed &* multiplier &+ increment)
      #expect(double.state == float.state)
    }
  }

  @Test func noStateComesBackWithinAMillionDraws() {
    // Grape's Float generator repeated itself after 8192. As the step is a bijection, the first
    // state to come back would be the one it started from.
    var generator = FloatLinearCongruentialGenerator()
    let start = generator.state
    var firstReturn: Int?
    for draw in 1...(1 << 20) {
      _ = generator.next()
      if generator.state == start, firstReturn == nil { firstReturn = draw }
    }
    #expect(firstReturn == nil)
  }
}
