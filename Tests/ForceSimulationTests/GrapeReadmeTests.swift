import ForceSimulation
import Testing

/// The example of Grape's README, verbatim, compiles with `import ForceSimulation`.
/// GrapeCompatibilityTests has the rest of Grape's names.
@Suite struct GrapeReadmeTests {
  @Test func theExampleOfTheReadme() {
    let myForce = SealedForce2D {
      Kinetics2D.ManyBodyForce(strength: -30)
      Kinetics2D.LinkForce(
        stiffness: .weightedByDegree(k: { _, _ in 1.0 }), originalLength: .constant(35))
      Kinetics2D.CenterForce(center: .zero, strength: 1)
      Kinetics2D.CollideForce(radius: .constant(3))
    }
    let links = [(0, 1), (1, 2), (2, 3), (3, 0)].map { EdgeID(source: $0.0, target: $0.1) }
    let mySimulation = Simulation(nodeCount: 4, links: links, forceField: myForce)
    for _ in 0..<120 { mySimulation.tick() }
    let positions = mySimulation.kinetics.position.asArray()
    #expect(positions.count == 4)
    #expect(positions.allSatisfy { $0.isFinite })
    #expect(Set(positions).count == 4)
  }

  @Test func itsDefaultsAreD3s() {
    let force = ForceList<SIMD3<Float>> { Kinetics<SIMD3<Float>>.ManyBodyForce(strength: -30) }
    let simulation = Simulation3D(nodeCount: 2, links: [EdgeID(0, 1)], forceField: force)
    #expect(simulation.parameters == .d3)
    #expect(simulation.tick(iterations: 5000) == 300)
  }
}
