extension KDTree {
  /// A point that a query of a `KDTree` has found.
  public struct Neighbor: Sendable, Hashable {
    // In the layout of ck_neighbor_f32 and ck_neighbor_f64.
    @usableFromInline let number: Int32
    /// The squared distance from the query, in layout units squared.
    public let distance2: Vector.Scalar

    @inlinable
    init(number: Int32, distance2: Vector.Scalar) {
      self.number = number
      self.distance2 = distance2
    }

    /// The index of the point in the array that the tree was made of.
    @inlinable
    public var index: Int { Int(number) }

    /// The distance from the query, in layout units.
    @inlinable
    public var distance: Vector.Scalar { distance2.squareRoot() }

    /// True when this point is nearer, or as near and of a lower index.
    @inlinable
    static func < (a: Self, b: Self) -> Bool {
      a.distance2 == b.distance2 ? a.number < b.number : a.distance2 < b.distance2
    }
  }

  /// The points that a batch of queries has found: a row of neighbours for each query.
  ///
  /// ```swift
  /// let near = try tree.neighbors(within: 20)
  /// for (node, row) in near.enumerated() {
  ///   for neighbor in row { print(node, neighbor.index, neighbor.distance) }
  /// }
  /// ```
  ///
  /// The rows are in the order of the queries. All of them are stored in two flat arrays, `all` and
  /// `begin`, for code that goes through many.
  public struct Neighbors: Sendable, Hashable {
    /// The neighbours of all queries, row by row.
    public let all: [Neighbor]
    /// The begin of each row in `all`, and at the end the number of all neighbours: one element more
    /// than there are rows.
    public let begin: [Int]

    init(all: [Neighbor], begin: [Int]) {
      self.all = all
      self.begin = begin
    }
  }
}

extension KDTree.Neighbors: RandomAccessCollection {
  /// The first row, 0.
  @inlinable
  public var startIndex: Int { 0 }

  /// The number of rows, one for each query.
  @inlinable
  public var endIndex: Int { begin.count - 1 }

  /// The neighbours of a query.
  @inlinable
  public subscript(row: Int) -> ArraySlice<KDTree.Neighbor> {
    all[begin[row]..<begin[row + 1]]
  }
}
