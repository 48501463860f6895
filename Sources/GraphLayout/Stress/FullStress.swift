/// The stress over all pairs of a connected graph, and its minimisation.
///
/// Distances are kept as Floats, and so are the differences that pulls are summed from: half the memory and twice the nodes at
/// once. Positions stay Doubles, so what is rounded is a step, not where it leads.
struct FullStress {
  /// 1 / d_ij, row after row, each padded to a multiple of eight; 0 for i = j and for the padding.
  private let inverse: [Float]
  /// For each node the sum of its weights, d_ij^-2.
  private let weightSums: [Double]
  private let stride: Int

  /// How far past the minimum of the majorizing function nodes are moved. Any factor below 2 lowers that function, and so the
  /// stress; this one needs about half as many sweeps as 1.
  private static let relaxation = 1.5

  /// Finds all distances, O(nodes * (nodes + edges)); nil when the run must end first.
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

  /// Moves each node, one after the other, past the minimum of the function that majorizes the stress; returns the sum of the
  /// squared movements. O(nodes²). Coordinates are in link lengths. Nodes for which `isPinned` holds stay.
  func sweep<Vector: LayoutVector>(_ positions: inout [Vector], isPinned: [Bool]?) -> Double {
    let (count, dimensions) = (weightSums.count, Vector.scalarCount)
    // Axis after axis, so that eight nodes are worked on at once.
    var axes = [Float](repeating: 0, count: dimensions * stride)
    for node in 0..<count {
      for axis in 0..<dimensions { axes[axis * stride + node] = Float(positions[node][axis]) }
    }
    var moved = 0.0
    axes.withUnsafeMutableBufferPointer { axes in
      inverse.withUnsafeBufferPointer { inverse in
        for node in 0..<count where isPinned?[node] != true {
          let row = UnsafeBufferPointer(rebasing: inverse[(node * stride)..<((node + 1) * stride)])
          let pull = Self.pull(node, row, UnsafeBufferPointer(axes), stride, Vector.self)
          let step = pull * (Self.relaxation / weightSums[node])
          positions[node] += step
          moved += step.lengthSquared()
          for axis in 0..<dimensions { axes[axis * stride + node] = Float(positions[node][axis]) }
        }
      }
    }
    return moved
  }

  /// The sum over j of `w_ij (d_ij u_ij - (x_i - x_j))`, with u the unit vector from j to i: how far, times the weights, the node
  /// is from its minimum. Nodes on the same point do not pull at each other.
  @inline(__always)
  private static func pull<Vector: LayoutVector>(
    _ node: Int, _ row: UnsafeBufferPointer<Float>, _ axes: UnsafeBufferPointer<Float>,
    _ stride: Int, _: Vector.Type
  ) -> Vector {
    if Vector.scalarCount > 3 { return pullInAnySpace(node, row, axes, stride, Vector.self) }
    var sum = Vector.zero
    guard let base = UnsafeRawPointer(axes.baseAddress),
      let rowBase = UnsafeRawPointer(row.baseAddress)
    else { return sum }
    let isInSpace = Vector.scalarCount == 3
    var (sumX, sumY, sumZ) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
    let x = SIMD8<Float>(repeating: axes[node])
    let y = SIMD8<Float>(repeating: axes[stride + node])
    let z = SIMD8<Float>(repeating: isInSpace ? axes[2 * stride + node] : 0)
    for place in Swift.stride(from: 0, to: stride, by: 8) {
      let inverse = rowBase.loadUnaligned(fromByteOffset: 4 * place, as: SIMD8<Float>.self)
      let dx = x - base.loadUnaligned(fromByteOffset: 4 * place, as: SIMD8<Float>.self)
      let dy = y - base.loadUnaligned(fromByteOffset: 4 * (stride + place), as: SIMD8<Float>.self)
      var distance2 = dx * dx + dy * dy
      var dz = SIMD8<Float>.zero
      if isInSpace {
        let offset = 4 * (2 * stride + place)
        dz = z - base.loadUnaligned(fromByteOffset: offset, as: SIMD8<Float>.self)
        distance2 += dz * dz
      }
      var factor = inverse / distance2.squareRoot() - inverse * inverse
      factor.replace(with: 0, where: distance2 .== 0)
      sumX += factor * dx
      sumY += factor * dy
      if isInSpace { sumZ += factor * dz }
    }
    sum[0] = Double(sumX.sum())
    sum[1] = Double(sumY.sum())
    if isInSpace { sum[2] = Double(sumZ.sum()) }
    return sum
  }

  private static func pullInAnySpace<Vector: LayoutVector>(
    _ node: Int, _ row: UnsafeBufferPointer<Float>, _ axes: UnsafeBufferPointer<Float>,
    _ stride: Int, _: Vector.Type
  ) -> Vector {
    var sum = Vector.zero
    for other in 0..<row.count {
      var (difference, distance2) = (Vector.zero, Float(0))
      for axis in 0..<Vector.scalarCount {
        let along = axes[axis * stride + node] - axes[axis * stride + other]
        difference[axis] = Double(along)
        distance2 += along * along
      }
      let inverse = row[other]
      if distance2 > 0 {
        sum += difference * Double(inverse / distance2.squareRoot() - inverse * inverse)
      }
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
