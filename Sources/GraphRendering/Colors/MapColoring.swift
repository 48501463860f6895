import GraphModel

/// Few colours for many parts of a graph.
enum MapColoring {
  /// A colour for each part, 0 ..< colorCount: the largest part chooses first, and each takes the colour that the fewest
  /// edges join it to; of equally good ones the one that the fewest nodes have, and of those the first. O(edges * log).
  ///
  /// - Parameter parts: of each node, numbered from 0.
  static func colors(
    parts: [Int32], of graph: GraphTopology, colorCount: Int
  ) -> [Int] {
    let count = Int(parts.max() ?? -1) + 1
    var size = [Int](repeating: 0, count: count)
    for part in parts { size[Int(part)] += 1 }
    // Edges between parts, from both of their ends.
    var edges: [(from: Int, to: Int)] = []
    for edge in 0..<graph.edgeCount {
      let a = Int(parts[Int(graph.sources[edge])])
      let b = Int(parts[Int(graph.targets[edge])])
      if a != b { edges += [(a, b), (b, a)] }
    }
    edges.sort { $0 < $1 }
    var starts = [Int](repeating: 0, count: count + 1)
    for edge in edges { starts[edge.from + 1] += 1 }
    for part in 0..<count { starts[part + 1] += starts[part] }

    var color = [Int](repeating: -1, count: count)
    var nodesOfColor = [Int](repeating: 0, count: colorCount)
    for part in (0..<count).sorted(by: { (-size[$0], $0) < (-size[$1], $1) }) {
      var joined = [Int](repeating: 0, count: colorCount)
      for edge in edges[starts[part]..<starts[part + 1]] where color[edge.to] >= 0 {
        joined[color[edge.to]] += 1
      }
      let best = (0..<colorCount).min {
        (joined[$0], nodesOfColor[$0], $0) < (joined[$1], nodesOfColor[$1], $1)
      }
      color[part] = best ?? 0
      nodesOfColor[color[part]] += size[part]
    }
    return color
  }
}
