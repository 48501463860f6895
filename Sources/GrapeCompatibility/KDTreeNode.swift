/// A cell of a `BufferedKDTree`, with its subtree.
///
/// It is a value: it shares the tree's memory until one of the two changes, and stays valid when
/// the tree changes.
public struct KDTreeNode<Vector, Delegate>
where Vector: SimulationVector, Delegate: KDTreeDelegate<Int, Vector> {
  /// The box of the cell. Changes to it are not kept.
  public var box: KDBox<Vector>
  /// The position of the first point of a filled leaf, zero in other cells. Changes to it are not
  /// kept.
  public var nodePosition: Vector
  /// The delegate of the cell. Changes made during a visit stay in the visited tree.
  public var delegate: Delegate

  @usableFromInline var storage: KDTreeStorage<Vector, Delegate>
  @usableFromInline var index: Int

  @inlinable
  init(storage: KDTreeStorage<Vector, Delegate>) {
    self.storage = storage
    index = 0
    let root = storage.cells[0]
    box = root.box
    delegate = root.delegate
    nodePosition = storage.position(ofLeaf: 0)
  }

  /// True when the cell has no children.
  @inlinable
  public var isLeaf: Bool { storage.cells[index].firstChild == -1 }

  /// True when the cell is divided into 2^D children.
  @inlinable
  public var isInternalNode: Bool { !isLeaf }

  /// True when the cell is a leaf with points.
  @inlinable
  public var isFilledLeaf: Bool { storage.cells[index].firstPoint != -1 }

  /// True when the cell is a leaf without points.
  @inlinable
  public var isEmptyLeaf: Bool { isLeaf && !isFilledLeaf }

  /// The nodes whose points lie in this leaf, in the sequence in which they were added. Several
  /// only if they are within `Vector.clusterDistance` of each other, or nearly. Empty for other
  /// cells.
  ///
  /// - Complexity: O(number of nodes in the leaf)
  @inlinable
  public var containedIndices: [Int] {
    var indices: [Int] = []
    var point = storage.cells[index].firstPoint
    while point != -1 {
      indices.append(storage.points[point].node)
      point = storage.points[point].next
    }
    return indices
  }

  /// Visits this cell and, where `shouldVisitChildren` returns true, the cells below: each before
  /// its children, children in the order of their number.
  ///
  /// - Complexity: O(number of cells visited); O(number of cells) once if the memory is shared with
  ///   a tree or another node
  @inlinable
  public mutating func visit(
    shouldVisitChildren: (inout KDTreeNode<Vector, Delegate>) -> Bool
  ) {
    // The visitor may have changed this node already.
    storage.cells[index].delegate = delegate
    let start = index
    walk { node in
      let visitsChildren = shouldVisitChildren(&node)
      node.storage.cells[node.index].delegate = node.delegate
      return visitsChildren
    }
    move(to: start)
  }

  /// Visits this cell and the cells below, when they need not change. See the other `visit`.
  ///
  /// - Complexity: O(number of cells visited)
  @_disfavoredOverload
  @inlinable
  public func visit(shouldVisitChildren: (KDTreeNode<Vector, Delegate>) -> Bool) {
    var node = self
    node.walk { shouldVisitChildren($0) }
  }

  /// The traversal behind all visits. One node value moves from cell to cell: nothing else holds
  /// the storage meanwhile, so writing to it in place needs no copy.
  ///
  /// A stack instead of recursion, as points far apart can make a tree over 2000 levels deep.
  @inlinable
  mutating func walk(_ body: (inout Self) -> Bool) {
    var pending = [index]
    while let cell = pending.popLast() {
      move(to: cell)
      if body(&self), storage.cells[cell].firstChild != -1 {
        let first = storage.cells[cell].firstChild
        let children = first..<(first + KDTreeStorage<Vector, Delegate>.childCount)
        pending.append(contentsOf: children.reversed())
      }
    }
  }

  @inlinable
  mutating func move(to cell: Int) {
    index = cell
    box = storage.cells[cell].box
    delegate = storage.cells[cell].delegate
    nodePosition = storage.position(ofLeaf: cell)
  }
}

extension KDTreeNode: Sendable where Delegate: Sendable {}

extension KDTreeStorage {
  @inlinable
  func position(ofLeaf cell: Int) -> Vector {
    let first = cells[cell].firstPoint
    return first == -1 ? .zero : points[first].position
  }
}
