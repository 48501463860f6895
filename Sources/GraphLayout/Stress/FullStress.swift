/// The stress over all pairs of a connected graph, and its minimisation.
struct FullStress {
  /// 1 / d_ij, row after row, each padded to a multiple of four; 0 for i = j and for the padding.
  private let inverse: [Float]
  /// For each node the sum of its weights, d_ij^-2.
  private let weightSums: [Double]
  private let stride: Int

  /// Finds all distances, O(nodes * (nodes + edges)); nil when the run must end first.
  init?(_ graph: LayoutGraph, run: inout LayoutRun) {
    let count = graph.nodeCount
    stride = (count + 3) & ~3
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

  /// Moves each node, one after the other, to the minimum of the function that majorizes the stress; returns the sum of the squared
  /// movements. O(nodes²). Coordinates are in link lengths.
  func sweep<Vector: LayoutVector>(_ positions: inout [Vector]) -> Double {
    let (count, dimensions) = (weightSums.count, Vector.scalarCount)
    // Axis after axis, so that four nodes are worked on at once.
    var axes = [Double](repeating: 0, count: dimensions * stride)
    for node in 0..<count {
      for axis in 0..<dimensions { axes[axis * stride + node] = positions[node][axis] }
    }
    var moved = 0.0
    axes.withUnsafeMutableBufferPointer { axes in
      inverse.withUnsafeBufferPointer { inverse in
        for node in 0..<count {
          let row = UnsafeBufferPointer(rebasing: inverse[(node * stride)..<((node + 1) * stride)])
          let target = Self.target(node, row, axes, stride, positions[node])
          let next = positions[node] + target / weightSums[node]
          moved += next.distanceSquared(to: positions[node])
          positions[node] = next
          for axis in 0..<dimensions { axes[axis * stride + node] = next[axis] }
        }
      }
    }
    return moved
  }

  /// The sum over j of `w_ij (d_ij u_ij - (x_i - x_j))`, with u the unit vector from j to i: how far, times the weights, the node
  /// is from its minimum. Nodes on the same point pull at each other as if they were where they are wanted.
  @inline(__always)
  private static func target<Vector: LayoutVector>(
    _ node: Int, _ row: UnsafeBufferPointer<Float>, _ axes: UnsafeMutableBufferPointer<Double>,
    _ stride: Int, _ position: Vector
  ) -> Vector {
    if Vector.scalarCount == 2 {
      var (sumX, sumY) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      let (x, y) = (SIMD4(repeating: position[0]), SIMD4(repeating: position[1]))
      let base = UnsafeRawPointer(axes.baseAddress!)
      let rowBase = UnsafeRawPointer(row.baseAddress!)
      for place in Swift.stride(from: 0, to: stride, by: 4) {
        let inverse = SIMD4<Double>(
          rowBase.loadUnaligned(fromByteOffset: 4 * place, as: SIMD4<Float>.self))
        let dx = x - base.loadUnaligned(fromByteOffset: 8 * place, as: SIMD4<Double>.self)
        let dy = y - base.loadUnaligned(fromByteOffset: 8 * (stride + place), as: SIMD4<Double>.self)
        let distance2 = dx * dx + dy * dy
        var factor = inverse / distance2.squareRoot() - inverse * inverse
        factor.replace(with: 0, where: distance2 .== 0)
        sumX += factor * dx
        sumY += factor * dy
      }
      var sum = Vector.zero
      sum[0] = sumX.sum()
      sum[1] = sumY.sum()
      return sum
    }
    var sum = Vector.zero
    for other in 0..<row.count {
      var difference = position
      for axis in 0..<Vector.scalarCount { difference[axis] -= axes[axis * stride + other] }
      let inverse = Double(row[other])
      let distance = difference.length()
      if distance > 0 { sum += difference * (inverse / distance - inverse * inverse) }
    }
    return sum
  }

  /// The stress itself: the sum over pairs of `(|x_i - x_j| / d_ij - 1)²`.
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
