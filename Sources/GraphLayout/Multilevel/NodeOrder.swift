import ForceSimulation

/// A breadth-first numbering of a large graph, in which adjacent nodes have near numbers.
///
/// Ticks and fits read the neighbours of one node after the other. In a large graph that is
/// numbered at random, most of these reads miss the caches.
struct NodeOrder {
  /// By new number, the node.
  let nodes: [Int32]
  /// By node, the new number.
  let numbers: [Int32]

  /// The number of nodes from which a graph is large: the positions of fewer fit into a core's own
  /// cache in any order (some 256 kB in the plane).
  static let large = 1 << 14

  /// Returns nil if the graph is not large. O(nodes + edges).
  init?(_ graph: LayoutGraph) {
    guard graph.nodeCount >= Self.large else { return nil }
    var nodes: [Int32] = []
    nodes.reserveCapacity(graph.nodeCount)
    var numbers = [Int32](repeating: -1, count: graph.nodeCount)
    func reach(_ node: Int32) {
      guard numbers[Int(node)] < 0 else { return }
      numbers[Int(node)] = Int32(nodes.count)
      nodes.append(node)
    }
    var done = 0
    for first in 0..<graph.nodeCount {
      reach(Int32(first))
      while done < nodes.count {
        for neighbor in graph.neighbors(of: Int(nodes[done])) { reach(neighbor) }
        done += 1
      }
    }
    (self.nodes, self.numbers) = (nodes, numbers)
  }

  /// Returns values by node from values by number.
  func byNode<Value>(_ values: [Value]) -> [Value] { numbers.map { values[Int($0)] } }
}
