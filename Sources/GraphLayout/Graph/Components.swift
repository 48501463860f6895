import GraphModel

/// The connected components of a graph, numbered by their lowest node.
public struct GraphComponents: Sendable {
  /// For each node the number of its component.
  public let membership: [Int32]
  /// The nodes of each component, by increasing index.
  public let nodes: [[Int32]]

  /// The number of components.
  public var count: Int { nodes.count }
}

extension LayoutGraph {
  /// The connected components, edges taken without direction. O(nodes + edges), without recursion.
  public func components() -> GraphComponents {
    var membership = [Int32](repeating: -1, count: nodeCount)
    var queue: [Int32] = []
    queue.reserveCapacity(nodeCount)
    var sizes: [Int] = []
    for start in 0..<nodeCount where membership[start] < 0 {
      let number = Int32(sizes.count)
      let first = queue.count
      membership[start] = number
      queue.append(Int32(start))
      var read = first
      while read < queue.count {
        let node = Int(queue[read])
        read += 1
        for place in adjacency.range(of: node) {
          let neighbor = Int(adjacency.neighbors[place])
          if membership[neighbor] < 0 {
            membership[neighbor] = number
            queue.append(Int32(neighbor))
          }
        }
      }
      sizes.append(queue.count - first)
    }
    var nodes = sizes.map { size in
      var list: [Int32] = []
      list.reserveCapacity(size)
      return list
    }
    for node in 0..<nodeCount { nodes[Int(membership[node])].append(Int32(node)) }
    return GraphComponents(membership: membership, nodes: nodes)
  }

  /// One graph for each component; node i of it is `components.nodes[number][i]`. O(nodes + edges).
  func subgraphs(_ components: GraphComponents) -> [LayoutGraph] {
    if components.count == 1 { return [self] }
    var local = [Int32](repeating: 0, count: nodeCount)
    for nodes in components.nodes {
      for (index, node) in nodes.enumerated() { local[Int(node)] = Int32(index) }
    }
    var sources = [[Int32]](repeating: [], count: components.count)
    var targets = sources
    var lengths = [[Double]](repeating: [], count: self.lengths == nil ? 0 : components.count)
    for edge in self.sources.indices {
      let number = Int(components.membership[Int(self.sources[edge])])
      sources[number].append(local[Int(self.sources[edge])])
      targets[number].append(local[Int(self.targets[edge])])
      if let length = self.lengths?[edge] { lengths[number].append(length) }
    }
    return components.nodes.indices.map { number in
      LayoutGraph(
        trusted: GraphTopology(
          trusted: components.nodes[number].count, sources: sources[number],
          targets: targets[number], isDirected: isDirected),
        lengths: self.lengths == nil ? nil : lengths[number])
    }
  }
}
