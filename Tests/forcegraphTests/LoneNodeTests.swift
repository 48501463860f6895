import Graphs
import Testing

@testable import ForcegraphTool

@Suite("Nodes without links in a view")
struct LoneNodeTests {
  /// A path of ten nodes in a box of 90 by 40, and others without links.
  private func graph(lone: Int) throws -> Graph {
    try Graph(nodeCount: 10 + lone, edges: (1..<10).map { ($0 - 1, $0) })
  }
  private var path: [SIMD2<Double>] {
    (0..<10).map { SIMD2<Double>(Double(10 * $0), $0 % 2 == 0 ? 0 : 40) }
  }

  @Test(
    "they lie in rows below the others, within a tenth, each at a place of its own",
    arguments: [1, 7, 266, 5000])
  func rows(_ lone: Int) throws {
    let graph = try graph(lone: lone)
    let far: [SIMD2<Double>] = (0..<lone).map { node in
      let (row, column) = node.quotientAndRemainder(dividingBy: 20)
      return SIMD2<Double>(Double(500 + 5 * column), Double(500 + 5 * row))
    }
    let packed = NodePositions.plane(path + far).packingLoneNodes(of: graph)
    guard case .plane(let points) = packed else { return #expect(Bool(false)) }
    #expect(Array(points[..<10]) == path)
    for point in points[10...] {
      #expect(point.x > 0 && point.x < 90)
      #expect(point.y < 0 && point.y >= -40.0 / 18 - 1e-9)
    }
    #expect(Set(points[10...]).count == lone)
  }

  @Test("beside nodes that are nearly on a line they stay", arguments: [1e-300, 1e-9, 0, 1e300])
  func line(_ height: Double) throws {
    let line = path.map { SIMD2<Double>($0.x, $0.y / 40 * height) }
    let positions = NodePositions.plane(line + [[500, 1e303]])
    #expect(positions.packingLoneNodes(of: try graph(lone: 1)) == positions)
  }

  @Test("what lies within the fit stays, and so do positions in space")
  func stays() throws {
    let graph = try graph(lone: 2)
    let near = NodePositions.plane(path + [[20, 20], [92, -1]])
    #expect(near.packingLoneNodes(of: graph) == near)
    let space = NodePositions.space((0..<12).map { [Double($0), 900, 0] })
    #expect(space.packingLoneNodes(of: graph) == space)
    let none = NodePositions.plane([[0, 0], [900, 900]])
    #expect(none.packingLoneNodes(of: try Graph(nodeCount: 2, edges: [])) == none)
  }
}
