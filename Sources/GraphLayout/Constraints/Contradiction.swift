/// Separations that cannot hold together: a cycle along which distances add up to more than 0.
enum Contradiction {
  private struct Edge {
    var left: Int
    var right: Int
    var gap: Double
    var separation: Int
  }

  /// Returns the separations of such a cycle, in its order; nil if all can hold together. It relaxes
  /// longest paths, in passes that alternate in direction (Bellman and Ford; Yen 1970): a cycle of
  /// predecessors is one whose distances have grown. O(separations) for each pass, of which there are
  /// seldom more than a few.
  static func find(_ separations: [Separation]) -> [Separation]? {
    let nodes = OffsetClasses(separations)
    var edges: [Edge] = []
    for (index, separation) in separations.enumerated() {
      let (left, right) = (nodes.local(separation.left), nodes.local(separation.right))
      if left == right {
        if separation.gap > 0 || (separation.isExact && separation.gap != 0) { return [separation] }
        continue
      }
      edges.append(Edge(left: left, right: right, gap: separation.gap, separation: index))
      if separation.isExact {
        edges.append(Edge(left: right, right: left, gap: -separation.gap, separation: index))
      }
    }
    var reach = [Double](repeating: 0, count: nodes.nodes.count)
    var parents = [Int](repeating: -1, count: nodes.nodes.count)
    // Rounding of sums is no contradiction.
    let tolerance = 1e-9 * edges.reduce(1.0) { max($0, $1.gap.magnitude) }
    for pass in 0...nodes.nodes.count {
      var hasChanged = false
      for place in edges.indices {
        let number = pass % 2 == 0 ? place : edges.count - 1 - place
        let edge = edges[number]
        if reach[edge.left] + edge.gap > reach[edge.right] + tolerance {
          reach[edge.right] = reach[edge.left] + edge.gap
          parents[edge.right] = number
          hasChanged = true
        }
      }
      if !hasChanged { return nil }
      if pass % 8 == 1 || pass == nodes.nodes.count, let cycle = cycle(parents, edges) {
        return cycle.map { separations[$0] }
      }
    }
    return nil
  }

  /// Returns the separations of a cycle of predecessors.
  private static func cycle(_ parents: [Int], _ edges: [Edge]) -> [Int]? {
    var seenFrom = [Int](repeating: -1, count: parents.count)
    for first in parents.indices where seenFrom[first] < 0 {
      var node = first
      while seenFrom[node] < 0, parents[node] >= 0 {
        seenFrom[node] = first
        node = edges[parents[node]].left
      }
      guard seenFrom[node] == first, parents[node] >= 0 else {
        seenFrom[node] = first
        continue
      }
      var (found, at): ([Int], Int) = ([], node)
      repeat {
        found.append(edges[parents[at]].separation)
        at = edges[parents[at]].left
      } while at != node
      return found.reversed()
    }
    return nil
  }
}
