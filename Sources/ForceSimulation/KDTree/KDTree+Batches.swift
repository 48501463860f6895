extension KDTree {
  // MARK: Nearest

  /// The `k` points nearest to each of some places, or all when there are fewer: the nearest first,
  /// and of points at one distance the one with the lowest index. Only points within the radius
  /// count, those at the radius included.
  ///
  /// The rows equal those of `nearest(_:to:within:)`, called for one place after the other. Places
  /// are sorted into a tree of their own first, so their order does not change the speed.
  ///
  /// Traps at a place that is not finite.
  ///
  /// - Complexity: O(m log m + m k + m log n) for m places and points that are spread out. The
  ///   kernels share the work among threads, in 2D and 3D.
  public func nearest(
    _ k: Int, toEach places: [Vector], within radius: Vector.Scalar = .infinity
  ) -> Neighbors {
    nearest(k, queries: tree(ofPlaces: places), .all, within: radius)
  }

  /// The `k` points nearest to each point of the tree, itself left out, as
  /// `nearest(_:toEach:within:)`: the neighbours of each node in a layout.
  ///
  /// - Complexity: O(n k + n log n) for points that are spread out: about 0.2 us for each point on
  ///   one thread, for 8 of them in the plane.
  public func nearestOthers(
    _ k: Int, within radius: Vector.Scalar = .infinity
  ) -> Neighbors {
    nearest(k, queries: self, .others, within: radius)
  }

  private func nearest(
    _ k: Int, queries: KDTree, _ which: KDTreeWhich, within radius: Vector.Scalar
  ) -> Neighbors {
    checkRadius(radius)
    demand(k >= 0, "ForceSimulation: k is \(k); it must not be negative")
    let length = min(k, which == .all ? count : max(0, count - 1))
    if length == 0 {
      return Neighbors(all: [], begin: Array(repeating: 0, count: queries.count + 1))
    }
    let radius2 = radius * radius
    guard KernelPasses.supportQueries(Vector.self) else {
      return nearestInSwift(length, queries: queries, which, radius2)
    }
    let search = KDTreeSearch(tree: self, queries: queries, which: which, radius2: radius2)
    return KernelPasses.kdTreeNearest(search, k: length, kernelOptions)
  }

  /// Places to search at, sorted so that near ones are handled together.
  private func tree(ofPlaces places: [Vector]) -> KDTree {
    trapping { () throws(SimulationError) in
      try Validate.finite(vectors: places, "places")
      return try KDTree(checking: places, kernelOptions: kernelOptions)
    }
  }

  // MARK: Within a radius

  /// The points within a radius of each of some places, those at the radius included, by increasing
  /// index.
  ///
  /// Traps at a place that is not finite.
  ///
  /// - Parameters:
  ///   - radius: in layout units, not negative; may be infinite.
  ///   - places: in layout units.
  ///   - limit: the most neighbours of all places together. Each takes 8 bytes in Float and 16 in
  ///     Double.
  /// - Throws: `SimulationError.tooManyNeighbors` when there are more. Memory for them has not been
  ///   asked for then.
  /// - Complexity: O(m log m + m log n + neighbours found) for m places and points that are spread
  ///   out. The kernels share the work among threads, in 2D and 3D.
  public func neighbors(
    within radius: Vector.Scalar, ofEach places: [Vector], limit: Int = 1 << 28
  ) throws(SimulationError) -> Neighbors {
    try rows(.all, tree(ofPlaces: places), within: radius, limit)
  }

  /// The other points within a radius of each point, as `neighbors(within:ofEach:limit:)`. Each
  /// pair of points is in two rows; `pairs(within:limit:)` has it once.
  ///
  /// - Throws: `SimulationError.tooManyNeighbors` when the rows together are longer than `limit`.
  /// - Complexity: O(n log n + neighbours found) for points that are spread out.
  public func neighbors(
    within radius: Vector.Scalar, limit: Int = 1 << 28
  ) throws(SimulationError) -> Neighbors {
    try rows(.others, self, within: radius, limit)
  }

  /// All pairs of points within a radius of each other, those at the radius included. The row of a
  /// point has those of them with a higher index, by increasing index: every pair once.
  ///
  /// ```swift
  /// let pairs = try tree.pairs(within: 20)
  /// for (node, row) in pairs.enumerated() {
  ///   for other in row { print(node, other.index, other.distance) }
  /// }
  /// ```
  ///
  /// The number of pairs may be n (n - 1) / 2. `forEachPair(within:_:)` needs no memory for them.
  ///
  /// - Parameters:
  ///   - radius: in layout units, not negative; may be infinite.
  ///   - limit: the most pairs. Each takes 8 bytes in Float and 16 in Double.
  /// - Throws: `SimulationError.tooManyNeighbors` when there are more. Memory for them has not been
  ///   asked for then.
  /// - Complexity: O(n log n + pairs found) for points that are spread out: about 0.13 us for each
  ///   point on one thread, for six neighbours in the plane. The kernels share the work among
  ///   threads, in 2D and 3D.
  public func pairs(
    within radius: Vector.Scalar, limit: Int = 1 << 28
  ) throws(SimulationError) -> Neighbors {
    try rows(.above, self, within: radius, limit)
  }

  private func rows(
    _ which: KDTreeWhich, _ queries: KDTree, within radius: Vector.Scalar, _ limit: Int
  ) throws(SimulationError) -> Neighbors {
    checkRadius(radius)
    demand(limit >= 0, "ForceSimulation: limit is \(limit); it must not be negative")
    let search = KDTreeSearch(
      tree: self, queries: queries, which: which, radius2: radius * radius)
    guard let rows = search.rows(limit: limit) else { throw .tooManyNeighbors(limit: limit) }
    return rows
  }

  // MARK: Pairs, one by one

  /// Calls `body` with the indices of each pair of points within a radius of each other, the lower
  /// one first, and the square of their distance.
  ///
  /// Pairs are found in blocks, for which the kernels use threads; `body` runs on this thread. The
  /// memory of a block is a few megabytes, unless one leaf of the tree alone has more pairs. The
  /// order of the pairs depends on the permutation of the tree, never on threads.
  ///
  /// - Complexity: O(n log n + pairs found) for points that are spread out.
  @inlinable
  public func forEachPair(
    within radius: Vector.Scalar, _ body: (Int, Int, Vector.Scalar) throws -> Void
  ) rethrows {
    checkRadius(radius)
    var blocks = firstPairBlocks()
    while let nodes = blocks.popLast() {
      guard let rows = pairBlock(nodes, radius * radius) else {
        blocks += halves(ofPairBlock: nodes)
        continue
      }
      let first = shape.slots(of: nodes.lowerBound).lowerBound
      for row in rows.indices {
        let index = Int(order[first + row])
        for other in rows[row] { try body(index, other.index, other.distance2) }
      }
    }
  }

  /// Nodes of one level whose points are searched together, the last block first.
  @usableFromInline
  func firstPairBlocks() -> [Range<Int>] {
    if isEmpty { return [] }
    // A block has up to 2^14 points in leaves of 16.
    let depth = max(0, shape.height - 4)
    let first = 1 << depth - 1
    return stride(from: first, to: 2 * first + 1, by: 64).map {
      $0..<min($0 + 64, 2 * first + 1)
    }.reversed()
  }

  /// The pairs of the points below some nodes, by slot. Nil when there are too many for a block
  /// that can be divided.
  @usableFromInline
  func pairBlock(
    _ nodes: Range<Int>, _ radius2: Vector.Scalar
  ) -> Neighbors? {
    let isSmallest = nodes.count == 1 && shape.isLeaf(nodes.lowerBound)
    let search = KDTreeSearch(
      tree: self, queries: self, which: .above, radius2: radius2, nodes: nodes)
    return search.rows(limit: isSmallest ? .max : 1 << 18)
  }

  /// The parts of a block, the last one first.
  @usableFromInline
  func halves(ofPairBlock nodes: Range<Int>) -> [Range<Int>] {
    if nodes.count > 1 {
      let middle = nodes.lowerBound + nodes.count / 2
      return [middle..<nodes.upperBound, nodes.lowerBound..<middle]
    }
    let left = 2 * nodes.lowerBound + 1
    return [left + 1..<left + 2, left..<left + 1]
  }
}
