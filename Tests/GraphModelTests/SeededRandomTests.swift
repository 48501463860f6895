import RunSupport
import Testing

/// The random number generator of layouts and measures.
struct SeededRandomTests {
  /// The first numbers of Vigna's splitmix64.c (https://prng.di.unimi.it) from the same state.
  @Test func numbersAreThoseOfSplitMix64() {
    var random = SeededRandom(seed: 1_234_567)
    let numbers = (0..<5).map { _ in random.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func rangesOfNumbers() {
    var random = SeededRandom(seed: 5)
    for _ in 0..<1_000 {
      #expect((0..<1).contains(random.unit()))
      #expect((0..<7).contains(random.index(7)))
    }
    #expect(random.index(1) == 0)
  }

  @Test func samples() {
    for wanted in [0, 1, 3, 9, 10, 12] {
      var random = SeededRandom(seed: UInt64(wanted))
      let chosen = random.sample(wanted, of: 10)
      #expect(chosen.count == min(wanted, 10))
      #expect(chosen == Set(chosen).sorted() && chosen.allSatisfy { (0..<10).contains($0) })
    }
    // Each number is chosen in about 300 of 1,000 samples.
    var random = SeededRandom(seed: 3)
    var counts = [Int](repeating: 0, count: 10)
    for _ in 0..<1_000 { for number in random.sample(3, of: 10) { counts[number] += 1 } }
    #expect(counts.allSatisfy { (230...370).contains($0) }, "\(counts)")
  }

  @Test func shufflesAreOrders() {
    var random = SeededRandom(seed: 8)
    var order = Array(0..<100)
    random.shuffle(&order)
    #expect(order != Array(0..<100) && order.sorted() == Array(0..<100))
    var none: [Int] = []
    random.shuffle(&none)
    #expect(none.isEmpty)
  }
}
