import ForceSimulation
import GraphModel
import Testing

@testable import GraphView

@Suite("Views in space")
struct SpaceTests {
  private func ring(_ count: Int) -> ForceDirectedGraph<Int, some GraphContent<Int>> {
    ForceDirectedGraph(states: ForceDirectedGraphState(initialIsRunning: false)) {
      Series(0..<count) { NodeMark(id: $0).annotation("\($0)") }
      Series(0..<count) { LinkMark(from: $0, to: ($0 + 1) % count) }
    } force: {
      .manyBody(strength: .function { -30 * Double($0 + 1) }).link().center().collide(radius: 3)
        .position(axis: .z, target: 5, strength: 0.01).radial(radius: 3, strength: 0.01)
    } emittingNewNodesWithStates: { id in
      id == 0 ? KineticState(position: [100, 50]) : nil
    }
  }

  @Test("marks in space: frames have three coordinates, which nodes use")
  func frames() async throws {
    let view = try await GraphSpaceView(ring(12))
    let viewer = try #require(await TestViewer.join(view.session))
    #expect(viewer.hello?["dimensions"] as? Int == 3)
    let first = try #require(viewer.frame)
    #expect(first.flags.isSuperset(of: [.float32, .inSpace]))
    #expect(first.places[0].x == 100 && first.places[0].y == 50)
    await viewer.send(#"{"do":"step","ticks":60,"id":1}"#)
    await viewer.acknowledge()
    try await viewer.wait("the ticks") { $0.frame?.tick == 60 }
    let (frame, truth) = (try #require(viewer.frame), await view.session.live.frame)
    for node in 0..<12 { #expect(frame.places[node] == SIMD3<Float>(truth.positions[node])) }
    let depths = frame.places.map(\.z)
    #expect(try #require(depths.max()) - #require(depths.min()) > 5)
    // Moving, with 16 bits an axis.
    await viewer.pointer(1, command: 1, node: 0)
    await viewer.send(#"{"do":"resume","id":2}"#)
    try await viewer.wait("a packed frame") { viewer in
      viewer.frame.map { !$0.flags.contains(.float32) && $0.flags.contains(.inSpace) } == true
    }
    await viewer.send(#"{"do":"pause","id":3}"#)
    await view.close()
  }

  @Test("boxes in space are as deep as they are high, and follow the ids of an edited graph")
  func boxes() async throws {
    func cards(_ count: Int) -> ForceDirectedGraph<Int, some GraphContent<Int>> {
      ForceDirectedGraph(states: ForceDirectedGraphState(initialIsRunning: false)) {
        Series(0..<count) { NodeMark(id: $0) }
      } force: {
        .boxCollide(halfSides: .function { [10 + Double($0), 4] }, offsets: .constant([0, 3]))
      }
    }
    let view = try await GraphSpaceView(cards(2))
    try await view.update(cards(3))
    let force = try #require(
      await view.session.live.forces["boxes", as: BoxCollideForce<SIMD3<Double>>.self])
    #expect(
      try force.halfSides.evaluate(count: 3, "sides") == [[10, 4, 4], [11, 4, 4], [12, 4, 4]])
    #expect(try force.offsets.evaluate(count: 3, "offsets")[1] == [0, 3, 0])
    #expect(force.strength == 1)
    await view.close()
  }

  @Test("a drag moves a node in any plane of space; pins have three coordinates")
  func drag() async throws {
    let view = try await GraphSpaceView(ring(6))
    let viewer = try #require(await TestViewer.join(view.session))
    await viewer.pointer(1, command: 1, node: 2, 10, -20, 30)
    #expect(await view.position(of: 2) == [10, -20, 30])
    #expect(await view.node(near: [10, -20, 29], within: 2) == 2)
    #expect(await view.node(near: [10, -20, -29], within: 2) != 2)
    await viewer.pointer(2, command: 2, node: 2, 0, 0, 4)
    #expect(await view.session.live.kinetics.velocity[2] == [0, 0, 4])
    await viewer.send(#"{"do":"pin","nodes":[1],"at":[[1,2,3]],"id":1}"#)
    #expect(await view.position(of: 1) == [1, 2, 3])
    await viewer.send(#"{"do":"pin","nodes":[1],"at":[[1,2]],"id":2}"#)
    #expect(viewer.reply(2)?["error"] is String)
    try await view.pin(3, at: [7, 8, 9])
    #expect(await view.session.pins == [1, 3])
    await view.close()
  }

  @Test("changes keep what stays; all files have the third coordinate")
  func files() async throws {
    let view = try await GraphSpaceView(ring(5), title: "Ring")
    let kept = await view.position(of: 4)
    try await view.update(ring(7))
    #expect(await view.position(of: 4) == kept && kept != nil)
    #expect(await view.position(of: 6) != nil)
    let records = try ExportTests.records(await view.html())
    // hello, graph, labels, positions.
    let positions = records[3].bytes
    #expect(positions[0] == 2 && positions[1] == 21)
    #expect(positions.count == 140)
    #expect(String(decoding: records[0].bytes, as: UTF8.self).contains("\"dimensions\":3"))
    let viewer = try #require(await TestViewer.join(view.session))
    await viewer.send(#"{"do":"export","id":1,"format":"positions"}"#)
    await viewer.send(#"{"do":"export","id":2,"format":"svg"}"#)
    try await viewer.wait("two files") { $0.messages(.file).count == 2 }
    let texts = viewer.messages(.file).map { String(decoding: $0, as: UTF8.self) }
    #expect(texts.contains { $0.contains("id,x,y,z\n0,") })
    #expect(texts.contains { $0.contains("<svg") })
    await view.close()
  }

  @Test("a graph of a file in space; what has a plane begins in it")
  func graph() async throws {
    var graph = try Sample.graph()
    let view = try await GraphSpaceView(graph, options: GraphViewOptions())
    #expect(await view.session.graphNow().positions?.dimensions == 3)
    await view.close()
    graph.positions = .plane((0..<10).map { SIMD2(Double($0), 1) })
    let flat = try await GraphSpaceView(graph, options: GraphViewOptions())
    #expect(await flat.position(of: "n3") == [3, -1, 0])
    await flat.close()
  }
}
