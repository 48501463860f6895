import ForceSimulation
import RunSupport
import Testing
import _TestSupport

@testable import GraphLayout

/// A layout that starts from its own result leaves the nodes in place.
@Suite(.traced) struct RestTests {
  private static func graphs() throws -> [(name: String, graph: LayoutGraph)] {
    [
      ("grid", try graph(.grid(25, 25))), ("tree", try randomTree(700, seed: 4)),
      ("random", try randomGraph(900, edges: 2_500, seed: 5)),
      ("groups", try MultilevelTests.planted(groups: 12, size: 40)),
      // Some components, and nodes that are alone.
      ("parts", try randomGraph(400, edges: 260, seed: 6)),
    ]
  }

  private static func again<Vector: LayoutVector>(
    _ graph: LayoutGraph, _ goal: LayoutGoal, from start: [Vector]
  ) throws -> [Vector] {
    try MultilevelLayout(goal: goal, placement: Placement(from: start, of: graph))
      .layout(graph).positions
  }

  @Test(arguments: LayoutGoal.allCases) func aResultStays(goal: LayoutGoal) throws {
    for (name, graph) in try Self.graphs() {
      let drawn = try MultilevelLayout<Point>(goal: goal).layout(graph).positions
      let again = try Self.again(graph, goal, from: drawn)
      let moves = zip(drawn, again).map { ($0 - $1).length() / 30 }.sorted()
      #expect(
        moves[moves.count / 2] <= 0.02 && moves[moves.count - 1] <= 0.2,
        "\(name): \(moves.suffix(9))")
    }
  }

  private static let otherMethods: [LayoutMethod] = [.stress, .force, .fruchtermanReingold]

  /// By the other methods too, where ticks or iterations end before they have converged.
  @Test(arguments: otherMethods) func aResultOfAnotherMethodStays(method: LayoutMethod) throws {
    for (name, graph) in try Self.graphs() {
      var request = LayoutRequest(method)
      let drawn = try graph.layout(request).positions.inPlane
      request.start = .plane(drawn)
      let again = try graph.layout(request).positions.inPlane
      let change = try LayoutMetrics.Change(of: again, from: drawn, in: graph)
      #expect(change.medianMove <= 0.02 && change.greatestMove <= 0.2, "\(name): \(change)")
    }
  }

  /// A few nodes and edges are others: all but those stay nearly where they were.
  @Test(arguments: otherMethods + [.multilevel])
  func anEditMovesWhatItTouches(method: LayoutMethod) throws {
    for (name, graph) in try Self.graphs() {
      var request = LayoutRequest(method)
      let drawn = try graph.layout(request).positions.inPlane
      // An edge to a neighbour's neighbour, and a new leaf.
      let node = try #require((0..<graph.nodeCount).first { graph.degree(of: $0) > 1 })
      let near = Int(try #require(graph.neighbors(of: node).first))
      let far = Int(try #require(graph.neighbors(of: near).last))
      let edited = try LayoutGraph(
        nodeCount: graph.nodeCount + 1,
        edges: pairs(graph) + [(node, far), (near, graph.nodeCount)].filter { $0.0 != $0.1 })
      let old = drawn + [Point(repeating: .nan)]
      request.start = .plane(old)
      let after = try edited.layout(request).positions.inPlane
      let change = try LayoutMetrics.Change(of: after, from: old, in: edited)
      #expect(change.displacement <= 0.05 && change.medianMove <= 1, "\(name): \(change)")
    }
  }

  /// Another method's drawing is refined by stress.
  @Test func aDrawingByForcesIsRefinedByStress() throws {
    let graph = try MultilevelTests.planted(groups: 12, size: 40)
    let drawn = try MultilevelLayout<Point>().layout(graph).positions
    let refined = try StressLayout(placement: Placement(from: drawn, of: graph)).layout(graph)
      .positions
    let (before, after) = (
      try LayoutMetrics.stress(graph, drawn), try LayoutMetrics.stress(graph, refined)
    )
    #expect(after < 0.95 * before, "\(before), \(after)")
  }

  /// A drawing by distances is no result of ticks.
  @Test func anotherDrawingIsRefined() throws {
    let graph = try MultilevelTests.planted(groups: 12, size: 40)
    let drawn = try StressLayout<Point>().layout(graph).positions
    let refined = try Self.again(graph, .neighborhoods, from: drawn)
    let (before, after) = (
      try LayoutMetrics.neighborhoodPreservation(graph, drawn),
      try LayoutMetrics.neighborhoodPreservation(graph, refined)
    )
    #expect(after > 1.5 * before, "\(before), \(after)")
  }

  /// One edge of a hundred leads elsewhere.
  @Test func anEditMovesLittle() throws {
    for (name, graph) in try Self.graphs().dropLast() {
      let drawn = try MultilevelLayout<Point>().layout(graph).positions
      var (random, edges) = (SeededRandom(seed: 9), pairs(graph))
      for _ in 0..<(edges.count / 100) {
        edges[random.index(edges.count)].1 = random.index(graph.nodeCount)
      }
      let edited = try LayoutGraph(nodeCount: graph.nodeCount, edges: edges)
      let after = try Self.again(edited, .neighborhoods, from: drawn)
      let fresh = try MultilevelLayout<Point>().layout(edited).positions
      let moves = zip(drawn, after).map { ($0 - $1).length() }.sorted()
      let edge = try #require(LayoutMetrics.meanEdgeLength(edited, after))
      #expect(moves[moves.count / 2] <= edge, "\(name)")
      let (kept, best) = (
        try LayoutMetrics.neighborhoodPreservation(edited, after),
        try LayoutMetrics.neighborhoodPreservation(edited, fresh)
      )
      #expect(kept >= 0.97 * best, "\(name): \(kept), \(best)")
    }
  }
}
