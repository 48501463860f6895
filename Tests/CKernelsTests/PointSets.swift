import _TestSupport

/// Kinds of positions that reach all branches of the kernels.
enum PointKind: CaseIterable {
  case uniform
  /// All on one point: every pair is pushed apart by the hash.
  case coincident
  /// Two and two on one point.
  case pairs
  /// On one axis.
  case line
  /// Squares of distances overflow.
  case huge
  /// Squares of distances vanish, or are around the limit of coincidence.
  case tiny
  /// One node is not a number, nor finite on the other axes.
  case notANumber
  /// One node is infinitely far out along one axis.
  case infinite
}

/// Vectors in the layout of ckernels.h. The scalar that pads a vector of three is a NaN of its own,
/// which shows when it is used, or another `padding`, which shows when it is written.
func flat<T: KernelScalar>(
  _ count: Int, dimension: Int, kind: PointKind, seed: UInt64, padding: T = .mark
) -> [T] {
  var random = SplitMix64(seed: seed)
  let stride = dimension == 2 ? 2 : 4
  var result = [T](repeating: padding, count: count * stride)
  for i in 0..<count {
    for axis in 0..<dimension {
      let value = random.unit() * 200 - 100
      result[i * stride + axis] =
        switch kind {
        case .uniform: T(value)
        case .coincident: 1.5
        case .pairs: T(Double(i / 2) * 3.25)
        case .line: axis == 0 ? T(value) : 0
        case .huge: T(value) * T.greatestFiniteMagnitude.squareRoot()
        case .tiny: T(value) * T.tiny2.squareRoot() * (i % 2 == 0 ? 1e-2 : 1e-6)
        case .notANumber: i == count / 2 ? (axis == 0 ? .nan : -.infinity) : T(value)
        case .infinite: i == count / 2 && axis == 1 ? .infinity : T(value)
        }
    }
  }
  return result
}

/// The sizes around the widths of all vector registers, tiles and blocks.
let sizes = [0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100]
