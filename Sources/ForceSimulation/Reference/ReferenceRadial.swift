/// The specification of the radial force (docs/determinism.md, "Center, position, radial").
enum ReferenceRadial {
  static func apply<Vector: SimulationVector>(
    center: Vector, radii: [Vector.Scalar], strengths: [Vector.Scalar], alpha: Vector.Scalar,
    position: [Vector], velocity: inout [Vector]
  ) {
    for node in position.indices {
      var difference = position[node] - center
      // A node at the center has no direction to the circle; d3 takes a tiny step along the axes.
      for axis in 0..<Vector.scalarCount where difference[axis] == 0 { difference[axis] = 1e-6 }
      // There is no direction either when the square of the distance underflows.
      if difference.lengthSquared() < Vector.coincidenceDistance2 {
        difference = Vector(repeating: 1e-6)
      }
      let distance = difference.length()
      velocity[node] +=
        difference * ((radii[node] - distance) * strengths[node] * alpha / distance)
    }
  }
}
