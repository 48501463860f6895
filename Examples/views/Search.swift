import GraphIO
import GraphModel
import GraphView
import Graphs

/// A breadth-first search in the graph of a file, from the node with the most links. The graph is
/// laid out first, so that the front of the search is seen as one.
enum Search {
  static func view(of path: String) async throws -> GraphView<String> {
    let graph = try Graph(contentsOf: path).laidOut()
    let topology = graph.topology
    let degrees = topology.degrees()
    guard let start = degrees.indices.max(by: { degrees[$0] < degrees[$1] }) else {
      throw GraphViewError.impossible("\(path) has no nodes")
    }
    let steps = try topology.breadthFirstSteps(from: start) { graph.nodeIDs[$0] }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return try await GraphView(graph, options: GraphViewOptions(title: name), steps: steps)
  }
}
