#if MPI

import ArgumentParser
import ForceSimulationDistributed

extension World {
  /// Joins the run that the process was started in. Throws a failure that says why it cannot.
  package static func joined() throws(Failure) -> World {
    do { return try World() } catch { throw .unavailable("\(error).") }
  }

  /// Does on all ranks what may fail on each. What all ranks refuse the first one throws, and the
  /// others end quietly; a rank that fails alone says so, and ends all.
  package func agreed<Result>(_ work: () throws -> Result) throws -> Result {
    var (result, failure): (Result?, (any Error)?) = (nil, nil)
    do { result = try work() } catch { failure = error }
    let failures = sum(of: failure == nil ? 0 : 1)
    if failures == 0, let result { return result }
    let message = (failure as? Failure)?.message ?? failure.map { "\($0)" }
    let exitCode = Int32(
      maximum(of: Double((failure as? Failure)?.exitCode ?? (failure == nil ? 0 : 70))))
    if failures == count, let failure {
      if rank == 0 { throw failure }
      throw ExitCode(exitCode)
    }
    if let message { warn("Error: rank \(rank): \(message)") }
    // Until all have said what is wrong.
    wait()
    abort(status: exitCode)
  }
}

#endif
