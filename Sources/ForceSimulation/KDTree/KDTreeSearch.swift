/// The points that the row of a query has. The raw values are those of ck_kdtree_which.
enum KDTreeWhich: Int32 {
  case all = 0
  /// All but the query itself.
  case others = 1
  /// Those with a higher index than the query.
  case above = 2

  func includes(_ number: Int32, query: Int32) -> Bool {
    switch self {
    case .all: true
    case .others: number != query
    case .above: number > query
    }
  }
}

/// A search for the points within a radius of each query.
struct KDTreeSearch<Vector: SimulationVector> {
  var tree: KDTree<Vector>
  /// The places to search at; the tree itself unless `which` is `all`.
  var queries: KDTree<Vector>
  var which: KDTreeWhich
  var radius2: Vector.Scalar
  /// Nodes on one level of `queries`, for whose points alone there are rows, by slot; nil for a row
  /// for each query, by index.
  var nodes: Range<Int>?

  /// The slots of the queries with rows.
  var slots: Range<Int> {
    guard let nodes else { return 0..<queries.count }
    let (first, last) = (nodes.lowerBound, nodes.upperBound - 1)
    return queries.shape.slots(of: first).lowerBound..<queries.shape.slots(of: last).upperBound
  }

  /// The rows; nil when they are longer than the limit together.
  func rows(limit: Int) -> KDTree<Vector>.Neighbors? {
    if tree.isEmpty || queries.isEmpty {
      return KDTree<Vector>.Neighbors(all: [], begin: Array(repeating: 0, count: queries.count + 1))
    }
    return KernelPasses.supportQueries(Vector.self)
      ? KernelPasses.kdTreeRows(self, limit: limit, tree.kernelOptions) : rowsInSwift(limit: limit)
  }

  /// The rows for vectors that the kernels do not know.
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  private func rowsInSwift(limit: Int) -> KDTree<Vector>.Neighbors? {
    let slots = slots
    var found: [[KDTree<Vector>.Neighbor]] = Array(repeating: [], count: slots.count)
    var total = 0
    for slot in slots {
      let query = queries.order[slot]
      let row = neighbors(of: queries.points[slot], query: query)
      total += row.count
      if total > limit { return nil }
      found[nodes == nil ? Int(query) : slot - slots.lowerBound] = row
    }
    return KDTree<Vector>.Neighbors(found)
  }

  /// The row of a query, by increasing index.
  private func neighbors(of place: Vector, query: Int32) -> [KDTree<Vector>.Neighbor] {
    var row: [KDTree<Vector>.Neighbor] = []
    tree.forEach(
      reach: { tree, node in tree.distance2(of: node, to: place) <= radius2 ? .some : .none },
      where: { tree, point in tree.squared(point - place) <= radius2 }
    ) { index, point in
      let number = Int32(index)
      if which.includes(number, query: query) {
        row.append(
          KDTree<Vector>.Neighbor(number: number, distance2: (point - place).lengthSquared()))
      }
    }
    row.sort { $0.number < $1.number }
    return row
  }
}

extension KDTree {
  /// The nearest points of each query, for vectors that the kernels do not know.
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func nearestInSwift(
    _ k: Int, queries: KDTree, _ which: KDTreeWhich, _ radius2: Vector.Scalar
  ) -> Neighbors {
    var found: [[Neighbor]] = Array(repeating: [], count: queries.count)
    for slot in 0..<queries.count {
      let (query, place) = (queries.order[slot], queries.points[slot])
      let none = Neighbor(number: .max, distance2: .zero)
      // One more than is wanted, as the query itself may be among them.
      var room = Array(repeating: none, count: min(k + 1, count))
      let length = room.withUnsafeMutableBufferPointer { room in
        var best = KDTreeNearest(room: room, radius2: radius2)
        read { tree in tree.search(0, tree.distance2(of: 0, to: place), place, &best) }
        return best.count
      }
      let row = room.prefix(length).sorted(by: <).filter { which.includes($0.number, query: query) }
      found[Int(query)] = Array(row.prefix(k))
    }
    return Neighbors(found)
  }
}

extension KDTree.Neighbors {
  init(_ rows: [[KDTree.Neighbor]]) {
    var begin = [0]
    for row in rows { begin.append(begin.last! + row.count) }
    self.init(all: Array(rows.joined()), begin: begin)
  }

  /// Rows of k elements each, of which those of the number `Int32.max` are not there.
  init(rowsOf k: Int, _ all: [KDTree.Neighbor]) {
    let count = all.count / k
    if (1..<count + 1).allSatisfy({ all[$0 * k - 1].number != .max }) {
      self.init(all: all, begin: (0...count).map { $0 * k })
      return
    }
    var begin = [0]
    begin.reserveCapacity(count + 1)
    for row in 0..<count {
      let length = all[row * k..<(row + 1) * k].prefix { $0.number != .max }.count
      begin.append(begin[row] + length)
    }
    self.init(all: all.filter { $0.number != .max }, begin: begin)
  }
}
