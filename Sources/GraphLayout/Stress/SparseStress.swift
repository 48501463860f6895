/// The stress of a connected graph over neighbours and pivots (Ortmann, Klimenta and Brandes 2017, doi:10.7155/jgaa.00440).
///
/// A pair of neighbours counts as in the full stress. A node and a pivot that are no neighbours count with the weight
/// `s / d²`, where s is the number of nodes of the pivot's region (those nearest to it) that are at most half as far from the pivot as
/// the node is: the pivot stands for them.
struct SparseStress {
  private let adjacency: Neighborhoods
  private let pivots: [Int32]
  /// For each node and pivot the distance and the weight; weight 0 for neighbours and for the pivot itself.
  private let terms: [(distance: Float, weight: Float)]
  private let weightSums: [Double]

  /// As in `FullStress`.
  private static let relaxation = 1.5

  /// O(pivots * nodes).
  init(_ graph: LayoutGraph, _ pivotDistances: PivotDistances) {
    let (count, k) = (graph.nodeCount, pivotDistances.pivots.count)
    adjacency = graph.adjacency
    pivots = pivotDistances.pivots.map { Int32($0) }
    var terms = [(distance: Float, weight: Float)](repeating: (0, 0), count: count * k)
    for pivot in 0..<k {
      let row = pivotDistances.rows[pivot]
      let region = (0..<count).filter { pivotDistances.nearest[$0] == pivot }.map { row[$0] }
        .sorted()
      for node in 0..<count where row[node] > 0 {
        let stands = region.countOfSorted(atMost: row[node] / 2)
        terms[node * k + pivot] = (row[node], Float(max(stands, 1)) / (row[node] * row[node]))
      }
      for place in adjacency.range(of: Int(pivots[pivot])) {
        terms[Int(adjacency.neighbors[place]) * k + pivot].weight = 0
      }
    }
    var sums = [Double](repeating: 0, count: count)
    for node in 0..<count {
      for place in adjacency.range(of: node) {
        let length = adjacency.lengths?[place] ?? 1
        sums[node] += 1 / (length * length)
      }
      for term in terms[(node * k)..<((node + 1) * k)] { sums[node] += Double(term.weight) }
    }
    self.terms = terms
    weightSums = sums
  }

  /// As `FullStress.sweep`. The sum of weights is not symmetric in node and pivot: nodes follow pivots, as in the paper.
  /// O(pivots * nodes + edges).
  func sweep<Vector: LayoutVector>(_ positions: inout [Vector], isPinned: [Bool]?) -> Double {
    let k = pivots.count
    var moved = 0.0
    positions.withUnsafeMutableBufferPointer { positions in
      terms.withUnsafeBufferPointer { terms in
        for node in positions.indices where weightSums[node] > 0 && isPinned?[node] != true {
          let position = positions[node]
          var sum = Vector.zero
          for place in adjacency.range(of: node) {
            let length = adjacency.lengths?[place] ?? 1
            sum += Self.pull(
              position - positions[Int(adjacency.neighbors[place])], length, 1 / (length * length))
          }
          for pivot in 0..<k {
            let term = terms[node * k + pivot]
            if term.weight == 0 { continue }
            sum += Self.pull(
              position - positions[Int(pivots[pivot])], Double(term.distance), Double(term.weight))
          }
          let step = sum * (Self.relaxation / weightSums[node])
          positions[node] = position + step
          moved += step.lengthSquared()
        }
      }
    }
    return moved
  }

  @inline(__always)
  private static func pull<Vector: LayoutVector>(
    _ difference: Vector, _ distance: Double, _ weight: Double
  ) -> Vector {
    let length = difference.length()
    return length > 0 ? difference * (weight * (distance / length - 1)) : .zero
  }
}

extension [Float] {
  /// How many elements of a sorted array are at most `limit`.
  fileprivate func countOfSorted(atMost limit: Float) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
