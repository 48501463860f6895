import GraphModel

/// The connected components of a graph, numbered by their lowest node, with their nodes.
struct ComponentLists: Sendable {
  /// The component of each node.
  let membership: [Int32]
  /// The nodes of each component, in increasing order.
  let nodes: [[Int32]]

  /// The number of components.
  var count: Int { nodes.count }

  /// Creates the lists from a partition. O(nodes).
  init(_ components: NodePartition) {
    membership = components.classOfNode
    var nodes = components.sizes.map { size in
      var list: [Int32] = []
      list.reserveCapacity(size)
      return list
    }
    for node in membership.indices { nodes[Int(membership[node])].append(Int32(node)) }
    self.nodes = nodes
  }

  /// Returns the index of a node in a component; nil if it is in another one. O(nodes).
  func place(of node: Int?, in component: Int) -> Int? {
    node.flatMap { nodes[component].firstIndex(of: Int32(truncatingIfNeeded: $0)) }
  }
}

extension LayoutGraph {
  /// Returns the connected components, ignoring directions.
  func components() -> ComponentLists { ComponentLists(topology.connectedComponents()) }

  /// True if the graph, whose components are given, has no cycle. Unlike `GraphTopology.isForest` it does
  /// not count loops and parallel edges, which layouts do not see. O(1).
  func isForest(_ components: ComponentLists) -> Bool { pairCount == nodeCount - components.count }

  /// Returns a subgraph for each component, whose node i is `components.nodes[number][i]`. O(nodes
  /// + edges).
  func subgraphs(_ components: ComponentLists) -> [LayoutGraph] {
    if components.count == 1 { return [self] }
    var local = [Int32](repeating: 0, count: nodeCount)
    for nodes in components.nodes {
      for (index, node) in nodes.enumerated() { local[Int(node)] = Int32(index) }
    }
    var edgeCounts = [Int](repeating: 0, count: components.count)
    for source in sources { edgeCounts[Int(components.membership[Int(source)])] += 1 }
    var sources = edgeCounts.map { [Int32](capacity: $0) }
    var targets = edgeCounts.map { [Int32](capacity: $0) }
    var lengths = self.lengths == nil ? [] : edgeCounts.map { [Double](capacity: $0) }
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
        lengths: self.lengths == nil ? nil : lengths[number],
        adjacency: adjacency.rows(of: components.nodes[number], numbers: local))
    }
  }

  /// Returns the graph without a node; higher numbers decrease by one. O(nodes + edges).
  func without(_ node: Int) -> LayoutGraph {
    let node = Int32(truncatingIfNeeded: node)
    let kept = sources.indices.filter { sources[$0] != node && targets[$0] != node }
    func local(_ other: Int32) -> Int32 { other > node ? other - 1 : other }
    return LayoutGraph(
      trusted: GraphTopology(
        trusted: nodeCount - 1, sources: kept.map { local(sources[$0]) },
        targets: kept.map { local(targets[$0]) }, isDirected: isDirected),
      lengths: lengths.map { lengths in kept.map { lengths[$0] } })
  }
}

extension Neighborhoods {
  /// Returns the rows of the nodes of a component, whose numbers in it increase with those in the graph.
  fileprivate func rows(of nodes: [Int32], numbers: [Int32]) -> Neighborhoods {
    let count = nodes.reduce(0) { $0 + range(of: Int($1)).count }
    var (offsets, neighbors) = ([Int](capacity: nodes.count + 1), [Int32](capacity: count))
    var rowLengths = lengths.map { _ in [Double](capacity: count) }
    offsets.append(0)
    for node in nodes {
      for neighbor in self.neighbors[range(of: Int(node))] {
        neighbors.append(numbers[Int(neighbor)])
      }
      if let lengths { rowLengths?.append(contentsOf: lengths[range(of: Int(node))]) }
      offsets.append(neighbors.count)
    }
    return Neighborhoods(trusted: offsets, neighbors: neighbors, lengths: rowLengths)
  }
}

extension Array {
  /// Creates an empty array with room for `capacity` elements.
  fileprivate init(capacity: Int) {
    self.init()
    reserveCapacity(capacity)
  }
}
