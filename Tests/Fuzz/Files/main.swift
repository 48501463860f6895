import Foundation
import FuzzSupport
import GraphIO

// Damages files and feeds them to the readers, one format for a given time:
//
//     graphio-fuzz FORMAT FOLDER SECONDS [SEED [FIRST [FILE]]]
//
// FORMAT is one of those that "graphio-fuzz formats" prints, FOLDER has the files to start from. Every input
// follows from SEED and its number alone, so that a crash is repeated by giving both. Whatever is
// read is written in the same format and has to be readable again. FILE is where to keep the first input.
// "mistake" in the place of FORMAT reads memory that it must not read.

Watch.begin()
let arguments = CommandLine.arguments
if arguments.dropFirst() == ["formats"] {
  for format in GraphFormat.all { print(format) }
  print("positions")
  exit(0)
}
guard arguments.count >= 4, let seconds = Double(arguments[3]) else {
  print("usage: graphio-fuzz FORMAT FOLDER SECONDS [SEED [FIRST [FILE]]]")
  exit(64)
}
if arguments[1] == "mistake" {
  // For scripts/fuzz, to see that the sanitizer is there.
  let block = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
  block.initialize(repeating: 0, count: 16)
  print(block[arguments.count + 13])
  block.deallocate()
  exit(0)
}
let format = GraphFormat(name: arguments[1])
guard format != nil || arguments[1] == "positions" else {
  print("graphio-fuzz: no format \(arguments[1])")
  exit(64)
}
let seed = arguments.count > 4 ? UInt64(arguments[4]) ?? 1 : 1
let first = arguments.count > 5 ? Int(arguments[5]) ?? 0 : 0

let corpus = try Damage(files(of: format, in: arguments[2]))
if arguments.count > 6 {
  try Data(corpus.input(number: first, seed: seed)).write(to: URL(fileURLWithPath: arguments[6]))
}
let deadline = ContinuousClock.now + .seconds(seconds)
var (graphs, errors) = (0, 0)
Watch.current = first
while ContinuousClock.now < deadline {
  let input = corpus.input(number: Watch.current, seed: seed)
  alarm(20)
  if check(input, format) { graphs += 1 } else { errors += 1 }
  alarm(0)
  Watch.current += 1
}
print(
  "\(arguments[1]): \(graphs + errors) inputs in \(Int(seconds)) s, \(graphs) of them read, \(errors) refused;",
  "no crash, no hang (seed \(seed))")

/// Returns the files of a format; all files for nil, as for positions.
func files(of format: GraphFormat?, in folder: String) throws -> [[UInt8]] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted().compactMap { name in
    let isTable = name.hasPrefix("positions") || name.hasSuffix(".npy")
    let known = GraphFormat(fileName: name)
    guard format == nil ? isTable : !isTable && (known == format || name.hasPrefix("lesmis"))
    else { return nil }
    return FileManager.default.contents(atPath: "\(folder)/\(name)").map(Array.init)
  }
}

/// Reads, writes and reads again. Returns false if the input is refused.
func check(_ input: [UInt8], _ format: GraphFormat?) -> Bool {
  var limits = ReadLimits()
  // What an input of a few kilobytes could not honestly need; checks of them are fuzzed, too.
  limits.nodes = 1 << 20
  limits.attributeValues = 1 << 20
  limits.missingAttributeValues = 1 << 18
  limits.edgesBetweenSubgraphs = 1 << 16
  guard let format else {
    guard let table = try? NodePositionTable(input, limits: limits) else { return false }
    for format in NodePositionTable.Format.allCases {
      guard let bytes = try? table.bytes(format: format),
        (try? NodePositionTable(bytes, limits: limits)) != nil
      else { fatalError("positions that were read cannot be read again as \(format)") }
    }
    return true
  }
  var reader = GraphReader(format: format)
  reader.limits = limits
  guard let graph = try? reader.read(input).graph else { return false }
  // What cannot be written (an id that the format does not allow) says so.
  guard let (bytes, report) = try? GraphWriter(format: format).bytes(graph) else { return true }
  reader.limits = ReadLimits()
  do throws(GraphFileError) {
    let again = try reader.read(bytes).graph
    if report.isLossless, again.nodeCount != graph.nodeCount || again.edgeCount != graph.edgeCount {
      fatalError(
        "a graph of \(graph.nodeCount) nodes and \(graph.edgeCount) edges came back with "
          + "\(again.nodeCount) and \(again.edgeCount)")
    }
  } catch { fatalError("a graph that was read and written cannot be read again: \(error)") }
  return true
}
