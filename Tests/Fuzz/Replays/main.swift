import ForceSimulation
import ForceSimulationLive
import Foundation
import FuzzSupport

// Damages recordings and replays them:
//
//     recording-fuzz FOLDER SECONDS [SEED [FIRST [COUNT [FILE]]]]
//
// FOLDER has recordings to start from. Every input follows from SEED and its number alone, so that a crash is
// repeated by giving both. With COUNT, so many inputs instead of a time. FILE is where to keep the first input.
// An input is refused by an error that says why, or replayed; then the state is one that a program may have.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let seconds = Double(arguments[2]) else {
  print("usage: recording-fuzz FOLDER SECONDS [SEED [FIRST [COUNT [FILE]]]]")
  exit(64)
}
func number(_ place: Int) -> Int? { arguments.count > place ? Int(arguments[place]) : nil }
let seed = UInt64(number(3) ?? 1)
let first = number(4) ?? 0
let count = number(5) ?? .max

/// The limit of ticks. Ticks of small graphs take microseconds, but 100,000 inputs may each ask for
/// the maximum.
let tickLimit = 100_000

/// Replays an input. Returns false if it is refused.
func check(_ input: [UInt8]) async -> Bool {
  do {
    let recording = try LiveRecording<String, SIMD2<Double>>(lines: input)
    let live = try await Live.replay(recording, tickLimit: tickLimit)
    let (kinetics, ids) = (await live.kinetics, await live.ids)
    guard kinetics.position.count == ids.count, Set(ids).count == ids.count else {
      fatalError("\(kinetics.position.count) positions of \(ids.count) nodes")
    }
    guard kinetics.position.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else {
      fatalError("a position is not finite")
    }
    guard kinetics.links.allSatisfy({ max($0.source, $0.target) < ids.count }) else {
      fatalError("a link without an end")
    }
    return true
  } catch let error as LiveError {
    return refused("\(error)")
  } catch let error as SimulationError {
    return refused("\(error)")
  } catch { fatalError("an error of another kind: \(error)") }
}

func refused(_ reason: String) -> Bool {
  if reason.isEmpty { fatalError("an error without a reason") }
  return false
}

Watch.begin()
let damage = RecordingDamage(try await wholeRecordings(arguments[1]))
if arguments.count > 6 {
  try Data(damage.input(number: first, seed: seed)).write(to: URL(filePath: arguments[6]))
}
let deadline = ContinuousClock.now + .seconds(seconds)
var (replayed, refusals) = (0, 0)
Watch.current = first
while replayed + refusals < count, count < .max || ContinuousClock.now < deadline {
  let input = damage.input(number: Watch.current, seed: seed)
  alarm(20)
  if await check(input) { replayed += 1 } else { refusals += 1 }
  alarm(0)
  Watch.current += 1
}
print(
  "recordings: \(replayed + refusals) inputs, \(replayed) of them replayed, \(refusals) refused;",
  "no crash, no hang (seed \(seed))")
