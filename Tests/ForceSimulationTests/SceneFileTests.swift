import ForceSimulation
import Foundation
import GraphIO
import Scenes
import Testing
import _TestSupport

/// Scenes from graph files. GraphIOTests has the tests of reading.
@Suite(.traced)
struct SceneFileTests {
  private func withFile<Result>(
    _ name: String = "graph.edges", _ contents: Data, _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appending(path: name)
    try contents.write(to: url)
    return try body(url.path(percentEncoded: false))
  }

  private func scene(_ name: String = "graph.edges", text: String) throws -> Scene {
    try withFile(name, Data(text.utf8)) { try Scene.file($0) }
  }

  private func links(_ pairs: (Int, Int)...) -> [Link<Int>] {
    pairs.map { Link(source: $0.0, target: $0.1) }
  }

  /// State hashes of files stay what they are because of this.
  @Test func integersAreInIncreasingOrder() throws {
    let scene = try scene(text: "70 5\n\(Int.max) 70\n5 1")
    #expect(scene.nodeNames == ["1", "5", "70", String(Int.max)])
    #expect(scene.nodeCount == 4)
    #expect(scene.links == links((2, 1), (3, 2), (1, 0)))
    #expect(scene.name == "graph.edges")
    #expect(scene.positions(of: SIMD2<Double>.self) == nil)
    #expect(scene.notes.isEmpty)
  }

  @Test func linksKeepTheirOrderDuplicatesAndLoops() throws {
    let scene = try scene(
      "graph.txt",
      text: "# SNAP style\n% KONECT style\n\n 0 1\n1\t2 # why not\r\n2 0\n3 3\n0 1\n1 0")
    #expect(scene.nodeNames == ["0", "1", "2", "3"])
    #expect(scene.links == links((0, 1), (1, 2), (2, 0), (3, 3), (0, 1), (1, 0)))
  }

  @Test func weightsAttributesAndPositionsAreNotUsed() throws {
    let expected = links((1, 0), (0, 2))
    for (name, text) in [
      ("graph.csv", "source,target,weight,colour\nb,a,2,red\na,c,3,blue\n"),
      ("graph.gv", "digraph { a [pos=\"1,2!\"]; b; c; b -> a [weight=2]; a -> c }"),
      (
        "graph.json",
        #"{"nodes":[{"id":"a","x":1,"y":2},{"id":"b"},{"id":"c"}],"#
          + #""links":[{"source":"b","target":"a","value":4},{"source":"a","target":"c"}]}"#
      ),
    ] {
      let scene = try scene(name, text: text)
      let names = try #require(scene.nodeNames)
      #expect(Set(names) == ["a", "b", "c"])
      #expect(
        scene.links.map { [names[$0.source], names[$0.target]] }
          == expected.map { [["a", "b", "c"][$0.source], ["a", "b", "c"][$0.target]] })
      #expect(scene.positions(of: SIMD2<Double>.self) == nil)
    }
  }

  @Test func nodesWithoutLinksAreThere() throws {
    let scene = try scene(
      "graph.net", text: "*Vertices 3\n1 \"a\"\n2 \"b\"\n3 \"c\"\n*Edges\n1 3\n")
    #expect(scene.nodeNames == ["1", "2", "3"])
    #expect(scene.links == links((0, 2)))
  }

  @Test func whatTheReaderGuessedIsNoted() throws {
    let scene = try scene("graph.txt", text: "a b c d\nb\nc\nd\n")
    #expect(scene.links == links((0, 1), (0, 2), (0, 3)))
    #expect(scene.notes.count == 1)
    #expect(scene.notes.first?.contains("adjacency lists") == true)
  }

  @Test func aReaderCanBeGiven() throws {
    try withFile("graph.txt", Data("1 2\n2 3\n".utf8)) { path in
      var reader = GraphReader(format: .edgeList)
      reader.limits.edges = 1
      let error = #expect(throws: GraphFileError.self) { try Scene.file(path, reader: reader) }
      #expect(error?.problem == .limit(of: "edges", maximum: 1))
      #expect(error?.location == FileLocation(line: 2, column: 1))
    }
  }

  /// "# a triangle and a tail\n0 1\n1 2\n2 0\n2 3\n", compressed by Python's gzip.
  private static let compressed = Data(
    base64Encoded: """
      H4sIAAAAAAACA1NWSFQoKcpMzEvPSVVIzEsBcRMzc7gMFAy5DBWMuIwUDIDYmAsAt/eUeygAAAA=
      """)

  @Test func filesMayBeCompressed() throws {
    let compressed = try #require(Self.compressed)
    for name in ["graph.edges.gz", "graph.txt", "graph.edges"] {
      let scene = try withFile(name, compressed) { try Scene.file($0) }
      #expect(scene.links == links((0, 1), (1, 2), (2, 0), (2, 3)))
    }
    try withFile("graph.edges.gz", compressed.dropLast(9)) { path in
      let error = #expect(throws: GraphFileError.self) { try Scene.file(path) }
      #expect(error?.problem == .damaged("the compressed data is cut short"))
    }
  }

  @Test func longFilesAreReadWhole() throws {
    let scene = try scene(text: (0..<20_000).map { "\($0) \($0 + 1)\n" }.joined())
    #expect(scene.nodeCount == 20_001)
    #expect(scene.links == (0..<20_000).map { Link(source: $0, target: $0 + 1) })
    #expect(scene.nodeNames?[12_345] == "12345")
  }

  @Test func whatCannotBeReadSaysWhy() throws {
    for (path, reason) in [
      ("/no/such/file.txt", "No such file or directory"), ("/", "Is a directory"),
    ] {
      let error = try #require(throws: GraphFileError.self) { try Scene.file(path) }
      #expect(error.problem == .unreadable(reason))
      #expect(error.description == "\(path): cannot be read: \(reason)")
    }
  }
}
