import ForceSimulation

/// The stress over all pairs of a connected graph, and its minimisation.
///
/// Distances and the differences used in sums are Floats, which halves memory and doubles the
/// vector width. Positions are Doubles, so only the steps are rounded, not the minimum.
struct FullStress {
  /// 1 / d_ij, row by row, each padded to a multiple of eight; 0 for i = j and for the padding.
  private let inverse: [Float]
  /// The sum of the weights d_ij^-2 of each node.
  let weightSums: [Double]
  private let stride: Int
  private let kernelOptions: KernelOptions

  /// The over-relaxation of moves to the minimum of the majorizing function. Any factor below 2
  /// decreases that function, and thus the stress; this one needs about half as many sweeps as 1.
  private static let relaxation = 1.5
  /// The nodes whose pulls from all others are summed at the same time, a multiple of eight.
  private static let block = 64
  /// The estimated nanoseconds of a pair in a sum.
  private static let pairCost = 0.35

  /// Computes all distances, O(nodes * (nodes + edges)); nil if the run must end before.
  init?(_ graph: LayoutGraph, run: inout LayoutRun) {
    let count = graph.nodeCount
    let stride = (count + 7) & ~7
    var inverse = [Float](repeating: 0, count: count * stride)
    var sums = [Double](repeating: 0, count: count)
    // The rows between two questions whether to continue take some milliseconds.
    let cost = DistanceFinder.cost(graph)
    let rows = max(16, Int(1e7 / cost))
    for first in Swift.stride(from: 0, to: count, by: rows) {
      guard run.mayContinue() else { return nil }
      inverse.withUnsafeMutableBufferPointer { inverse in
        sums.withUnsafeMutableBufferPointer { sums in
          let (inverse, sums) = (inverse, sums)
          let some = min(rows, count - first)
          run.kernelOptions.forEachBlock(of: some, size: 16, nanoseconds: cost * Double(some)) {
            var finder = DistanceFinder(graph)
            for node in $0.lowerBound + first..<$0.upperBound + first {
              finder.find(from: node)
              var sum = 0.0
              for other in 0..<count where other != node {
                let value = Float(1 / finder.distances[other])
                inverse[node * stride + other] = value
                sum += Double(value) * Double(value)
              }
              sums[node] = sum
            }
          }
        }
      }
    }
    (self.inverse, weightSums, self.stride) = (inverse, sums, stride)
    kernelOptions = run.kernelOptions
  }

  /// Moves each node in turn past the minimum of the function that majorizes the stress; returns
  /// the sum of the squared moves. O(nodes²). Coordinates are in link lengths. Pinned nodes stay.
  ///
  /// Nodes go in blocks: pulls from outside of the block, which stays as it is meanwhile, are summed
  /// on all threads, and those from within as the nodes move in turn. So this is the same as if each
  /// sum were taken in turn, for any number of threads.
  func sweep<Vector: LayoutVector>(_ positions: inout [Vector], isPinned: [Bool]?) -> Double {
    let (count, dimensions, stride) = (weightSums.count, Vector.scalarCount, stride)
    // The coordinates are stored axis by axis, to process eight nodes at once.
    var axes = [Float](repeating: 0, count: dimensions * stride)
    for node in 0..<count {
      for axis in 0..<dimensions { axes[axis * stride + node] = Float(positions[node][axis]) }
    }
    var moved = 0.0
    var pulls = [Vector](repeating: .zero, count: Self.block)
    axes.withUnsafeMutableBufferPointer { axes in
      inverse.withUnsafeBufferPointer { inverse in
        pulls.withUnsafeMutableBufferPointer { pulls in
          for first in Swift.stride(from: 0, to: count, by: Self.block) {
            let block = first..<min(first + Self.block, count)
            let padded = first..<min(first + Self.block, stride)
            positions.withUnsafeBufferPointer { [pulls, axes] positions in
              kernelOptions.forEachBlock(
                of: block.count, size: 8,
                nanoseconds: Self.pairCost * Double(block.count * count)
              ) {
                for place in $0 {
                  let row = (first + place) * stride
                  let position = positions[first + place]
                  pulls[place] =
                    StressPulls.sum(
                      at: position, inverse[row..<row + first], weights: nil, axes, from: 0,
                      stride: stride)
                    + StressPulls.sum(
                      at: position, inverse[row + padded.upperBound..<row + stride], weights: nil,
                      axes, from: padded.upperBound, stride: stride)
                }
              }
            }
            for node in block where isPinned?[node] != true {
              let row = node * stride
              let pull =
                pulls[node - first]
                + StressPulls.sum(
                  at: positions[node], inverse[row + padded.lowerBound..<row + padded.upperBound],
                  weights: nil, axes, from: first, stride: stride)
              let step = pull * (Self.relaxation / weightSums[node])
              positions[node] += step
              moved += step.lengthSquared()
              for axis in 0..<dimensions {
                axes[axis * stride + node] = Float(positions[node][axis])
              }
            }
          }
        }
      }
    }
    return moved
  }

  /// Returns the step of each node to the minimum of the majorizing function, if all others stay.
  /// O(nodes²), on all threads.
  func steps<Vector: LayoutVector>(_ positions: [Vector]) -> [Vector] {
    let (count, stride) = (weightSums.count, stride)
    var axes = [Float](repeating: 0, count: Vector.scalarCount * stride)
    for node in 0..<count {
      for axis in 0..<Vector.scalarCount {
        axes[axis * stride + node] = Float(positions[node][axis])
      }
    }
    var steps = [Vector](repeating: .zero, count: count)
    axes.withUnsafeMutableBufferPointer { axes in
      inverse.withUnsafeBufferPointer { inverse in
        steps.withUnsafeMutableBufferPointer { steps in
          let (axes, steps) = (axes, steps)
          kernelOptions.forEachBlock(
            of: count, size: 8, nanoseconds: Self.pairCost * Double(count * count)
          ) {
            for node in $0 {
              let row = inverse[node * stride..<(node + 1) * stride]
              let pull = StressPulls.sum(at: positions[node], row, weights: nil, axes)
              if weightSums[node] > 0 { steps[node] = pull / weightSums[node] }
            }
          }
        }
      }
    }
    return steps
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
    let count = positions.count
    var sums = [Double](repeating: 0, count: count)
    sums.withUnsafeMutableBufferPointer { sums in
      let sums = sums
      kernelOptions.forEachBlock(
        of: count, size: 64, nanoseconds: Double(count) * Double(count)
      ) {
        for node in $0 {
          for other in 0..<node {
            let ratio =
              positions[node].distance(to: positions[other])
              * Double(inverse[node * stride + other])
            sums[node] += (ratio - 1) * (ratio - 1)
          }
        }
      }
    }
    return sums.reduce(0, +)
  }
}
