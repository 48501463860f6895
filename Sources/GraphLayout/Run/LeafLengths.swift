/// Brings what hangs on a graph by single edges near it: leaves, and trees.
///
/// Many-body forces push the nodes at the rim of a drawing outwards, and a leaf has one edge only to hold it.
/// Some leaves would take more room than all others.
enum LeafLengths {
  /// Moves leaves along their edges until these are no longer than most edges between other nodes are, and
  /// hanging trees with the edges that they hang by. Trees alone stay as they are. O(nodes + edges).
  static func shorten<Vector: LayoutVector>(_ positions: inout [Vector], _ graph: LayoutGraph) {
    let hanging = hangingNodes(graph.adjacency)
    guard !hanging.isEmpty, hanging.count < positions.count - 2 else { return }
    var hangs = [Bool](repeating: false, count: positions.count)
    for (node, _) in hanging { hangs[node] = true }
    guard let longest = usualLength(positions, graph.adjacency, without: hangs) else { return }
    // From the core outwards: how far each node has moved, its tree moves, too.
    var moves = [Vector](repeating: .zero, count: positions.count)
    for (node, anchor) in hanging.reversed() {
      let step = positions[node] - (positions[anchor] - moves[anchor])
      let length = step.length()
      let before = positions[node]
      positions[node] = positions[anchor] + step * (length > longest ? longest / length : 1)
      moves[node] = positions[node] - before
    }
  }

  /// The nodes outside the 2-core, each with the node that it hangs on, leaves first.
  private static func hangingNodes(_ adjacency: Neighborhoods) -> [(node: Int, anchor: Int)] {
    var degrees = (0..<adjacency.offsets.count - 1).map { adjacency.range(of: $0).count }
    var found: [(node: Int, anchor: Int)] = []
    var isGone = degrees.map { _ in false }
    var waiting = degrees.indices.filter { degrees[$0] == 1 }
    while let node = waiting.popLast() {
      guard degrees[node] == 1,
        let slot = adjacency.range(of: node).first(where: {
          !isGone[Int(adjacency.neighbors[$0])]
        })
      else { continue }
      let anchor = Int(adjacency.neighbors[slot])
      isGone[node] = true
      found.append((node, anchor))
      degrees[anchor] -= 1
      if degrees[anchor] == 1 { waiting.append(anchor) }
    }
    return found
  }

  /// The length that a quarter of the edges between other nodes do not reach.
  private static func usualLength<Vector: LayoutVector>(
    _ positions: [Vector], _ adjacency: Neighborhoods, without hangs: [Bool]
  ) -> Double? {
    var lengths: [Double] = []
    for node in positions.indices where !hangs[node] {
      for slot in adjacency.range(of: node) {
        let other = Int(adjacency.neighbors[slot])
        guard node < other, !hangs[other] else { continue }
        lengths.append((positions[other] - positions[node]).length())
      }
    }
    guard !lengths.isEmpty else { return nil }
    lengths.sort()
    return lengths[lengths.count / 4]
  }
}
