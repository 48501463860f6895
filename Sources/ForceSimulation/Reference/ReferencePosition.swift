/// The specification of the position force (docs/determinism.md, "Center, position, radial").
enum ReferencePosition {
  static func apply<Vector: SimulationVector>(
    axis: Int, targets: [Vector.Scalar], strengths: [Vector.Scalar], alpha: Vector.Scalar,
    position: [Vector], velocity: inout [Vector]
  ) {
    for node in position.indices {
      velocity[node][axis] += (targets[node] - position[node][axis]) * strengths[node] * alpha
    }
  }
}
