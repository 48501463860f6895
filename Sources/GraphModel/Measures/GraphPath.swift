/// A path: nodes, each joined to the next one by an edge.
public struct GraphPath: Hashable, Codable, Sendable {
  /// The nodes in order.
  public let nodes: [Int32]
  /// The edges in order: one fewer than nodes, or as many in a cycle.
  public let edges: [Int32]
  /// The sum of the weights of the edges; without weights, their number.
  public let length: Double
}

extension GraphPath {
  /// Creates the path from the root of a tree to a node.
  ///
  /// - Parameters:
  ///   - parents: the parent of each node, -1 for the root.
  ///   - parentEdges: the edge from its parent to each node.
  init(to node: Int, parents: [Int32], parentEdges: [Int32], length: Double) {
    var nodes = [Int32(truncatingIfNeeded: node)]
    var edges: [Int32] = []
    var node = node
    while parents[node] >= 0 {
      edges.append(parentEdges[node])
      nodes.append(parents[node])
      node = Int(parents[node])
    }
    self.nodes = nodes.reversed()
    self.edges = edges.reversed()
    self.length = length
  }
}
