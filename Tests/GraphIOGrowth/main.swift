import Foundation
import GraphIO

// The work of scripts/guard-growth:
//
//     graphio-growth count SIZE           reads and writes every construct at one, two and four
//                                         times a size, and prints their names in this order
//     graphio-growth pairs SIZE [all]     the same for constructs in each other; with `all` also for
//                                         each two beside each other
//     graphio-growth files FOLDER BYTES   writes a file of about this size for every construct, and
//                                         one for each case of HostileFiles.swift
//     graphio-growth formats              prints the names of the formats that are written
//     graphio-growth read FILE FORMAT MEMORY [TARGET]
//                                         reads a file with a budget of memory in bytes, and writes
//                                         it to standard output in the format TARGET
//     graphio-growth dot FILE             reads the graphs in a list of texts in JSON as DOT, and prints
//                                         for each its nodes and edges, for scripts/check-dot

/// The work that `countedWork` does next.
nonisolated(unsafe) var work: () throws -> Void = {}

/// Callgrind counts the instructions within this function, which it knows by its name.
@inline(never)
func countedWork() throws { try work() }

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("graphio-growth: \(message)\n".utf8))
  exit(70)
}

func measure(_ name: String, _ size: Int, _ prepare: (Int) -> () throws -> Void) {
  print(name)
  for times in [1, 2, 4] {
    work = prepare(size * times)
    do { try countedWork() } catch { fail("\(name): \(error)") }
  }
}

func countReading(_ constructs: [Construct], _ size: Int) {
  for construct in constructs {
    measure("read \(construct.description.debugDescription)", size) { size in
      let bytes = construct.bytes(size)
      return { _ = try GraphReader(format: construct.format).read(bytes) }
    }
  }
}

func countPairs(_ size: Int, all: Bool) {
  countReading(ConstructFamily.all.flatMap(\.nested), size)
  if all { countReading(ConstructFamily.all.flatMap { $0.beside(size: size) }, size) }
}

func count(_ size: Int) {
  countReading(Construct.all, size)
  for format in GraphFormat.all where format.isWritable {
    for construct in GraphConstruct.all {
      measure("write \(format): \(construct.name)", size) { size in
        let graph = construct.graph(size)
        return { _ = try GraphWriter(format: format).bytes(graph) }
      }
    }
  }
}

func writeFiles(_ folder: String, _ size: Int) throws {
  var number = 0
  func write(_ name: String, _ format: GraphFormat, _ bytes: [UInt8]) throws {
    number += 1
    let isCompressed = bytes.starts(with: [0x1F, 0x8B])
    let file = "\(folder)/\(number).\(format.fileExtension)\(isCompressed ? ".gz" : "")"
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    print("\(file)\t\(format.id)\t\(name.debugDescription)")
  }
  for construct in Construct.all {
    try write(construct.description, construct.format, construct.bytes(ofSize: size))
  }
  for file in HostileFile.all { try write(file.name, file.format, file.bytes(size)) }
}

/// Returns the format of a name. An unknown name must not select the format that the content
/// suggests.
func format(_ name: String) -> GraphFormat {
  guard let format = GraphFormat(id: name) else { fail("there is no format \(name)") }
  return format
}

let arguments = CommandLine.arguments
switch (arguments.dropFirst().first, arguments.count) {
case ("formats", 2): for format in GraphFormat.all where format.isWritable { print(format) }
case ("count", 3): count(Int(arguments[2]) ?? 1000)
case ("pairs", 3...4): countPairs(Int(arguments[2]) ?? 1000, all: arguments.count == 4)
case ("dot", 3): try printGraphs(arguments[2])
case ("files", 4): try writeFiles(arguments[2], Int(arguments[3]) ?? 1 << 20)
case ("read", 5...6):
  var reader = GraphReader(format: format(arguments[3]))
  reader.limits.memory = Int(arguments[4]) ?? 0
  do throws(GraphFileError) {
    let graph = try reader.read(path: arguments[2]).graph
    guard arguments.count == 6 else {
      print("\(graph.nodeCount) nodes, \(graph.edgeCount) edges")
      exit(0)
    }
    try GraphWriter(format: format(arguments[5])).writeStandardOutput(graph)
  } catch { print(error) }
default:
  fail("count SIZE, pairs SIZE, files FOLDER BYTES, formats, read FILE FORMAT MEMORY or dot FILE")
}
