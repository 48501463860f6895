import CommandLineSupport
import Foundation
import Graphs
import Testing
import _TestSupport

@testable import ForcegraphTool

/// Options that name nodes take ids, and the names that pictures show.
struct NamedNodesTests {
  private func graph() throws -> Graph {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["n1", "n2", "n3", "n4"]), sources: [0, 1], targets: [1, 2])
    graph.nodeAttributes.set("label", .strings(["Grin", "n1", "Twin", "Twin"]))
    return graph
  }

  @Test func idsComeFirst() throws {
    let graph = try graph()
    #expect(try graph.node(named: "n1", "--ego") == 0)
    #expect(try graph.node(named: "Grin", "--ego") == 0)
    #expect(try graph.node(named: "n2", "--ego") == 1)
  }

  @Test func whatIsNotUnique() throws {
    let graph = try graph()
    func words(_ text: String) -> String {
      do throws(Failure) { return try graph.node(named: text, "--ego").description } catch {
        return error.message
      }
    }
    #expect(words("Twin").contains("2 nodes are called that; their ids are \"n3\", \"n4\"."))
    #expect(words("Grim").contains("there is no such node; nodes are \"n1\", \"n2\", \"n3\", ..."))
    #expect(words("Grim").contains("Did you mean \"Grin\"?"))
    #expect(words("").contains("there is no such node"))
  }

  @Test func optionsTakeNames() throws {
    try withTemporaryFolder { folder in
      let file = folder.appending(path: "g.gml").path(percentEncoded: false)
      let text = """
        graph [ node [ id 1 label "Grin" ] node [ id 2 label "Hub, the" ] node [ id 3 label "Leaf" ]
          node [ id 4 label "Far" ] edge [ source 1 target 2 ] edge [ source 2 target 3 ]
          edge [ source 3 target 4 ] ]
        """
      try Data(text.utf8).write(to: URL(filePath: file))
      let near = try forcegraph("convert", file, "-", "--format", "csv", "--ego", "Hub, the")
      #expect(near.exitCode == 0, "\(near.errors)")
      #expect(near.errors.contains("3 of 4 nodes and 2 of 3 edges are left by --ego Hub, the"))
      let tree = try forcegraph(
        "layout", file, "-o", "-", "--format", "json", "--layout", "tree", "--root", "Leaf")
      #expect(tree.exitCode == 0, "\(tree.errors)")
      let wrong = try forcegraph("info", file, "--ego", "Grim")
      #expect(wrong.exitCode == 64)
      #expect(wrong.errors.contains("Did you mean \"Grin\"?"), "\(wrong.errors)")
    }
  }
}
