import ForceSimulation
import Foundation
import Testing
import _TestSupport

/// Boundaries that are convex polygons. Boxes and discs are in InteractiveForceTests.
@Suite(.traced) struct BoundaryTests {
  @Test func aPolygonTakesNodesToItsNearestPoint() throws {
    let corners = [Vector2(0, 0), Vector2(10, 0), Vector2(10, 10)]
    for corners in [corners, corners.reversed()] {
      let triangle = BoundaryForce<Vector2>(.polygon(corners))
      let ends: [(Vector2, Vector2)] = [
        (Vector2(8, 2), Vector2(8, 2)), (Vector2(5, -3), Vector2(5, 0)),
        (Vector2(2, 6), Vector2(4, 4)), (Vector2(-5, -1), Vector2(0, 0)),
        (Vector2(30, 40), Vector2(10, 10)), (Vector2(14, 5), Vector2(10, 5)),
      ]
      let simulation = try Simulation(
        nodeCount: ends.count, positions: ends.map(\.0)
      ) { triangle }
      simulation.advance()
      for (node, (_, end)) in ends.enumerated() {
        #expect((simulation.kinetics.position[node] - end).length() < 1e-12, "\(node)")
      }
    }
  }

  /// A prism in space: the third coordinate is free.
  @Test func aPolygonHoldsAGraph() throws {
    let corners = (0..<100).map { corner in
      let angle = Double(corner) / 100 * 2 * .pi
      return SIMD3<Double>(60 * cos(angle), 40 * sin(angle), 7)
    }
    let simulation = try Simulation(nodeCount: 200) {
      ManyBodyForce<SIMD3<Double>>()
      BoundaryForce(.polygon(corners))
    }
    simulation.run()
    for position in simulation.kinetics.position {
      let ellipse = SIMD2(position.x / 60, position.y / 40)
      #expect((ellipse * ellipse).sum() < 1 + 1e-9)
    }
    let heights = simulation.kinetics.position.map(\.z)
    #expect(heights.max()! - heights.min()! > 100)
  }

  @Test func polygonsThatAreNotConvexAreErrors() throws {
    let star = (0..<5).map { corner in
      Vector2(cos(Double(corner) * 0.8 * .pi), sin(Double(corner) * 0.8 * .pi))
    }
    let wrong: [([Vector2], String)] = [
      ([], "a polygon of 0 corners"), ([.zero, .one], "a polygon of 2 corners"),
      ([.zero, .one, .one, Vector2(0, 1)], "a polygon whose corner 1 comes twice"),
      (
        [.zero, Vector2(4, 0), Vector2(1, 1), Vector2(0, 4)],
        "a polygon that is not convex at corner 2"
      ),
      ([.zero, Vector2(1, 0), Vector2(2, 0)], "a polygon that is not convex at corner 2"),
      (star, "a polygon that goes around more than once"),
    ]
    for (corners, found) in wrong {
      let error = SimulationError.outOfRange(
        "boundary region", value: found,
        allowed: "three or more corners of a convex polygon, in their sequence around it")
      #expect(throws: error) {
        try Simulation(nodeCount: 1, forces: BoundaryForce(.polygon(corners)))
      }
    }
    #expect(throws: SimulationError.self) {
      try Simulation(
        nodeCount: 1, forces: BoundaryForce(.polygon([.zero, .one, Vector2(.nan, 0)])))
    }
    // A corner on a side does no harm.
    let square = [Vector2.zero, Vector2(1, 0), Vector2(2, 0), Vector2(2, 2), Vector2(0, 2)]
    _ = try Simulation(nodeCount: 1, forces: BoundaryForce(.polygon(square)))
  }
}
