import CForceKernels

extension KernelPasses {
  /// Sorts points for a KD-tree and writes the permutation to `order`, which has one element for
  /// each point.
  static func kdTreeSort<Vector: SIMD>(
    _ points: [Vector], leafSize: Int, order: inout [Int32], _ options: KernelOptions
  ) {
    let workspace = Workspace()
    points.withKernelPoints { points in
      order.withUnsafeMutableBufferPointer { order in
        ck_kdtree_sort(workspace.configured(options), points, Int64(leafSize), order.baseAddress)
      }
    }
  }

  /// The bounding boxes of a KD-tree's nodes: `low` and `high` have one vector for each. `slots`
  /// gets the points by slot.
  static func kdTreeRefit<Vector: SIMD>(
    _ points: [Vector], leafSize: Int, order: [Int32], low: inout [Vector], high: inout [Vector],
    slots: inout [Vector], _ options: KernelOptions
  ) {
    let workspace = Workspace()
    points.withKernelPoints { points in
      order.withUnsafeBufferPointer { order in
        low.withUnsafeMutableBytes { low in
          high.withUnsafeMutableBytes { high in
            slots.withUnsafeMutableBytes { slots in
              ck_kdtree_refit(
                workspace.configured(options), points, Int64(leafSize), order.baseAddress,
                low.baseAddress, high.baseAddress, slots.baseAddress)
            }
          }
        }
      }
    }
  }
}
