extension KDTree {
  /// Calls `body` with the index and the position of each point within a radius of a place, those at the radius
  /// included. In the order of the tree, which changes when points are sorted.
  ///
  /// - Complexity: O(log n + points found) for points that are spread out and radii that are not long against
  ///   the spread, O(n) at worst.
  @inlinable
  public func forEach(
    within radius: Vector.Scalar, of point: Vector, _ body: (Int, Vector) throws -> Void
  ) rethrows {
    checkPlace(point)
    checkRadius(radius)
    let radius2 = radius * radius
    try forEach(
      reach: { tree, node in
        if tree.distance2(of: node, to: point) > radius2 { return .none }
        return tree.farthest2(of: node, from: point) <= radius2 ? .all : .some
      }, where: { tree, other in tree.squared(other - point) <= radius2 }, body)
  }

  /// The points within a radius of a place, those at the radius included, by increasing index.
  ///
  /// - Complexity: as `forEach(within:of:_:)`, and O(m log m) to sort the m points found.
  @inlinable
  public func indices(within radius: Vector.Scalar, of point: Vector) -> [Int] {
    var found: [Int] = []
    forEach(within: radius, of: point) { index, _ in found.append(index) }
    found.sort()
    return found
  }

  /// Calls `body` with the index and the position of each point in a box, which does not include its upper faces. In the order of
  /// the tree, which changes when points are sorted.
  ///
  /// - Complexity: O(n^(1 - 1/D) + points found) for points that are spread out, O(n) at worst.
  @inlinable
  public func forEach(in box: Box<Vector>, _ body: (Int, Vector) throws -> Void) rethrows {
    try forEach(
      reach: { tree, node in
        let (low, high) = (tree.low[node], tree.high[node])
        for axis in 0..<Vector.scalarCount {
          let isBelowTop = low[axis] < box.high[axis] || box.high[axis] == .greatestFiniteMagnitude
          if !(high[axis] >= box.low[axis] && isBelowTop) { return .none }
        }
        return box.contains(low) && box.contains(high) ? .all : .some
      }, where: { _, point in box.contains(point) }, body)
  }

  /// The points in a box, which does not include its upper faces, by increasing index.
  ///
  /// - Complexity: as `forEach(in:_:)`, and O(m log m) to sort the m points found.
  @inlinable
  public func indices(in box: Box<Vector>) -> [Int] {
    var found: [Int] = []
    forEach(in: box) { index, _ in found.append(index) }
    found.sort()
    return found
  }

  /// Calls `body` with the points of a region, which says how it meets a node's box and whether a point is in it.
  @inlinable
  func forEach(
    reach: (KDTreeView<Vector>, Int) -> KDTreeReach,
    where isIncluded: (KDTreeView<Vector>, Vector) -> Bool, _ body: (Int, Vector) throws -> Void
  ) rethrows {
    if isEmpty { return }
    try read { tree in
      var next: Int? = 0
      while let node = next {
        let isLeaf = tree.shape.isLeaf(node)
        switch reach(tree, node) {
        case .none: break
        case .all:
          for slot in tree.shape.slots(of: node) {
            try body(Int(tree.order[slot]), tree.points[slot])
          }
        case .some where isLeaf:
          for slot in tree.shape.slots(ofLeaf: node) where isIncluded(tree, tree.points[slot]) {
            try body(Int(tree.order[slot]), tree.points[slot])
          }
        case .some:
          next = 2 * node + 1
          continue
        }
        next = tree.shape.next(after: node)
      }
    }
  }
}

/// How much of a node's box a region covers, as far as can be told.
@usableFromInline
enum KDTreeReach { case none, some, all }
