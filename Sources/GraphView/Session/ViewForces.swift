import ForceSimulation

/// The default forces of a view.
public enum ViewForces {
  /// Returns charge, links of length 30, and gravity, which keeps the components together.
  public static func standard<Vector: SimulationVector>(
    _ nodeCount: Int, _ vector: Vector.Type
  ) -> ForceList<Vector> {
    ForceList {
      ManyBodyForce<Vector>(strength: -30).named("charge")
      LinkForce<Vector>(length: 30).named("links")
      PositionForce<Vector>(axis: .x, strength: 0.03).named("x")
      PositionForce<Vector>(axis: .y, strength: 0.03).named("y")
      if Vector.scalarCount > 2 {
        PositionForce<Vector>(axis: .z, strength: 0.03).named("z")
      }
    }
  }
}
