import CommandLineSupport
import Foundation

/// The report as text, for people.
struct TableReport {
  private let report: Report
  private let style: Style

  init(_ report: Report, style: Style) {
    self.report = report
    self.style = style
  }

  var text: String {
    ([heading, "", times, "", facts] + (report.verification.map { ["", verification($0)] } ?? []))
      .joined(separator: "\n")
  }

  // MARK: Parts

  private var heading: String {
    let scene = report.scene
    var lines = [
      "\(style.strong(scene.name.visible)): \(scene.nodes) nodes, \(scene.links) links, "
        + "\(scene.dimension)D \(scene.precision.rawValue), seed \(scene.seed)",
      report.kernels.map {
        (report.ranks.map { "\(counted($0, "rank")) over MPI, each with " } ?? "")
          + "kernels: \($0.isa), \(counted($0.threads, "thread")) (\($0.runtime))"
      } ?? "reference engine: parallel order, plain Swift, 1 thread",
    ]
    if let cpu = report.machine.cpu {
      lines.append("\(cpu), \(counted(report.machine.cores, "core"))")
    }
    let ticks =
      "\(report.warmup) warm-up + \(report.tick.samples.count) measured ticks"
      + (report.runs > 1 ? ", the median of \(report.runs) runs" : "")
    lines.append(
      report.wasInterrupted ? style.bad("stopped after \(ticks), of \(report.plannedTicks)") : ticks
    )
    return lines.joined(separator: "\n")
  }

  private var times: String {
    var rows = [["ms", "algorithm", "median", "min", "p95", "share"]]
    for force in report.forces {
      rows.append([force.name, force.algorithm] + cells(force.timing))
    }
    if report.ranks == nil { rows.append(["moving the nodes", ""] + cells(report.rest)) }
    rows.append(["whole tick", ""] + cells(report.tick))
    var lines = Table.aligned(rows, leftColumns: 2).split(separator: "\n").map(String.init)
    lines[0] = style.faint(lines[0])
    lines[lines.count - 1] = style.strong(lines[lines.count - 1])
    return lines.joined(separator: "\n")
  }

  private var facts: String {
    var rows: [[String]] = []
    if let median = report.tick.median, median > 0 {
      rows.append(["ticks per second", Table.threeDigits(1000 / median)])
    }
    if report.tick.samples.count > 1 {
      rows.append(["measured ticks together", "\(milliseconds(report.tick.total)) ms"])
    }
    if let processor = report.processorPerTick {
      rows.append(["processor time of a tick", "\(milliseconds(processor)) ms"])
    }
    if let reference = report.reference?.median {
      let times =
        report.speedUp.map { "; the kernels are \(Table.threeDigits($0)) times as fast" } ?? ""
      rows.append(["reference tick", "\(milliseconds(reference)) ms\(times)"])
    }
    if let memory = report.peakMemory {
      rows.append([
        report.ranks == nil ? "peak memory" : "peak memory of a rank, at most",
        "\(Table.threeDigits(memory)) MB",
      ])
    }
    if let bytes = report.bytesPerNode {
      rows.append(["the simulation's own", "\(Table.threeDigits(bytes)) bytes a node"])
    }
    if let error = report.measuredError {
      rows.append(["many-body's error in the last tick", "about \(Table.small(error))"])
    }
    rows.append(["state hash", report.stateHash.hexadecimal])
    return Table.aligned(rows, leftColumns: 2)
  }

  private func verification(_ verification: Verification) -> String {
    var rows = verification.deviations.map {
      [
        "  \($0.force)", "deviation \(Table.small($0.value))", "bound \(Table.small($0.bound))",
        verdict($0.isWithinBound),
      ]
    }
    if let accuracy = verification.accuracy {
      rows.append([
        "  many-body, exact sum",
        "error \(Table.small(accuracy.rms)), p99 \(Table.small(accuracy.p99)), "
          + "max \(Table.small(accuracy.maximum))",
        accuracy.bound.map { "bound \(Table.small($0))" } ?? "no bound",
        verdict(accuracy.isWithinBound),
      ])
    }
    let targets =
      verification.accuracy.map { ", exact sum for \(counted($0.targets, "node"))" } ?? ""
    let states = counted(verification.states, "state")
    let heading = "kernels against the reference, one tick from \(states)\(targets)"
    return style.faint(heading) + "\n" + Table.aligned(rows, leftColumns: 4)
  }

  // MARK: Cells

  private func cells(_ timing: Timing) -> [String] {
    [
      milliseconds(timing.median), milliseconds(timing.min), milliseconds(timing.p95),
      share(timing.median),
    ]
  }

  private func milliseconds(_ value: Double?) -> String {
    guard let value else { return "-" }
    // All cells have the decimals that give the whole tick four digits, so that the decimal points
    // of a column are aligned.
    let tick = report.tick.median ?? 1
    let decimals = tick < 1 ? 4 : tick < 100 ? 3 : 1
    return String(format: "%.\(decimals)f", value)
  }

  private func share(_ median: Double?) -> String {
    guard let median, let tick = report.tick.median, tick > 0 else { return "-" }
    return String(format: "%.0f %%", 100 * median / tick)
  }

  private func verdict(_ isGood: Bool) -> String {
    isGood ? style.good("ok") : style.bad("TOO LARGE")
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
