import Foundation
import GraphIO
import Testing

/// Files by path, by URL and by descriptor.
struct PlaceTests {
  @Test func pipes() throws {
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

  @Test func positionsByPathAndByURL() throws {
    try withTemporaryFolder { folder in
      try Data("id,x,y\n1,3,4\n0,1,2\n".utf8).write(to: URL(filePath: "\(folder)/start.csv"))
      var graph = try Graph(nodeCount: 2, edges: [(0, 1)])
      try NodePositionTable(contentsOf: URL(filePath: "\(folder)/start.csv")).place(&graph)
      try NodePositionTable(of: graph)?.write(to: URL(filePath: "\(folder)/positions.npy"))
      let again = try NodePositionTable(contentsOf: "\(folder)/positions.npy")
      #expect(again.positions == .plane([[1, 2], [3, 4]]))
    }
  }

  @Test func addressesOfOtherThingsThanFilesAreRefused() throws {
    let graph = try Graph(nodeCount: 2, edges: [(0, 1)])
    let url = try #require(URL(string: "https://example.org/a.csv"))
    let errors = [
      #expect(throws: GraphFileError.self) { try Graph(contentsOf: url) },
      #expect(throws: GraphFileError.self) { try graph.write(to: url) },
      #expect(throws: GraphFileError.self) { try NodePositionTable(contentsOf: url) },
    ]
    #expect(errors.allSatisfy { $0?.file == "https://example.org/a.csv" })
  }
}
