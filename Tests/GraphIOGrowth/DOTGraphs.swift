import Foundation
import GraphIO

/// What a reader says of a graph of DOT: names, and the values of the attribute `w`.
private struct Said: Encodable {
  var nodes: [[String]]?
  var edges: [[String]]?
  var error: String?

  init(_ graph: Graph) {
    let ids = Array(graph.nodeIDs)
    nodes = ids.indices.map { [ids[$0], graph.nodeAttributes["w", $0]?.description ?? ""] }
    edges = (0..<graph.edgeCount).map { edge in
      [
        ids[Int(graph.sources[edge])], ids[Int(graph.targets[edge])],
        graph.edgeAttributes["w", edge]?.description ?? "",
      ]
    }
  }

  init(_ error: GraphFileError) { self.error = error.description }
}

/// Reads a list of texts in a file of JSON as graphs of DOT, and prints a line of JSON for each.
func printGraphs(_ path: String) throws {
  let texts = try JSONDecoder().decode([String].self, from: Data(contentsOf: URL(filePath: path)))
  for text in texts {
    let said: Said
    do throws(GraphFileError) {
      said = Said(try GraphReader(format: .dot).read(Array(text.utf8), name: "graph").graph)
    } catch { said = Said(error) }
    print(String(decoding: try JSONEncoder().encode(said), as: UTF8.self))
  }
}
