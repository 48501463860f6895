import ForceSimulation

/// The stress over all pairs of a connected graph, with most distances estimated by a model.
///
/// Each pair pulls according to its distance in `DistanceModel`: the total is a sum of unit vectors
/// (`DirectionSums`) and a sum of differences, which follows from means. The errors of the model
/// are summed over neighbours, and over pivots, which represent all nodes by weight. So pivots only
/// contribute their deviations from the mean. If they contributed their full pull (`SparseStress`),
/// each node of a network with short paths would settle in a gap between them: a few nodes that
/// pull all others with nearly the same strength produce visible cells and rows.
struct ModelStress {
  private let adjacency: Neighborhoods
  private let model: DistanceModel
  private let pivots: [Int32]
  /// For each node and each pivot, padded to a multiple of eight: `1 / d` and `d^-2` minus their
  /// values in the model; 0 for neighbours, for the pivot itself and for the padding.
  private let ratios: [Float]
  private let weights: [Float]
  private let stride: Int
  /// The number of nodes that each pivot of a node represents.
  private let shares: [Double]
  private let weightSums: [Double]

  /// The over-relaxation of moves to the minimum of the majorizing function. All nodes move
  /// simultaneously, which converges for any factor below 2.
  private static let relaxation = 1.5
  /// The estimated nanoseconds of a pull of a pivot.
  private static let pivotCost = 0.8

  /// Creates the terms. O(pivots * nodes).
  init(_ graph: LayoutGraph, _ distances: PivotDistances, _ model: DistanceModel) {
    let (count, k) = (graph.nodeCount, distances.pivots.count)
    (adjacency, self.model) = (graph.adjacency, model)
    pivots = distances.pivots.map { Int32($0) }
    let stride = (k + 7) & ~7
    var ratios = [Float](repeating: 0, count: count * stride)
    var weights = ratios
    for (number, pivot) in distances.pivots.enumerated() {
      let row = distances.rows[number]
      DistanceModel.forEachFar(graph, distances, number) { node in
        let inverse = 1 / Double(row[node])
        ratios[node * stride + number] = Float(inverse - model.inverse(node, pivot))
        weights[node * stride + number] = Float(inverse * inverse - model.square(node, pivot))
      }
    }
    (self.ratios, self.weights, self.stride) = (ratios, weights, stride)
    let others = (0..<count).map { Double(count - 1 - graph.degree(of: $0)) }
    shares = (0..<count).map { others[$0] / Double(max(model.counts[$0], 1)) }
    weightSums = (0..<count).map { node in
      graph.adjacency.range(of: node).reduce(model.squares[node] * others[node]) { sum, place in
        let length = graph.adjacency.lengths?[place] ?? 1
        return sum + 1 / (length * length)
      }
    }
  }

  /// Moves all nodes simultaneously. Coordinates are in link lengths. O(nodes log nodes + pivots *
  /// nodes + edges).
  func sweep<Vector: LayoutVector>(_ positions: inout [Vector], kernelOptions: KernelOptions) {
    let own = model.inverses.map { $0 - model.meanInverse }
    let directions = DirectionSums(
      positions, weights: model.inverses, kernelOptions: kernelOptions
    ).sums(own: own)
    let middle = Middle(positions, model)
    var axes = placesOfPivots(positions)
    let before = positions
    axes.withUnsafeMutableBufferPointer { axes in
      weights.withUnsafeBufferPointer { weights in
        ratios.withUnsafeBufferPointer { ratios in
          positions.withUnsafeMutableBufferPointer { positions in
            let (axes, positions) = (axes, positions)
            let cost = Self.pivotCost * Double(stride * before.count)
            kernelOptions.forEachBlock(of: before.count, size: 64, nanoseconds: cost) {
              for node in $0 where weightSums[node] > 0 {
                let row = (node * stride)..<((node + 1) * stride)
                let deviation = StressPulls.sum(
                  at: before[node], ratios[row], weights: weights[row], axes)
                let pull =
                  directions[node] + middle.pull(on: before[node], model.squares[node])
                  + deviation * shares[node] + neighborDeviation(node, before)
                positions[node] += pull * (Self.relaxation / weightSums[node])
              }
            }
          }
        }
      }
    }
  }

  /// Returns the positions of pivots axis by axis, to process eight at once.
  private func placesOfPivots<Vector: LayoutVector>(_ positions: [Vector]) -> [Float] {
    var axes = [Float](repeating: 0, count: Vector.scalarCount * stride)
    for (number, pivot) in pivots.enumerated() {
      for axis in 0..<Vector.scalarCount {
        axes[axis * stride + number] = Float(positions[Int(pivot)][axis])
      }
    }
    return axes
  }

  @inline(__always)
  private func neighborDeviation<Vector: LayoutVector>(
    _ node: Int, _ positions: [Vector]
  ) -> Vector {
    var sum = Vector.zero
    for place in adjacency.range(of: node) {
      let other = Int(adjacency.neighbors[place])
      let difference = positions[node] - positions[other]
      let distance = difference.length()
      if distance == 0 { continue }
      let inverse = 1 / (adjacency.lengths?[place] ?? 1)
      sum +=
        difference
        * ((inverse - model.inverse(node, other)) / distance
          - (inverse * inverse - model.square(node, other)))
    }
    return sum
  }

  /// The sum over all nodes j of `(b_i + b_j - b) (x_j - x_i)`.
  private struct Middle<Vector: LayoutVector> {
    private var sum = Vector.zero
    private var weightedSum = Vector.zero
    private var weight = 0.0
    private let count: Double
    private let mean: Double

    init(_ positions: [Vector], _ model: DistanceModel) {
      (count, mean) = (Double(positions.count), model.meanSquare)
      for node in positions.indices {
        sum += positions[node]
        weightedSum += positions[node] * model.squares[node]
        weight += model.squares[node]
      }
    }

    func pull(on place: Vector, _ own: Double) -> Vector {
      (sum - place * count) * (own - mean) + (weightedSum - place * weight)
    }
  }
}
