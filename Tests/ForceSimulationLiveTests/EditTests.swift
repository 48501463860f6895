import ForceSimulation
import Foundation
import Testing

@testable import ForceSimulationLive

/// Edits by id.
@Suite struct EditTests {
  @Test func survivorsKeepTheirBits() async throws {
    let live = try makeTree()
    try await live.step(50)
    try await live.hold(7, at: Vector2(1, 2))
    let before = await live.kinetics
    let change = try await live.edit { edit in
      edit.remove(3)
      edit.insert(100)
      edit.insert(101, at: Vector2(5, 5), velocity: Vector2(1, 0))
      edit.link(100, 7)
      edit.link(101, 100)
    }
    #expect(
      change
        == LiveChange(
          epoch: 1, insertedNodes: 2, removedNodes: 1, insertedLinks: 2, removedLinks: 3))
    let (after, ids) = (await live.kinetics, await live.ids)
    #expect(Array(ids) == (0..<40).filter { $0 != 3 } + [100, 101])
    for id in 0..<40 where id != 3 {
      let index = try #require(ids.index(of: id))
      #expect(after.position[index] == before.position[id])
      #expect(after.velocity[index] == before.velocity[id])
      #expect(after.pins[index] == before.pins[id])
    }
    #expect(after.position[ids.index(of: 101)!] == Vector2(5, 5))
    #expect(after.velocity[ids.index(of: 101)!] == Vector2(1, 0))
  }

  @Test func newNodesBeginBesideTheirNeighbours() async throws {
    let live = try makeTree(options: LiveOptions(frequency: nil, newNodeDistance: 4))
    try await live.step(50)
    let place = try #require(await live.frame[20])
    try await live.edit { edit in
      for id in 100..<110 {
        edit.insert(id)
        edit.link(id, 20)
      }
    }
    let frame = await live.frame
    let places = (100..<110).map { frame[$0]! }
    #expect(Set(places).count == 10)
    for new in places { #expect(abs(new.distance(to: place) - 4) < 1e-9) }
  }

  @Test func heatIsByTheShareThatChanged() async throws {
    let live = try makeTree(50)
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    try await live.edit { $0.insert(50, at: .zero) }
    // One of 51 nodes and 49 links.
    #expect(await live.parameters.alpha == 0.1 + 1.0 / 100)
    #expect(await live.state == .running)
    try await live.reheat(to: 0.9)
    try await live.edit { $0.remove(50) }
    #expect(await live.parameters.alpha == 0.9)
  }

  @Test func anEditThatChangesNothingDoesNothing() async throws {
    let live = try makeTree()
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    try await live.edit { $0.pin(4, at: .one) }
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    let hash = await live.kinetics.stateHash
    let change = try await live.edit { edit in
      edit.link(1, 0)
      edit.unpin(3)
      edit.pin(4, at: .one)
      edit.set("radius", of: "CollideForce", to: 3, for: 2)
      edit.set("length", of: "LinkForce", to: 20, for: 1, 0)
      edit.insert(77)
      edit.remove(77)
      edit.replaceNodes(Array(0..<40))
      edit.replaceLinks(treeLinks(40))
    }
    #expect(change.isEmpty)
    #expect(await live.epoch == 1)
    #expect(await live.kinetics.stateHash == hash)
    #expect(await live.state == .ended(.cold))
  }

  @Test func aFailedEditChangesNothing() async throws {
    let live = try makeTree()
    try await live.step(5)
    let hash = await live.kinetics.stateHash
    let wrong: [(LiveEdit<Int, Vector2>, any Error)] = [
      (LiveEdit { $0.remove(99) }, LiveError.unknownNode("99")),
      (LiveEdit { $0.insert(3) }, LiveError.nodeExists("3")),
      (LiveEdit { $0.link(1, 99) }, LiveError.unknownNode("99")),
      (LiveEdit { $0.unlink(0, 1) }, LiveError.unknownLink(source: "0", target: "1")),
      (
        LiveEdit {
          $0.remove(2)
          $0.link(1, 2)
        }, LiveError.unknownNode("2")
      ),
      (
        LiveEdit { $0.set("radius", of: "nothing", to: 1, for: 2) },
        LiveError.unknownForce("nothing")
      ),
      (
        LiveEdit { $0.set("radius", of: "LinkForce", to: 1, for: 2) },
        LiveError.noParameter("radius", force: "LinkForce")
      ),
      (
        LiveEdit { $0.set("radius", of: "CollideForce", to: -1, for: 2) },
        LiveError.wrongValue(
          of: "collide radius", at: "node \"2\"", value: "-1.0", allowed: "at least 0")
      ),
      (
        LiveEdit { $0.pin(1, at: Vector2(.nan, 0)) },
        LiveError.wrongValue(
          of: "pin", at: "node \"1\"", value: "\(Vector2(.nan, 0))", allowed: "finite")
      ),
      (
        LiveEdit { $0.replaceNodes([1, 1]) },
        SimulationError.duplicate("id \"1\"", first: 0, second: 1)
      ),
    ]
    for (edit, error) in wrong {
      var whole = LiveEdit<Int, Vector2> { $0.insert(500) }
      whole.changes += edit.changes
      do {
        try await live.apply(whole)
        Issue.record("no error where \(error) was expected")
      } catch let found { #expect("\(found)" == "\(error)") }
      #expect(await live.kinetics.stateHash == hash)
      #expect(await live.ids.count == 40)
      #expect(await live.epoch == 0)
    }
  }

  @Test func setsValuesById() async throws {
    let live = try makeTree()
    try await live.edit { edit in
      edit.remove(0)
      edit.insert(100)
      edit.set("radius", of: "CollideForce", to: 9, for: 100)
      edit.set("strength", of: "ManyBodyForce", to: -5, for: 2)
      edit.set("length", of: "LinkForce", to: 50, for: 3, 1)
      // The last value counts, even when it is the old one.
      edit.set("radius", of: "CollideForce", to: 8, for: 5)
      edit.set("radius", of: "CollideForce", to: 3, for: 5)
    }
    let (forces, ids) = (await live.forces, await live.ids)
    let links = await live.kinetics.links
    guard case .array(let radii, _)? = forces["CollideForce", as: CollideForce.self]?.radius,
      case .array(let lengths, _)? = forces["LinkForce", as: LinkForce.self]?.length
    else {
      Issue.record("the values are no arrays")
      return
    }
    #expect(radii[ids.index(of: 100)!] == 9)
    #expect(radii[ids.index(of: 5)!] == 3)
    let link = links.firstIndex(of: Link(ids.index(of: 3)!, ids.index(of: 1)!))!
    #expect(lengths.enumerated().allSatisfy { $1 == ($0 == link ? 50 : 20) })
  }

  @Test func setsGroupsById() async throws {
    try await withFolder { folder in
      let live = try Live(0..<30, options: LiveOptions(frequency: nil)) {
        ManyBodyForce<Vector2>()
        GroupForce<Vector2>(groups: (0..<30).map { $0 % 3 }).named("clusters")
      }
      func groups(_ live: Live) async -> [Int: Int] {
        let force = await live.forces["clusters", as: GroupForce<Vector2>.self]!
        let pairs = await zip(live.ids, force.groups).compactMap { id, group in
          group.map { (id, $0) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
      }
      try await live.startRecording(to: folder + "/a.jsonl")
      let change = try await live.edit { edit in
        edit.insert(100)
        edit.insert(101)
        edit.setGroup(7, of: "clusters", for: 100)
        edit.setGroup(nil, of: "clusters", for: 4)
        edit.setGroup(2, of: "clusters", for: 5)  // As it is.
        edit.setGroup(nil, of: "clusters", for: 101)  // As it is.
        edit.setGroup(0, of: "clusters", for: 2)
        edit.remove(0)
      }
      #expect(change.changedValues == 3)
      var expected = Dictionary(uniqueKeysWithValues: (1..<30).map { ($0, $0 % 3) })
      (expected[100], expected[4], expected[2]) = (7, nil, 0)
      #expect(await groups(live) == expected)
      try await live.step(5)
      // Carried over a later edit.
      try await live.edit { $0.remove(1) }
      expected[1] = nil
      #expect(await groups(live) == expected)
      try await live.step(5)
      try await live.stopRecording()
      let again = try await Live.replay(
        LiveRecording<Int, Vector2>(contentsOf: folder + "/a.jsonl"))
      #expect(await again.kinetics.stateHash == live.kinetics.stateHash)
      #expect(await groups(again) == expected)
      await #expect(throws: LiveError.noParameter("groups", force: "ManyBodyForce")) {
        try await live.edit { $0.setGroup(1, of: "ManyBodyForce", for: 2) }
      }
      await #expect(throws: LiveError.unknownForce("GroupForce")) {
        try await live.edit { $0.setGroup(1, for: 2) }
      }
    }
  }

  @Test func setsBoxesById() async throws {
    let live = try Live(0..<4, options: LiveOptions(frequency: nil)) {
      BoxCollideForce<Vector2>(halfSides: .constant([3, 2])).named("boxes")
      CollideForce<Vector2>()
    }
    try await live.step(1)
    var edit = LiveEdit<Int, Vector2>()
    edit.set("halfSides", of: "boxes", to: [30, 6], for: 2)
    edit.set("halfSides", of: "boxes", to: [3, 2], for: 0)  // As it is.
    edit.set("offsets", of: "boxes", to: [0, 8], for: 1)
    edit.insert(9)
    edit.set("offsets", of: "boxes", to: [1, 1], for: 9)
    edit.remove(3)
    let decoded = try JSONDecoder().decode(
      LiveEdit<Int, Vector2>.self, from: JSONEncoder().encode(edit))
    #expect(decoded == edit)
    #expect(try await live.apply(decoded).changedValues == 3)
    let force = try #require(await live.forces["boxes", as: BoxCollideForce<Vector2>.self])
    #expect(
      try force.halfSides.evaluate(count: 4, "sides") == [[3, 2], [3, 2], [30, 6], [3, 2]])
    #expect(
      try force.offsets.evaluate(count: 4, "offsets") == [[0, 0], [0, 8], [0, 0], [1, 1]])
    try await live.step(1)
    let refusals: [(error: any Error & Equatable, String, Vector2)] = [
      (LiveError.noParameter("halfSides", force: "CollideForce"), "CollideForce", [1, 1]),
      (LiveError.unknownForce("cards"), "cards", [1, 1]),
      (
        LiveError.wrongValue(
          of: "box collide half sides", at: "node \"1\"", value: "SIMD2<Double>(-1.0, 1.0)",
          allowed: "at least 0"), "boxes", [-1, 1]
      ),
    ]
    for (error, name, sides) in refusals {
      let found = await #expect(throws: (any Error).self) {
        try await live.edit { $0.set("halfSides", of: name, to: sides, for: 1) }
      }
      #expect("\(error)" == found.map { "\($0)" })
    }
  }

  @Test func replacesNodesAndLinks() async throws {
    let live = try Named(
      ["a", "b", "c"], links: [Link("a", "b"), Link("b", "c")], forces: someForces())
    let place = try #require(await live.frame["b"])
    let change = try await live.edit { edit in
      edit.replaceNodes(["d", "b", "a"])
      edit.replaceLinks([Link("b", "d"), Link("a", "b"), Link("a", "b")])
    }
    #expect(
      change
        == LiveChange(
          epoch: 1, insertedNodes: 1, removedNodes: 1, insertedLinks: 1, removedLinks: 1))
    let frame = await live.frame
    #expect(Array(frame.ids) == ["a", "b", "d"])
    #expect(frame.links == [Link(0, 1), Link(1, 2)])
    #expect(frame["b"] == place)
  }

  @Test func boundedMovementKeepsTheMap() async throws {
    let live = try makeTree(200)
    try await live.start()
    #expect(await live.waitForEnd() == .cold)
    let before = await live.frame
    try await live.edit { edit in
      edit.survivorDistance = 5
      for id in 200..<300 {
        edit.insert(id)
        edit.link(id, id % 7)
      }
    }
    while await live.state == .running {
      try await live.step()
      let frame = await live.frame
      for id in 0..<200 { #expect(frame[id]!.distance(to: before[id]!) <= 5) }
      // A consumer would let it tick by itself; here each tick is looked at.
      if await live.simulationIsCold { break }
    }
    // Without the bound the survivors go farther.
    let free = try makeTree(200)
    try await free.start()
    await free.waitForEnd()
    try await free.edit { edit in
      for id in 200..<300 {
        edit.insert(id)
        edit.link(id, id % 7)
      }
    }
    await free.waitForEnd()
    let after = await free.frame
    #expect((0..<200).contains { after[$0]!.distance(to: before[$0]!) > 5 })
    // The bound ends with the run.
    await live.waitForEnd()
    #expect(await !live.forces.names.contains("edit anchors"))
  }

  @Test func manyTasksEditAtOnce() async throws {
    let live = try makeTree(100, options: LiveOptions(frequency: nil, keepsRunning: true))
    try await live.start()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          let base = 1000 * (task + 1)
          for round in 0..<100 {
            try await live.edit { edit in
              edit.insert(base + round)
              edit.link(base + round, task)
              if round >= 10 { edit.remove(base + round - 10) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let frame = await live.frame
    #expect(frame.epoch == 800)
    #expect(frame.ids.count == 180)
    #expect(frame.positions.count == 180)
    #expect(frame.links.count == 99 + 80)
    #expect(Set(frame.ids).count == 180)
    for (index, id) in frame.ids.enumerated() { #expect(frame.ids.index(of: id) == index) }
    for task in 0..<8 {
      for round in 90..<100 {
        let node = try #require(frame.ids.index(of: 1000 * (task + 1) + round))
        #expect(frame.links.contains(Link(node, task)))
      }
    }
    #expect(frame.positions.allSatisfy { $0.isFinite })
  }
}

extension LiveSimulation {
  fileprivate var simulationIsCold: Bool { simulation.isCold }
}
