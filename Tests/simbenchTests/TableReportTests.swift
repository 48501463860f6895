import CommandLineSupport
import Testing

@testable import SimbenchTool

struct TableReportTests {
  @Test func fullReport() {
    #expect(
      TableReport(.full, style: .plain).text == """
        random: 1000 nodes, 2000 links, 3D float, seed 42
        kernels: avx2, 2 threads (libomp.so.5)
        Abacus "9", 2 cores
        20 warm-up + 3 measured ticks

        ms                algorithm              median    min    p95  share
        many-body         direct sum              1.000  1.000  1.250   50 %
        link              gather over link ends   0.500  0.250  0.750   25 %
        moving the nodes                          0.500  0.250  0.500   25 %
        whole tick                                2.000  1.500  2.500  100 %

        ticks per second          500
        measured ticks together   6.000 ms
        processor time of a tick  3.500 ms
        reference tick            9.000 ms; the kernels are 4.50 times as fast
        peak memory               24.5 MB
        the simulation's own      240 bytes a node
        state hash                0123456789abcdef

        kernels against the reference, one tick from 3 states, exact sum for 1000 nodes
          many-body             deviation 0                              bound 0        ok
          link                  deviation 2.0e-06                        bound 1.0e-05  ok
          many-body, exact sum  error 1.6e-02, p99 1.2e-01, max 2.5e-01  bound 2.0e-02  ok
        """)
  }

  @Test func bareReport() {
    #expect(
      TableReport(.bare, style: .plain).text == """
        random: 1000 nodes, 2000 links, 3D float, seed 42
        reference engine: parallel order, plain Swift, 1 thread
        20 warm-up + 3 measured ticks

        ms                algorithm  median    min    p95  share
        moving the nodes              2.000  1.500  2.500  100 %
        whole tick                    2.000  1.500  2.500  100 %

        ticks per second         500
        measured ticks together  6.000 ms
        state hash               0123456789abcdef
        """)
  }

  @Test func stoppedRunSaysSo() {
    var report = Report.full
    report.plannedTicks = 20
    report.wasInterrupted = true
    let text = TableReport(report, style: .plain).text
    #expect(text.contains("\nstopped after 20 warm-up + 3 measured ticks, of 20\n"))
  }

  @Test func severalRunsAreCounted() {
    var report = Report.full
    report.runs = 30
    let text = TableReport(report, style: .plain).text
    #expect(text.contains("\n20 warm-up + 3 measured ticks, the median of 30 runs\n"))
    report.runsAgree = false
    #expect(report.problems == ["Runs of the same scene ended in different states."])
  }

  @Test func coloursDoNotChangeTheText() {
    let style = Style(isPlain: false)
    let colored = style.printed(TableReport(.full, style: style).text)
    #expect(colored.contains("\u{1B}[32mok\u{1B}[0m"))
    let plain = colored.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
    #expect(plain == TableReport(.full, style: .plain).text)
  }

  @Test func tooLargeDeviationIsAProblem() {
    var report = Report.full
    #expect(report.problems.isEmpty)
    #expect(!TableReport(report, style: .plain).text.contains("TOO LARGE"))
    report.verification?.deviations[0].value = 1e-300
    #expect(report.problems.count == 1)
    #expect(TableReport(report, style: .plain).text.contains("TOO LARGE"))
    report.nonFiniteNodeCount = 7
    #expect(report.problems.count == 2)
    #expect(report.problems[1].hasPrefix("7 times "))
  }

  @Test func tooLargeErrorOfManyBodyIsAProblem() {
    var report = Report.full
    report.verification?.accuracy?.rms = 0.0201
    #expect(report.problems.count == 1)
    report.verification?.accuracy?.bound = nil
    #expect(report.problems.isEmpty)
    report.verification?.accuracy?.rms = .nan
    #expect(report.problems.count == 1)
  }

  @Test func speedUpNeedsBothEngines() {
    var report = Report.full
    #expect(report.speedUp == 4.5)
    report.engine = .kernels
    #expect(report.speedUp == nil)
  }
}
