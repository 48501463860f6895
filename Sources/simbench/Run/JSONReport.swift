import CommandLineSupport

/// The report as one JSON object, for programs.
///
/// The keys are stable: every report has all of them, null where nothing was measured, and none is
/// renamed or removed. Times are in milliseconds. `samples` are all times in sequence, `ms` is
/// their median, `total` their sum. `processor_ms` is the processor time of a tick, of all threads
/// together. `ranks` is the number of ranks of a run over MPI. `peak_rss_mb` is in 10^6 bytes, of
/// the rank with the most. `peak_bytes_per_node` is the
/// part of it that the simulation added, without the array of links. `state_hash` is
/// `Kinetics.trajectoryHash`, a hash of alpha, positions and velocities. It is text, as JSON
/// readers may round numbers of 64 bits.
struct JSONReport {
  private let report: Report

  init(_ report: Report) { self.report = report }

  var text: String { value.text }

  private var value: JSONValue {
    .object([
      "version": .string(packageVersion),
      "machine": machine,
      "scene": scene,
      "engine": .string(report.engine.rawValue),
      "ticks": .object([
        "warmup": .integer(report.warmup), "measured": .integer(report.tick.samples.count),
        "runs": .integer(report.runs),
      ]),
      "tick_ms": .object([
        "median": .optional(report.tick.median), "min": .optional(report.tick.min),
        "p95": .optional(report.tick.p95), "total": .number(report.tick.total),
        "samples": .array(report.tick.samples.map(JSONValue.number)),
      ]),
      "forces": .array(report.forces.map(force)),
      "processor_ms": .optional(report.processorPerTick),
      "ranks": .optional(report.ranks),
      "accuracy": accuracy,
      "reference": .object([
        "tick_ms": .optional(report.reference?.median), "speedup": .optional(report.speedUp),
        "max_deviation": .optional(report.verification?.maximumDeviation),
      ]),
      "peak_rss_mb": .optional(report.peakMemory),
      "peak_bytes_per_node": .optional(report.bytesPerNode),
      "state_hash": .string(report.stateHash.hexadecimal),
    ])
  }

  private var machine: JSONValue {
    .object([
      "cpu": .optional(report.machine.cpu), "cores": .integer(report.machine.cores),
      "isa": .optional(report.kernels?.isa), "threads": .optional(report.kernels?.threads),
      "runtime": .optional(report.kernels?.runtime),
    ])
  }

  private var scene: JSONValue {
    .object([
      "name": .string(report.scene.name), "nodes": .integer(report.scene.nodes),
      "links": .integer(report.scene.links), "dim": .integer(report.scene.dimension),
      "precision": .string(report.scene.precision.rawValue),
      "seed": .integer(Int(report.scene.seed)),
    ])
  }

  private func force(_ force: Report.ForceTiming) -> JSONValue {
    .object([
      "name": .string(force.name), "algorithm": .string(force.algorithm),
      "ms": .optional(force.timing.median),
      "samples": .array(force.timing.samples.map(JSONValue.number)),
    ])
  }

  private var accuracy: JSONValue {
    let accuracy = report.verification?.accuracy
    return .object([
      "many_body_rms": .optional(accuracy?.rms), "many_body_p99": .optional(accuracy?.p99),
      "many_body_max": .optional(accuracy?.maximum),
      "targets": .optional(accuracy?.targets),
      "many_body_measured": .optional(report.measuredError),
    ])
  }
}

extension UInt64 {
  /// The number in hexadecimal, always 16 digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
