extension Kinetics {
  /// A hash of alpha, positions and velocities: FNV-1a over their bits. For regression tests: equal
  /// on all machines. O(n).
  ///
  /// States with equal hashes may continue differently, as the hash does not cover the rest of the
  /// state: see `stateHash`.
  public var trajectoryHash: UInt64 {
    hash(alpha: alpha, position: _position.storage, velocity: _velocity.storage)
  }
}

@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
private func hash<Vector: SimulationVector>(
  alpha: Vector.Scalar, position: [Vector], velocity: [Vector]
) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  func add(_ value: Vector.Scalar) {
    // Float converts to Double without loss, so this takes all the bits of either.
    var bits = Double(value).bitPattern
    for _ in 0..<8 {
      hash = (hash ^ (bits & 0xff)) &* 0x100_0000_01b3
      bits >>= 8
    }
  }
  add(alpha)
  for node in position.indices {
    for axis in 0..<Vector.scalarCount { add(position[node][axis]) }
    for axis in 0..<Vector.scalarCount { add(velocity[node][axis]) }
  }
  return hash
}

extension Kinetics {
  /// The largest speed of a node, in layout units per tick. O(n).
  package var largestSpeed: Vector.Scalar {
    largestLength(_velocity.storage).squareRoot()
  }
}

/// The largest squared length; 0 without vectors.
@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
private func largestLength<Vector: SimulationVector>(_ vectors: [Vector]) -> Vector.Scalar {
  var largest: Vector.Scalar = 0
  for vector in vectors { largest = max(largest, vector.lengthSquared()) }
  return largest
}
