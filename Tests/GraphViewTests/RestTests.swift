import ForceSimulation
import ForceSimulationLive
import Foundation
import GraphModel
import Testing

@testable import GraphView

@Suite("Views at rest at a layout, and the forces of files")
struct RestTests {
  /// A grid whose layout is not what charge would make of it.
  private static func grid(_ side: Int) throws -> (graph: Graph, points: [SIMD2<Double>]) {
    var (sources, targets): ([Int32], [Int32]) = ([], [])
    for node in 0..<Int32(side * side) {
      for other in [node % Int32(side) > 0 ? node - 1 : -1, node - Int32(side)] where other >= 0 {
        sources.append(other)
        targets.append(node)
      }
    }
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs((0..<side * side).map { "n\($0)" }), sources: sources,
      targets: targets)
    let points = (0..<side * side).map { SIMD2(Double($0 % side), Double($0 / side)) * 20 }
    graph.positions = .plane(points)
    return (graph, points)
  }

  private static func farthest(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> Double {
    zip(a, b).map { ($0 - $1).length() }.max() ?? 0
  }

  @Test("a reheat leaves the layout, and what was dragged comes back, also after a short drag")
  func rest() async throws {
    let (graph, points) = try Self.grid(20)
    let live = try await GraphView(graph).session.live
    let places = points.map { SIMD2($0.x, -$0.y) }
    try await live.reheat()
    try await live.step(300)
    #expect(Self.farthest(await live.frame.positions.map { $0 }, places) < 1e-6)
    for ticks in [1, 100] {
      let id = "n210"
      _ = try await live.drag(id, to: [900, 700])
      try await live.step(ticks)
      let held = await live.frame.positions
      #expect(held[210] == [900, 700])
      if ticks > 1 { #expect((held[211] - places[211]).length() > 20) }
      _ = try await live.drop(id, .free)
      try await live.step(400)
      #expect(Self.farthest(await live.frame.positions.map { $0 }, places) < 3)
    }
    await live.stop()
  }

  @Test("a view rests at the layout it moved to; the force-directed one lets all forces act")
  func layouts() async throws {
    let (graph, points) = try Self.grid(12)
    var options = GraphViewOptions()
    options.layouts = [(name: "wide", title: "Wide")]
    options.computeLayout = { _, _ in .plane(points.map { $0 * 3 }) }
    let session = try await GraphView(graph, options: options).session
    let viewer = try #require(await TestViewer.join(session))
    #expect(viewer.hello?["layout"] as? String == "")
    await viewer.send(#"{"do":"layout","id":1,"name":"wide"}"#)
    try await viewer.wait("the arrival") { $0.reply(1) != nil }
    let wide = points.map { SIMD2($0.x, -$0.y) * 3 }
    try await session.live.reheat()
    try await session.live.step(300)
    #expect(Self.farthest(await session.live.frame.positions.map { $0 }, wide) < 1e-6)
    await viewer.send(#"{"do":"layout","id":2,"name":"force"}"#)
    try await viewer.wait("the forces") { $0.reply(2) != nil }
    #expect(await session.live.forces.names == ["charge", "links", "x", "y"])
    await session.live.pause()
    try await session.live.step(200)
    #expect(Self.farthest(await session.live.frame.positions.map { $0 }, wide) > 50)
    let later = try #require(await TestViewer.join(session))
    #expect(later.hello?["layout"] as? String == "force")
    await session.close()
  }

  @Test("nodes and links that are added to a layout at rest join it, where they begin")
  func added() async throws {
    let (graph, points) = try Self.grid(12)
    var options = GraphViewOptions()
    options.allowsEditing = true
    let session = try await GraphView(graph, options: options).session
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(
      #"""
      {"do":"add","id":1,"nodes":[{"id":"a"},{"id":"b"},{"id":"alone"}],
      "links":[["a","n0"],["a","n143"],["b","n7"],["n0","n140"]]}
      """#)
    try await viewer.wait("the answer") { $0.reply(1) != nil }
    #expect(viewer.reply(1)?["error"] == nil)
    let live = await session.live
    let places = await live.frame.positions.map { $0 }
    let ids = await live.frame.ids.map { $0 }
    #expect(ids.suffix(3) == ["a", "b", "alone"])
    // Beside the middle of their neighbours.
    let middle = SIMD2<Double>(110, -110)
    #expect((places[144] - middle).length() < 20)
    #expect(places.prefix(144).elementsEqual(points.map { SIMD2($0.x, -$0.y) }))
    // Nothing moves, also when it is warm.
    try await live.reheat()
    try await live.step(300)
    #expect(Self.farthest(await live.frame.positions.map { $0 }, places) < 1e-6)
    // What is dragged comes back, new or not.
    for id in ["b", "alone", "n0"] {
      _ = try await live.drag(id, to: [900, 700])
      try await live.step(50)
      _ = try await live.drop(id, .free)
      try await live.step(400)
      let left = Self.farthest(await live.frame.positions.map { $0 }, places)
      // Of more than 1,100 units. A node without links has its anchor alone, which cools.
      #expect(left < 25, "\(id)")
    }
    let links = try #require(await live.forces["links"] as? LinkForce<SIMD2<Double>>)
    guard case .array(let lengths, let new) = links.length else {
      Issue.record("the lengths of links are those of the layout")
      return
    }
    #expect(lengths.count == graph.edgeCount + 4 && new == 30)
    await session.close()
  }

  @Test("forces of a program stay when the view moves to a layout")
  func declared() async throws {
    let live = try LiveSimulation(
      ["a", "b"], links: [Link("a", "b")],
      forces: ForceList<SIMD2<Double>> { LinkForce(length: 5).named("spring") })
    try await live.restHere()
    try await live.freeFromLayout()
    #expect(await live.forces.names == ["spring"])
    await live.stop()
  }

  // MARK: Files

  @Test("a file of a view cools, rubs and follows the hand as the view does")
  func motion() async throws {
    let (graph, _) = try Self.grid(4)
    let session = try await GraphView(graph).session
    var parameters = SimulationParameters<Double>()
    (parameters.alphaMin, parameters.alphaDecay, parameters.velocityDecay) = (0.02, 0.1, 0.25)
    try await session.live.setParameters(parameters)
    var options = await session.live.options
    (options.heldAlphaTarget, options.throwLimit) = (0.5, 300)
    try await session.live.setOptions(options)
    let motion = try await session.live.filePhysics.motion
    let text = ViewJSON.text(motion)
    let found = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Double])
    #expect(
      found == [
        "alphaMin": 0.02, "alphaDecay": 0.1, "velocityDecay": 0.25, "heldAlphaTarget": 0.5,
        "throwLimit": 300,
      ])
    options.throwLimit = .greatestFiniteMagnitude
    try await session.live.setOptions(options)
    #expect(try await session.live.filePhysics.motion.throwLimit == .greatestFiniteMagnitude)
    await session.close()
  }

  private func json(_ physics: FilePhysics) throws -> [[String: Any]] {
    let text = ViewJSON.text(physics.forces)
    return try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }

  @Test("a file of a layout has its forces, in few bytes")
  func resting() throws {
    let (_, points) = try Self.grid(10)
    let links = [Link(0, 1), Link(1, 2)]
    let list = ViewForces.resting(at: points, links: links)
    let physics = try FilePhysics(list, links: links, positions: points)
    let found = try json(physics)
    #expect(found.map { $0["name"] as? String } == ["charge", "links", "x", "y", "layout"])
    #expect(found.map { $0["on"] as? Bool } == [false, true, false, false, true])
    #expect(
      found[0]["strength"] as? Double == -30 && found[0]["kind"] as? String == "ManyBodyForce")
    #expect(found[0]["distanceMax"] == nil)
    #expect(found[1]["length"] as? String == "laid out")
    #expect(found[4]["places"] as? String == "laid out")
    #expect(!physics.needsAllKernels && physics.lacking.isEmpty)
    #expect(physics.descriptions.map(\.name) == ["charge", "links", "x", "y", "layout"])
    #expect(physics.descriptions[4].parameters.map(\.name) == ["strength"])
    // Elsewhere the lengths and places are their own.
    let moved = try json(FilePhysics(list, links: links, positions: points.map { $0 * 2 }))
    #expect(moved[1]["length"] as? [Double] == [20, 20])
    #expect((moved[4]["places"] as? [Double])?.prefix(4) == [0, 0, 20, 0])
  }

  @Test("values by node, the module that they need, and what no file has")
  func others() throws {
    let points: [SIMD2<Double>] = [[0, 0], [10, 0], [0, 10]]
    let list = ForceList<SIMD2<Double>> {
      CollideForce(radius: { Double($0) + 1 }).named("discs")
      MagneticForce(direction: [0, 1]).named("north")
      LinkForce(length: [4, 6]).named("links")
      AnchorForce(places: points.map { $0 }, fadeTicks: 300).named("edit anchors")
      ManyBodyForce(strength: -5, accuracy: 1e-5).named("charge")
    }
    let physics = try FilePhysics(list, links: [Link(0, 1), Link(1, 2)], positions: points)
    let found = try json(physics)
    #expect(found.map { $0["name"] as? String } == ["discs", "links", "charge"])
    #expect(found[0]["radius"] as? [Double] == [1, 2, 3])
    #expect(found[1]["length"] as? [Double] == [4, 6])
    #expect(physics.lacking.count == 1 && physics.needsAllKernels)
    #expect(physics.motion == FilePhysics.Motion())
    let space = ViewForces.standard(2, SIMD3<Float>.self)
    let inSpace = try FilePhysics(space, links: [], positions: [[0, 0, 0], [1, 1, 1]])
    #expect(inSpace.needsAllKernels && inSpace.forces.count == 5)
  }
}
