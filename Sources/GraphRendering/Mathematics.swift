#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

// The functions of the system's mathematical library that pictures need. They are declared here to
// avoid a dependency on Foundation.

func naturalLogarithm(_ x: Double) -> Double { log(x) }
func logarithm10(_ x: Double) -> Double { log10(x) }
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
func sine(degrees: Double) -> Double { sin(degrees * .pi / 180) }
func cosine(degrees: Double) -> Double { cos(degrees * .pi / 180) }
func tangent(degrees: Double) -> Double { tan(degrees * .pi / 180) }

extension SIMD where Scalar == Double {
  func dot(_ other: Self) -> Double { (self * other).sum() }
  var length: Double { dot(self).squareRoot() }
}

extension SIMD2<Double> {
  /// The vector rotated by a right angle.
  var perpendicular: SIMD2<Double> { SIMD2(-y, x) }
  var isFinite: Bool { x.isFinite && y.isFinite }
  /// Returns the unit vector; `fallback` for a vector without a direction.
  func normalized(or fallback: SIMD2<Double>) -> SIMD2<Double> {
    let length = length
    return length > 0 && length.isFinite ? self / length : fallback
  }
}

extension SIMD3<Double> {
  func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}

/// Returns a well-mixed hash of `index` for deterministic pseudorandom choices (the last steps of
/// SplitMix64, doi:10.1145/2660193.2660195).
func mixedBits(_ index: Int) -> UInt64 {
  var bits = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
  bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
  bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
  return bits ^ (bits >> 31)
}

/// Returns `mixedBits` as a number in 0..<1.
func lot(_ index: Int) -> Double { Double(mixedBits(index) >> 11) * 0x1p-53 }
