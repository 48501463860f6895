import ForceSimulation

/// The default forces of a view.
package enum ViewForces {
  /// Returns charge, links of length 30, and gravity, which keeps the components together.
  package static func standard<Vector: SimulationVector>(
    _ nodeCount: Int, _ vector: Vector.Type
  ) -> ForceList<Vector> {
    ForceList {
      ManyBodyForce<Vector>(strength: -30).named("charge")
      LinkForce<Vector>(length: .constant(usualLength())).named("links")
      PositionForce<Vector>(axis: .x, strength: 0.03).named("x")
      PositionForce<Vector>(axis: .y, strength: 0.03).named("y")
      if Vector.scalarCount > 2 {
        PositionForce<Vector>(axis: .z, strength: 0.03).named("z")
      }
    }
  }

  /// Returns forces that are at rest at a layout and bring nodes back to it.
  ///
  /// The links have the lengths of the layout, and each node has a spring to its place there
  /// (`AnchorForce`), which does not fade. A node that is dragged takes its neighbours along; after
  /// its release all return. Charge and gravity are in the list, but switched off: they would
  /// spread a large graph into a disc, whatever its layout showed. O(nodes + links).
  ///
  /// - Parameters:
  ///   - positions: the layout, one position for each node, finite.
  ///   - links: the links by node indices, in the order of the simulation.
  package static func resting<Vector: SimulationVector>(
    at positions: [Vector], links: [Link<Int>]
  ) -> ForceList<Vector> {
    var forces = standard(positions.count, Vector.self)
    for name in forces.names where name != "links" { forces.setOn(false, name) }
    forces["links"] = LinkForce<Vector>(
      length: .array(lengths(at: positions, links: links), default: usualLength()))
    forces[anchors] = AnchorForce<Vector>(
      places: positions, strength: 0.2, fadeTicks: AnchorForce<Vector>.everlasting)
    return forces
  }

  /// Returns the distances between the ends of links. O(links).
  static func lengths<Vector: SimulationVector>(
    at positions: [Vector], links: [Link<Int>]
  ) -> [Vector.Scalar] {
    links.map { (positions[$0.source] - positions[$0.target]).length() }
  }

  /// The length of links without a layout, and of new ones.
  static func usualLength<Scalar: SimulationScalar>() -> Scalar { 30 }

  /// The name of the anchors of `resting(at:links:)`.
  static let anchors = "layout"
}

extension AnchorForce {
  /// The number of ticks of anchors that do not fade.
  static var everlasting: UInt64 { .max }
  /// True for anchors of a layout, false for the temporary ones of edits.
  var isLasting: Bool { fadeTicks == Self.everlasting }
}

extension ForceList {
  /// True if the list is one of `ViewForces`, possibly with other parameters.
  var isOfView: Bool {
    guard self["charge"] is ManyBodyForce<Vector>, self["links"] is LinkForce<Vector> else {
      return false
    }
    let known = ["charge", "links", "x", "y", "z", ViewForces.anchors]
    return names.allSatisfy { name in
      known.contains(name) || (self[name] as? AnchorForce<Vector>)?.isLasting == false
    }
  }
}
