extension KDTree {
  /// A node of the tree: some of the points, and the box around them.
  public struct Cell: Sendable {
    /// The lowest corner of the smallest box around the points, which includes its faces.
    public let low: Vector
    /// The highest corner.
    public let high: Vector
    /// The number of points in the cell, at least one.
    public let count: Int
    /// The number of the cell, level by level from the root, 0. Its halves are `2 * number + 1` and
    /// `2 * number + 2`. Use it to keep values for cells in arrays of `cellCount` elements.
    public let number: Int
    /// True when the cell is not divided any further.
    public let isLeaf: Bool

    @inlinable
    init(low: Vector, high: Vector, count: Int, number: Int, isLeaf: Bool) {
      self.low = low
      self.high = high
      self.count = count
      self.number = number
      self.isLeaf = isLeaf
    }
  }

  /// The visitor's decision about a cell.
  public enum Step: Sendable {
    /// Visit its halves, or its points if it is a leaf.
    case open
    /// Skip the cell and all in it.
    case skip
    /// End the visit.
    case stop
  }

  /// The number of cells: two for each leaf, less one.
  @inlinable
  public var cellCount: Int { shape.nodeCount }

  /// Visits cells, from the root to smaller ones, as far as `step` opens them, and calls `body`
  /// with the index and the position of each point of the leaves it has opened.
  ///
  /// ```swift
  /// // How many points are in the right half plane, without looking at all of them?
  /// var count = 0
  /// tree.visit { cell in
  ///   if cell.high.x <= 0 { return .skip }
  ///   if cell.low.x > 0 {
  ///     count += cell.count
  ///     return .skip
  ///   }
  ///   return .open
  /// } points: { _, point in
  ///   if point.x > 0 { count += 1 }
  /// }
  /// ```
  ///
  /// A cell comes before its halves, the lower half before the upper one. Neighbours in space are
  /// neighbours in the visit, but which cells there are changes when points are sorted.
  ///
  /// - Complexity: O(cells and points visited), at most O(n).
  @inlinable
  public func visit(
    _ step: (Cell) throws -> Step, points body: (Int, Vector) throws -> Void
  ) rethrows {
    if isEmpty { return }
    try read { tree in
      var next: Int? = 0
      while let node = next {
        let isLeaf = tree.shape.isLeaf(node)
        let slots = tree.shape.slots(of: node)
        let cell = Cell(
          low: tree.low[node], high: tree.high[node], count: slots.count, number: node,
          isLeaf: isLeaf)
        switch try step(cell) {
        case .stop: return
        case .skip: break
        case .open where isLeaf:
          for slot in slots { try body(Int(tree.order[slot]), tree.points[slot]) }
        case .open:
          next = 2 * node + 1
          continue
        }
        next = tree.shape.next(after: node)
      }
    }
  }
}
