import Foundation

// Ticks a graph that is edited all the time, and looks at the memory:
//
//     soak SECONDS [NODES [SEED]]
//
// After each edit the graph, its pins and the values of its forces are compared with a mirror that
// is kept without the library; all positions have to be finite. From time to time a checkpoint
// takes the place of the simulation. Exit: 0 all held; 1 something did not; 64 wrong arguments.

let arguments = CommandLine.arguments.dropFirst().map { Double($0) }
guard let first = arguments.first, let seconds = first, seconds > 0, !arguments.contains(nil) else {
  print("usage: soak SECONDS [NODES [SEED]]")
  exit(64)
}
let nodeCount = arguments.count > 1 ? Int(arguments[1]!) : 10_000
let seed = arguments.count > 2 ? UInt64(arguments[2]!) : 1

do {
  var soak = try Soak(nodeCount: nodeCount, seed: seed)
  try soak.run(seconds: seconds)
} catch {
  print("WRONG \(error) (seed \(seed))")
  exit(1)
}
