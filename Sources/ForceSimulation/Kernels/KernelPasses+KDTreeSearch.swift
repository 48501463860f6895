import CForceKernels

extension KernelPasses {
  /// True if the kernels have batched queries for a vector type: in 2D and 3D.
  static func supportQueries<Vector: SIMD>(_: Vector.Type) -> Bool {
    support(Vector.self) && Vector.scalarCount < 4
  }

  /// The points within a radius of each query; nil when there are more of them than the limit.
  static func kdTreeRows<Vector>(
    _ search: KDTreeSearch<Vector>, limit: Int, _ options: KernelOptions
  ) -> KDTree<Vector>.Neighbors? {
    let workspace = Workspace()
    let rowCount = search.slots.count
    return search.withKernelSearch { search in
      let context = workspace.configured(options)
      var begin: [Int] = .uninitialized(count: rowCount + 1)
      let total = begin.withKernelOffsets {
        ck_kdtree_count_rows(context, &search, Int64(limit), $0)
      }
      if total > limit { return nil }
      var all: [KDTree<Vector>.Neighbor] = .uninitialized(count: Int(total))
      all.withUnsafeMutableBytes { all in
        begin.withKernelOffsets { ck_kdtree_fill_rows(context, &search, $0, all.baseAddress) }
      }
      return withExtendedLifetime(workspace) { KDTree.Neighbors(all: all, begin: begin) }
    }
  }

  /// The k points nearest to each query within a radius.
  static func kdTreeNearest<Vector>(
    _ search: KDTreeSearch<Vector>, k: Int, _ options: KernelOptions
  ) -> KDTree<Vector>.Neighbors {
    let workspace = Workspace()
    var all: [KDTree<Vector>.Neighbor] = .uninitialized(count: search.queries.count * k)
    search.withKernelSearch { search in
      all.withUnsafeMutableBytes { all in
        withExtendedLifetime(workspace) {
          ck_kdtree_nearest(workspace.configured(options), &search, Int64(k), all.baseAddress)
        }
      }
    }
    return KDTree.Neighbors(rowsOf: k, all)
  }
}

extension KDTreeSearch {
  /// Calls `body` with the search as the kernels take it.
  fileprivate func withKernelSearch<Result>(_ body: (inout ck_kdtree_search) -> Result) -> Result {
    tree.withKernelTree { tree in
      queries.withKernelTree { queries in
        var search = ck_kdtree_search(
          tree: tree, queries: queries, radius2: Double(radius2), which: which.rawValue,
          node_begin: Int64(nodes?.lowerBound ?? 0), node_end: Int64(nodes?.upperBound ?? 0))
        return body(&search)
      }
    }
  }
}

extension KDTree {
  fileprivate func withKernelTree<Result>(_ body: (ck_kdtree) -> Result) -> Result {
    points.withKernelPoints { shape in
      order.withUnsafeBufferPointer { order in
        low.withUnsafeBytes { low in
          high.withUnsafeBytes { high in
            body(
              ck_kdtree(
                scalar: shape.scalar, dimension: shape.dimension, count: shape.count,
                leaf_size: Int64(leafSize), permutation: order.baseAddress, slots: shape.position,
                low: low.baseAddress, high: high.baseAddress))
          }
        }
      }
    }
  }
}

extension Array where Element == Int {
  /// The array as the kernels take it.
  fileprivate mutating func withKernelOffsets<Result>(
    _ body: (UnsafeMutablePointer<Int64>) -> Result
  ) -> Result {
    withUnsafeMutableBufferPointer {
      $0.baseAddress!.withMemoryRebound(to: Int64.self, capacity: $0.count, body)
    }
  }
}
