import Testing

@testable import Graphs

/// The directions of names in radial trees.
struct RadialNamesTests {
  private func angles(_ graph: Graph, _ method: LayoutMethod) throws -> [Double?] {
    var request = LayoutRequest(method)
    request.root = 0
    guard case .plane(let points)? = try graph.layout(request).graph.positions else { return [] }
    return RadialNames(graph, points).angles
  }

  /// Also where the root is not in the middle of the drawing: one branch is deeper than others.
  @Test func leavesHaveAngles() throws {
    let edges = (1...24).map { (0, $0) } + [(1, 25), (25, 26), (26, 27)]
    let graph = try Graph(nodeCount: 28, edges: edges, isDirected: true)
    let angles = try angles(graph, .radial)
    #expect(angles.count == 28)
    #expect((2...24).allSatisfy { angles[$0] != nil } && angles[27] != nil)
    #expect([0, 1, 25, 26].allSatisfy { angles[$0] == nil })
    #expect(Set(angles.compactMap { $0?.rounded() }).count > 20)
  }

  @Test func otherDrawingsHaveNone() throws {
    let tree = try Graph(nodeCount: 25, edges: (1...24).map { (0, $0) }, isDirected: true)
    #expect(try angles(tree, .tree).allSatisfy { $0 == nil })
    let path = try Graph(nodeCount: 25, edges: (1...24).map { ($0 - 1, $0) })
    #expect(try angles(path, .radial).allSatisfy { $0 == nil })
  }

  /// A hub with a few more edges: neighbours stand side by side on a circle, and names lead outwards.
  @Test func circlesAroundAHubHaveAngles() throws {
    let trade = (0..<10).map { (1 + $0, 30 - $0) }
    let graph = try Graph(nodeCount: 41, edges: (1...40).map { (0, $0) } + trade)
    let result = try graph.layout(LayoutRequest(.automatic))
    guard case .plane(let points)? = result.graph.positions else { return }
    #expect(result.result.method == .circular)
    let angles = RadialNames(graph, points).angles
    #expect(angles[0] == nil && angles.dropFirst().allSatisfy { $0 != nil })
    func turn(_ a: Int, _ b: Int) -> Double {
      abs(((angles[a] ?? 0) - (angles[b] ?? 0)).remainder(dividingBy: 360))
    }
    for (a, b) in trade { #expect(turn(a, b) < 9.5) }
    #expect(try result.picture().report.labelsDrawn == 41)
  }

  /// Files of networkx and igraph say which side each node is on.
  @Test(arguments: ["bipartite", "type", "side"]) func twoColumnsHaveNamesOutside(name: String)
    throws
  {
    let edges = (0..<7).map { ($0, 7 + $0 % 5) } + (0..<7).map { ($0, 7 + ($0 + 2) % 5) }
    var graph = try Graph(nodeCount: 12, edges: edges)
    graph.nodeAttributes[name] = AttributeColumn(name, .integers((0..<12).map { $0 < 7 ? 0 : 1 }))
    let result = try graph.layout(for: GraphStyle())
    guard case .plane(let points)? = result.graph.positions else { return }
    let angles = ColumnNames(graph, points).angles
    if name == "side" {
      #expect(result.result.method != .bipartite && angles.isEmpty)
      return
    }
    #expect(result.result.method == .bipartite && Set(points.map(\.x)).count == 2)
    #expect((0..<7).allSatisfy { angles[$0] == 0 } && (7..<12).allSatisfy { angles[$0] == 180 })
    let picture = try result.picture()
    #expect(picture.report.labelsDrawn == 12)
    // An edge within a side, or a direction that was asked for, and the file is not taken at its word.
    graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2), (0, 2)])
    graph.nodeAttributes[name] = AttributeColumn(name, .integers([0, 1, 0]))
    #expect(!graph.isCalledBipartite)
  }
}
