import ForceSimulation
import Foundation
import Testing
import _TestSupport

@Suite(.traced) struct MagneticForceTests {
  private func angles<Vector: SimulationVector>(
    _ simulation: Simulation<Vector, ForceList<Vector>>, to direction: Vector
  ) -> [Double] {
    let kinetics = simulation.kinetics
    return kinetics.links.map { link in
      let needle = kinetics.position[link.target] - kinetics.position[link.source]
      let cosine = (needle * direction).sum() / (needle.length() * direction.length())
      return acos(max(-1, min(1, Double(cosine)))) * 180 / .pi
    }
  }

  /// A binary tree whose arrows point down.
  private func tree<Vector: SimulationVector>(
    _ magnet: MagneticForce<Vector>?
  ) throws -> Simulation<Vector, ForceList<Vector>> {
    let links = (1..<63).map { Link(($0 - 1) / 2, $0) }
    let simulation = try Simulation<Vector, ForceList<Vector>>(nodeCount: 63, links: links) {
      ManyBodyForce<Vector>()
      LinkForce<Vector>()
      if let magnet { magnet }
    }
    simulation.run()
    return simulation
  }

  private func expectTurned<Vector: SimulationVector>(_ direction: Vector) throws {
    let (free, turned) = (
      try tree(nil as MagneticForce<Vector>?), try tree(MagneticForce(direction: direction))
    )
    let apart = angles(free, to: direction).reduce(0, +) / 62
    let together = angles(turned, to: direction).reduce(0, +) / 62
    #expect(apart > 60, "\(apart)")
    #expect(together < 30, "\(together)")
  }

  @Test func linksPointInTheDirection() throws {
    try expectTurned(SIMD2<Double>(0, 3))
    try expectTurned(SIMD3<Float>(0, -1, 0))
    try expectTurned(SIMD4<Double>(0, 0, 1, 1))
  }

  /// One link alone: the pushes are opposite, square to it, and the angle falls by the strength.
  @Test func takesItsShareOfTheAngle() throws {
    let simulation = try Simulation(
      nodeCount: 2, links: [Link(0, 1)], parameters: SimulationParameters(velocityDecay: 1),
      positions: [.zero, SIMD2(20, 1)]
    ) {
      MagneticForce<SIMD2<Double>>(direction: SIMD2(1, 0), strength: 0.5)
    }
    let before = angles(simulation, to: SIMD2(1, 0))[0]
    let alpha = 1 - simulation.kinetics.parameters.alphaDecay
    simulation.advance()
    let after = angles(simulation, to: SIMD2(1, 0))[0]
    #expect(abs(after / before - (1 - 0.5 * alpha)) < 0.002)
    let velocity = simulation.kinetics.velocity
    #expect(velocity[0] + velocity[1] == .zero)
    #expect(abs((velocity[1] * SIMD2(20, 1)).sum()) < 1e-12)
  }

  @Test func aLinkOfOppositeDirectionTurns() throws {
    for isBidirectional in [false, true] {
      let simulation = try Simulation(
        nodeCount: 2, links: [Link(0, 1)], positions: [.zero, SIMD3(0, -5, 0)]
      ) {
        MagneticForce<SIMD3<Double>>(
          direction: SIMD3(0, 1, 0), isBidirectional: isBidirectional)
      }
      simulation.run()
      let angle = angles(simulation, to: SIMD3(0, 1, 0))[0]
      #expect(isBidirectional ? angle == 180 : angle < 1, "\(angle)")
    }
  }

  @Test func aCheckpointGoesOn() throws {
    let simulation = try tree(
      MagneticForce<SIMD2<Double>>(
        direction: SIMD2(1, 2), strength: .function { link, _ in Double(link.source % 3) / 4 },
        isBidirectional: true))
    let restored = try Simulation<SIMD2<Double>, _>(restoring: simulation.checkpoint())
    #expect(restored.checkpoint() == simulation.checkpoint())
    for one in [simulation, restored] { one.advance(by: 20) }
    #expect(restored.kinetics.stateHash == simulation.kinetics.stateHash)
  }
}
