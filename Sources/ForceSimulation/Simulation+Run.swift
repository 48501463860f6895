@_exported import RunSupport

extension Simulation {
  /// Ticks until the simulation is cold (alpha and alphaTarget are both below alphaMin), but at
  /// most `limit` times. Stops early, between ticks, when `control` or the task that calls it says
  /// so. Returns the number of ticks.
  ///
  /// - Parameter control: asked before each tick, and told the share of the ticks that is done,
  ///   which follows from the limit and the cooling schedule.
  @discardableResult
  public func run(atMost limit: Int = .max, control: RunControl = RunControl()) -> Int {
    let meter = control.progress.map { TickMeter($0, limit: limit, kinetics.parameters) }
    var done = 0
    while done < limit, !control.mustEnd, tick() {
      done += 1
      meter?.report(done)
    }
    return done
  }
}

/// Reports the progress of a run of ticks, at most 200 times.
private struct TickMeter {
  private let progress: @Sendable (RunProgress) -> Void
  private let expected: Int
  private let interval: Int

  init<Scalar>(
    _ progress: @escaping @Sendable (RunProgress) -> Void, limit: Int,
    _ parameters: SimulationParameters<Scalar>
  ) {
    self.progress = progress
    expected = max(1, min(limit, Self.ticksUntilCold(parameters)))
    interval = (expected + 199) / 200
  }

  func report(_ done: Int) {
    guard done % interval == 0 || done == expected else { return }
    let fraction = min(Double(done) / Double(expected), 1)
    progress(RunProgress(phase: "ticks", fraction: fraction, count: done))
  }

  /// Computes the number of ticks by iterating the schedule, as logarithms are inexact. At most a
  /// million.
  private static func ticksUntilCold<Scalar>(_ parameters: SimulationParameters<Scalar>) -> Int {
    var (alpha, ticks) = (parameters.alpha, 0)
    while alpha >= parameters.alphaMin, ticks < 1_000_000 {
      alpha += (parameters.alphaTarget - alpha) * parameters.alphaDecay
      ticks += 1
    }
    return ticks
  }
}
