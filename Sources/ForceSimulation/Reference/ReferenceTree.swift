/// d3's tree over points: a quadtree in two dimensions, an octree in three, 2^D children in D
/// (d3-quadtree, d3-octree).
///
/// The root cell has integer corners and a power-of-two width. Cells are halved until each leaf
/// holds one point, or several coincident ones. Points are inserted by index, which fixes the
/// sequence of every sum over the tree.
struct ReferenceTree<Vector: SimulationVector> {
  /// The content of a place in the tree.
  enum Slot { case empty, leaf(head: Int), cell(Int) }

  /// 2^D slots for each cell: 0 empty, c + 1 the cell c, -(i + 1) a leaf whose first point is i.
  private(set) var slots: [Int32] = []
  private(set) var cellCount = 0
  /// The next point at the same place, or -1. The last point inserted is the first of its leaf.
  private(set) var next: [Int32]
  private(set) var root: Int32 = 0
  /// The lower corner of the root cell, which is `width` wide on every axis.
  private(set) var corner = Vector.zero
  private(set) var width: Vector.Scalar = 1

  static var childCount: Int { 1 << Vector.scalarCount }

  /// A tree over all points with finite coordinates. O(n * depth).
  init(_ points: [Vector]) {
    next = Array(repeating: -1, count: points.count)
    guard let first = points.first(where: \.isFinite) else { return }
    slots.reserveCapacity(points.count * Self.childCount)
    cover(points, from: first)
    for index in points.indices where points[index].isFinite { insert(index, points) }
  }

  /// Sets the root cell: its corner is the floor of the lowest coordinates, its width is doubled
  /// until the highest are inside.
  private mutating func cover(_ points: [Vector], from first: Vector) {
    var low = first
    var high = first
    for point in points where point.isFinite {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    corner = low.rounded(.down)
    // Doubling must also end when coordinates are so large that adding 1 changes nothing, or when
    // their differences overflow.
    while width.isFinite, any(high .>= corner + width) { width *= 2 }
  }

  private mutating func insert(_ index: Int, _ points: [Vector]) {
    let point = points[index]
    var low = corner
    var high = corner + width
    var place = -1  // the root
    var slot = root
    while slot > 0 {
      let child = Self.descend(to: point, &low, &high)
      place = Int(slot - 1) * Self.childCount + child
      slot = slots[place]
    }
    guard slot < 0 else { return set(place, Self.leaf(index)) }
    let resident = Int(-slot - 1)
    // 2200 halvings separate any two different numbers. The limit ends the loop when rounding keeps
    // them in one cell.
    var depth = 0
    while points[resident] != point, depth < 2200 {
      let cell = addCell()
      set(place, Int32(cell + 1))
      var residentLow = low
      var residentHigh = high
      let residentChild = Self.descend(to: points[resident], &residentLow, &residentHigh)
      let child = Self.descend(to: point, &low, &high)
      place = cell * Self.childCount + child
      if child != residentChild {
        set(cell * Self.childCount + residentChild, Self.leaf(resident))
        return set(place, Self.leaf(index))
      }
      depth += 1
    }
    next[index] = Int32(resident)
    set(place, Self.leaf(index))
  }

  private static func leaf(_ head: Int) -> Int32 { -Int32(head) - 1 }

  private mutating func set(_ place: Int, _ slot: Int32) {
    if place < 0 { root = slot } else { slots[place] = slot }
  }

  private mutating func addCell() -> Int {
    slots.append(contentsOf: repeatElement(0, count: Self.childCount))
    cellCount += 1
    return cellCount - 1
  }

  /// Halves a box towards a point and returns the number of the child: bit k is set when the point
  /// is in the upper half of axis k.
  @inline(__always)
  private static func descend(to point: Vector, _ low: inout Vector, _ high: inout Vector) -> Int {
    let middle = (low + high) / 2
    var child = 0
    for axis in 0..<Vector.scalarCount {
      if point[axis] >= middle[axis] {
        child |= 1 << axis
        low[axis] = middle[axis]
      } else {
        high[axis] = middle[axis]
      }
    }
    return child
  }

  func slot(of encoded: Int32) -> Slot {
    if encoded == 0 { return .empty }
    return encoded > 0 ? .cell(Int(encoded - 1)) : .leaf(head: Int(-encoded - 1))
  }

  /// Folds values from the leaves up to the root. Children come before their parents, and the
  /// children of one cell by increasing number.
  func foldUp<Value>(
    leaf: (_ head: Int) -> Value, cell: (_ children: [(Int32, Value)]) -> Value
  ) -> (leaves: [Value?], cells: [Value?]) {
    var leaves = [Value?](repeating: nil, count: next.count)
    var cells = [Value?](repeating: nil, count: cellCount)
    if root < 0 { leaves[Int(-root - 1)] = leaf(Int(-root - 1)) }
    var children: [(Int32, Value)] = []
    // A cell is created after its parent, so decreasing indices go upwards.
    for index in stride(from: cellCount - 1, through: 0, by: -1) {
      children.removeAll(keepingCapacity: true)
      for place in index * Self.childCount..<(index + 1) * Self.childCount {
        switch slot(of: slots[place]) {
        case .empty: break
        case .leaf(let head):
          let value = leaf(head)
          leaves[head] = value
          children.append((slots[place], value))
        case .cell(let child): children.append((slots[place], cells[child]!))
        }
      }
      cells[index] = cell(children)
    }
    return (leaves, cells)
  }

  /// A place in the tree during a walk, with its box.
  struct Visit {
    var slot: Int32
    var low: Vector
    var high: Vector
  }

  /// Walks from the root down, children by increasing number. `visit` returns true to go on below.
  func walk(_ stack: inout [Visit], _ visit: (Visit) -> Bool) {
    stack.removeAll(keepingCapacity: true)
    if root != 0 { stack.append(Visit(slot: root, low: corner, high: corner + width)) }
    while let place = stack.popLast() {
      guard visit(place), place.slot > 0 else { continue }
      let middle = (place.low + place.high) / 2
      let begin = Int(place.slot - 1) * Self.childCount
      for child in stride(from: Self.childCount - 1, through: 0, by: -1)
      where slots[begin + child] != 0 {
        var below = Visit(slot: slots[begin + child], low: place.low, high: place.high)
        for axis in 0..<Vector.scalarCount {
          if child & (1 << axis) != 0 {
            below.low[axis] = middle[axis]
          } else {
            below.high[axis] = middle[axis]
          }
        }
        stack.append(below)
      }
    }
  }
}
