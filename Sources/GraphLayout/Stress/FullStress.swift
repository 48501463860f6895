/// The stress over all pairs of a connected graph, and its minimisation.
///
/// Distances and the differences used in sums are Floats, which halves memory and doubles the
/// vector width. Positions are Doubles, so only the steps are rounded, not the minimum.
struct FullStress {
  /// 1 / d_ij, row by row, each padded to a multiple of eight; 0 for i = j and for the padding.
  private let inverse: [Float]
  /// The sum of the weights d_ij^-2 of each node.
  private let weightSums: [Double]
  private let stride: Int

  /// The over-relaxation of moves to the minimum of the majorizing function. Any factor below 2
  /// decreases that function, and thus the stress; this one needs about half as many sweeps as 1.
  private static let relaxation = 1.5

  /// Computes all distances, O(nodes * (nodes + edges)); nil if the run must end before.
  init?(_ graph: LayoutGraph, run: inout LayoutRun) {
    let count = graph.nodeCount
    stride = (count + 7) & ~7
    var inverse = [Float](repeating: 0, count: count * stride)
    var sums = [Double](repeating: 0, count: count)
    var finder = DistanceFinder(graph)
    for node in 0..<count {
      guard run.mayContinue() else { return nil }
      finder.find(from: node)
      var sum = 0.0
      for other in 0..<count where other != node {
        let value = Float(1 / finder.distances[other])
        inverse[node * stride + other] = value
        sum += Double(value) * Double(value)
      }
      sums[node] = sum
    }
    self.inverse = inverse
    weightSums = sums
  }

  /// Moves each node in turn past the minimum of the function that majorizes the stress; returns
  /// the sum of the squared moves. O(nodes²). Coordinates are in link lengths. Pinned nodes stay.
  func sweep<Vector: LayoutVector>(_ positions: inout [Vector], isPinned: [Bool]?) -> Double {
    let (count, dimensions) = (weightSums.count, Vector.scalarCount)
    // The coordinates are stored axis by axis, to process eight nodes at once.
    var axes = [Float](repeating: 0, count: dimensions * stride)
    for node in 0..<count {
      for axis in 0..<dimensions { axes[axis * stride + node] = Float(positions[node][axis]) }
    }
    var moved = 0.0
    axes.withUnsafeMutableBufferPointer { axes in
      inverse.withUnsafeBufferPointer { inverse in
        for node in 0..<count where isPinned?[node] != true {
          let pull = StressPulls.sum(
            at: positions[node], inverse[(node * stride)..<((node + 1) * stride)], weights: nil,
            axes)
          let step = pull * (Self.relaxation / weightSums[node])
          positions[node] += step
          moved += step.lengthSquared()
          for axis in 0..<dimensions { axes[axis * stride + node] = Float(positions[node][axis]) }
        }
      }
    }
    return moved
  }

  /// Returns the divisor of the positions that minimises the stress: the sum over pairs of
  /// `(|x_i - x_j| / d_ij)²` divided by that of `|x_i - x_j| / d_ij`.
  func unit<Vector: LayoutVector>(of positions: [Vector]) -> Double {
    var (sum, squares) = (0.0, 0.0)
    for node in positions.indices {
      for other in 0..<node {
        let ratio =
          positions[node].distance(to: positions[other]) * Double(inverse[node * stride + other])
        sum += ratio
        squares += ratio * ratio
      }
    }
    return sum > 0 ? squares / sum : 1
  }

  /// Returns the stress: the sum over pairs of `(|x_i - x_j| / d_ij - 1)²`.
  func value<Vector: LayoutVector>(_ positions: [Vector]) -> Double {
    var sum = 0.0
    for node in positions.indices {
      for other in 0..<node {
        let ratio =
          positions[node].distance(to: positions[other]) * Double(inverse[node * stride + other])
        sum += (ratio - 1) * (ratio - 1)
      }
    }
    return sum
  }
}
