import Foundation
import Testing

@testable import GraphIO

struct WritingTests {
  private let small = Graph(
    checkedNodeIDs: Graph.NodeIDs(count: 3), sources: [0, 1], targets: [1, 2])

  @Test(arguments: GraphFormat.all.filter(\.isWritable))
  func filesCompressedAndNot(format: GraphFormat) throws {
    try withTemporaryFolder { folder in
      for suffix in ["", ".gz"] {
        let path = "\(folder)/graph.\(format.fileExtension)\(suffix)"
        try small.write(to: path)
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(GunzipSource.isGzip(bytes) == (suffix == ".gz"))
        let read = try Graph(contentsOf: URL(fileURLWithPath: path))
        // A matrix has its lower half, so that the ends of an edge may change places.
        #expect(read.sources == (format == .matrixMarket ? small.targets : small.sources))
        #expect(read.targets == (format == .matrixMarket ? small.sources : small.targets))
        // The same graph, the same bytes.
        try small.write(to: URL(fileURLWithPath: path))
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
  }

  @Test func aFailureLeavesTheOldFile() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/graph.graphml"
      try small.write(to: path)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      // The node after the first ones cannot be written.
      let ids = Graph.NodeIDs(unique: (0..<100_000).map(\.description) + ["\u{1}"])
      let bad = try Graph(nodeIDs: ids, sources: [], targets: [])
      #expect(throws: GraphFileError.self) { try bad.write(to: path) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["graph.graphml"])
    }
  }

  @Test func rightsAndLinksStay() throws {
    try withTemporaryFolder { folder in
      let (path, link) = ("\(folder)/real.csv", "\(folder)/link.csv")
      try small.write(to: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      try Graph(nodeCount: 2, edges: [(0, 1)]).write(to: link)
      #expect(try Graph(contentsOf: path).edgeCount == 1)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
      let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(rights == 0o640)
    }
  }

  @Test func placesThatCannotBeWritten() {
    let error = #expect(throws: GraphFileError.self) { try small.write(to: "no such folder/a.csv") }
    #expect(
      error?.description
        == "no such folder/a.csv: cannot be written: there is no folder no such folder")
    #expect(throws: GraphFileError.self) { try small.write(to: "graph.unknown") }
    #if os(Linux)
    let full = #expect(throws: GraphFileError.self) {
      try small.write(to: "/dev/full", format: .csv)
    }
    #expect(full?.description == "/dev/full: cannot be written: No space left on device")
    #endif
  }

  @Test func pipes() throws {
    let pipe = Pipe()
    let writer = GraphWriter(format: .gexf)
    try writer.write(small, fileDescriptor: pipe.fileHandleForWriting.fileDescriptor, name: "pipe")
    try pipe.fileHandleForWriting.close()
    let result = try GraphReader().read(
      fileDescriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe")
    #expect(result.format == .gexf)
    #expect(result.graph == small)
  }

  @Test func reportsInWords() throws {
    var graph = small
    graph.positions = .plane([[0, 0], [1, 1], [2, 2]])
    graph.nodeAttributes.set("label", .strings(["a", nil, "c"]))
    let report = try GraphWriter(format: .matrixMarket).bytes(graph).report
    #expect(
      report.description == """
        nodes have numbers instead of their ids
        the attribute "label" of nodes is left out
        positions are left out
        """)
    #expect(!report.isLossless)
  }

  @Test func whatFilesLookLike() throws {
    func text(_ format: GraphFormat) throws -> String {
      String(decoding: try GraphWriter(format: format).bytes(small).bytes, as: UTF8.self)
    }
    #expect(try text(.edgeList) == "0 1\n1 2\n")
    #expect(try text(.csv) == "Source,Target\n0,1\n1,2\n")
    #expect(try text(.dot) == "graph {\n  0;\n  1;\n  2;\n  0 -- 1;\n  1 -- 2;\n}\n")
    #expect(try text(.metis) == "3 2\n2\n1 3\n2\n")
    #expect(
      try text(.matrixMarket)
        == "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n")
    #expect(try text(.pajek) == "*Vertices 3\n1 \"1\"\n2 \"2\"\n3 \"3\"\n*Edges\n1 2\n2 3\n")
  }
}
