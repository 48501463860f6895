/// The specification of the permutation of points in a KD-tree (docs/determinism.md, "KD-tree
/// order"). CKernels/kdtree*.[ch] and kdtree*.inl are the same for the kernels.
struct ReferenceKDTree {
  /// A point in Double, which represents Float exactly. In the plane the third coordinate is zero.
  typealias Point = SIMD3<Double>

  let points: [Point]
  let shape: KDTreeShape
  /// The first slot with an outlier. A split does not move a point across this border.
  let core: Int
  private(set) var slots: [Int32]

  /// Sorts all points.
  static func sorted(_ points: [Point], leafSize: Int) -> [Int32] {
    divided(points, leafSize: leafSize, slots: points.indices.map(Int32.init), core: points.count)
  }

  /// Sorts the points `slots[..<core]` and the points `slots[core...]` separately.
  static func divided(
    _ points: [Point], leafSize: Int, slots: [Int32], core: Int
  ) -> [Int32] {
    guard let first = points.first else { return [] }
    let shape = KDTreeShape(count: points.count, leafSize: leafSize)
    var tree = ReferenceKDTree(points: points, shape: shape, core: core, slots: slots)
    let (low, high) = points.reduce((first, first)) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    let lattice = Lattice(low, high)
    tree.sort(node: 0, lattice, outliers: lattice)
    return tree.slots
  }

  /// Sorts the points below a node. Ordinary points and outliers have a lattice each; nil means
  /// that the points coincide.
  private mutating func sort(node: Int, _ lattice: Lattice?, outliers: Lattice?) {
    var range = shape.slots(of: node)
    guard !shape.isLeaf(node) else { return slots[range].sort() }
    let border = shape.slots(of: 2 * node + 1).upperBound
    if range.lowerBound < core, core < range.upperBound {
      range = border < core ? range.lowerBound..<core : core..<range.upperBound
    }
    var lattices = (lattice, outliers)
    if range.lowerBound < core {
      split(range, &lattices.0)
    } else {
      split(range, &lattices.1)
    }
    sort(node: 2 * node + 1, lattices.0, outliers: lattices.1)
    sort(node: 2 * node + 2, lattices.0, outliers: lattices.1)
  }

  /// Sorts the points of some slots along the axis on which their keys span most.
  private mutating func split(_ range: Range<Int>, _ lattice: inout Lattice?) {
    var low = points[Int(slots[range.lowerBound])]
    var high = low
    for slot in range {
      low = pointwiseMin(low, points[Int(slots[slot])])
      high = pointwiseMax(high, points[Int(slots[slot])])
    }
    if let coarse = lattice, coarse.spans(low, high).max()! < 1 << 12 {
      lattice = Lattice(low, high)
    }
    guard let lattice else { return slots[range].sort() }
    let spans = lattice.spans(low, high)
    let axis = spans.firstIndex(of: spans.max()!)!
    slots[range].sort {
      let (a, b) = (points[Int($0)][axis], points[Int($1)][axis])
      return a < b || (a == b && $0 < $1)
    }
  }

  /// A lattice over some points, on which their coordinates are whole numbers below 2^30.
  struct Lattice {
    private let halfLow: Point
    private let exponent: Int

    /// A lattice over a box; nil when its extent is zero. Coordinates are halved so that extents
    /// cannot overflow.
    init?(_ low: Point, _ high: Point) {
      halfLow = low / 2
      let extent = (high / 2 - halfLow).max()
      guard extent > 0 else { return nil }
      exponent = 30 - exponentOf(extent)
    }

    /// The number of keys that a box spans on each axis.
    func spans(_ low: Point, _ high: Point) -> [Int] {
      (0..<3).map { key(high, $0) - key(low, $0) }
    }

    private func key(_ point: Point, _ axis: Int) -> Int {
      Int(scaled(point[axis] / 2 - halfLow[axis], exponent))
    }
  }
}

/// The exponent e of x = m * 2^e with 0.5 <= m < 1; 0 for zero.
func exponentOf(_ x: Double) -> Int { x.isFinite && x != 0 ? Int(x.exponent) + 1 : 0 }

/// x * 2^exponent, in one rounding.
func scaled(_ x: Double, _ exponent: Int) -> Double {
  x == 0 ? 0 : Double(sign: .plus, exponent: exponent, significand: x)
}
