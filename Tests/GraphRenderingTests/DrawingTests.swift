import Testing

import GraphRendering

struct DrawingTests {
  private let drawing = Drawing(
    positions: [SIMD2<Double>](repeating: .zero, count: 7),
    edges: [.init(5, 3), .init(1, 1), .init(0, 4), .init(4, 0), .init(3, 6)])

  @Test func topology() throws {
    let topology = try drawing.topology
    #expect(topology.nodeCount == 7 && !topology.isDirected)
    #expect(topology.sources == [5, 1, 0, 4, 3] && topology.targets == [3, 1, 4, 0, 6])
    #expect(topology.degrees() == [2, 2, 0, 2, 2, 1, 1])
    #expect(topology.connectedComponents().classOfNode == [0, 1, 2, 3, 0, 3, 3])
    #expect(try Drawing(positions: [SIMD2<Double>]()).topology.nodeCount == 0)
    var directed = drawing
    directed.edges[2].isDirected = true
    #expect(try directed.topology.isDirected)
  }

  @Test(arguments: [-1, 7, .max, .min])
  func edgesOfMissingNodesHaveNoTopology(node: Int) {
    var drawing = drawing
    drawing.edges.append(.init(node, 0))
    let error = #expect(throws: GraphError.self) { try drawing.topology }
    #expect(error?.description.hasPrefix("edge 5 goes from ") == true)
  }

  @Test func numbersOfNodesMayBeOfAnyType() {
    let edge = Drawing.Edge(3, 4)
    #expect(Drawing.Edge(Int32(3), Int32(4)) == edge && Drawing.Edge(UInt8(3), UInt8(4)) == edge)
    #expect(Drawing.Edge(Int.max, Int.min) == Drawing.Edge(Int32.max, Int32.min))
  }

  @Test func edgesTakeTheColorsOfNodes() {
    var drawing = drawing
    drawing.colorEdgesByNodes()
    #expect(drawing.edges.allSatisfy { $0.color == nil })
    let (red, blue) = (RGBColor(red: 200, green: 0, blue: 0), RGBColor(red: 0, green: 0, blue: 100))
    drawing.nodeColors = [red, red, red, red, blue, red, red]
    drawing.edges[0].color = blue
    drawing.colorEdgesByNodes()
    #expect(drawing.edges[0].color == blue)
    #expect(drawing.edges[1].color == red)
    #expect(drawing.edges[2].color == RGBColor(red: 100, green: 0, blue: 50))
  }
}
