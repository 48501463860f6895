import ArgumentParser
import CommandLineSupport
import Foundation
import Testing

@testable import SimbenchTool

struct ComparisonTests {
  /// Rounds of real programs, with the noise of a real machine.
  private struct RecordedRounds: Decodable {
    struct Sides: Decodable {
      var a: [[Double]]
      var b: [[Double]]
    }

    var rows: [String]
    var same: Sides
    var slower: Sides

    static func load() throws -> RecordedRounds {
      let url = try #require(
        Bundle.module.url(forResource: "RecordedRounds", withExtension: "json"))
      return try JSONDecoder().decode(Self.self, from: Data(contentsOf: url))
    }

    func comparison(_ sides: Sides, threshold: Double = 0.03, reversed: Bool = false) -> Comparison
    {
      Comparison(
        rows.indices.map { row in
          let (a, b) = (sides.a[row], sides.b[row])
          return (name: rows[row], a: reversed ? b : a, b: reversed ? a : b)
        }, threshold: threshold)
    }
  }

  // MARK: Recorded rounds

  @Test func aProgramIsNotSlowerThanItself() throws {
    let rounds = try RecordedRounds.load()
    for reversed in [false, true] {
      let comparison = rounds.comparison(rounds.same, reversed: reversed)
      #expect(!comparison.isSlower)
      #expect(!comparison.rows.contains { $0.verdict == .faster })
      #expect(comparison.rows.last?.verdict == .noDifference)
    }
    // Nor in any tenth of the rounds.
    for part in 0..<10 {
      let sides = RecordedRounds.Sides(
        a: rounds.same.a.map { Array($0[(11 * part)..<(11 * part + 11)]) },
        b: rounds.same.b.map { Array($0[(11 * part)..<(11 * part + 11)]) })
      #expect(!rounds.comparison(sides).isSlower)
    }
  }

  @Test func aSlowerPassIsFound() throws {
    let rounds = try RecordedRounds.load()
    let comparison = rounds.comparison(rounds.slower)
    let collide = try #require(comparison.rows.first { $0.name == "collide" })
    #expect(collide.verdict == .slower)
    #expect(abs(try #require(collide.interval).estimate - 1.15) < 0.03)
    #expect(comparison.rows.last?.verdict == .slower)
    #expect(comparison.rows.first?.verdict != .slower)
    let other = rounds.comparison(rounds.slower, reversed: true)
    #expect(other.rows.first { $0.name == "collide" }?.verdict == .faster)
    #expect(!other.isSlower)
    // It is sure, but not a difference that counts.
    #expect(!rounds.comparison(rounds.slower, threshold: 0.3).isSlower)
  }

  // MARK: Statistics

  /// For three differences the sums of ranks 0 to 6 come up 1, 1, 1, 2, 1, 1, 1 times in 8.
  @Test func distributionOfRankSums() {
    #expect(SignedRankInterval.distribution(count: 0) == [1])
    #expect(
      SignedRankInterval.distribution(count: 3) == [1, 1, 1, 2, 1, 1, 1].map { $0 / 8.0 })
  }

  /// Six differences: below the smallest average lies 1 case in 64.
  @Test func intervalOfFewDifferences() throws {
    let differences = [1.0, 2, 3, 4, 5, 6]
    let widest = try #require(SignedRankInterval(differences, confidence: 1 - 2.0 / 64))
    #expect((widest.low, widest.high) == (1, 6))
    #expect(widest.estimate == 3.5)
    // The next average, 1.5, leaves out 2 cases at each end.
    let narrower = try #require(SignedRankInterval(differences, confidence: 1 - 4.0 / 64))
    #expect((narrower.low, narrower.high) == (1.5, 5.5))
    #expect(SignedRankInterval(differences, confidence: 0.99) == nil)
    #expect(SignedRankInterval([], confidence: 0.5) == nil)
  }

  /// A tenth of wild values does not matter.
  @Test func intervalWithstandsOutliers() throws {
    var differences = (0..<40).map { Double($0 % 5) * 0.001 + 0.1 }
    for index in stride(from: 0, to: 40, by: 10) { differences[index] = 50 }
    let interval = try #require(SignedRankInterval(differences, confidence: 0.99))
    #expect(interval.low > 0.1 && interval.high < 0.11)
  }

  @Test func verdicts() throws {
    func verdict(_ low: Double, _ estimate: Double, _ high: Double) throws -> Comparison.Verdict {
      var interval = try #require(SignedRankInterval([1, 1, 1, 1, 1], confidence: 0.5))
      (interval.low, interval.estimate, interval.high) = (low, estimate, high)
      return Comparison.verdict(interval, threshold: 0.03)
    }
    #expect(try verdict(1.01, 1.05, 1.09) == .slower)
    #expect(try verdict(1.01, 1.02, 1.03) == .noDifference)
    #expect(try verdict(1.01, 1.02, 1.08) == .inconclusive)
    #expect(try verdict(0.99, 1.05, 1.2) == .inconclusive)
    #expect(try verdict(0.99, 1, 1.01) == .noDifference)
    #expect(try verdict(0.8, 0.9, 0.95) == .faster)
    #expect(Comparison.verdict(nil, threshold: 0.03) == .inconclusive)
  }

  @Test func blocksOfTicks() {
    #expect(Comparison.blocks([]) == [])
    #expect(Comparison.blocks([3, 1, 2]) == [3, 1, 2])
    let blocks = Comparison.blocks((0..<200).map(Double.init))
    #expect(blocks.count == 20)
    #expect(blocks[0] == 4.5)
    #expect(blocks[19] == 194.5)
  }

  @Test func defaultRoundsAreEvenAndBounded() {
    #expect(Compare.defaultRounds(lasting: .milliseconds(0)) == 200)
    #expect(Compare.defaultRounds(lasting: .milliseconds(300)) == 100)
    #expect(Compare.defaultRounds(lasting: .seconds(60)) == 20)
  }

  // MARK: Reports

  @Test func reportsThatAreNoReports() throws {
    func message(_ text: String) throws -> String {
      try #require(throws: Failure.self) {
        try ResultFile(json: Data(text.utf8), source: "x.json")
      }.message
    }
    #expect(
      try message("{}") == "x.json: not a report of simbench run --json: \"version\" is missing.")
    #expect(try message("{\"version\": 5}").hasSuffix("\"version\" is of another type."))
    #expect(try message("{").hasPrefix("x.json: not a report of simbench run --json: "))
    var report = Report.full
    report.tick.samples[1] = -1
    #expect(try message(JSONReport(report).text) == "x.json: it has a time that is negative.")
  }

  @Test func onlyLikeRunsAreCompared() throws {
    let file = try ResultFile(json: Data(JSONReport(.full).text.utf8), source: "x.json")
    #expect(file.obstacle(file) == nil)
    var other = file
    other.scene.nodes += 1
    #expect(file.obstacle(other) == "they are of different scenes")
    other = file
    other.forces.removeLast()
    #expect(file.obstacle(other) == "they have different forces")
    other = file
    other.ticks.warmup += 1
    #expect(file.obstacle(other) == "they measured different ticks")
  }
}
