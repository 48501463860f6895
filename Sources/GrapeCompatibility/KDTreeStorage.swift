/// The cells and points of a `BufferedKDTree`, in two flat arrays.
///
/// Cell 0 is the root. The 2^D children of a cell lie side by side, so that one number names them
/// all; child c is the part of the box whose upper halves are the set bits of c.
@usableFromInline
struct KDTreeStorage<Vector, Delegate>
where Vector: SimulationVector, Delegate: KDTreeDelegate<Int, Vector> {
  @usableFromInline typealias Box = KDBox<Vector>

  /// The number that stands for no cell or no point.
  @inlinable static var none: Int { -1 }
  /// The number of children of a divided cell.
  @inlinable static var childCount: Int { 1 << Vector.scalarCount }

  @usableFromInline
  struct Cell {
    @usableFromInline var box: Box
    /// The common corner of the children. It is stored, as the root's is not its middle after it
    /// has grown.
    @usableFromInline var center: Vector = .zero
    @usableFromInline var firstChild = none
    /// The points of a leaf are a list through `Point.next`, in the order they were added.
    @usableFromInline var firstPoint = none
    @usableFromInline var lastPoint = none
    @usableFromInline var delegate: Delegate

    @inlinable
    init(box: Box, delegate: Delegate) {
      self.box = box
      self.delegate = delegate
    }
  }

  @usableFromInline
  struct Point {
    @usableFromInline var node: Int
    @usableFromInline var position: Vector
    @usableFromInline var next = none

    @inlinable
    init(node: Int, position: Vector) {
      self.node = node
      self.position = position
    }
  }

  @usableFromInline var cells: [Cell] = []
  @usableFromInline var points: [Point] = []

  /// Empty storage without a root, a placeholder while a visit holds the tree's storage.
  @inlinable
  init() {}

  /// Sets memory aside for points that are evenly spread: they divide 0.72 cells each (measured
  /// with 100,000 random points, in two dimensions and in three).
  @inlinable
  mutating func reserve(pointCount: Int) {
    points.reserveCapacity(pointCount)
    cells.reserveCapacity(1 + pointCount / 4 * 3 * Self.childCount)
  }

  @inlinable
  mutating func reset(rootBox: Box, rootDelegate: Delegate) {
    for axis in 0..<Vector.scalarCount {
      let (low, high) = (rootBox.p0[axis], rootBox.p1[axis])
      demand(
        low <= high && low.isFinite && high.isFinite,
        "ForceSimulation: the root box runs from \(low) to \(high) on axis \(axis);"
          + " its corners must be finite, the lower one first")
    }
    points.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    cells.append(Cell(box: rootBox, delegate: rootDelegate))
  }

  @inlinable
  mutating func add(_ node: Int, at position: Vector) {
    demand(position.isFinite, Box.notFinite("node \(node)", position))
    while !cells[0].box.contains(position) { growRoot(towards: position) }

    let point = points.count
    points.append(Point(node: node, position: position))
    var cell = 0
    while true {
      cells[cell].delegate.didAddNode(node, at: position)
      if cells[cell].firstChild == Self.none {
        if isRoom(for: position, in: cell) {
          append(point, to: cell)
          return
        }
        split(cell)
      }
      cell = child(of: cell, at: position)
    }
  }

  /// True when a leaf can take a point: the leaf is empty, or its first point is within the cluster
  /// distance.
  ///
  /// Equal points are compared too, as the square of the cluster distance can underflow in
  /// rounding. So a split always separates two points in the end.
  @inlinable
  func isRoom(for position: Vector, in leaf: Int) -> Bool {
    let first = cells[leaf].firstPoint
    guard first != Self.none else { return true }
    let other = points[first].position
    return position == other || position.distanceSquared(to: other) < Vector.clusterDistanceSquared
  }

  @inlinable
  mutating func append(_ point: Int, to leaf: Int) {
    let last = cells[leaf].lastPoint
    if last == Self.none {
      cells[leaf].firstPoint = point
    } else {
      points[last].next = point
    }
    cells[leaf].lastPoint = point
  }

  @inlinable
  func child(of cell: Int, at position: Vector) -> Int {
    cells[cell].firstChild + Box.part(of: position, around: cells[cell].center)
  }

  /// Gives a leaf its children and moves its points down to them.
  ///
  /// Every point is moved by its own position, even if it shared the leaf with another. So a point
  /// is always inside the boxes of the cells it counts for. Each point is moved once per level, so
  /// all splits together cost no more than inserting it into the final tree.
  @inlinable
  mutating func split(_ leaf: Int) {
    let (box, template) = (cells[leaf].box, cells[leaf].delegate)
    let center = box.center
    let firstChild = cells.count
    for part in 0..<Self.childCount {
      cells.append(Cell(box: box.part(part, around: center), delegate: template.spawn()))
    }
    var point = cells[leaf].firstPoint
    cells[leaf].center = center
    cells[leaf].firstChild = firstChild
    cells[leaf].firstPoint = Self.none
    cells[leaf].lastPoint = Self.none
    while point != Self.none {
      let next = points[point].next
      points[point].next = Self.none
      let child = child(of: leaf, at: points[point].position)
      append(point, to: child)
      cells[child].delegate.didAddNode(points[point].node, at: points[point].position)
      point = next
    }
  }

  /// Puts a root of twice the size above the present one.
  ///
  /// The new root is told of all points again instead of taking over a copy of the old root's
  /// delegate: copies of a delegate that is, or holds, a class instance would be one and the same.
  @inlinable
  mutating func growRoot(towards position: Vector) {
    let (box, center) = cells[0].box.doubled(
      towards: position, minimumGrowth: Vector.clusterDistance)
    let old = cells[0]
    let oldPart = Box.part(of: old.box.p0, around: center)
    var root = Cell(box: box, delegate: old.delegate.spawn())
    root.center = center
    root.firstChild = cells.count
    for part in 0..<Self.childCount {
      cells.append(
        part == oldPart
          ? old : Cell(box: box.part(part, around: center), delegate: old.delegate.spawn()))
    }
    for point in points { root.delegate.didAddNode(point.node, at: point.position) }
    cells[0] = root
  }
}

extension KDTreeStorage: Sendable where Delegate: Sendable {}
extension KDTreeStorage.Cell: Sendable where Delegate: Sendable {}
extension KDTreeStorage.Point: Sendable {}
