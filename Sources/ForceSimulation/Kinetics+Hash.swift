extension Kinetics {
  /// A hash of alpha, positions and velocities: FNV-1a over their bits. For regression tests: equal
  /// on all machines. O(n).
  ///
  /// States with equal hashes may continue differently, as the hash does not cover the rest of the
  /// state: see `stateHash`.
  public var trajectoryHash: UInt64 {
    hash(
      hashOfAlpha(alpha), ofNodesWith: _position.storage, velocity: _velocity.storage)
  }
}

/// Goes on with a hash. Float converts to Double without loss, so this takes all the bits of
/// either.
@inline(__always)
private func add<Scalar: SimulationScalar>(_ value: Scalar, to hash: inout UInt64) {
  var bits = Double(value).bitPattern
  for _ in 0..<8 {
    hash = (hash ^ (bits & 0xff)) &* 0x100_0000_01b3
    bits >>= 8
  }
}

private func hashOfAlpha<Scalar: SimulationScalar>(_ alpha: Scalar) -> UInt64 {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  add(alpha, to: &hash)
  return hash
}

extension BlockState {
  /// Goes on with the trajectory hash from that of the nodes before the block; nil before all nodes.
  /// With the last block it is `Kinetics.trajectoryHash` of the whole.
  package func trajectoryHash(after before: UInt64?) -> UInt64 {
    hash(before ?? hashOfAlpha(alpha), ofNodesWith: positions, velocity: velocities)
  }
}

@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
private func hash<Vector: SimulationVector>(
  _ before: UInt64, ofNodesWith position: [Vector], velocity: [Vector]
) -> UInt64 {
  var hash = before
  for node in position.indices {
    for axis in 0..<Vector.scalarCount { add(position[node][axis], to: &hash) }
    for axis in 0..<Vector.scalarCount { add(velocity[node][axis], to: &hash) }
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
