/// A model that estimates the distance of two nodes from their distances to pivots: `1 / d_ij` is
/// about `a_i + a_j - a`, and `d_ij^-2` about `b_i + b_j - b`, where a_i and b_i are means over
/// pivots, and a and b the means of these.
///
/// In networks with short paths most distances are nearly equal, and the model is more accurate
/// than any two-dimensional drawing. In meshes it is not.
struct DistanceModel {
  /// The means of `1 / d` and of `d^-2` of each node, over the pivots that are not its neighbours.
  private(set) var inverses: [Double]
  private(set) var squares: [Double]
  /// The number of these pivots for each node.
  private(set) var counts: [Int32]
  /// The means of both over the pivots.
  private(set) var meanInverse = 0.0
  private(set) var meanSquare = 0.0

  /// Creates the model. O(pivots * nodes).
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
    // A neighbour of all pivots, such as a hub, gets the means.
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

  /// Returns the mean of `(1 - d (a_i + a_j - a))²` over pairs of a pivot and a node that is not
  /// its neighbour; infinite if there are none. It is comparable with the stress of a drawing, the
  /// same mean with drawn lengths divided by d. O(pivots * nodes).
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

  /// Calls `body` with each node that is neither the pivot nor its neighbour. O(nodes).
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
