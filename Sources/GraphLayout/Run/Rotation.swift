import ForceSimulation

/// A rotation in the plane of the first two axes.
struct Rotation {
  let sine, cosine: Double

  init(turns: Double) { (sine, cosine) = sineAndCosine(turns: turns) }

  /// Returns a rotated vector.
  @inline(__always)
  func applied<Vector: SimulationVector>(to vector: Vector) -> Vector {
    let (sine, cosine) = (Vector.Scalar(sine), Vector.Scalar(cosine))
    var rotated = vector
    rotated[0] = cosine * vector[0] - sine * vector[1]
    rotated[1] = sine * vector[0] + cosine * vector[1]
    return rotated
  }

  /// Rotates vectors. O(vectors).
  func apply<Vector: SimulationVector>(to vectors: UnsafeMutableBufferPointer<Vector>) {
    for index in vectors.indices { vectors[index] = applied(to: vectors[index]) }
  }
}
