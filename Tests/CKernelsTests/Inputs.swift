import CForceKernels
import _TestSupport

/// Scalars from one vector to the next, in the layout of Swift's SIMD2, SIMD3 and SIMD4.
func stride(dimension: Int) -> Int { dimension == 2 ? 2 : 4 }

/// What a direct sum is called with. `positions` holds vectors, one after the other.
struct DirectSumInput<Scalar: KernelScalar> {
  var dimension: Int
  var positions: [Scalar]
  var strengths: [Scalar]
  var distanceMin2: Scalar = 1
  var distanceMax2: Scalar = .infinity
  var alpha: Scalar = 0.7
  var jiggle = ck_jiggle(seed: 11, tick: 5)
  var count: Int { strengths.count }
}

/// What a link pass is called with.
struct LinksInput<Scalar: KernelScalar> {
  var dimension: Int
  var positions: [Scalar]
  /// The link ends of node i are `begin[i] ..< begin[i + 1]`.
  var begin: [Int64]
  var other: [Int32]
  var lengths: [Scalar]
  var coefficients: [Scalar]
  var limits: [Scalar]
  var iterations = 1
  var alpha: Scalar = 0.6
  var jiggle = ck_jiggle(seed: 3, tick: 9)
  var count: Int { begin.count - 1 }

  /// Random link ends: a hub at node 0, the others with none to five ends each.
  init(
    dimension: Int, positions: [Scalar], count: Int, hub: Int, random: inout SplitMix64
  ) {
    (self.dimension, self.positions) = (dimension, positions)
    (begin, other, lengths, coefficients, limits) = ([0], [], [], [], [])
    for node in 0..<count {
      let ends = count < 2 ? 0 : node == 0 ? hub : Int.random(in: 0...5, using: &random)
      for _ in 0..<ends {
        let step = Int.random(in: 1..<count, using: &random)
        other.append(Int32((node + step) % count))
        lengths.append(Scalar(40 * random.unit()))
        coefficients.append(Scalar(2 * random.unit() - 0.5))
        limits.append(Int.random(in: 0..<3, using: &random) == 0 ? .infinity : Scalar(random.unit()))
      }
      begin.append(Int64(other.count))
    }
  }

  func withUnsafePointers(
    _ body: (
      _ begin: UnsafePointer<Int64>?, _ other: UnsafePointer<Int32>?,
      _ length: UnsafePointer<Scalar>?, _ coefficient: UnsafePointer<Scalar>?,
      _ limit: UnsafePointer<Scalar>?
    ) -> Void
  ) {
    begin.withUnsafeBufferPointer { begin in
      other.withUnsafeBufferPointer { other in
        lengths.withUnsafeBufferPointer { lengths in
          coefficients.withUnsafeBufferPointer { coefficients in
            limits.withUnsafeBufferPointer { limits in
              body(
                begin.baseAddress, other.baseAddress, lengths.baseAddress,
                coefficients.baseAddress, limits.baseAddress)
            }
          }
        }
      }
    }
  }
}

/// What an integration is called with, besides the state it changes.
struct IntegrationInput<Scalar: KernelScalar> {
  var dimension: Int
  var count: Int
  var velocityDecay: Scalar = 0.6
  /// Nil when no node is pinned.
  var pinnedAxes: [UInt8]?
  var pins: [Scalar]
}

/// A point set as scalars. The fourth scalar of a 3D vector is NaN: whoever uses it is found out.
func scalars<Vector: SIMD>(_ vectors: [Vector]) -> [Vector.Scalar] where Vector.Scalar: KernelScalar {
  let stride = stride(dimension: Vector.scalarCount)
  return vectors.flatMap { vector in
    (0..<stride).map { $0 < Vector.scalarCount ? vector[$0] : .nan }
  }
}

/// Velocities in -1...1. The fourth scalar of a 3D vector is a mark that has to stay.
func randomVelocities<Scalar: KernelScalar>(
  _ count: Int, dimension: Int, random: inout SplitMix64
) -> [Scalar] {
  (0..<count).flatMap { _ in
    (0..<stride(dimension: dimension)).map { axis in
      axis < dimension ? Scalar(2 * random.unit() - 1) : 4321
    }
  }
}

/// Strengths of both signs, some of them zero.
func randomStrengths<Scalar: KernelScalar>(_ count: Int, random: inout SplitMix64) -> [Scalar] {
  (0..<count).map { $0 % 5 == 4 ? 0 : Scalar(90 * random.unit() - 60) }
}
