/// What the distance of two nodes is likely to be, from how far each is from some pivots: `1 / d_ij` is
/// about `a_i + a_j - a`, and `d_ij^-2` about `b_i + b_j - b`, with the means over pivots for a_i and b_i, and the
/// means of these for a and b.
///
/// In networks with short paths most distances are nearly equal, and this says more about them than any drawing in
/// the plane. In meshes it says little.
struct DistanceModel {
  /// By node: the mean of `1 / d` over the pivots that are no neighbours, and of `d^-2`.
  private(set) var inverses: [Double]
  private(set) var squares: [Double]
  /// By node: the number of these pivots.
  private(set) var counts: [Int32]
  /// The means of both over the pivots.
  private(set) var meanInverse = 0.0
  private(set) var meanSquare = 0.0

  /// O(pivots * nodes).
  init(_ graph: LayoutGraph, _ distances: PivotDistances) {
    inverses = [Double](repeating: 0, count: graph.nodeCount)
    squares = inverses
    counts = [Int32](repeating: 0, count: graph.nodeCount)
    for (number, row) in distances.rows.enumerated() {
      Self.forEachFar(graph, distances, number) { node in
        let inverse = 1 / Double(row[node])
        inverses[node] += inverse
        squares[node] += inverse * inverse
        counts[node] += 1
      }
    }
    for node in inverses.indices where counts[node] > 0 {
      inverses[node] /= Double(counts[node])
      squares[node] /= Double(counts[node])
    }
    let known = distances.pivots.filter { counts[$0] > 0 }
    for pivot in known {
      meanInverse += inverses[pivot] / Double(known.count)
      meanSquare += squares[pivot] / Double(known.count)
    }
    // A neighbour of all pivots, such as a hub: as any node.
    for node in inverses.indices where counts[node] == 0 {
      (inverses[node], squares[node]) = (meanInverse, meanSquare)
    }
  }

  @inline(__always)
  func inverse(_ node: Int, _ other: Int) -> Double {
    inverses[node] + inverses[other] - meanInverse
  }

  @inline(__always)
  func square(_ node: Int, _ other: Int) -> Double { squares[node] + squares[other] - meanSquare }

  /// The mean of `(1 - d (a_i + a_j - a))²` over pairs of a pivot and a node that is no neighbour; infinite where there are
  /// none. The stress of a drawing is the same mean, with lengths in the drawing over d. O(pivots * nodes).
  func error(_ graph: LayoutGraph, _ distances: PivotDistances) -> Double {
    var (sum, count) = (0.0, 0.0)
    for (number, pivot) in distances.pivots.enumerated() {
      Self.forEachFar(graph, distances, number) { node in
        let part = 1 - Double(distances.rows[number][node]) * inverse(node, pivot)
        sum += part * part
        count += 1
      }
    }
    return count > 0 ? sum / count : .infinity
  }

  /// Calls `body` with each node that is neither a pivot nor its neighbour. O(nodes).
  @inline(__always)
  static func forEachFar(
    _ graph: LayoutGraph, _ distances: PivotDistances, _ number: Int, _ body: (Int) -> Void
  ) {
    let (pivot, adjacency) = (distances.pivots[number], graph.adjacency)
    // Neighbours are in ascending order.
    var places = adjacency.range(of: pivot)
    for node in 0..<graph.nodeCount where node != pivot {
      while let place = places.first, Int(adjacency.neighbors[place]) < node {
        places.removeFirst()
      }
      if let place = places.first, Int(adjacency.neighbors[place]) == node { continue }
      body(node)
    }
  }
}
