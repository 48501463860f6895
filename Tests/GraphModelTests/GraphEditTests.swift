import Foundation
import GraphModel
import Testing
import _TestSupport

/// Edits of a graph are atomic, and remaining nodes and edges keep their values.
@Suite(.traced) struct GraphEditTests {
  private func sample(directed: Bool = false) throws -> Graph {
    var graph = try Graph(
      nodeIDs: Graph.NodeIDs(["a", "b", "c", "d"]), sources: [0, 1, 2, 0, 3],
      targets: [1, 2, 0, 1, 3], isDirected: directed)
    graph.weights = [1, 2, 3, 4, 5]
    graph.positions = .plane([SIMD2(0, 1), SIMD2(2, 3), SIMD2(4, 5), SIMD2(6, 7)])
    graph.nodeAttributes.set("group", .integers([1, 2, nil, 4]))
    graph.edgeAttributes.set("kind", .strings(["p", "q", "r", "s", nil]))
    graph.attributes["name"] = "sample"
    return graph
  }

  @Test func insertsAndLinks() throws {
    var graph = try sample()
    let change = try graph.edit { edit in
      edit.insert("e")
      edit.link("e", "a", weight: 9)
      edit.link("b", "e")
      edit.link("b", "a", weight: 7)  // there already, twice, the other way
      edit.set("group", to: 5, for: "e")
      edit.set("color", to: "#ff0000", for: "c")
      edit.set("kind", to: "t", for: "a", "e")
    }
    #expect(change == Graph.Change(from: (1, 0), (2, 0)))
    #expect(Array(graph.nodeIDs) == ["a", "b", "c", "d", "e"])
    #expect(graph.sources == [0, 1, 2, 0, 3, 4, 1] && graph.targets == [1, 2, 0, 1, 3, 0, 4])
    #expect(graph.weights == [7, 2, 3, 7, 5, 9, 1])
    #expect(
      graph.positions?.inPlane.prefix(4) == [SIMD2(0, 1), SIMD2(2, 3), SIMD2(4, 5), SIMD2(6, 7)])
    #expect(graph.positions?[4] == nil)
    #expect(graph.nodeAttributes["group"]?.values == .integers([1, 2, nil, 4, 5]))
    #expect(graph.nodeAttributes["color"]?.values == .strings([nil, nil, "#ff0000", nil, nil]))
    #expect(
      graph.edgeAttributes["kind"]?.values == .strings(["p", "q", "r", "s", nil, "t", nil]))
    #expect(graph.attributes["name"] == "sample")
  }

  @Test func removes() throws {
    var graph = try sample()
    #expect(try graph.edit { $0.remove("b") } == Graph.Change(from: (0, 1), (0, 3)))
    #expect(Array(graph.nodeIDs) == ["a", "c", "d"])
    #expect(graph.sources == [1, 2] && graph.targets == [0, 2])
    #expect(graph.weights == [3, 5])
    #expect(graph.nodeAttributes["group"]?.values == .integers([1, nil, 4]))
    #expect(graph.edgeAttributes["kind"]?.values == .strings(["r", nil]))
    #expect(graph.nodeIDs.index(of: "d") == 2 && graph.nodeIDs.index(of: "b") == nil)
    // Gone and there again: a new node, without what the old one had.
    try graph.edit { edit in
      edit.remove("a")
      edit.insert("a")
      edit.link("a", "c")
    }
    #expect(Array(graph.nodeIDs) == ["c", "d", "a"])
    #expect(graph.nodeAttributes["group", 2] == nil && graph.positions?[2] == nil)
    #expect(graph.edgeCount == 2)
  }

  @Test func directions() throws {
    var undirected = try sample()
    #expect(try undirected.edit { $0.unlink("b", "a") }.removedEdges == 2)
    var directed = try sample(directed: true)
    #expect(throws: GraphError.self) { try directed.edit { $0.unlink("b", "a") } }
    #expect(try directed.edit { $0.unlink("a", "b") }.removedEdges == 2)
    #expect(try directed.edit { $0.link("a", "c") }.insertedEdges == 1)
  }

  @Test func nothingOrAll() throws {
    let graph = try sample()
    let failures: [((inout Graph.Edit) -> Void, String)] = [
      ({ $0.insert("a") }, "there is a node \"a\" already"),
      ({ $0.remove("x") }, "there is no node \"x\""),
      ({ $0.link("a", "x") }, "there is no node \"x\""),
      ({ $0.unlink("b", "d") }, "there is no edge from \"b\" to \"d\""),
      (
        { $0.set("group", to: "text", for: "a") },
        "the attribute \"group\" is of type integer; text is of type string"
      ),
      (
        {
          $0.remove("a"); $0.set("group", to: 1, for: "a")
        }, "there is no node \"a\""
      ),
      (
        {
          $0.remove("a"); $0.unlink("a", "b")
        }, "there is no node \"a\""
      ),
      (
        {
          $0.unlink("a", "b"); $0.unlink("a", "b")
        }, "there is no edge from \"a\" to \"b\""
      ),
      (
        {
          $0.unlink("d", "d"); $0.set("kind", to: "x", for: "d", "d")
        },
        "there is no edge from \"d\" to \"d\""
      ),
    ]
    for (make, words) in failures {
      var edited = graph
      let error = #expect(throws: GraphError.self) {
        try edited.edit { edit in
          edit.insert("new")
          make(&edit)
        }
      }
      #expect(error?.description == words)
      #expect(edited == graph)
    }
    var same = graph
    #expect(try same.apply(Graph.Edit()).isEmpty)
    #expect(same == graph)
  }

  @Test func typesOfAttributes() throws {
    var graph = try sample()
    graph.nodeAttributes.set("size", .doubles([1, 2, 3, 4]))
    try graph.edit { edit in
      edit.set("size", to: 7, for: "a")
      edit.set("size", to: nil, for: "b")
      edit.set("none", to: nil, for: "b")
      edit.set("isNew", to: true, for: "c")
    }
    #expect(graph.nodeAttributes["size"]?.values == .doubles([7, nil, 3, 4]))
    #expect(graph.nodeAttributes["none"] == nil)
    #expect(graph.nodeAttributes["isNew"]?.values == .booleans([nil, nil, true, nil]))
  }

  @Test func coding() throws {
    var graph = try sample()
    var edit = Graph.Edit()
    edit.insert("e")
    edit.link("e", "a", weight: 2.5)
    edit.set("group", to: 5, for: "e")
    edit.remove("d")
    let copy = try JSONDecoder().decode(Graph.Edit.self, from: JSONEncoder().encode(edit))
    #expect(copy == edit)
    try graph.apply(copy)
    let again = try JSONDecoder().decode(
      Graph.self, from: JSONEncoder().encode(graph.withoutPositions))
    #expect(again == graph.withoutPositions)
    #expect(again.hashValue == graph.withoutPositions.hashValue)
    let broken = try String(decoding: JSONEncoder().encode(graph.withoutPositions), as: UTF8.self)
      .replacingOccurrences(of: "2.5", with: "2.5,1")
    #expect(throws: (any Error).self) {
      try JSONDecoder().decode(Graph.self, from: Data(broken.utf8))
    }
  }

  /// Random edits against sets of ids and pairs.
  @Test(arguments: [false, true]) func randomEdits(directed: Bool) throws {
    var random = SplitMix(seed: directed ? 7 : 8)
    var graph = try Graph(nodeCount: 0, edges: [], isDirected: directed)
    var ids: [String] = []
    var edges: [[String]: Int] = [:]
    func key(_ a: String, _ b: String) -> [String] { directed || a <= b ? [a, b] : [b, a] }
    for step in 0..<300 {
      var edit = Graph.Edit()
      for number in 0..<Int(random.next() % 6) {
        switch random.next() % 5 {
        case 0, 1:
          let id = "\(step).\(number)"
          edit.insert(id)
          ids.append(id)
        case 2 where !ids.isEmpty:
          let id = ids.remove(at: Int(random.next() % UInt64(ids.count)))
          edit.remove(id)
          edges = edges.filter { !$0.key.contains(id) }
        case 3 where !ids.isEmpty:
          let a = ids[Int(random.next() % UInt64(ids.count))]
          let b = ids[Int(random.next() % UInt64(ids.count))]
          edit.link(a, b, weight: Double(step))
          edges[key(a, b)] = step
        default:
          guard let pair = edges.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }).first else {
            continue
          }
          edit.unlink(pair[0], pair[1])
          edges[pair] = nil
        }
      }
      try graph.apply(edit)
      #expect(Array(graph.nodeIDs) == ids)
      var found: [[String]: Int] = [:]
      for edge in 0..<graph.edgeCount {
        let ends = key(
          graph.nodeIDs[Int(graph.sources[edge])], graph.nodeIDs[Int(graph.targets[edge])])
        #expect(found[ends] == nil)
        found[ends] = Int(graph.weights?[edge] ?? -1)
      }
      #expect(found == edges)
    }
    #expect(graph.nodeCount > 50)
  }
}

private struct SplitMix {
  var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension Graph {
  fileprivate var withoutPositions: Graph {
    var graph = self
    graph.positions = nil
    return graph
  }
}

extension Graph.Change {
  fileprivate init(from nodes: (Int, Int), _ edges: (Int, Int)) {
    self.init()
    (insertedNodes, removedNodes) = nodes
    (insertedEdges, removedEdges) = edges
  }
}
