import ForceSimulation
import Testing

@testable import ForceSimulationLive

/// Tests of the bound on movement after an edit, and of its end.
@Suite struct AnchorTests {
  private static let name = "edit anchors"

  /// A cold tree of 100 nodes with a bounded edit, which adds 50 nodes; and the places before it.
  private func edited(
    _ distance: Double = 5, _ more: (inout LiveEdit<Int, Vector2>) -> Void = { _ in }
  ) async throws -> (Live, LiveFrame<Int, Vector2>) {
    let live = try makeTree(100)
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    let before = await live.frame
    try await live.edit { edit in
      edit.survivorDistance = distance
      for id in 200..<250 {
        edit.insert(id)
        edit.link(id, id % 7)
      }
      more(&edit)
    }
    return (live, before)
  }

  private func farthest(
    _ live: Live, _ before: LiveFrame<Int, Vector2>, _ ids: some Sequence<Int> = 0..<100
  ) async -> Double {
    let frame = await live.frame
    return ids.reduce(0) { max($0, frame[$1]!.distance(to: before[$1]!)) }
  }

  @Test func theBoundSurvivesACheckpoint() async throws {
    let (live, before) = try await edited()
    await live.pause()
    try await live.step(10)
    let saved = try await LiveCheckpoint<Int>(bytes: live.checkpoint().encoded())
    let restored = try Live(restoring: saved, options: LiveOptions(frequency: nil))
    // As warm as can be, nodes push against the bound.
    try await restored.reheat()
    for _ in 0..<100 {
      try await restored.step()
      #expect(await farthest(restored, before) <= 5)
    }
    #expect(await farthest(restored, before) > 4)
    // It ends when the restored run has converged, and not before.
    #expect(await restored.forces.names.contains(Self.name))
    try await restored.start()
    #expect(await restored.waitForEnd() == .cold)
    #expect(await !restored.forces.names.contains(Self.name))
  }

  @Test func onlyConvergenceEndsTheBound() async throws {
    let (live, before) = try await edited()
    await live.pause()
    try await live.step(400)
    #expect(await live.parameters.alpha < 0.001)
    #expect(await live.forces.names.contains(Self.name))
    try await live.setOptions(LiveOptions(frequency: nil, tickBudget: 3))
    try await live.reheat()
    try await live.start()
    #expect(await live.waitForEnd() == .tickBudget)
    #expect(await live.forces.names.contains(Self.name))
    // An edit without a distance keeps it for the nodes there were.
    try await live.edit { $0.remove(201) }
    try await live.step(10)
    #expect(await farthest(live, before) <= 5)
    try await live.setOptions(LiveOptions(frequency: nil, tolerance: 1e9))
    try await live.start()
    #expect(await live.waitForEnd() == .converged)
    #expect(await !live.forces.names.contains(Self.name))
  }

  /// The bound has to act after all other forces.
  @Test func laterForcesDoNotExceedTheBound() async throws {
    let (live, before) = try await edited()
    try await live.setForce(
      "storm", to: GravityForce<Vector2>(center: Vector2(1e4, 0), strength: 1e9))
    #expect(await live.forces.names.last == Self.name)
    try await live.reheat()
    try await live.step(20)
    let distance = await farthest(live, before)
    #expect(distance > 4.9 && distance <= 5)
  }

  /// A node that is dragged away stays where it is released.
  @Test func heldNodesLoseTheirAnchors() async throws {
    let live = try makeTree(100)
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    let point = Vector2(1000, 1000)
    try await live.hold(1, at: point)
    try await live.edit { $0.pin(3, at: point) }
    try await live.edit { edit in
      edit.survivorDistance = 0.1
      edit.insert(200)
      edit.pin(2, at: point)
    }
    await live.pause()
    for id in [1, 3] {
      try await live.move(id, to: Vector2(1000, Double(id)))
      try await live.release(id)
    }
    try await live.edit { edit in
      edit.unpin(2)
      edit.unpin(3)
    }
    try await live.step()
    let frame = await live.frame
    // Links pull them, but nothing takes them back at once.
    for id in 1...3 { #expect(frame[id]!.x > 500) }
  }

  @Test func transitionsEndTheBound() async throws {
    let (live, before) = try await edited(0.1)
    let count = await live.ids.count
    let places = (0..<count).map { Vector2(Double($0 % 10) * 100, Double($0 / 10) * 100) }
    await live.pause()
    try await live.move(to: places, over: .zero)
    try await live.step()
    // With the bound they would be back.
    let frame = await live.frame
    for id in 50..<100 { #expect(frame[id]!.distance(to: before[id]!) > 100) }
    #expect(await !live.forces.names.contains(Self.name))
  }
}
