import ForceSimulation
import ForceSimulationLive
import GraphModel
import Testing

@testable import GraphView

@Suite("A session tells viewers what there is, and does what they ask")
struct SessionTests {
  @Test("a viewer gets hello, the graph, labels, ids and a frame, in this sequence")
  func greeting() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    let kinds = viewer.all.prefix(5).map { output -> String in
      switch output {
      case .text: "text"
      case .binary(let head, _): "\(head[0])"
      case .close: "close"
      }
    }
    #expect(kinds == ["text", "1", "4", "4", "2"])
    #expect(viewer.messages(.labels).map { $0[1] } == [0, 1])
    let hello = try #require(viewer.hello)
    #expect(hello["nodes"] as? Int == 10)
    #expect(hello["links"] as? Int == 9)
    #expect(hello["protocol"] as? Int == 1)
    #expect(hello["dimensions"] as? Int == 2)
    #expect((hello["session"] as? String)?.count == 16)
    #expect(hello["running"] as? Bool == false)
    let forces = try #require(hello["forces"] as? [[String: Any]])
    #expect(forces.map { $0["name"] as? String } == ["charge", "links", "x", "y"])
    let frame = try #require(viewer.frames.first)
    #expect(frame.flags.isSuperset(of: [.float32, .isFinal]) && frame.count == 10)
    #expect(frame.epoch == 1)
  }

  @Test("at most two frames are under way, one to a slow viewer; the newest comes next")
  func flowControl() async throws {
    let session = try await Sample.session(isRunning: true)
    // A node that is held keeps the simulation warm.
    let other = try #require(await TestViewer.join(session))
    await other.pointer(1, command: 1, node: 0)
    let viewer = try #require(await TestViewer.join(session))
    try await viewer.wait(acknowledging: false, "two frames") { $0.frames.count == 2 }
    // The simulation goes on, as another viewer sees; this one gets nothing more.
    let seen = other.frames.count
    try await other.wait("ten more frames") { $0.frames.count >= seen + 10 }
    #expect(viewer.frames.count == 2)
    await viewer.acknowledge(milliseconds: 150)
    try await viewer.wait(acknowledging: false, "a frame") { $0.frames.count == 3 }
    try #require(viewer.frames.count == 3)
    #expect(viewer.frames[2].tick > viewer.frames[1].tick)
    let then = other.frames.count
    try await other.wait("ten more frames") { $0.frames.count >= then + 10 }
    #expect(viewer.frames.count == 3)
  }

  @Test("flow: acknowledgements stand for those before, and unknown ones change nothing")
  func flow() {
    var flow = ViewerFlow()
    #expect((flow.send(), flow.send()) == (1, 2))
    #expect(!flow.canSend)
    flow.acknowledge(7, milliseconds: 1)
    #expect(!flow.canSend)
    flow.acknowledge(2, milliseconds: 40)
    #expect(flow.underWay.isEmpty && flow.window == 2)
    _ = flow.send()
    #expect(flow.canSend)
    flow.acknowledge(3, milliseconds: 120)
    #expect(flow.underWay.isEmpty && flow.window == 1)
    _ = flow.send()
    #expect(!flow.canSend)
    flow.acknowledge(4, milliseconds: 10)
    #expect(flow.window == 2)
  }

  @Test("a run ends with an exact frame, and viewers are told why nothing moves")
  func end() async throws {
    let session = try await Sample.session(isRunning: true) { $0.speed = .ticksPerFrame(8) }
    let viewer = try #require(await TestViewer.join(session))
    try await viewer.wait("the end") { viewer in
      viewer.states.contains { $0["ended"] as? String == "The graph has come to rest" }
    }
    try await viewer.wait("an exact frame") {
      $0.frames.last?.flags.isSuperset(of: [.float32, .isFinal]) == true
    }
    let last = try #require(viewer.frames.last)
    let truth = await session.live.frame
    for node in 0..<10 {
      #expect(last.positions[node] == SIMD2<Float>(truth.positions[node]))
    }
    // At rest there is nothing more to send.
    let count = viewer.frames.count
    await viewer.acknowledge()
    #expect(viewer.frames.count == count)
  }

  @Test("a held node is where it is held, and the frame says which command it contains")
  func hold() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    await viewer.acknowledge()
    await viewer.pointer(1, command: 5, node: 3, 100, -50)
    try await viewer.wait("the hold") { $0.frames.last?.command == 5 }
    #expect(viewer.frames.last?.positions[3] == [100, -50])
    #expect(viewer.frames.dropLast().allSatisfy { $0.command < 5 })
    await viewer.pointer(2, flags: 1, command: 6, node: 3)
    try await viewer.wait("the pin") { $0.states.contains { $0["pins"] as? [Int] == [3] } }
    let flags = try #require(viewer.messages(.looks).last)
    #expect(flags[1] == ViewLooks.Column.nodeFlags.rawValue)
    // Another viewer is told of it at once.
    let other = try #require(await TestViewer.join(session))
    #expect(other.hello?["pins"] as? [Int] == [3])
    await viewer.send(#"{"do":"unpin","id":1,"nodes":[3]}"#)
    try await viewer.wait("the release") {
      $0.states.last { $0["pins"] != nil }?["pins"] as? [Int] == []
    }
  }

  @Test("a node that two hold is free when the last one lets go, or leaves")
  func twoHolders() async throws {
    let session = try await Sample.session()
    let first = try #require(await TestViewer.join(session))
    let second = try #require(await TestViewer.join(session))
    await first.pointer(1, command: 1, node: 2, 1, 1)
    await second.pointer(1, command: 1, node: 2, 9, 9)
    await first.pointer(2, command: 2, node: 2)
    #expect(await session.live.heldNodes == ["n2"])
    await second.leave()
    #expect(await session.live.heldNodes.isEmpty)
    #expect(await session.viewerCount == 1)
  }

  @Test("a pinned node stays pinned when the viewer that drags it leaves, a free one does not")
  func leavingWithPins() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"pin","id":1,"nodes":[2]}"#)
    await viewer.pointer(1, command: 1, node: 2, 30, 40)
    await viewer.pointer(1, command: 2, node: 4, 5, 6)
    await viewer.leave()
    #expect(await session.live.heldNodes.isEmpty)
    #expect(await session.pins == [2])
    #expect(await session.live.frame.positions[2] == [30, 40])
  }

  @Test("a pin at rest does not look like a pause")
  func pinAtRest() async throws {
    let session = try await Sample.session(isRunning: true) { $0.speed = .ticksPerFrame(8) }
    let viewer = try #require(await TestViewer.join(session))
    try await viewer.wait("the end") { $0.states.contains { $0["ended"] is String } }
    let ends = viewer.states.count { $0["ended"] is String }
    await viewer.send(#"{"do":"pin","id":1,"nodes":[2]}"#)
    try await viewer.wait("rest again") { $0.states.count { $0["ended"] is String } > ends }
    // Each message that nothing runs says why: the page takes one without a reason for a pause.
    #expect(
      viewer.states.allSatisfy { $0["running"] as? Bool != false || $0["ended"] is String })
    #expect(viewer.frames.allSatisfy { !$0.flags.contains(.isPaused) })
  }

  @Test("without viewers nothing ticks")
  func rest() async throws {
    let session = try await Sample.session(isRunning: true)
    let viewer = try #require(await TestViewer.join(session))
    try await viewer.wait("ticks") { ($0.frames.last?.tick ?? 0) > 3 }
    await viewer.leave()
    // A tick may be under way; after that there is none.
    _ = await session.live.frame
    try await Task.sleep(for: .milliseconds(100))
    let tick = await session.live.frame.tick
    try await Task.sleep(for: .milliseconds(200))
    #expect(await session.live.frame.tick == tick)
  }

  @Test("the viewer limit holds, and a place that is left can be taken")
  func limit() async throws {
    let session = try await Sample.session { $0.viewerLimit = 2 }
    let first = try #require(await TestViewer.join(session))
    _ = try #require(await TestViewer.join(session))
    #expect(await TestViewer.join(session) == nil)
    await first.leave()
    #expect(await TestViewer.join(session) != nil)
  }

  @Test(
    "what cannot be done is answered by a sentence, and changes nothing",
    arguments: [
      #"{"do":"fly","id":9}"#,
      #"{"do":"set","id":9,"force":"charge","parameter":"mass","value":1}"#,
      #"{"do":"set","id":9,"force":"nothing","parameter":"strength","value":1}"#,
      #"{"do":"set","id":9,"force":"charge","parameter":"strength"}"#,
      #"{"do":"force","id":9,"name":"nothing","on":true}"#, #"{"do":"step","id":9,"ticks":0}"#,
      #"{"do":"step","id":9,"ticks":1000000}"#, #"{"do":"reheat","id":9,"alpha":-1}"#,
      #"{"do":"speed","id":9,"factor":3}"#, #"{"do":"pin","id":9,"nodes":[10]}"#,
      #"{"do":"pin","id":9,"nodes":[-1]}"#, #"{"do":"pin","id":9,"nodes":[1],"at":[[1]]}"#,
      #"{"do":"pin","id":9,"nodes":[1],"at":[]}"#, #"{"do":"look","id":9,"color":"nothing"}"#,
      #"{"do":"look","id":9,"size":"group"}"#, #"{"do":"look","id":9,"labels":"nothing"}"#,
      #"{"do":"layout","id":9,"name":"tree"}"#, #"{"do":"details","id":9,"node":10}"#,
      #"{"do":"details","id":9,"link":9}"#, #"{"do":"details","id":9}"#,
      #"{"do":"labels","id":9,"nodes":[99]}"#, #"{"do":"column","id":9,"name":"nothing"}"#,
      #"{"do":"add","id":9,"nodes":[{"id":"x"}]}"#, #"{"do":"remove","id":9,"nodes":[1]}"#,
      #"{"do":"export","id":9,"format":"exe"}"#,
      #"{"do":"export","id":9,"format":"svg","width":1}"#,
      #"{"do":"precision","id":9,"bits":8}"#, #"{"do":"step_to","id":9,"step":0}"#,
      #"{"do":"find","id":9,"text":"n","limit":0}"#,
      #"{"do":"unpin","id":9,"nodes":[1],"epoch":7}"#,
      #"{"do":"select","id":9}"#, #"{"do":"hidden","id":9}"#,
    ])
  func refusals(_ command: String) async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    let before = await session.live.kinetics.stateHash
    await viewer.send(command)
    try await viewer.wait("an answer") { $0.reply(9) != nil }
    let sentence = try #require(viewer.reply(9)?["error"] as? String)
    #expect(sentence.count > 10 && viewer.reply(9)?["ok"] == nil)
    #expect(await session.live.kinetics.stateHash == before)
    #expect(viewer.messages(.looks).isEmpty && viewer.messages(.graph).count == 1)
  }

  @Test("numbers of the pointer that are not finite, and nodes that are not there, are refused")
  func badPointer() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    let before = await session.live.kinetics.stateHash
    for bad in [Float.nan, .infinity, -.infinity] { await viewer.pointer(1, node: 0, bad, 0) }
    await viewer.pointer(1, node: 10, 0, 0)
    await viewer.pointer(2, node: 1 << 31, 0, 0)
    #expect(viewer.states.count { $0["message"] is String } == 5)
    #expect(await session.live.kinetics.stateHash == before)
    await viewer.pointer(9)
    guard case .close(let code, _)? = viewer.all.last else {
      Issue.record("not closed")
      return
    }
    #expect(code == 1003)
  }

  @Test("a command that cannot be read is answered by its number, where that can be read")
  func unreadable() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    for (id, text) in [
      (1, #"{"id":1}"#), (2, #"{"do":7,"id":2}"#), (3, #"{"do":"step","id":3,"ticks":"x"}"#),
      (4, #"{"do":"pin","nodes":{},"id":4}"#),
    ] {
      await viewer.send(text)
      #expect(viewer.reply(id)?["error"] is String, "\(text)")
    }
    for text in [
      #"{"do":"step","id":-1}"#, #"{"id":"x"}"#, "[1]", "{", #"{"do":"step","ticks":[]}"#,
    ] {
      await viewer.send(text)
    }
    #expect(viewer.states.count { $0["message"] is String } == 5)
  }

  @Test("pause, step, reheat and speed")
  func run() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"step","id":1,"ticks":3}"#)
    #expect(viewer.reply(1)?["ok"] != nil)
    #expect(await session.live.frame.tick == 3)
    await viewer.send(#"{"do":"speed","id":2,"factor":4}"#)
    #expect(await session.live.options.ticksPerFrame == 4)
    await viewer.send(#"{"do":"speed","id":3,"factor":"free"}"#)
    #expect(await session.live.options.frequency == nil)
    await viewer.send(#"{"do":"reheat","id":4}"#)
    try await viewer.wait("the start") { $0.states.contains { $0["running"] as? Bool == true } }
    await viewer.send(#"{"do":"pause","id":5}"#)
    try await viewer.wait("the pause") { viewer in
      viewer.states.last { $0["running"] != nil }?["running"] as? Bool == false
    }
    for id in 1...5 { #expect(viewer.reply(id)?["ok"] != nil) }
  }

  @Test("a parameter of a force is set, and others are told")
  func forces() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    let other = try #require(await TestViewer.join(session))
    await viewer.send(
      #"{"do":"set","id":1,"force":"charge","parameter":"strength","value":-77}"#)
    #expect(viewer.reply(1)?["ok"] != nil)
    let force = await session.live.forces["charge", as: ManyBodyForce<SIMD2<Double>>.self]
    guard case .constant(-77)? = force?.strength else {
      Issue.record("not set")
      return
    }
    let told = other.states.compactMap { $0["forces"] as? [[String: Any]] }.last
    let parameters = told?.first?["parameters"] as? [[String: Any]]
    #expect(parameters?.first?["value"] as? Double == -77)
    await viewer.send(#"{"do":"force","id":2,"name":"links","on":false}"#)
    #expect(await session.live.forces.isOn("links") == false)
  }
}
