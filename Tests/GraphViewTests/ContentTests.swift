import ForceSimulation
import ForceSimulationLive
import GraphModel
import GraphRendering
import Testing

@testable import GraphView

@Suite("Looks, questions, changes of the graph, layouts and exports")
struct ContentTests {
  @Test("colours by an attribute change a column and the legend; null goes back")
  func looks() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"look","id":1,"color":"group","size":"weight"}"#)
    try await viewer.wait("the answer") { $0.reply(1)?["ok"] != nil }
    #expect(Set(viewer.messages(.looks).map { $0[1] }) == [0, 1])
    let state = try #require(viewer.states.last { $0["legend"] != nil })
    let legend = try #require(state["legend"] as? [[String: Any]])
    #expect(legend.map { $0["of"] as? String } == ["color", "size"])
    let entries = try #require(legend[0]["entries"] as? [[String: Any]])
    #expect(entries.map { $0["label"] as? String } == ["b", "a"])
    #expect(entries.map { $0["count"] as? Int } == [6, 4])
    #expect((state["looks"] as? [String: Any])?["color"] as? String == "group")
    await viewer.send(#"{"do":"look","id":2,"color":null}"#)
    try await viewer.wait("the answer") { $0.reply(2)?["ok"] != nil }
    #expect(await session.shown.choice == Hello.Looks(color: nil, size: "weight", labels: nil))
    #expect(await session.shown.looks.nodeColors.allSatisfy { $0 == 0 })
  }

  @Test("every measure colours, and numbers have a scale", arguments: NodeMeasure.all)
  func measures(_ measure: NodeMeasure) async throws {
    let session = try await Sample.session { $0.colorBy = measure.id }
    let shown = await session.shown
    #expect(shown.looks.nodeColors.allSatisfy { $0 >> 24 == 255 })
    let legend = try #require(shown.legend.first)
    #expect((legend.scale == nil) == measure.isGroup)
    #expect(legend.scale?.colors?.count ?? 9 == 9)
  }

  @Test("find: equal first, then beginnings, then the rest")
  func find() async throws {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["xab", "ab", "abc", "q"]), sources: [0], targets: [1])
    graph.nodeAttributes.set("label", .strings([nil, nil, nil, "Grab"]))
    let session = try await Sample.session(graph)
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"find","id":1,"text":"AB","limit":3}"#)
    try await viewer.wait("the answer") { $0.reply(1) != nil }
    let found = viewer.reply(1)?["ok"] as? [String: Any]
    #expect(found?["nodes"] as? [Int] == [1, 2, 0])
    #expect(found?["ids"] as? [String] == ["ab", "abc", "xab"])
    #expect(found?["labels"] as? [String] == ["ab", "abc", "xab"])
  }

  @Test("find: by id, by the name that is shown, and by the label that is not")
  func findByAllNames() async throws {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["2553", "2554", "7"]), sources: [0], targets: [1])
    graph.nodeAttributes.set("label", .strings(["Oslo", "Bergen", "Lom"]))
    graph.nodeAttributes.set("county", .strings(["Viken", "Vestland", "Innlandet"]))
    let session = try await Sample.session(graph) { $0.labelsBy = "county" }
    let viewer = try #require(await TestViewer.join(session))
    for (number, (text, node)) in [("2554", 1), ("vik", 0), ("lom", 2)].enumerated() {
      await viewer.send(#"{"do":"find","id":\#(number),"text":"\#(text)"}"#)
      try await viewer.wait("the answer") { $0.reply(number) != nil }
      #expect((viewer.reply(number)?["ok"] as? [String: Any])?["nodes"] as? [Int] == [node])
    }
  }

  @Test("a legend of more communities than colours has the largest ones")
  func manyParts() async throws {
    // Rings of different sizes that nothing joins.
    var sources: [Int32] = []
    var targets: [Int32] = []
    for (ring, size) in (3...14).enumerated() {
      let begin = (3..<3 + ring).reduce(0, +)
      for node in 0..<size {
        sources.append(Int32(begin + node))
        targets.append(Int32(begin + (node + 1) % size))
      }
    }
    let graph = try Graph(
      nodeIDs: Graph.NodeIDs(count: sources.count), sources: sources, targets: targets)
    let session = try await Sample.session(graph) { $0.colorBy = "component" }
    let entries = try #require(await session.shown.legend.first?.entries)
    #expect(entries.prefix(3).map(\.count) == [14, 13, 12])
    let colors = await session.shown.looks.nodeColors
    #expect(RGBColor(word: colors[graph.nodeCount - 1]).hex == entries[0].color)
  }

  @Test("details, labels and columns")
  func questions() async throws {
    let session = try await Sample.session()
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"details","id":1,"node":1}"#)
    let node = viewer.reply(1)?["ok"] as? [String: Any]
    #expect(node?["id"] as? String == "n1" && node?["neighbours"] as? Int == 3)
    #expect(node?["attributes"] as? [[String]] == [["group", "b"], ["weight", "1.0"]])
    await viewer.send(#"{"do":"details","id":2,"link":0}"#)
    let link = viewer.reply(2)?["ok"] as? [String: Any]
    #expect(link?["label"] as? String == "n0 – n1")
    await viewer.send(#"{"do":"labels","id":3,"nodes":[4]}"#)
    #expect(viewer.reply(3)?["ok"] != nil && viewer.messages(.labels).count == 3)
    await viewer.send(#"{"do":"column","id":4,"name":"weight"}"#)
    try await viewer.wait("the column") { $0.messages(.column).count == 1 }
    #expect(viewer.messages(.column)[0].count == 16 + 40)
  }

  @Test("the status has the errors that the last tick measured")
  func status() async throws {
    // The sum over all pairs has no error that would be measured.
    let session = try await Sample.session(try Sample.graph(600))
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"step","id":1,"ticks":3}"#)
    await viewer.send(#"{"do":"status","id":2}"#)
    let status = try #require(viewer.reply(2)?["ok"] as? [String: Any])
    let kinetics = await session.live.kinetics
    #expect(status["tick"] as? Int == Int(kinetics.tickCount))
    #expect(status["alpha"] as? Double == Double(kinetics.alpha))
    #expect(status["errors"] as? [String: Double] == kinetics.manyBodyErrors)
    #expect(kinetics.manyBodyErrors.count == 1)
    #expect((status["text"] as? String)?.contains(": error ") == true)
  }

  @Test("an equal graph changes nothing; other looks send looks and heat nothing")
  func equalUpdates() async throws {
    let graph = try Sample.graph()
    let session = try await Sample.session(graph)
    let viewer = try #require(await TestViewer.join(session))
    let before = await session.live.kinetics.stateHash
    let count = viewer.all.count
    try await session.update(GraphSnapshot(graph))
    #expect(viewer.all.count == count)
    var colored = graph
    colored.nodeAttributes.set(
      "color", .strings(graph.nodeIDs.map { $0 == "n2" ? "#ff0000" : nil }))
    try await session.update(GraphSnapshot(colored))
    let change = try #require(viewer.messages(.looks).first)
    #expect(change[1] == 0 && change.count == 24)
    #expect(Array(change[16..<24]) == [2, 0, 0, 0, 255, 0, 0, 255])
    #expect(await session.live.kinetics.stateHash == before)
  }

  @Test("survivors keep place and identity over 100 random changes")
  func changes() async throws {
    let session = try await Sample.session(Sample.graph(30))
    let viewer = try #require(await TestViewer.join(session))
    var ids = (0..<30).map { "n\($0)" }
    var random: UInt64 = 7
    func next(_ bound: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(random >> 33) % bound
    }
    for round in 0..<100 {
      if next(2) == 0, ids.count > 5 { ids.remove(at: next(ids.count)) }
      if next(2) == 0 { ids.insert("m\(round)", at: next(ids.count + 1)) }
      let targets = ids.indices.dropFirst().map { Int32($0) }
      let sources = ids.indices.dropFirst().map { Int32(next($0)) }
      let graph = try Graph(
        nodeIDs: Graph.NodeIDs(ids), sources: sources, targets: Array(targets))
      let before = await session.live.frame
      try await session.update(GraphSnapshot(graph))
      let after = await session.live.frame
      for (node, id) in after.ids.enumerated() {
        guard let old = before[id] else { continue }
        #expect(after.positions[node] == old)
      }
      // The session, the simulation and the viewer agree on every index.
      #expect(await session.snapshot.ids == Array(after.ids))
      #expect(Set(after.ids) == Set(ids))
    }
    let message = try #require(viewer.messages(.graph).last)
    #expect(Int(message[12]) == ids.count)
    try await viewer.wait("a frame of this graph") { $0.frames.last?.count == ids.count }
    // Previous indices of the last change lead to the same ids.
    let previous = await session.snapshot.previousIndices(of: session.snapshot)
    #expect(previous == ids.indices.map { UInt32($0) })
  }

  @Test("viewers add and remove when they may")
  func edits() async throws {
    let session = try await Sample.session { $0.allowsEditing = true }
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(
      #"{"do":"add","id":1,"nodes":[{"id":"new","label":"New"}],"links":[["new","n3"]]}"#)
    try await viewer.wait("the answer") { $0.reply(1) != nil }
    #expect(viewer.reply(1)?["ok"] != nil)
    let added = await session.snapshot
    #expect(added.nodeCount == 11 && added.linkCount == 10 && added.labels[10] == "New")
    await viewer.send(#"{"do":"remove","id":2,"nodes":[0],"links":[8]}"#)
    try await viewer.wait("the answer") { $0.reply(2) != nil }
    #expect(viewer.reply(2)?["error"] == nil)
    #expect(await session.snapshot.ids.contains("n0") == false)
    #expect(await session.snapshot.linkCount == 8)
    await viewer.send(#"{"do":"add","id":3,"nodes":[{"id":"new"}]}"#)
    try await viewer.wait("the answer") { $0.reply(3) != nil }
    #expect(viewer.reply(3)?["error"] is String)
    #expect(await session.live.frame.ids.count == 10)
  }

  @Test("an edit that has waited for another one does not remove nodes of the new graph")
  func waitingEdits() async throws {
    let session = try await Sample.session { $0.allowsEditing = true }
    let viewer = try #require(await TestViewer.join(session))
    let epoch = await session.wireEpoch
    await session.beginChange()
    // Both are of the graph that there is.
    for id in 1...2 {
      await viewer.send(#"{"do":"remove","id":\#(id),"epoch":\#(epoch),"nodes":[9]}"#)
    }
    await session.endChange()
    try await viewer.wait("the answers") { $0.reply(1) != nil && $0.reply(2) != nil }
    let errors = [1, 2].compactMap { viewer.reply($0)?["error"] as? String }
    #expect(errors == ["the graph has changed since; try again"])
    #expect(await session.snapshot.nodeCount == 9)
  }

  @Test("edits are undone one by one, by whoever asks, as long as the program changes nothing")
  func undo() async throws {
    let session = try await Sample.session { $0.allowsEditing = true }
    let begin = await session.snapshot
    let viewer = try #require(await TestViewer.join(session))
    let commands = [
      #"{"do":"add","id":1,"nodes":[{"id":"new"}],"links":[["new","n3"]]}"#,
      #"{"do":"remove","id":2,"nodes":[0,5]}"#, #"{"do":"undo","id":3}"#,
      #"{"do":"undo","id":4}"#, #"{"do":"undo","id":5}"#,
    ]
    var counts: [Int] = []
    for (place, command) in commands.enumerated() {
      await viewer.send(command)
      try await viewer.wait("the answer") { $0.reply(place + 1) != nil }
      counts.append(await session.snapshot.nodeCount)
    }
    #expect(counts == [11, 9, 11, 10, 10])
    #expect(viewer.reply(4)?["error"] == nil)
    #expect((viewer.reply(5)?["error"] as? String)?.contains("nothing to undo") == true)
    let end = await session.snapshot
    func links(_ graph: Graph) -> Set<[String]> {
      Set(
        (0..<graph.edgeCount).map {
          [graph.nodeIDs[Int(graph.sources[$0])], graph.nodeIDs[Int(graph.targets[$0])]]
        })
    }
    #expect(Set(end.ids) == Set(begin.ids) && links(end.graph) == links(begin.graph))
    #expect(await session.live.frame.ids.count == 10)
    await viewer.send(#"{"do":"remove","id":6,"nodes":[1]}"#)
    try await viewer.wait("the answer") { $0.reply(6) != nil }
    try await session.update(GraphSnapshot(Sample.graph(12)))
    await viewer.send(#"{"do":"undo","id":7}"#)
    try await viewer.wait("the answer") { $0.reply(7) != nil }
    #expect(viewer.reply(7)?["error"] is String)
  }

  @Test("a layout moves all nodes to where it says, and rests")
  func layout() async throws {
    var options = GraphViewOptions()
    options.layouts = [(name: "line", title: "Line")]
    options.computeLayout = { _, graph in
      .plane((0..<graph.nodeCount).map { SIMD2(Double($0), 7) })
    }
    let session = try await GraphView(
      Sample.graph(), options: options
    ).session
    let viewer = try #require(await TestViewer.join(session))
    await viewer.send(#"{"do":"layout","id":1,"name":"line"}"#)
    try await viewer.wait("the arrival") { $0.reply(1) != nil }
    #expect(viewer.reply(1)?["ok"] != nil)
    let frame = await session.live.frame
    #expect((0..<10).allSatisfy { frame.positions[$0] == [Double($0), -7] })
    #expect(viewer.states.contains { $0["layout"] as? String == "line" })
    #expect(await session.graphNow().positions?[4] == [4, 7])
  }

  @Test("exports: SVG, positions, HTML, and the program's formats")
  func exports() async throws {
    var options = GraphViewOptions(title: "a/b <c>")
    options.formats = ["mine"]
    options.encode = { format, graph in
      (name: format, mediaType: "text/plain", bytes: [UInt8(graph.nodeCount)])
    }
    let session = try await GraphView(
      Sample.graph(), options: options
    ).session
    let viewer = try #require(await TestViewer.join(session))
    let formats = ["svg", "positions", "html", "graph:mine"]
    for (id, format) in formats.enumerated() {
      await viewer.send(
        #"{"do":"export","id":\#(id),"format":"\#(format)","camera":{"x":0,"y":0,"scale":2}}"#)
    }
    try await viewer.wait("four files") { $0.messages(.file).count == 4 }
    let files = Dictionary(
      uniqueKeysWithValues: viewer.messages(.file).map {
        (Int($0[12]), String(decoding: $0, as: UTF8.self))
      })
    #expect(files[0]?.contains("<svg") == true && files[0]?.contains("a-b -c-.svg") == true)
    #expect(files[1]?.contains("id,x,y\nn0,") == true)
    #expect(files[2]?.contains("id=\"data\"") == true)
    #expect(files[3]?.contains("mine") == true)
  }
}
