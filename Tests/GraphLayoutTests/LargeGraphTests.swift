import ForceSimulation
import GraphLayout
import Testing
import _TestSupport

/// Graphs on which a careless layout overflows the stack, exhausts the memory, or does not
/// terminate.
@Suite(.traced, .serialized) struct LargeGraphTests {
  static let layouts: [any GraphLayoutAlgorithm<Point>] =
    layoutsOfTable(ticks: 3, without: [.automatic, .stress]) + [
      StressLayout<Point>(iterations: 3, pivotCount: 20)
    ]

  static func check(_ graph: LayoutGraph) throws {
    for layout in layouts + everyAlgebraicLayout {
      let result = try layout.layout(graph)
      #expect(result.positions.count == graph.nodeCount, "\(layout.name)")
      #expect(isFinite(result.positions), "\(layout.name)")
    }
  }

  @Test func aStarOf100000Leaves() throws { try Self.check(graph(.star(leaves: 100_000))) }
  @Test func aPathOf100000Nodes() throws { try Self.check(graph(.path(100_000))) }
  @Test func isolatedNodes() throws { try Self.check(graph(100_000, [])) }

  @Test func tenThousandComponents() throws {
    let edges = (0..<10_000).flatMap { part in
      (0..<(part % 4)).map { (part * 4 + $0, part * 4 + $0 + 1) }
    }
    try Self.check(graph(40_000, edges))
  }

  @Test func aCompleteGraphOf1000() throws {
    let graph = try graph(.complete(1000))
    for layout in [
      ForceDirectedLayout<Point>(ticks: 3), StressLayout<Point>(iterations: 3), CircularLayout(),
      TidyTreeLayout(), RadialTreeLayout(),
    ] as [any GraphLayoutAlgorithm<Point>] {
      #expect(isFinite(try layout.layout(graph).positions), "\(layout.name)")
    }
    // Layered, it has an edge over each number of layers: 166 million dummies.
    let error = #expect(throws: LayoutError.self) { try LayeredLayout().layout(graph) }
    #expect("\(error as Any)".contains("at most 2000000"))
  }
}
