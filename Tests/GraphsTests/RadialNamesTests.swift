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
    let wheel = try Graph(
      nodeCount: 25, edges: (1...24).map { (0, $0) } + [(1, 2)], isDirected: true)
    #expect(try angles(wheel, .radial).allSatisfy { $0 == nil })
  }
}
