import Foundation
import Testing

@testable import GraphIO

/// Files of the folder Fixtures.
enum Fixture {
  static func bytes(_ name: String) throws -> [UInt8] {
    let url = try #require(Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: nil))
    return Array(try Data(contentsOf: url))
  }

  static func read(_ name: String) throws -> ReadResult {
    try GraphReader().read(bytes(name), name: name)
  }

  static let graphs = [
    "blanks.edges", "gephi.csv", "table.tsv", "d3.json", "networkx.json", "yed.graphml",
    "gephi.graphml",
    "gephi.gexf", "graphviz.gv", "yed.gml", "pajek.net", "metis.graph", "symmetric.mtx", "skew.mtx",
    "lesmis.txt.gz", "karate.ig.dimacs", "petersen.g6", "parallel.s6", "tree40.ig.lgr", "women.dl",
    "florentine.cyjs", "clusters.dot.json", "graphology.json", "vis.json", "jgf.json",
    "hierarchy.json", "records.json", "records.jsonl", "neo4j.jsonl", "net.cx2",
    "package-lock.json", "cargo.json", "dependencies.json", "florentine-lists.json",
    "florentine-dicts.json", "florentine-pairs.json", "modules.txt", "calls.gxl", "outline.opml",
    "primates.nwk", "people.nt",
    "people.ttl", "flow.mmd", "classes.puml",
  ]
  static let tables = ["positions.csv", "plane.npy", "space-fortran.npy"]
}

/// Returns the printed error of reading a text.
func message(
  _ text: String, _ format: GraphFormat, _ name: String = "file",
  limiting change: (inout ReadLimits) -> Void = { _ in }
) -> String {
  message(Array(text.utf8), format, name, limiting: change)
}

func message(
  _ bytes: [UInt8], _ format: GraphFormat, _ name: String = "file",
  limiting change: (inout ReadLimits) -> Void = { _ in }
) -> String {
  var reader = GraphReader(format: format)
  change(&reader.limits)
  do throws(GraphFileError) {
    _ = try reader.read(bytes, name: name)
    return "no error"
  } catch { return error.description }
}

/// Reads a graph from a valid text.
func graph(_ text: String, _ format: GraphFormat) throws -> Graph {
  try GraphReader(format: format).read(Array(text.utf8)).graph
}

extension Graph {
  /// The ends of the edges by id.
  var edgeIDs: [[String]] {
    zip(sources, targets).map { [nodeIDs[Int($0)], nodeIDs[Int($1)]] }
  }
}

/// Runs `body` with a temporary folder.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: url) }
  try body(url.path)
}
