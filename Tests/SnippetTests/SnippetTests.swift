import Foundation
import Graphs
import Testing
import _TestSupport

/// Runs the code of README.md and docs/*.md. The target doc-snippets shows that it compiles;
/// scripts/check shows that it equals the pages.
struct SnippetTests {
  private let program = Program(name: "doc-snippets")
  private let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples").standardizedFileURL

  @Test func everyBlockRuns() throws {
    let names = try program("list").output.split(separator: "\n").map(String.init)
    #expect(names.contains("README.md#2"))
    for name in names {
      try withTemporaryFolder { folder in
        try fill(folder)
        let outcome = try program(name, folder.path)
        let said = outcome.errors + outcome.output.suffix(500)
        #expect(outcome.exited && outcome.exitCode == 0, "\(name): \(said)")
        #expect(outcome.errors.isEmpty, "\(name): \(said)")
      }
    }
  }

  /// What is wrong in a block fails the test: it ends with another code than 0.
  @Test func unknownBlocksFail() throws {
    #expect(try program("docs/none.md#1", ".").exitCode == 1)
    #expect(try program("README.md#2", "/nowhere").exitCode == 1)
  }

  /// Makes the files that blocks read.
  private func fill(_ folder: URL) throws {
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "Examples"), withDestinationURL: examples)
    let path = examples.appending(path: "miserables.csv").path
    var graph = try Graph(contentsOf: path).laidOut()
    try graph.write(to: folder.appending(path: "graph.edges").path, format: .edgeList)
    try NodePositionTable(of: graph)?.write(to: folder.appending(path: "start.csv").path)
    graph.nodeAttributes.set("label", .strings(graph.nodeIDs.map { $0.uppercased() }))
    try graph.write(to: folder.appending(path: "miserables.gexf").path)
  }
}
