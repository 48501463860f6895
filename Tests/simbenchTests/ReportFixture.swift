@testable import SimbenchTool

extension Report {
  /// A report with all there can be, in round numbers.
  static var full: Report {
    Report(
      machine: Machine(cpu: "Abacus \"9\"", cores: 2),
      kernels: KernelsInUse(isa: "avx2", threads: 2, runtime: "libomp.so.5"),
      scene: SceneFacts(
        name: "random", nodes: 1000, links: 2000, dimension: 3, precision: .float, seed: 42),
      engine: .both, warmup: 20, plannedTicks: 3,
      runs: 1,
      tick: Timing(samples: [2, 1.5, 2.5]),
      forces: [
        ForceTiming(
          name: "many-body", algorithm: "direct sum", timing: Timing(samples: [1, 1, 1.25])),
        ForceTiming(
          name: "link", algorithm: "gather over link ends",
          timing: Timing(samples: [0.5, 0.25, 0.75])),
      ],
      rest: Timing(samples: [0.5, 0.25, 0.5]), processorPerTick: 3.5,
      reference: Timing(samples: [8, 10, 9]),
      verification: Verification(
        deviations: [
          Verification.Deviation(force: "many-body", value: 0, bound: 0),
          Verification.Deviation(force: "link", value: 2e-6, bound: 1e-5),
        ],
        accuracy: Verification.Accuracy(
          rms: 0.015625, p99: 0.125, maximum: 0.25, targets: 1000, bound: 0.02),
        states: 3),
      peakMemory: 24.5, bytesPerNode: 240.25, stateHash: 0x0123_4567_89AB_CDEF, runsAgree: true,
      nonFiniteNodeCount: 0,
      wasInterrupted: false)
  }

  /// A report with only what there always is.
  static var bare: Report {
    var report = full
    report.machine.cpu = nil
    report.kernels = nil
    report.engine = .reference
    report.forces = []
    report.rest = report.tick
    report.reference = nil
    report.verification = nil
    report.processorPerTick = nil
    report.peakMemory = nil
    report.bytesPerNode = nil
    return report
  }
}
