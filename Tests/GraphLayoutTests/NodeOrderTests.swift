import ForceSimulation
import GraphModel
import RunSupport
import Testing
import _TestSupport

@testable import GraphLayout

/// Large graphs are numbered anew, and tick in single precision.
@Suite(.traced) struct NodeOrderTests {
  /// A grid of 130 by 130 nodes, numbered at random.
  private static func grid(weights: Bool = false) throws -> LayoutGraph {
    let side = 130
    var random = SeededRandom(seed: 5)
    var numbers = Array(0..<side * side)
    for place in numbers.indices.dropFirst() { numbers.swapAt(place, random.index(place + 1)) }
    var edges: [(Int, Int)] = []
    for node in 0..<side * side {
      if node % side < side - 1 { edges.append((numbers[node], numbers[node + 1])) }
      if node + side < side * side { edges.append((numbers[node], numbers[node + side])) }
    }
    let lengths: [Double] = edges.map { Double(1 + ($0.0 + $0.1) % 3) }
    return try LayoutGraph(
      nodeCount: side * side, edges: edges, weights: weights ? lengths : nil, meaning: .length)
  }

  @Test(arguments: [false, true]) func theGraphIsTheSame(weights: Bool) throws {
    let graph = try Self.grid(weights: weights)
    let order = try #require(NodeOrder(graph))
    #expect(order.nodes.sorted() == (0..<graph.nodeCount).map { Int32($0) })
    let level = LevelGraph(graph, order: order)
    let plain = LevelGraph(graph)
    var distance = 0
    for number in 0..<level.nodeCount {
      let node = Int(order.nodes[number])
      #expect(order.numbers[node] == Int32(number))
      let row = level.range(of: number), plainRow = plain.range(of: node)
      #expect(row.map { order.nodes[Int(level.neighbors[$0])] } == Array(plain.neighbors[plainRow]))
      #expect(Array(level.lengths[row]) == Array(plain.lengths[plainRow]))
      for place in row { distance += abs(Int(level.neighbors[place]) - number) }
    }
    // At random, it would be a third of the nodes.
    #expect(distance < level.neighbors.count * graph.nodeCount / 50)
    #expect(order.byNode(order.nodes) == (0..<graph.nodeCount).map { Int32($0) })
  }

  @Test func smallGraphsKeepTheirOrder() throws {
    #expect(NodeOrder(try graph(.path(NodeOrder.large - 1))) == nil)
    #expect(NodeOrder(try graph(.path(NodeOrder.large))) != nil)
  }

  /// A node that is not connected is reached as well.
  @Test func everyComponentIsReached() throws {
    let order = try #require(NodeOrder(try graph(NodeOrder.large, [(3, 9), (4, 9)])))
    #expect(Set(order.nodes).count == NodeOrder.large)
  }

  @Test func aGridStaysAGrid() throws {
    let graph = try Self.grid()
    func drawn(threads: Int) throws -> [Point] {
      let control = LayoutControl(
        seed: 2,
        kernelOptions: KernelOptions(threadCount: threads, serialBelowNanoseconds: 0))
      return try MultilevelLayout<Point>(quality: .quick).layout(graph, control: control).positions
    }
    let positions = try drawn(threads: 1)
    #expect(try drawn(threads: 2) == positions)
    #expect(try LayoutMetrics.neighborhoodPreservation(graph, positions) > 0.95)
    #expect(try LayoutMetrics.stress(graph, positions, sampledSources: 100) < 0.015)
  }

  // MARK: What large graphs are made of

  @Test(arguments: [false, true]) func componentsHaveTheirNeighbours(weights: Bool) throws {
    var random = SeededRandom(seed: 7)
    // Seven components, with loops and parallel edges.
    let edges: [(Int, Int)] = (0..<400).map { _ in
      let part = random.index(7)
      return (random.index(20) * 7 + part, random.index(20) * 7 + part)
    }
    let lengths: [Double] = edges.map { _ in 1 + Double(random.index(5)) }
    let graph = try LayoutGraph(
      nodeCount: 140, edges: edges, weights: weights ? lengths : nil, meaning: .length)
    let parts = graph.subgraphs(graph.components())
    #expect(parts.count >= 7)
    for part in parts {
      let wanted = Neighborhoods(part.topology, lengths: part.lengths)
      #expect(part.adjacency.offsets == wanted.offsets)
      #expect(part.adjacency.neighbors == wanted.neighbors)
      #expect(part.adjacency.lengths == wanted.lengths)
    }
  }

  /// In a graph of few nodes, random pivots come up again, and the farthest node takes their place.
  @Test(arguments: [(6, 6), (40, 25), (3_000, 30)]) func randomPivots(nodes: Int, count: Int) throws
  {
    let graph = try MultilevelTests.connected(nodes, edges: 2 * nodes)
    func pivots(threads: Int) -> PivotDistances {
      var run = LayoutRun(
        LayoutControl(
          seed: 4,
          kernelOptions: KernelOptions(threadCount: threads, serialBelowNanoseconds: 0)))
      return PivotDistances(graph, count: count, choice: .random, run: &run)
    }
    let found = pivots(threads: 2)
    #expect(found.pivots.count == count && Set(found.pivots).count == count)
    #expect(pivots(threads: 1).rows == found.rows)
    var finder = DistanceFinder(graph)
    for (number, pivot) in found.pivots.enumerated() {
      finder.find(from: pivot)
      #expect(found.rows[number] == finder.distances.map { Float($0) })
    }
    for node in 0..<nodes {
      let distances = found.rows.map { $0[node] }
      let least = try #require(distances.min())
      #expect(found.nearestDistance[node] == least)
      #expect(Int(found.nearest[node]) == distances.firstIndex(of: least))
    }
  }
}
