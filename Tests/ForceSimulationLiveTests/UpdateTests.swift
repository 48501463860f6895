import ForceSimulation
import Foundation
import Testing

@testable import ForceSimulationLive

extension LiveEdit {
  fileprivate func replacing(_ forces: ForceList<Vector>) -> LiveEdit {
    var edit = self
    for name in forces.names { edit.setForce(name, to: forces[name]) }
    return edit
  }
}

/// Edits that also replace forces are atomic.
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
      (edit { $0.set("radius", of: "none", to: 1, for: 0) }, forces()),
      (edit { $0.set("strength", of: "ManyBodyForce", to: .nan, for: 0) }, forces()),
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
          try await live.apply(edit.replacing(new))
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
      await #expect(
        throws: LiveError.valueMissing(of: "collide radius", at: "node \"100\"")
      ) { try await live.apply(edit()) }
      try await live.startRecording(to: folder + "/a.jsonl")
      let change = try await live.apply(edit().replacing(forces()))
      #expect(change.insertedNodes == 1 && change.removedNodes == 2)
      #expect(await Array(live.ids) == [0, 1, 2, 100])
      let names = await live.forces.names
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

  @Test func forcesAreAddedAndRemoved() async throws {
    try await withFolder { folder in
      let live = try makeTree(5)
      try await live.startRecording(to: folder + "/a.jsonl")
      let change = try await live.edit { edit in
        edit.setForce("CollideForce", to: VelocityLimit<Vector2>(1))  // dropped by the next line
        edit.setForce("CollideForce", to: nil)
        edit.insert(100)
        edit.setForce("limit", to: VelocityLimit<Vector2>(5))
        edit.setForce("radial", to: RadialForce<Vector2>(radius: { Double($0) }))
        edit.set("radius", of: "radial", to: 77, for: 100)
      }
      #expect(change.changedForces == 3 && change.changedValues == 1)
      #expect(
        await live.forces.names == [
          "ManyBodyForce", "LinkForce", "PositionForce", "PositionForce 2", "limit", "radial",
        ])
      let radial = await live.forces["radial", as: RadialForce<Vector2>.self]
      #expect(try radial?.radius.evaluate(count: 6, "radii") == [0, 1, 2, 3, 4, 77])
      await #expect(throws: LiveError.unknownForce("CollideForce")) {
        try await live.edit {
          $0.remove(100)
          $0.setForce("CollideForce", to: nil)
        }
      }
      #expect(await live.ids.count == 6)
      try await live.step(3)
      try await live.stopRecording()
      let recording = try LiveRecording<Int, Vector2>(contentsOf: folder + "/a.jsonl")
      let again = try await Live.replay(recording)
      #expect(await again.kinetics.stateHash == live.kinetics.stateHash)
      #expect(await again.forces.names == live.forces.names)
    }
  }

  /// One node among a thousand, with forces that have a value for each node, warms as one node does.
  @Test func warmthFollowsTheSizeOfTheChange() async throws {
    func heat(
      _ strength: Double, _ radius: @escaping @Sendable (Int) -> Double, new: Int = 1
    ) async throws -> (Double, LiveChange) {
      let live = try makeTree(1000, parameters: SimulationParameters(alpha: 0.001))
      func collide(_ count: Int, _ radius: (Int) -> Double) -> CollideForce<Vector2> {
        CollideForce(radius: .array((0..<count).map(radius)), strength: strength)
      }
      try await live.setForce(
        "CollideForce", to: CollideForce(radius: .array((0..<1000).map { _ in 3 })))
      try await live.reheat(to: 0.001)
      let change = try await live.edit { edit in
        for id in 0..<new { edit.insert(1000 + id) }
        edit.setForce("CollideForce", to: collide(1000 + new, radius))
      }
      return (await live.kinetics.alpha, change)
    }
    let one = try await heat(1, { _ in 3 })
    #expect(one.0 > 0.1 && one.0 < 0.101, "\(one.0)")
    #expect(one.1.insertedNodes == 1 && one.1.changedForces == 1)
    #expect(abs(try await heat(1, { $0 < 500 ? 4 : 3 }).0 - 0.2) < 0.001)
    #expect(abs(try await heat(0.5, { _ in 3 }).0 - 0.3) < 1e-9)
    let none = try await heat(1, { _ in 3 }, new: 0)
    #expect(none.0 == 0.001 && none.1.isEmpty)
  }

  @Test func errorsNameIDs() async throws {
    let live = try Named(["a", "b"], links: [Link("a", "b")], forces: someForces())
    let edits: [(String, @Sendable (inout LiveEdit<String, Vector2>) -> Void)] = [
      (
        "collide radius of node \"c\" is -1.0; it must be at least 0",
        {
          $0.setForce("CollideForce", to: CollideForce<Vector2>(radius: .array([1, -1])))
        }
      ),
      (
        "link length of link from \"c\" to \"b\" is inf; it must be finite",
        {
          $0.link("c", "b")
          $0.set("length", of: "LinkForce", to: .infinity, for: "c", "b")
        }
      ),
      (
        "position of node \"d\" is \(Vector2(.nan, 0)); it must be finite",
        {
          $0.insert("d", at: Vector2(.nan, 0))
        }
      ),
    ]
    for (sentence, body) in edits {
      let found = await #expect(throws: LiveError.self) {
        try await live.edit { edit in
          edit.remove("a")
          edit.insert("c")
          body(&edit)
        }
      }
      #expect(found.map { "\($0)" } == sentence)
      #expect(await Array(live.ids) == ["a", "b"])
    }
    try await live.setForce(
      "CollideForce", to: CollideForce<Vector2>(radius: .array([1, 2], default: nil)))
    await #expect(throws: LiveError.valueMissing(of: "collide radius", at: "node \"c\"")) {
      try await live.edit { $0.insert("c") }
    }
  }

  /// A force that is new in the edit, and one that is there.
  @Test(arguments: [true, false])
  func errorsNameTheLinksOfEachForce(_ isNew: Bool) async throws {
    let forces = ForceList<Vector2> {
      LinkForce<Vector2>()
      SpringForce<Vector2>()
      MagneticForce<Vector2>(direction: [1, 0])
      TForce<Vector2>()
    }
    var parameters = 0
    for kind in ForceKind<Vector2>.all {
      for parameter in kind.parameters where parameter.scope == .link {
        let force = try #require(forces[kind.name], "\(kind.name)")
        let live = try Named(
          ["a", "b"], links: [Link("a", "b")], forces: isNew ? ForceList() : forces)
        let error = await #expect(throws: LiveError.self) {
          try await live.edit { edit in
            if isNew { edit.setForce(kind.name, to: force) }
            edit.set(parameter.name, of: kind.name, to: .infinity, for: "a", "b")
          }
        }
        let text = error.map { "\($0)" } ?? ""
        #expect(
          text.contains("of link from \"a\" to \"b\" is inf"),
          "\(kind.name).\(parameter.name): \(text)")
        parameters += 1
      }
    }
    #expect(parameters >= 6)
  }

  @Test func errorsNameWhatIsOutsideARange() async throws {
    let forces = ForceList<Vector2> { Drag() }
    let live = try Named(["a", "b"], links: [Link("a", "b")], forces: forces)
    for (scope, place) in [("node", "node \"a\""), ("link", "link from \"a\" to \"b\"")] {
      let error = await #expect(throws: LiveError.self) {
        try await live.edit { edit in
          if scope == "node" {
            edit.set("share", of: "Drag", to: 2, for: "a")
          } else {
            edit.set("slip", of: "Drag", to: 2, for: "a", "b")
          }
        }
      }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.hasSuffix(" of \(place) is 2.0; it must be between 0 and 1"), "\(text)")
    }
  }

  @Test func editsWithForcesAreEncodedAndCompared() throws {
    let edit = edit { $0.setForce("CollideForce", to: CollideForce<Vector2>(radius: .array([1]))) }
    let copy = edit
    #expect(copy == edit && copy.hashValue == edit.hashValue)
    #expect(edit != self.edit { $0.setForce("CollideForce", to: nil) })
    let bytes = try JSONEncoder().encode(edit)
    let decoded = try JSONDecoder().decode(LiveEdit<Int, Vector2>.self, from: bytes)
    #expect(try decoded == JSONDecoder().decode(LiveEdit<Int, Vector2>.self, from: bytes))
    #expect(try JSONEncoder().encode(decoded).count == bytes.count)
  }
}

/// A force of the program whose values have a range.
private struct Drag: Force {
  var share = NodeValues<Double>.constant(0.5)
  var slip = LinkValues<Double>.constant(0.5)

  static var kind: ForceKind<Vector2> {
    ForceKind(
      Drag(), title: "Drag",
      parameters: [
        ForceParameter(\Drag.share, name: "share", range: 0...1),
        ForceParameter(\Drag.slip, name: "slip", range: 0...1),
      ])
  }

  mutating func bind(to context: inout BindingContext<Vector2>) throws(SimulationError) {
    try context.check(self)
    _ = try context.values(\.share, of: self)
    _ = try context.values(\.slip, of: self)
  }

  func apply(to step: inout StepContext<Vector2>) {}
}
