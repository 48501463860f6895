/// The specification of the position force (docs/determinism.md, "Center, position, radial").
enum ReferencePosition {
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  static func apply<Vector: SimulatableVector>(
    axis: Int, targets: [Vector.Scalar], strengths: [Vector.Scalar], alpha: Vector.Scalar,
    position: [Vector], velocity: inout [Vector]
  ) {
    for node in position.indices {
      velocity[node][axis] += (targets[node] - position[node][axis]) * strengths[node] * alpha
    }
  }
}
