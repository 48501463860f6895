import GraphModel
import Numbers

/// Random graphs, reproducible by a seed.
enum Shape: String {
  /// Both ends of an edge are any nodes.
  case random
  /// An end of an edge is a node with a probability in proportion to its degree.
  case hubs
  /// Communities of 100 nodes; four of five edges are within one.
  case planted

  /// - Parameter isDirected: true for edges from lower to higher nodes, without cycles.
  func graph(nodeCount: Int, edgeCount: Int, isDirected: Bool) throws -> GraphTopology {
    var random = Numbers(state: 42)
    var sources: [Int32] = []
    var targets: [Int32] = []
    sources.reserveCapacity(edgeCount)
    targets.reserveCapacity(edgeCount)
    for edge in 0..<edgeCount {
      var source = random.below(nodeCount)
      var target = random.below(nodeCount)
      switch self {
      case .random: break
      case .hubs:
        // An end of an earlier edge, three times out of four.
        if edge > 0, random.below(4) > 0 { target = Int(targets[random.below(edge)]) }
        if edge > 0, random.below(4) > 0 { source = Int(sources[random.below(edge)]) }
      case .planted:
        if random.below(5) > 0 {
          let first = source / 100 * 100
          target = first + random.below(min(100, nodeCount - first))
        }
      }
      if source == target { target = (target + 1) % nodeCount }
      sources.append(Int32(isDirected ? min(source, target) : source))
      targets.append(Int32(isDirected ? max(source, target) : target))
    }
    return try GraphTopology(
      nodeCount: nodeCount, sources: sources, targets: targets, isDirected: isDirected)
  }
}
