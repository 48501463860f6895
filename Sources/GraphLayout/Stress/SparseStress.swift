import ForceSimulation

/// The sparse stress of a connected graph over neighbours and pivots (Ortmann, Klimenta and Brandes
/// 2017, doi:10.7155/jgaa.00440).
///
/// A pair of neighbours counts as in the full stress. A node and a pivot that is not its neighbour
/// have the weight `s / d²`, where s is the number of nodes in the pivot's region (those nearest to
/// it) that are at most half as far from the pivot as the node is: the pivot represents them.
struct SparseStress {
  private let adjacency: Neighborhoods
  private let pivots: [Int32]
  /// The index of each node as a pivot; -1 for other nodes.
  private let pivotNumbers: [Int32]
  /// For each node and each pivot, padded to a multiple of eight: the weight, and the weight times
  /// the distance; 0 for neighbours, for the pivot itself and for the padding.
  private let weights: [Float]
  private let ratios: [Float]
  private let stride: Int
  let weightSums: [Double]
  private let kernelOptions: KernelOptions

  /// The time of a term in nanoseconds, by which threads are chosen.
  private static let termCost = 0.4
  /// The over-relaxation, as in `FullStress`.
  private static let relaxation = 1.5

  /// Creates the terms. O(pivots * nodes).
  init(
    _ graph: LayoutGraph, _ pivotDistances: PivotDistances, kernelOptions: KernelOptions
  ) {
    self.kernelOptions = kernelOptions
    let (count, k) = (graph.nodeCount, pivotDistances.pivots.count)
    adjacency = graph.adjacency
    pivots = pivotDistances.pivots.map { Int32($0) }
    stride = (k + 7) & ~7
    var numbers = [Int32](repeating: -1, count: count)
    var weights = [Float](repeating: 0, count: count * stride)
    var ratios = weights
    for pivot in 0..<k {
      numbers[Int(pivots[pivot])] = Int32(pivot)
      let row = pivotDistances.rows[pivot]
      let region = (0..<count).filter { pivotDistances.nearest[$0] == pivot }.map { row[$0] }
        .sorted()
      for node in 0..<count where row[node] > 0 {
        let stands = region.countOfSorted(atMost: row[node] / 2)
        let weight = Float(max(stands, 1)) / (row[node] * row[node])
        weights[node * stride + pivot] = weight
        ratios[node * stride + pivot] = weight * row[node]
      }
      for place in adjacency.range(of: Int(pivots[pivot])) {
        weights[Int(adjacency.neighbors[place]) * stride + pivot] = 0
        ratios[Int(adjacency.neighbors[place]) * stride + pivot] = 0
      }
    }
    var sums = [Double](repeating: 0, count: count)
    for node in 0..<count {
      for place in adjacency.range(of: node) {
        let length = adjacency.lengths?[place] ?? 1
        sums[node] += 1 / (length * length)
      }
      for weight in weights[(node * stride)..<((node + 1) * stride)] {
        sums[node] += Double(weight)
      }
    }
    (pivotNumbers, self.weights, self.ratios) = (numbers, weights, ratios)
    weightSums = sums
  }

  /// Moves each node in turn, like `FullStress.sweep`. The weights are not symmetric in node and
  /// pivot: nodes follow pivots, as in the paper. O(pivots * nodes + edges).
  func sweep<Vector: LayoutVector>(_ positions: inout [Vector], isPinned: [Bool]?) -> Double {
    let dimensions = Vector.scalarCount
    // The positions of pivots are stored axis by axis, to process eight at once.
    var axes = [Float](repeating: 0, count: dimensions * stride)
    for (number, pivot) in pivots.enumerated() {
      for axis in 0..<dimensions {
        axes[axis * stride + number] = Float(positions[Int(pivot)][axis])
      }
    }
    return positions.withUnsafeMutableBufferPointer { positions in
      axes.withUnsafeMutableBufferPointer { sweep(positions, $0, isPinned: isPinned) }
    }
  }

  /// Returns the step of each node to the minimum of the majorizing function, if all others stay.
  /// O(pivots * nodes + edges), on all threads.
  func steps<Vector: LayoutVector>(_ positions: [Vector]) -> [Vector] {
    var axes = [Float](repeating: 0, count: Vector.scalarCount * stride)
    for (number, pivot) in pivots.enumerated() {
      for axis in 0..<Vector.scalarCount {
        axes[axis * stride + number] = Float(positions[Int(pivot)][axis])
      }
    }
    var (steps, positions) = ([Vector](repeating: .zero, count: positions.count), positions)
    positions.withUnsafeMutableBufferPointer { positions in
      axes.withUnsafeMutableBufferPointer { axes in
        weights.withUnsafeBufferPointer { weights in
          ratios.withUnsafeBufferPointer { ratios in
            steps.withUnsafeMutableBufferPointer { steps in
              let (positions, axes, steps) = (positions, axes, steps)
              kernelOptions.forEachBlock(
                of: positions.count, size: 64,
                nanoseconds: Self.termCost * Double(positions.count * stride)
              ) {
                for node in $0 where weightSums[node] > 0 {
                  let row = (node * stride)..<((node + 1) * stride)
                  let pull =
                    StressPulls.sum(at: positions[node], ratios[row], weights: weights[row], axes)
                    + neighborPull(node, positions)
                  steps[node] = pull / weightSums[node]
                }
              }
            }
          }
        }
      }
    }
    return steps
  }

  @inline(__always)
  private func sweep<Vector: LayoutVector>(
    _ positions: UnsafeMutableBufferPointer<Vector>, _ axes: UnsafeMutableBufferPointer<Float>,
    isPinned: [Bool]?
  ) -> Double {
    var moved = 0.0
    weights.withUnsafeBufferPointer { weights in
      ratios.withUnsafeBufferPointer { ratios in
        for node in positions.indices where weightSums[node] > 0 && isPinned?[node] != true {
          let row = (node * stride)..<((node + 1) * stride)
          let pull =
            StressPulls.sum(at: positions[node], ratios[row], weights: weights[row], axes)
            + neighborPull(node, positions)
          let step = pull * (Self.relaxation / weightSums[node])
          positions[node] += step
          moved += step.lengthSquared()
          guard pivotNumbers[node] >= 0 else { continue }
          for axis in 0..<Vector.scalarCount {
            axes[axis * stride + Int(pivotNumbers[node])] = Float(positions[node][axis])
          }
        }
      }
    }
    return moved
  }

  @inline(__always)
  private func neighborPull<Vector: LayoutVector>(
    _ node: Int, _ positions: UnsafeMutableBufferPointer<Vector>
  ) -> Vector {
    var sum = Vector.zero
    for place in adjacency.range(of: node) {
      let length = adjacency.lengths?[place] ?? 1
      sum += Self.pull(
        positions[node] - positions[Int(adjacency.neighbors[place])], length, 1 / (length * length))
    }
    return sum
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
  /// Returns the number of elements of a sorted array that are at most `limit`.
  fileprivate func countOfSorted(atMost limit: Float) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
