import Foundation
import VisibleLocks

// Uses the libraries from several tasks and threads at once, for the race detector:
//
//     races            everything
//     races mistake    a race made on purpose
//
// It also compares results, but a race need not show in them.

/// A counter without any protection.
final class Counter: @unchecked Sendable {
  var count = 0
}

if CommandLine.arguments.dropFirst().first == "mistake" {
  // Threads, as tasks may run one after the other on one.
  let counter = Counter()
  Thread.detachNewThread { counter.count += 1 }
  counter.count += 1
  sleep(1)
  print("counted to \(counter.count)")
  exit(0)
}

let uses: [(String, () async throws -> Void)] = [
  ("several simulations", severalSimulations), ("edits and checkpoints", editsAndCheckpoints),
  ("snapshots", snapshots), ("a simulation of an actor", actorOfASimulation),
  ("queries of a tree", treeQueries), ("cancellation", cancellation),
  ("layouts at once", layoutsAtOnce), ("layouts stopped", layoutsStopped), ("files", files),
  ("a live simulation", liveSimulation), ("live simulations end", liveSimulationsEnd),
  ("views", viewsAtOnce), ("servers of views", serversAtOnce),
]
for (name, use) in uses {
  let begin = ContinuousClock.now
  try await use()
  print("\(name): \(ContinuousClock.now - begin)")
  fflush(nil)
}
