import ForceSimulation
import Testing

@testable import ForceSimulationLive

/// Parameters and forces of a running simulation.
@Suite struct ForceTests {
  @Test func wrongParametersLeaveTheOldOnes() async throws {
    let live = try makeTree()
    let wrong = SimulationParameters<Double>(velocityDecay: 2)
    await #expect(throws: SimulationError.self) { try await live.setParameters(wrong) }
    #expect(await live.parameters == .d3)
    await #expect(throws: SimulationError.self) { try await live.reheat(to: .nan) }
    #expect(await live.parameters == .d3)
  }

  @Test func forcesAreReplacedAndChecked() async throws {
    let live = try makeTree()
    await #expect(throws: SimulationError.self) {
      try await live.setForce("CollideForce", to: CollideForce<Vector2>(radius: [1, 2]))
    }
    await #expect(throws: LiveError.unknownForce("wind")) {
      try await live.setForce("wind", to: nil)
    }
    await #expect(throws: LiveError.unknownForce("LinkForce")) {
      try await live.changeForce("LinkForce", as: CollideForce<Vector2>.self) { _ in }
    }
    #expect(await live.forces.names == someForces().names)
    try await live.setForce("CollideForce", to: nil)
    try await live.changeForce("LinkForce", as: LinkForce<Vector2>.self) { $0.length = 50 }
    try await live.setForce("center", to: CenterForce<Vector2>())
    #expect(
      await live.forces.names == [
        "ManyBodyForce", "LinkForce", "PositionForce", "PositionForce 2", "center",
      ])
  }

  @Test func forcesAreSwitchedOffAndOn() async throws {
    let live = try makeTree()
    let plain = try makePlainTree()
    try await live.setForce("LinkForce", isOn: false)
    #expect(await !live.forces.isOn("LinkForce"))
    plain.forces["LinkForce"] = nil
    try await live.step(20)
    plain.advance(by: 20)
    #expect(await live.kinetics.trajectoryHash == plain.kinetics.trajectoryHash)
    // Its values follow an edit meanwhile.
    try await live.edit { $0.set("length", of: "LinkForce", to: 33, for: 1, 0) }
    try await live.setForce("LinkForce", isOn: true)
    guard case .array(let lengths, _)? = await live.forces["LinkForce", as: LinkForce.self]?.length
    else {
      Issue.record("the lengths are no array")
      return
    }
    #expect(lengths[0] == 33)
    await #expect(throws: LiveError.unknownForce("wind")) {
      try await live.setForce("wind", isOn: false)
    }
  }

  @Test func heatComesWithNewForces() async throws {
    let live = try makeTree()
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    // What is as asked already warms nothing.
    try await live.setForce("LinkForce", isOn: true)
    #expect(await live.state == .ended(.cold))
    try await live.setForce("center", to: CenterForce<Vector2>())
    #expect(await live.state == .running)
    #expect(await live.parameters.alpha == 0.3)
  }
}
