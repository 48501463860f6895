import ForceSimulation
import ForceSimulationLive
import GraphModel
import Testing
import _TestSupport

@testable import GraphView

/// The promises to viewers that can be checked without a clock.
@Suite("Promises of a view")
struct CheckTests {
  @Test("at rest nothing ticks, and nothing is sent")
  func rest() async throws {
    let session = try await Sample.session(isRunning: true) { $0.speed = .free }
    let viewer = try #require(await TestViewer.join(session))
    try await viewer.wait("the end") { $0.frame?.flags.contains(.isFinal) == true }
    try await viewer.wait("the sentence") { $0.states.contains { $0["ended"] is String } }
    await viewer.acknowledge()
    let (tick, count) = (await session.live.frame.tick, viewer.all.count)
    try await Task.sleep(for: .milliseconds(300))
    #expect(await session.live.frame.tick == tick)
    #expect(viewer.all.count == count)
  }

  @Test("a hidden page gets no frames, and the newest one when it is back")
  func hidden() async throws {
    let session = try await Sample.session(isRunning: true)
    let other = try #require(await TestViewer.join(session))
    await other.pointer(1, command: 1, node: 0)
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"hidden","on":true,"id":1}"#)
    await viewer.acknowledge()
    let count = viewer.frames.count
    let tick = try #require(other.frame).tick
    try await other.wait("20 ticks") { $0.frame?.tick ?? 0 >= tick + 20 }
    await viewer.acknowledge()
    #expect(viewer.frames.count == count)
    await viewer.send(#"{"do":"hidden","on":false,"id":2}"#)
    try await viewer.wait("a frame") { $0.frames.count > count }
    #expect(viewer.frames[count].tick >= tick + 20)
  }

