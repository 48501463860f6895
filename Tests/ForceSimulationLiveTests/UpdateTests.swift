import ForceSimulation
import Foundation
import Testing

@testable import ForceSimulationLive

/// An edit with forces in the place of others: all of it or nothing.
@Suite struct UpdateTests {
  /// An edit that puts node 100 into a tree of five, and another list of links.
  private func edit(_ body: (inout LiveEdit<Int, Vector2>) -> Void = { _ in }) -> LiveEdit<
    Int, Vector2
  > {
    var edit = LiveEdit<Int, Vector2>()
    edit.replaceNodes([0, 1, 2, 100])
    edit.replaceLinks([Link(0, 1), Link(0, 100)])
    body(&edit)
    return edit
  }

  /// Forces with a value for each of four nodes and two links.
  private func forces(radius: Double = 5, length: Double = 9) -> ForceList<Vector2> {
    ForceList {
      CollideForce<Vector2>(radius: .array([1, 2, 3, radius], default: nil))
      LinkForce<Vector2>(length: .array([4, length], default: nil))
    }
  }

  private func wrong() -> [(LiveEdit<Int, Vector2>, ForceList<Vector2>)] {
    [
      (edit(), forces(radius: -1)), (edit(), forces(radius: .nan)),
      (edit(), forces(length: .infinity)),
      (edit(), ForceList { CollideForce<Vector2>(radius: .array([1, 2, 3], default: nil)) }),
      (edit(), ForceList { LinkForce<Vector2>(length: .array([1], default: nil)) }),
      (edit { $0.replaceLinks([Link(0, 4)]) }, forces()),
      (edit { $0.replaceNodes([1, 1]) }, forces()),
      (edit { $0.insert(0) }, forces()), (edit { $0.remove(4) }, forces()),
      (edit { $0.insert(7, at: Vector2(.nan, 0)) }, forces()),
      (edit { $0.insert(7, velocity: Vector2(0, .infinity)) }, forces()),
      (edit { $0.pin(0, at: Vector2(.infinity, 0)) }, forces()),
      (edit { $0.set(.radius, of: "none", to: 1, for: 0) }, forces()),
      (edit { $0.set(.strength, of: "ManyBodyForce", to: .nan, for: 0) }, forces()),
      (edit { $0.survivorDistance = -1 }, forces()),
    ]
  }

  @Test func whatThrowsChangesNothing() async throws {
    try await withFolder { folder in
      let live = try makeTree(5)
      try await live.startRecording(to: folder + "/a.jsonl")
      try await live.hold(4, at: .zero)
      let (before, forces) = (await live.checkpoint(), await live.forces)
      let version = await live.frame.version
      for (edit, new) in wrong() {
        await #expect(throws: (any Error).self, "\(edit)") {
          try await live.apply(edit, replacing: new)
        }
        #expect(await live.checkpoint() == before, "\(edit)")
        #expect(await live.forces.description == forces.description)
        #expect(await live.frame.version == version)
      }
      try await live.stopRecording()
      let recording = try LiveRecording<Int, Vector2>(contentsOf: folder + "/a.jsonl")
      #expect(recording.commandCount == 1)
    }
  }

  @Test func forcesAreThoseOfTheGraphAfterTheEdit() async throws {
    try await withFolder { folder in
      let live = try makeTree(5)
      // Values by node without a default: the edit alone has none for the new node.
      try await live.setForce(
        "CollideForce", to: CollideForce<Vector2>(radius: .array([1, 2, 3, 4, 5], default: nil)))
      await #expect(throws: SimulationError.self) { try await live.apply(edit()) }
      try await live.startRecording(to: folder + "/a.jsonl")
      let change = try await live.apply(edit(), replacing: forces())
      #expect(change.insertedNodes == 1 && change.removedNodes == 2)
      #expect(await Array(live.ids) == [0, 1, 2, 100])
      let names = await live.forceNames
      #expect(names.firstIndex(of: "CollideForce") == 2, "each keeps its place")
      let collide = await live.forces["CollideForce", as: CollideForce<Vector2>.self]
      guard case .array(let radii, _)? = collide?.radius else {
        Issue.record("no values by node")
        return
      }
      #expect(radii == [1, 2, 3, 5])
      try await live.step(5)
      try await live.stopRecording()
      let recording = try LiveRecording<Int, Vector2>(contentsOf: folder + "/a.jsonl")
      let again = try await Live.replay(recording)
      #expect(await again.kinetics.stateHash == live.kinetics.stateHash)
    }
  }

  /// A force of a name that the simulation has none of is not added, as sessions promise.
  @Test func otherNamesAreLeftOut() async throws {
    let live = try makeTree(5)
    try await live.apply(edit(), replacing: ["new": VelocityLimit<Vector2>(5)])
    #expect(await live.forces["new"] == nil)
    #expect(await live.ids.count == 4)
  }
}
