/// A 2^D-tree over points (a quadtree in two dimensions, an octree in three) with a delegate for
/// each cell. The delegates summarise the points of their cells.
///
///     var tree = BufferedKDTree(
///       rootBox: .cover(of: positions), nodeCapacity: positions.count,
///       rootDelegate: MassCentroidKDTreeDelegate<SIMD2<Double>> { masses[$0] })
///     for (node, position) in positions.enumerated() { tree.add(nodeIndex: node, at: position) }
///     tree.visit { cell in
///       ...
///       return cell.box.p1.x - cell.box.p0.x > width   // whether to go on to the cell's children
///     }
///
/// It exists for custom forces that were written for Grape; the library's own forces do not use it.
/// The tree is a value: copies are independent, and share memory until one of them changes. So
/// delegates should be values too.
///
/// A leaf holds one point, or several that are within `Vector.clusterDistance` of each other. So
/// the depth of a tree is the number of halvings from its widest extent to its smallest distance:
/// at most about 2100 for Double and 280 for Float, and about log2(number of points) / D for evenly
/// spread points.
public struct BufferedKDTree<Vector, Delegate>
where Vector: SimulationVector, Delegate: KDTreeDelegate<Int, Vector> {
  /// The box of a node of the tree.
  public typealias Box = KDBox<Vector>
  /// A node of the tree.
  public typealias TreeNode = KDTreeNode<Vector, Delegate>

  @usableFromInline var storage = KDTreeStorage<Vector, Delegate>()

  /// A tree without points.
  ///
  /// - Parameters:
  ///   - rootBox: The box in which points are expected. A point outside makes the tree grow,
  ///     which costs O(number of points) at every doubling. Traps when a corner is not finite, or
  ///     when the first corner is above the second on an axis.
  ///   - nodeCapacity: The number of points for which memory is reserved. More points are fine.
  ///   - rootDelegate: A delegate without points. The cells get their own by its `spawn()`.
  /// - Complexity: O(nodeCapacity)
  @inlinable
  public init(rootBox: Box, nodeCapacity: Int, rootDelegate: @autoclosure () -> Delegate) {
    demand(
      nodeCapacity >= 0,
      "ForceSimulation: nodeCapacity is \(nodeCapacity); it must not be negative")
    demand(
      Vector.scalarCount <= 16,
      "ForceSimulation: a cell would have 2^\(Vector.scalarCount) children;"
        + " a BufferedKDTree has 16 dimensions at most")
    storage.reserve(pointCount: nodeCapacity)
    storage.reset(rootBox: rootBox, rootDelegate: rootDelegate())
  }

  /// Removes all points and starts again with this box and delegate. The memory is kept, so a tree
  /// that is filled anew in each tick allocates nothing after the first.
  ///
  /// - Complexity: O(number of cells)
  @inlinable
  public mutating func reset(rootBox: Box, rootDelegate: @autoclosure () -> Delegate) {
    storage.reset(rootBox: rootBox, rootDelegate: rootDelegate())
  }

  /// Adds a node. Every cell's delegate from the root down to the node's leaf is told.
  ///
  /// Nodes may be added in any order, and more than once. Traps when a coordinate of `point` is not
  /// finite.
  ///
  /// - Complexity: O(depth of the tree), amortised: one add can cost O(number of points) when the
  ///   tree has to grow beyond its root box, or when a leaf with many coincident points is divided;
  ///   over all adds this comes to one call of `didAddNode` for each point and level.
  @inlinable
  public mutating func add(nodeIndex: Int, at point: Vector) {
    storage.add(nodeIndex, at: point)
  }

  /// The present root cell.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var root: TreeNode { TreeNode(storage: storage) }

  /// The box of the root cell. It is the initial box, or one that has grown from it.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var extent: Box { storage.cells[0].box }

  /// Visits the root and, where `shouldVisitChildren` returns true, the cells below: each before
  /// its children, children in the order of their number (bit k is set in the upper half of axis
  /// k). Cells without points are visited too.
  ///
  /// Changes to a cell's `delegate` stay in the tree.
  ///
  /// - Complexity: O(number of cells visited); O(number of cells) once if the memory is shared with
  ///   a copy
  @inlinable
  public mutating func visit(
    shouldVisitChildren: (inout KDTreeNode<Vector, Delegate>) -> Bool
  ) {
    var root = self.root
    // The tree gives up its memory while the node uses it. Otherwise every change would copy it.
    storage = KDTreeStorage()
    root.visit(shouldVisitChildren: shouldVisitChildren)
    storage = root.storage
  }

  /// Visits the cells of a tree that cannot be changed. See the other `visit`.
  ///
  /// - Complexity: O(number of cells visited)
  @_disfavoredOverload
  @inlinable
  public func visit(shouldVisitChildren: (KDTreeNode<Vector, Delegate>) -> Bool) {
    let root = self.root
    root.visit(shouldVisitChildren: shouldVisitChildren)
  }

  /// Does nothing: memory is freed with the last copy of a tree. For code that was written for
  /// Grape, where it had to be called.
  @inlinable
  public func dispose() {}
}

extension BufferedKDTree: Sendable where Delegate: Sendable {}
