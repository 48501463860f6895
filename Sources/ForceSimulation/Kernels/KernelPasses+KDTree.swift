// The KD-tree's passes, as Swift calls them.

import CForceKernels

extension KernelPasses {
  /// Sorts points into the order of a KD-tree, which goes to `order`: one place for each point.
  static func kdTreeSort<Vector: SIMD>(
    _ points: [Vector], leafSize: Int, order: inout [Int32], _ options: KernelOptions
  ) where Vector.Scalar: FloatingPoint {
    var settings = options.settings
    let (dimension, count) = (dimension(Vector.self), Int64(points.count))
    withUnsafeTemporaryAllocation(
      byteCount: max(1, Int(ck_kdtree_sort_scratch(dimension, count))), alignment: 64
    ) { scratch in
      points.withUnsafeScalars { position in
        order.withUnsafeMutableBufferPointer { order in
          if Vector.Scalar.self == Double.self {
            ck_kdtree_sort_f64(
              &settings, dimension, count, Int64(leafSize), position.cast(), order.baseAddress,
              scratch.baseAddress)
          } else {
            ck_kdtree_sort_f32(
              &settings, dimension, count, Int64(leafSize), position.cast(), order.baseAddress,
              scratch.baseAddress)
          }
        }
      }
    }
  }

  /// The bounding boxes of a KD-tree's nodes: `low` and `high` have one vector for each.
  static func kdTreeRefit<Vector: SIMD>(
    _ points: [Vector], leafSize: Int, order: [Int32], low: inout [Vector], high: inout [Vector],
    _ options: KernelOptions
  ) where Vector.Scalar: FloatingPoint {
    var settings = options.settings
    let (dimension, count) = (dimension(Vector.self), Int64(points.count))
    points.withUnsafeScalars { position in
      order.withUnsafeBufferPointer { order in
        low.withUnsafeMutableScalars { low in
          high.withUnsafeMutableScalars { high in
            if Vector.Scalar.self == Double.self {
              ck_kdtree_refit_f64(
                &settings, dimension, count, Int64(leafSize), position.cast(), order.baseAddress,
                low.cast(), high.cast())
            } else {
              ck_kdtree_refit_f32(
                &settings, dimension, count, Int64(leafSize), position.cast(), order.baseAddress,
                low.cast(), high.cast())
            }
          }
        }
      }
    }
  }
}
