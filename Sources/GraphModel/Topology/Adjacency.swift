/// The direction in which the edges of a directed graph are followed. In undirected graphs edges
/// are always followed both ways.
public enum EdgeDirection: String, Hashable, Codable, Sendable, CaseIterable {
  /// From source to target.
  case outgoing
  /// From target to source.
  case incoming
  /// Both ways, as if the graph were undirected.
  case both
}

/// The adjacency of a graph in compressed sparse rows.
///
///     let adjacency = graph.adjacency()
///     for neighbor in adjacency.neighbors(of: 3) { ... }
///
/// The row of a node is ordered by edge number. Each parallel edge has an entry.
public struct Adjacency: Hashable, Sendable {
  /// The index where the row of each node begins, and, as the last element, the end of the last
  /// row.
  public let offsets: [Int]
  /// The node at the other end of each entry.
  public let neighbors: [Int32]
  /// The edge of each entry.
  public let edges: [Int32]

  /// The number of rows.
  public var nodeCount: Int { offsets.count - 1 }

  /// Returns the entries of a node, as indices into `neighbors` and `edges`. O(1). Traps if there
  /// is no such node.
  public func row(of node: Int) -> Range<Int> { offsets[node]..<offsets[node + 1] }

  /// Returns the neighbours of a node, by edge number. O(1). Traps if there is no such node.
  public func neighbors(of node: Int) -> ArraySlice<Int32> { neighbors[row(of: node)] }

  /// Returns the edges at a node, by number. O(1). Traps if there is no such node.
  public func edges(of node: Int) -> ArraySlice<Int32> { edges[row(of: node)] }

  /// Returns the number of entries of a node. O(1). Traps if there is no such node.
  public func degree(of node: Int) -> Int { row(of: node).count }
}

/// The number of entries of a loop, if edges are followed both ways.
enum LoopEntries {
  case none, one, two
}

extension GraphTopology {
  /// Returns the adjacency. O(nodes + edges) in time and memory.
  ///
  /// If edges are followed both ways (`both`, and any direction in an undirected graph), a loop has
  /// two entries in the row of its node, so that the length of a row is the degree of its node.
  public func adjacency(_ direction: EdgeDirection = .outgoing) -> Adjacency {
    adjacency(direction, loops: isDirected && direction != .both ? .one : .two)
  }

  /// Returns the adjacency with another number of entries for loops: none or one for `outgoing` and
  /// `incoming` of directed graphs.
  func adjacency(_ direction: EdgeDirection, loops: LoopEntries) -> Adjacency {
    if !isDirected || direction == .both { return adjacencyBothWays(loops: loops) }
    let (rows, others) = direction == .outgoing ? (sources, targets) : (targets, sources)
    var offsets = [Int](repeating: 0, count: nodeCount + 1)
    for edge in 0..<edgeCount where loops != .none || rows[edge] != others[edge] {
      offsets[Int(rows[edge]) + 1] += 1
    }
    for node in 0..<nodeCount { offsets[node + 1] += offsets[node] }
    var next = offsets
    var neighbors = [Int32](repeating: 0, count: offsets[nodeCount])
    var edges = neighbors
    for edge in 0..<edgeCount where loops != .none || rows[edge] != others[edge] {
      let place = next[Int(rows[edge])]
      next[Int(rows[edge])] = place + 1
      neighbors[place] = others[edge]
      edges[place] = Int32(truncatingIfNeeded: edge)
    }
    return Adjacency(offsets: offsets, neighbors: neighbors, edges: edges)
  }

  private func adjacencyBothWays(loops: LoopEntries) -> Adjacency {
    var offsets = [Int](repeating: 0, count: nodeCount + 1)
    for edge in 0..<edgeCount {
      let (source, target) = (Int(sources[edge]), Int(targets[edge]))
      if source != target || loops != .none { offsets[source + 1] += 1 }
      if source != target || loops == .two { offsets[target + 1] += 1 }
    }
    for node in 0..<nodeCount { offsets[node + 1] += offsets[node] }
    var next = offsets
    var neighbors = [Int32](repeating: 0, count: offsets[nodeCount])
    var edges = neighbors
    func add(_ neighbor: Int32, to node: Int, _ edge: Int) {
      let place = next[node]
      next[node] = place + 1
      neighbors[place] = neighbor
      edges[place] = Int32(truncatingIfNeeded: edge)
    }
    for edge in 0..<edgeCount {
      let (source, target) = (sources[edge], targets[edge])
      if source != target || loops != .none { add(target, to: Int(source), edge) }
      if source != target || loops == .two { add(source, to: Int(target), edge) }
    }
    return Adjacency(offsets: offsets, neighbors: neighbors, edges: edges)
  }
}
