import ForceSimulation

/// Sums of forces that do not decrease with distance: for each node the sum over all others of
/// `(own_i + w_j) (x_i - x_j) / |x_i - x_j|`.
///
/// Distant groups of nodes act from their mean (Barnes and Hut 1986, doi:10.1038/324446a0). Unit
/// vectors change little with distance: the error is some thousandths of the mean sum.
struct DirectionSums<Vector: LayoutVector> {
  /// The node of each slot of the tree. Leaves have 16 slots each, the last one possibly fewer.
  private var nodes: [Int32] = []
  /// For each cell, whose halves are 2 * cell + 1 and 2 * cell + 2: the bounding box, the number of
  /// nodes, the sum of their weights, and their weighted mean.
  private var low: [Vector]
  private var high: [Vector]
  private var counts: [Double]
  private var weights: [Double]
  private var means: [Vector]
  /// The first slot of each leaf cell; -1 for other cells.
  private var firstSlots: [Int32]

  private let positions: [Vector]
  private let nodeWeights: [Double]
  private let kernelOptions: KernelOptions

  /// The opening criterion: a cell acts from its mean if its diagonal is less than the gap to the
  /// leaf that it acts on.
  private static var theta2: Double { 1 }
  private static var leafSize: Int { 16 }
  /// The estimated nanoseconds of a leaf.
  private static var leafCost: Double { 10_000 }

  /// - Parameter weights: w, positive. O(n log n).
  init(_ positions: [Vector], weights nodeWeights: [Double], kernelOptions: KernelOptions) {
    let tree = KDTree(positions, leafSize: Self.leafSize, kernelOptions: kernelOptions)
    (self.positions, self.nodeWeights) = (positions, nodeWeights)
    self.kernelOptions = kernelOptions
    low = [Vector](repeating: .zero, count: tree.cellCount)
    (high, means) = (low, low)
    counts = [Double](repeating: 0, count: tree.cellCount)
    weights = counts
    firstSlots = [Int32](repeating: -1, count: tree.cellCount)
    nodes.reserveCapacity(positions.count)
    var leaf = 0
    tree.visit { cell in
      (low[cell.number], high[cell.number]) = (cell.low, cell.high)
      counts[cell.number] = Double(cell.count)
      leaf = cell.number
      if cell.isLeaf { firstSlots[leaf] = Int32(nodes.count) }
      return .open
    } points: { node, point in
      nodes.append(Int32(node))
      weights[leaf] += nodeWeights[node]
      means[leaf] += point * nodeWeights[node]
    }
    for cell in means.indices.reversed() {
      if firstSlots[cell] >= 0 { continue }
      weights[cell] = weights[2 * cell + 1] + weights[2 * cell + 2]
      means[cell] = means[2 * cell + 1] + means[2 * cell + 2]
    }
    for cell in means.indices { means[cell] *= 1 / weights[cell] }
  }

  /// Returns the sum for each node. O(n log n).
  func sums(own: [Double]) -> [Vector] {
    var sums = [Vector](repeating: .zero, count: positions.count)
    let leaves = firstSlots.indices.filter { firstSlots[$0] >= 0 }
    sums.withUnsafeMutableBufferPointer { buffer in
      let sums = buffer
      kernelOptions.forEachBlock(
        of: leaves.count, size: 8, nanoseconds: Self.leafCost * Double(leaves.count)
      ) {
        var sources = Sources<Vector>()
        for leaf in leaves[$0] {
          sources.removeAll()
          collect(for: leaf, into: &sources)
          for slot in slots(ofLeaf: leaf) {
            let node = Int(nodes[slot])
            sums[node] = sources.sum(at: positions[node], own: own[node])
          }
        }
      }
    }
    return sums
  }

  private func slots(ofLeaf leaf: Int) -> Range<Int> {
    let first = Int(firstSlots[leaf])
    return first..<first + Int(counts[leaf])
  }

  /// Collects all sources that act on the nodes of a leaf.
  private func collect(for leaf: Int, into sources: inout Sources<Vector>) {
    var cell = 0
    while cell >= 0 {
      let gap = pointwiseMax(low[cell] - high[leaf], low[leaf] - high[cell])
        .clamped(lowerBound: .zero, upperBound: Vector(repeating: .infinity))
      if (high[cell] - low[cell]).lengthSquared() < Self.theta2 * gap.lengthSquared() {
        sources.append(means[cell], count: counts[cell], weight: weights[cell])
      } else if firstSlots[cell] >= 0 {
        for slot in slots(ofLeaf: cell) {
          let node = Int(nodes[slot])
          sources.append(positions[node], count: 1, weight: nodeWeights[node])
        }
      } else {
        cell = 2 * cell + 1
        continue
      }
      // The next cell in preorder that is not below this one: with numbering from 1, the binary
      // digits of a half are those of its cell plus one more.
      let number = cell + 1
      let next = number >> (~number).trailingZeroBitCount
      cell = next == 0 ? -1 : next
    }
  }
}

/// Source points, axis by axis.
private struct Sources<Vector: LayoutVector> {
  private var axes = [[Float]](repeating: [], count: Vector.scalarCount)
  private var counts: [Float] = []
  private var weights: [Float] = []
  private var sums = [SIMD8<Float>](repeating: .zero, count: Vector.scalarCount)

  mutating func removeAll() {
    for axis in axes.indices { axes[axis].removeAll(keepingCapacity: true) }
    counts.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
  }

  mutating func append(_ place: Vector, count: Double, weight: Double) {
    for axis in axes.indices { axes[axis].append(Float(place[axis])) }
    counts.append(Float(count))
    weights.append(Float(weight))
  }

  /// Sums eight sources at a time. Sources at the point itself are ignored.
  mutating func sum(at point: Vector, own: Double) -> Vector {
    while counts.count % 8 != 0 { append(point, count: 0, weight: 0) }
    for axis in sums.indices { sums[axis] = .zero }
    let own = SIMD8<Float>(repeating: Float(own))
    for place in stride(from: 0, to: counts.count, by: 8) {
      var distance2 = SIMD8<Float>.zero
      for axis in axes.indices {
        let along = Float(point[axis]) - Self.eight(axes[axis], place)
        distance2 += along * along
      }
      var factor =
        (own * Self.eight(counts, place) + Self.eight(weights, place)) / distance2.squareRoot()
      factor.replace(with: 0, where: distance2 .== 0)
      for axis in axes.indices {
        sums[axis] += factor * (Float(point[axis]) - Self.eight(axes[axis], place))
      }
    }
    var sum = Vector.zero
    for axis in axes.indices { sum[axis] = Double(sums[axis].sum()) }
    return sum
  }

  @inline(__always)
  private static func eight(_ values: [Float], _ place: Int) -> SIMD8<Float> {
    values.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: 4 * place, as: SIMD8<Float>.self)
    }
  }
}
