import FileWriting
import ForceSimulation
import ForceSimulationLive
import Foundation

// What the tests of ForceSimulationLive need in a process of its own:
//
//     live-child replay FILE 2|3   replays a recording of SIMD2<Double> or SIMD3<Float>, with the
//                                  settings of the environment, and prints what came of it
//     live-child write FILE        writes a half of FILE, makes FILE.ready, and waits to be killed

/// Replays a recording, with every pass split if possible, and prints the last hash, the thread
/// runtime, the instruction set, the number of threads, and the number of regions that several
/// threads executed.
func replay<Vector: SimulationVector>(_ path: String, as _: Vector.Type) async throws {
  let recording = try LiveRecording<Int, Vector>(contentsOf: path)
  var options = KernelOptions.default
  options.serialBelowNanoseconds = 0
  let live = try await LiveSimulation.replay(recording, kernelOptions: options)
  let hash = await live.kinetics.stateHash
  let set = options.instructionSet ?? .best
  print(
    String(hash, radix: 16), KernelOptions.threadRuntime, set, options.usedThreadCount,
    KernelOptions.sharedRegionCount)
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first) {
case ("replay", let path?, "2"): try await replay(path, as: SIMD2<Double>.self)
case ("replay", let path?, "3"): try await replay(path, as: SIMD3<Float>.self)
case ("write", let path?, nil):
  let file = try WholeFile(path: path)
  try file.write(Array(repeating: 0, count: 10_000))
  try Data().write(to: URL(filePath: path + ".ready"))
  while true { sleep(1000) }
default:
  FileHandle.standardError.write(Data("live-child: replay FILE 2|3, or write FILE\n".utf8))
  exit(64)
}
