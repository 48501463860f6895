/// Small random displacements. They are a function of the nodes and the tick, not of the sequence
/// in which they are drawn (docs/determinism.md, "Random numbers without a stream").
struct Jiggle {
  var seed: UInt64
  var tick: UInt64

  /// jiggle(seed, tick, a, b, axis), at most 5e-7 in size.
  func value(_ a: Int, _ b: Int, axis: Int) -> Double {
    let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
    var hash = Self.mix(seed &+ golden &* (tick &+ 1))
    hash = Self.mix(hash &+ golden &* (UInt64(truncatingIfNeeded: a) &+ 1))
    hash = Self.mix(hash &+ golden &* (UInt64(truncatingIfNeeded: b) &+ 1))
    hash = Self.mix(hash &+ golden &* (UInt64(truncatingIfNeeded: axis) &+ 1))
    return (Double(hash >> 11) * 0x1p-53 - 0.5) * 1e-6
  }

  /// A number in 0 ..< 1 for a sample of many-body's nodes.
  func share(ofSample sample: Int) -> Double {
    let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
    let hash = Self.mix(seed &+ golden &* (tick &+ 1))
    let number = ~UInt64(truncatingIfNeeded: sample)
    return Double(Self.mix(hash &+ golden &* (number &+ 1)) >> 11) * 0x1p-53
  }

  /// The difference vector from i to j for coincident nodes, in place of zero.
  @inline(__always)
  func difference<Vector: SimulationVector>(from i: Int, to j: Int) -> Vector {
    var difference = Vector.zero
    for axis in 0..<Vector.scalarCount {
      let push = Vector.Scalar(value(min(i, j), max(i, j), axis: axis))
      difference[axis] = i < j ? push : -push
    }
    return difference
  }

  /// SplitMix64's finaliser (Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195).
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension SimulationVector {
  /// Squared distances below this count as zero: 2^-700 in Double, 2^-100 in Float.
  @inline(__always)
  static var coincidenceDistance2: Scalar {
    Scalar(sign: .plus, exponent: Scalar.significandBitCount > 23 ? -700 : -100, significand: 1)
  }
}
