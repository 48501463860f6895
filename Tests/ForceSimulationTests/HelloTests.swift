import ForceSimulation
import Testing

/// The first program of a newcomer compiles verbatim, and lays out a square.
@Test func theFirstProgramLaysOutFourNodes() {
  let nodeCount = 4
  let links = [(0, 1), (1, 2), (2, 3), (3, 0)]
  let myForce = SealedForce2D {
    Kinetics2D.ManyBodyForce(strength: -30)
    Kinetics2D.LinkForce(
      stiffness: .weightedByDegree(k: { _, _ in 1.0 }), originalLength: .constant(35))
    Kinetics2D.CenterForce(center: .zero, strength: 1)
    Kinetics2D.CollideForce(radius: .constant(3))
  }
  let mySimulation = Simulation(
    nodeCount: nodeCount, links: links.map { Link(source: $0.0, target: $0.1) },
    forceField: myForce)
  for _ in 0..<120 { mySimulation.tick() }
  let positions = mySimulation.kinetics.position.asArray()

  #expect(positions.count == 4)
  #expect(positions.allSatisfy { $0.isFinite })
  #expect(Set(positions).count == 4)
  // A rhombus about the origin, its sides within a third of the wanted length.
  for (source, target) in links {
    let length = positions[source].distance(to: positions[target])
    #expect(abs(length - 35) < 12, "link \(source)-\(target)")
  }
  #expect(positions.reduce(.zero, +).length() < 1e-6)
}
