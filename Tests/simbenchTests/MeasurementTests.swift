import CommandLineSupport
import Testing

@testable import SimbenchTool

struct MeasurementTests {
  @Test(
    arguments: [
      ([3], 3, 3, 3), ([4, 2], 3, 2, 4), ([5, 1, 3], 3, 1, 5), ([1, 2, 3, 100], 2.5, 1, 100),
    ] as [([Double], Double, Double, Double)])
  func fewSamples(samples: [Double], median: Double, min: Double, p95: Double) {
    let timing = Timing(samples: samples)
    #expect(timing.median == median)
    #expect(timing.min == min)
    #expect(timing.p95 == p95)
  }

  @Test func ninetyFiveOfAHundredAreAtMostP95() {
    let timing = Timing(samples: (1...100).map(Double.init).reversed())
    #expect(timing.p95 == 95)
    #expect(timing.median == 50.5)
    #expect(Timing(samples: (1...20).map(Double.init)).p95 == 19)
    #expect(Timing(samples: (1...21).map(Double.init)).p95 == 20)
  }

  @Test func noSamplesGiveNothing() {
    let timing = Timing(samples: [])
    #expect(timing.median == nil)
    #expect(timing.min == nil)
    #expect(timing.p95 == nil)
  }

  @Test func durationsInMilliseconds() {
    #expect(Duration.microseconds(1234).milliseconds == 1.234)
    #expect(Duration.nanoseconds(23_444).milliseconds.description == "0.023444")
    #expect(Duration.seconds(90).milliseconds == 90_000)
  }

  @Test func stopwatchForgetsOnReset() {
    let stopwatch = Stopwatch(capacity: 2)
    stopwatch.record(.milliseconds(5))
    stopwatch.reset()
    stopwatch.record(.milliseconds(7))
    #expect(stopwatch.timing == Timing(samples: [7]))
  }

  @Test func progressShowsShareAndTimeLeft() {
    #expect(
      ProgressBar.line("measuring", done: 5, total: 20, elapsed: .seconds(4))
        == "measuring  [=======                       ] 5/20, 12 s left")
    #expect(
      ProgressBar.line("warming up", done: 20, total: 20, elapsed: .seconds(4))
        == "warming up [\(String(repeating: "=", count: 30))] 20/20")
    #expect(
      ProgressBar.line("x", done: 0, total: 3, elapsed: .zero).hasSuffix("] 0/3"))
    #expect(
      ProgressBar.line("x", done: 1, total: 61, elapsed: .seconds(30)).hasSuffix("30 min left"))
    #expect(
      ProgressBar.line("x", done: 9, total: 10, elapsed: .seconds(1)).hasSuffix("than 1 s left"))
  }
}