  @Test("a slow page is never more than its two frames behind, and then gets the newest")
  func slow() async throws {
    let session = try await Sample.session(isRunning: true)
    let fast = try #require(await TestViewer.join(session))
    await fast.pointer(1, command: 1, node: 0)
    let slow = try #require(await TestViewer.join(session))
    var ticks: [UInt32] = []
    for _ in 0..<5 {
      let tick = try #require(fast.frame).tick
      try await fast.wait("12 ticks") { $0.frame?.tick ?? 0 >= tick + 12 }
      // What is under way may be old: it has to be all that is sent without an acknowledgement.
      while await session.viewers[slow.id]?.flow.canSend == true {
        try await Task.sleep(for: .milliseconds(5))
      }
      let sent = try #require(await session.viewers[slow.id]?.flow.underWay.last)
      try await slow.wait(acknowledging: false, "what was sent") { $0.frame?.sequence ?? 0 >= sent }
      // The simulation may be some ticks ahead of the session, which sends what it has last seen.
      let (count, seen) = (slow.frames.count, try #require(fast.frame).tick)
      ticks.append(tick)
      #expect(await session.viewers[slow.id]?.flow.underWay.count ?? 9 <= 2)
      await slow.acknowledge(milliseconds: 200)
      try await slow.wait(acknowledging: false, "a frame") { $0.frames.count > count }
      #expect(slow.frames[count].tick >= seen)
      // Since it says that it is slow, one at a time.
      #expect(slow.frames.count == count + 1)
    }
    // Nobody waits for it.
    #expect(ticks[4] >= ticks[0] + 48)
  }

  @Test("a pin outlives the page, and a second page sees it; a free node is pulled back")
  func pins() async throws {
    let session = try await Sample.session(isRunning: true) { $0.speed = .free }
    let first = try #require(await TestViewer.join(session))
    let second = try #require(await TestViewer.join(session))
    await first.pointer(1, command: 1, node: 4, 300, 0)
    await first.pointer(2, flags: 1, command: 2, node: 4)
    try await second.wait("the pin") { $0.states.contains { $0["pins"] as? [Int] == [4] } }
    await first.leave()
    let again = try #require(await TestViewer.join(session))
    #expect(again.hello?["pins"] as? [Int] == [4])
    // Flags of nodes come behind previous indices, ends, colours, radii and shapes.
    let graph = try #require(again.messages(.graph).first)
    #expect(graph[20 + 8 * 9 + 4 * 10 + 4 * 10 + 12 + 4] & 1 == 1)
    try await again.wait("a frame") { $0.frame != nil }
    // While nodes move, frames may have 16 bits for a coordinate; those at rest are exact.
    let pinned = try #require(again.frame).positions[4]
    #expect(abs(pinned.x - 300) < 0.05 && abs(pinned.y) < 0.05)

    // 500 beyond its neighbours; at rest it is among them.
    await again.pointer(1, command: 1, node: 9, 800, 0)
    await again.pointer(2, command: 2, node: 9)
    let after = try #require(again.frame).tick
    try await again.wait("rest") { viewer in
      guard let frame = viewer.frame, frame.tick > after else { return false }
      return frame.flags.contains(.isFinal)
    }
    let frame = try #require(again.frame)
    #expect(frame.positions[9].x < 600 && frame.positions[4] == [300, 0])
  }

  @Test("100 random changes of 1,000 nodes: survivors keep their places, and the page every index")
  func changes() async throws {
    var random = SplitMix64(seed: 16)
    func next(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }
    var ids = (0..<1000).map { "n\($0)" }
    var links = (1..<1000).map { [ids[$0 / 2], ids[$0]] }
    var marks = Array(repeating: 0, count: 1)
    func graph() throws -> Graph {
      let nodeIDs = try Graph.NodeIDs(ids)
      let ends = links.map { link in link.map { Int32(nodeIDs.index(of: $0) ?? -1) } }
      var graph = try Graph(
        nodeIDs: nodeIDs, sources: ends.map { $0[0] }, targets: ends.map { $0[1] })
      // The page tells nodes by what stands before the colon.
      graph.nodeAttributes.set(
        "label",
        .strings(ids.map { "\($0):\(marks[$0.utf8.reduce(0) { $0 + Int($1) } % marks.count])" }))
      return graph
    }
    let session = try await Sample.session(graph())
    let viewer = try #require(await TestViewer.join(session))
    var page = TestPage()
    _ = page.take(viewer)
    var compared = 0
    for round in 1...100 {
      switch next(4) {
      case 0:
        for _ in 0...next(30) { ids.remove(at: next(ids.count)) }
        let kept = Set(ids)
        links.removeAll { !kept.contains($0[0]) || !kept.contains($0[1]) }
      case 1:
        for number in 0...next(30) {
          ids.insert("m\(round)x\(number)", at: next(ids.count + 1))
          links.append([ids[next(ids.count)], "m\(round)x\(number)"])
        }
      case 2:
        ids.swapAt(next(ids.count), next(ids.count))
        links.remove(at: next(links.count))
      default: marks = (0..<7).map { _ in next(1000) }
      }
      try await session.update(GraphSnapshot(graph()))
      await viewer.acknowledge()
      for (name, old, new) in page.take(viewer) {
        let away = old - new
        #expect((away * away).sum().squareRoot() <= 1e-6, "\(name) in round \(round)")
        compared += 1
      }
    }
    #expect(compared > 10_000)
    let snapshot = await session.snapshot
    func id(_ label: String) -> String { String(label.prefix { $0 != ":" }) }
    #expect(page.names.map(id) == snapshot.ids && page.names == snapshot.labels)
    #expect(
      page.links.map { $0.map(id) }
        == zip(snapshot.graph.sources, snapshot.graph.targets).map {
          [snapshot.ids[Int($0)], snapshot.ids[Int($1)]]
        })
    #expect(Set(snapshot.ids) == Set(ids))
    let frame = await session.live.frame
    for (node, place) in page.places.enumerated() {
      #expect(SIMD2(place.x, place.y) == SIMD2<Float>(frame.positions[node]))
    }
  }
}
