import ForceSimulation
import ForceSimulationLive
import GraphModel
import Testing

@testable import GraphView

@Suite("Supernodes that are opened and closed")
struct SupernodeTests {
  /// Three rings of 4, 5 and 6 nodes, each joined to the next by two edges, with weights.
  private func rings() throws -> Graph {
    var (edges, groups): ([(Int, Int)], [String?]) = ([], [])
    for (number, count) in [4, 5, 6].enumerated() {
      let first = groups.count
      edges += (0..<count).map { (first + $0, first + ($0 + 1) % count) }
      groups += Array(repeating: "ring \(number)", count: count)
    }
    edges += [(0, 4), (1, 5), (4, 9), (5, 10)]
    var graph = try Graph(nodeCount: groups.count, edges: edges)
    graph.weights = edges.indices.map { Double($0 + 1) }
    graph.nodeAttributes.set("ring", .strings(groups))
    graph.edgeAttributes.set("kind", .strings(edges.indices.map { "edge \($0)" }))
    return graph
  }

  private func aggregate(_ graph: Graph) throws -> GraphAggregate {
    try graph.aggregated(by: #require(graph.nodeAttributes["ring"]))
  }

  @Test("the shown graph: sums between what is closed, edges of the graph between members")
  func shownGraph() throws {
    let whole = try rings()
    var supernodes = try Supernodes(aggregate(whole), of: whole)
    // The largest is first.
    #expect(supernodes.ids == ["ring 2", "ring 1", "ring 0"])
    var shown = supernodes.graph()
    #expect(Array(shown.nodeIDs) == supernodes.ids && shown.edgeCount == 2)
    #expect(shown.weights == [16 + 17, 18 + 19])
    #expect(shown.edgeAttributes["edges"]?.values == .integers([2, 2]))
    #expect(shown.nodeAttributes["members"]?.values == .integers([6, 5, 4]))
    supernodes.setOpen(true, 1)
    shown = supernodes.graph()
    #expect(Array(shown.nodeIDs) == ["ring 2", "ring 0", "4", "5", "6", "7", "8"])
    // Five of the ring, and four sums: each member has its own edge to a supernode.
    #expect(shown.edgeCount == 5 + 4)
    let own = (0..<9).filter { shown.edgeAttributes["kind"]?[$0] != nil }
    #expect(own.map { shown.weights?[$0] } == [5, 6, 7, 8, 9])
    #expect(shown.nodeAttributes["ring"]?[0] == nil)
    #expect(shown.nodeAttributes["ring"]?[2] == .string("ring 1"))
    #expect(
      (0..<7).map { shown.nodeAttributes["supernode"]?[$0]?.description } == [
        "ring 2", "ring 0", "ring 1", "ring 1", "ring 1", "ring 1", "ring 1",
      ])
    for number in 0..<3 { supernodes.setOpen(true, number) }
    shown = supernodes.graph()
    // All open: the graph itself.
    #expect(shown.nodeIDs == whole.nodeIDs && shown.weights == whole.weights)
    #expect(shown.sources == whole.sources && shown.targets == whole.targets)
    for number in 0..<3 { supernodes.setOpen(false, number) }
    #expect(supernodes.graph().nodeCount == 3)
  }

  @Test("ids of supernodes are none of the graph, and directions are kept apart")
  func ids() throws {
    var whole = try Graph(nodeCount: 4, edges: [(0, 2), (2, 1), (3, 0)], isDirected: true)
    whole.nodeAttributes.set("half", .integers([0, 0, 1, 1]))
    let column = try #require(whole.nodeAttributes["half"])
    let supernodes = try Supernodes(whole.aggregated(by: column), of: whole)
    #expect(supernodes.ids == ["0_", "1_"])
    #expect(supernodes.graph().edgeCount == 2)
    #expect(throws: GraphViewError.self) {
      try Supernodes(whole.aggregated(by: column), of: Graph(nodeCount: 3, edges: []))
    }
  }

  @Test("viewers open and close: places, flags, refusals", arguments: [false, true])
  func session(_ isResting: Bool) async throws {
    let whole = try rings()
    var options = GraphViewOptions()
    if isResting { (options.layout, options.startsRunning) = ("", false) }
    let view = try await GraphView(aggregate(whole), of: whole, options: options)
    let session = view.session
    #expect(await session.pageParts.contains(.supernodes))
    let viewer = try #require(await TestViewer.join(session))
    #expect((viewer.hello?["looks"] as? [String: Any])?["color"] as? String == "supernode")
    func flags() async -> [UInt8] { await session.shown.looks.nodeFlags }
    #expect(await flags() == [8, 8, 8])
    let before = await session.live.frame
    let center = try #require(before["ring 1"])
    await viewer.send(#"{"do":"open","id":1,"nodes":[1]}"#)
    try await viewer.wait("the answer") { $0.reply(1) != nil }
    #expect(viewer.reply(1)?["error"] == nil)
    #expect(await flags() == [8, 8, 16, 16, 16, 16, 16])
    let graph = await session.snapshot.graph
    #expect(Array(graph.nodeIDs) == ["ring 2", "ring 0", "4", "5", "6", "7", "8"])
    if isResting {
      // The members lie in a disc around the place of their supernode, and stay there.
      let frame = await session.live.frame
      let members = ["4", "5", "6", "7", "8"].compactMap { frame[$0] }
      let middle = members.reduce(.zero, +) / 5
      #expect(middle.distance(to: center) < 1)
      let far = members.map { $0.distance(to: middle) }
      #expect(far.max() ?? 0 > 10 && far.max() ?? 99 < 60)
      for (first, one) in members.enumerated() {
        for other in members[..<first] { #expect(one.distance(to: other) > 2) }
      }
      // Others have made room.
      let (old, new) = (try #require(before["ring 2"]), try #require(frame["ring 2"]))
      #expect(new.distance(to: center) > old.distance(to: center) + 1)
      #expect(await session.live.forces.isOn("layout"))
    }
    for (number, wrong) in [
      (2, #"{"do":"open","id":2,"nodes":[3]}"#), (3, #"{"do":"close","id":3,"nodes":[0]}"#),
      (4, #"{"do":"open","id":4,"nodes":[99]}"#), (5, #"{"do":"open","id":5}"#),
      (6, #"{"do":"open","id":6,"nodes":[0],"epoch":1}"#),
    ] {
      await viewer.send(wrong)
      try await viewer.wait("a refusal") { $0.reply(number) != nil }
      #expect(viewer.reply(number)?["error"] is String, "\(wrong)")
    }
    // Any member stands for its group.
    await viewer.send(#"{"do":"close","id":7,"nodes":[6,4]}"#)
    try await viewer.wait("the answer") { $0.reply(7) != nil }
    #expect(await session.snapshot.graph.nodeIDs.count == 3)
    #expect(await flags() == [8, 8, 8])
    if isResting {
      let frame = await session.live.frame
      for id in ["ring 0", "ring 1", "ring 2"] {
        let (old, new) = (try #require(before[id]), try #require(frame[id]))
        #expect(old.distance(to: new) < 0.5, "\(id) is back")
      }
    }
    // Another graph has no supernodes.
    try await session.update(GraphSnapshot(whole))
    await viewer.send(#"{"do":"open","id":8,"nodes":[0]}"#)
    try await viewer.wait("a refusal") { $0.reply(8) != nil }
    #expect(viewer.reply(8)?["error"] is String)
    await view.close()
  }
}
