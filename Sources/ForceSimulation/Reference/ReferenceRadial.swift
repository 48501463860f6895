/// The specification of the radial force (docs/determinism.md, "Center, position, radial").
enum ReferenceRadial {
  static func apply<Vector: SimulationVector>(
    center: Vector, radii: [Vector.Scalar], strengths: [Vector.Scalar], alpha: Vector.Scalar,
    position: [Vector], velocity: inout [Vector]
  ) {
    for node in position.indices {
      var difference = position[node] - center
      // At the center there is no direction; d3 takes a tiny step along the axes.
      for axis in 0..<Vector.scalarCount where difference[axis] == 0 { difference[axis] = 1e-6 }
      // So near to it that the square of the distance is lost, there is none either.
      if difference.lengthSquared() < Vector.coincidenceDistance2 {
        difference = Vector(repeating: 1e-6)
      }
      let distance = difference.length()
      velocity[node] +=
        difference * ((radii[node] - distance) * strengths[node] * alpha / distance)
    }
  }
}
