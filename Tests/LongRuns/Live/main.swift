import ForceSimulation
import ForceSimulationLive
import Foundation

// Measures live simulations; scripts/bench-live prints what came of it:
//
//     live-runs frames NODES SECONDS [SLOW]   a settled grid, held warm, 60 ticks a second: frames,
//                                             processor time, memory. SLOW adds a consumer that
//                                             takes so many milliseconds for a frame
//     live-runs cold SECONDS                  processor time of a cold, a paused and an unseen one
//     live-runs edits COUNT TASKS             random edits of 10,000 nodes, from several tasks
//     live-runs forces NODES                  milliseconds that each force takes in a tick
//     live-runs autosave FILE                 saves as fast as it can, until it is killed
//     live-runs check FILE                    reads such a file, and goes on twice
//
// Each prints a line of JSON.

let arguments = Array(CommandLine.arguments.dropFirst())
func number(_ place: Int, _ other: Int) -> Int {
  arguments.count > place ? Int(arguments[place]) ?? other : other
}

switch arguments.first {
case "frames":
  try await measureFrames(
    nodes: number(1, 10_000), seconds: number(2, 10),
    slow: arguments.count > 3 ? number(3, 200) : nil)
case "cold": try await measureCold(seconds: number(1, 10))
case "edits": try await measureEdits(count: number(1, 100_000), tasks: number(2, 8))
case "forces": try measureForces(nodes: number(1, 100_000))
case "autosave" where arguments.count > 1: try await autosaveForEver(arguments[1])
case "check" where arguments.count > 1: try await checkFile(arguments[1])
default:
  FileHandle.standardError.write(
    Data("live-runs: frames, cold, edits, forces, autosave FILE or check FILE\n".utf8))
  exit(64)
}
