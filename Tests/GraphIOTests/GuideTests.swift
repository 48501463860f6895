import Foundation
import GraphIO
import Testing

/// The examples of docs/graph-files.md.
struct GuideTests {
  @Test func readingAndWriting() throws {
    try withTemporaryFolder { folder in
      var start = try Graph(nodeCount: 2, edges: [(0, 1)])
      start.positions = .plane([[0, 0], [1, 1]])
      start.nodeAttributes.set("label", .strings(["a", "b"]))
      try start.write(to: "\(folder)/miserables.gexf")

      var graph = try Graph(contentsOf: "\(folder)/miserables.gexf")
      var lines: [String] = []
      for edge in 0..<graph.edgeCount {
        let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
        lines.append(
          "\(graph.nodeIDs[source]) \(graph.nodeIDs[target]) \(graph.weights?[edge] ?? 1)")
      }
      #expect(lines == ["0 1 1.0"])
      graph.nodeAttributes.set("degree", .integers(Array(repeating: 0, count: graph.nodeCount)))
      let report = try graph.write(to: "\(folder)/miserables.csv.gz")
      #expect(
        report.description == """
          the attribute "label" of nodes is left out
          the attribute "degree" of nodes is left out
          positions are left out
          """)
    }
  }

  @Test func streams() throws {
    var reader = GraphReader(format: .edgeList)
    reader.edgeList.isDirected = true
    reader.limits.nodes = 1_000_000
    let input = Pipe()
    try input.fileHandleForWriting.write(contentsOf: Data("a b\n".utf8))
    try input.fileHandleForWriting.close()
    let result = try reader.read(
      fileDescriptor: input.fileHandleForReading.fileDescriptor, name: "pipe")
    #expect(result.notes.isEmpty)
    #expect(result.graph.isDirected)
    let output = Pipe()
    try GraphWriter(format: .dot).write(
      result.graph, fileDescriptor: output.fileHandleForWriting.fileDescriptor, name: "pipe")
    try output.fileHandleForWriting.close()
    let text = String(
      decoding: try #require(try output.fileHandleForReading.readToEnd()), as: UTF8.self)
    #expect(text == "digraph {\n  a;\n  b;\n  a -> b;\n}\n")
  }

  @Test func positionsAlone() throws {
    try withTemporaryFolder { folder in
      try Data("id,x,y\n1,3,4\n0,1,2\n".utf8).write(to: URL(fileURLWithPath: "\(folder)/start.csv"))
      var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
      try NodePositionTable(contentsOf: "\(folder)/start.csv").place(&graph)
      try NodePositionTable(of: graph)?.write(to: "\(folder)/positions.npy")
      let again = try NodePositionTable(contentsOf: "\(folder)/positions.npy")
      #expect(again.positions == .plane([[1, 2], [3, 4]]))
    }
  }
}
