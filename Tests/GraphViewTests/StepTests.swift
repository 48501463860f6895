import Foundation
import GraphModel
import Testing

@testable import GraphView

@Suite("Steps of algorithms")
struct StepTests {
  /// A square with a tail, and a node apart.
  private func graph() throws -> Graph {
    try Graph(nodeCount: 6, edges: [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)])
  }

  /// The states of nodes after all steps.
  private func finalStates(_ steps: GraphSteps) -> [Int: String] {
    var states: [Int: Int] = [:]
    for step in steps.steps { states.merge(step.nodes) { $1 } }
    return states.mapValues { steps.states[$0].name }
  }

  @Test("breadth-first: nodes in the sequence of the search, labels are depths")
  func breadthFirst() throws {
    let topology = try graph().topology
    let steps = try topology.breadthFirstSteps(from: 0)
    let search = try topology.breadthFirstSearch(from: 0)
    #expect(steps.steps.count == search.order.count + 2)
    #expect(steps.steps.dropFirst().prefix(5).map(\.title) == search.order.map { "visit \($0)" })
    let labels = steps.steps.reduce(into: [:]) { $0.merge($1.labels) { $1 } }
    #expect(labels == [0: "0", 1: "1", 2: "1", 3: "2", 4: "3"])
    let states = finalStates(steps)
    #expect(states[5] == "unvisited")
    #expect((0..<5).allSatisfy { states[$0] == "visited" })
    // One current node at a time.
    for step in steps.steps { #expect(step.nodes.values.count { $0 == 2 } <= 1) }
  }

  @Test("depth-first: every node is entered and left once")
  func depthFirst() throws {
    let steps = try graph().topology.depthFirstSteps(from: 0)
    let titles = steps.steps.map(\.title)
    #expect(
      titles == [
        "begin at 0", "visit 0", "visit 1", "visit 3", "visit 2", "back from 2", "visit 4",
        "back from 4", "back from 3", "back from 1", "back from 0", "done: 5 of 6 nodes reached",
      ])
    #expect((0..<5).allSatisfy { finalStates(steps)[$0] == "visited" })
  }

  @Test("Dijkstra: labels end as the distances, and the path is shown")
  func shortestPaths() throws {
    let topology = try graph().topology
    let weights = [5.0, 1, 1, 1, 2.5]
    let steps = try topology.shortestPathSteps(from: 0, weights: weights)
    let distances = try topology.shortestPaths(from: 0, weights: weights).distances
    let labels = steps.steps.reduce(into: [:]) { $0.merge($1.labels) { $1 } }
    for node in 0..<5 { #expect(Double(labels[node] ?? "") == distances[node]) }
    // Node 1 is found at 5 first, and nearer later.
    #expect(steps.steps.compactMap { $0.labels[1] } == ["5", "3"])
    let path = try topology.shortestPathSteps(from: 0, to: 4, weights: weights)
    #expect(finalStates(path).filter { $0.value == "path" }.keys.sorted() == [0, 2, 3, 4])
    let none = try topology.shortestPathSteps(from: 0, to: 5)
    #expect(none.steps.last?.title == "5 cannot be reached")
    #expect(throws: (any Error).self) { try topology.shortestPathSteps(from: 9) }
    #expect(throws: (any Error).self) { try topology.shortestPathSteps(from: 0, to: 9) }
  }

  @Test("the recorder keeps the identity of what comes and goes")
  func recorder() throws {
    var recorder = GraphSteps.Recorder<String>(title: "List")
    recorder.insert("a")
    recorder.step("append b") {
      $0.insert("b")
      $0.link("a", "b")
      $0.point("tail", to: "b")
      $0.set("visited", "b")
    }
    recorder.step("remove b") { $0.remove("b") }
    recorder.step("b again") {
      $0.insert("b", label: "B")
      $0.point("head", from: "a", to: "b")
    }
    let (snapshot, steps) = try recorder.finish()
    #expect(snapshot.ids == ["a", "b"] && snapshot.linkCount == 1)
    #expect(steps.steps.map(\.title) == ["at the beginning", "append b", "remove b", "b again"])
    #expect(steps.steps[0].hiddenNodes == [1] && steps.steps[0].hiddenLinks == [0])
    #expect(steps.steps[1].shownNodes == [1] && steps.steps[1].shownLinks == [0])
    #expect(steps.steps[1].pointers == [.init("tail", to: 1)] && steps.steps[1].nodes == [1: 3])
    #expect(steps.steps[2].hiddenNodes == [1] && steps.steps[2].hiddenLinks == [0])
    #expect(steps.steps[2].pointers == [])
    #expect(steps.steps[3].shownNodes == [1] && steps.steps[3].labels == [1: "B"])
    #expect(steps.steps[3].pointers == [.init("head", from: 0, to: 1)])
  }

  @Test("what cannot happen is an error at the end")
  func badRecorder() {
    let mistakes: [(inout GraphSteps.Recorder<Int>) -> Void] = [
      { $0.remove(7) }, { $0.link(1, 7) }, { $0.unlink(1, 1) }, { $0.set("flying", 1) },
      { $0.set("visited", 7) }, { $0.point("p", to: 7) }, { $0.label(7, "x") },
    ]
    for mistake in mistakes {
      var recorder = GraphSteps.Recorder<Int>(title: "")
      recorder.insert(1)
      recorder.step("wrong", mistake)
      #expect(throws: GraphViewError.self) { try recorder.finish() }
    }
  }

  @Test("the bytes of steps are always the same")
  func golden() throws {
    var steps = GraphSteps(title: "T", states: [.init("s", color: .gray)])
    var step = GraphSteps.Step("one")
    step.nodes = [2: 0, 0: 0]
    step.labels = [1: "x"]
    step.hiddenLinks = [3, 1]
    step.pointers = [.init("p", to: 1)]
    steps.steps = [step, GraphSteps.Step("two")]
    #expect(
      ViewJSON.text(SentSteps(steps))
        == ##"{"states":[{"color":"#8c9096","dark":"#8c9096","name":"s"}],"steps":[{"hide":{"links":[1,3],"nodes":[]},"labels":[[1,"x"]],"nodes":[[0,0],[2,0]],"pointers":[{"from":null,"name":"p","to":1}],"title":"one"},{"title":"two"}],"title":"T"}"##
    )
  }

  @Test("steps that do not fit a graph are refused, others are in hello")
  func session() async throws {
    let graph = try graph()
    var wrong = GraphSteps(title: "")
    wrong.steps = [GraphSteps.Step("")]
    wrong.steps[0].nodes[6] = 0
    await #expect(throws: GraphViewError.self) { try await GraphView(graph, steps: wrong) }
    let steps = try graph.topology.breadthFirstSteps(from: 0)
    let session = try await GraphView(graph, steps: steps).session
    let viewer = try #require(await TestViewer.join(session))
    let told = viewer.hello?["steps"] as? [String: Any]
    #expect((told?["steps"] as? [Any])?.count == steps.steps.count)
    await viewer.send(#"{"do":"step_to","id":1,"step":2}"#)
    #expect(viewer.reply(1)?["ok"] != nil)
  }

  @Test("frames: one for each step, the same part of the plane, names as text")
  func frames() throws {
    var graph = try graph()
    let places = (0..<6).map { node -> SIMD2<Double> in [Double(node % 3), Double(node / 3)] }
    graph.positions = .plane(places)
    let steps = try graph.topology.breadthFirstSteps(from: 0) { $0 == 1 ? "<b>&" : "\($0)" }
    var named = graph
    named.nodeAttributes.set("label", .strings((0..<6).map { "n\($0)" }))
    let file = try Graph(
      nodeIDs: Graph.NodeIDs(count: 6), sources: named.sources, targets: named.targets)
    #expect(throws: GraphViewError.self) {
      try steps.svg(of: GraphSnapshot<String>(file))
    }
    let svg = try steps.svg(of: GraphSnapshot<String>(graph), columns: 3)
    #expect(svg.components(separatedBy: "<svg").count == 1 + 1 + steps.steps.count)
    #expect(svg.contains("visit &lt;b&gt;&amp;") && !svg.contains("<b>"))
    let some = try steps.svg(of: GraphSnapshot<String>(graph), steps: [0, 2])
    #expect(some.components(separatedBy: "<svg").count == 4)
    #expect(throws: GraphViewError.self) {
      try steps.svg(of: GraphSnapshot<String>(graph), steps: [99])
    }
    #expect(throws: GraphViewError.self) {
      try steps.svg(of: GraphSnapshot<String>(graph), columns: 0)
    }
  }
}
