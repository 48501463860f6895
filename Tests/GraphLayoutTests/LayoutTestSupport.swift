import ForceSimulation
import GraphLayout
import _TestSupport

typealias Point = SIMD2<Double>
typealias Point3 = SIMD3<Double>

/// Creates a graph from valid edges.
func graph(
  _ nodeCount: Int, _ edges: [(Int, Int)], directed: Bool = false, weights: [Double]? = nil,
  meaning: LayoutGraph.WeightMeaning = .length
) throws -> LayoutGraph {
  try LayoutGraph(
    nodeCount: nodeCount, edges: edges, isDirected: directed, weights: weights, meaning: meaning)
}

func graph(_ fixture: GraphFixture, directed: Bool = false) throws -> LayoutGraph {
  try LayoutGraph(nodeCount: fixture.nodeCount, links: fixture.links, isDirected: directed)
}

func cycle(_ count: Int) throws -> LayoutGraph {
  try graph(count, (0..<count).map { ($0, ($0 + 1) % count) })
}

/// Returns a tree in which the parent of each node has a smaller index.
func randomTree(_ count: Int, seed: UInt64, directed: Bool = false) throws -> LayoutGraph {
  var random = SplitMix64(seed: seed)
  return try graph(
    count, (1..<max(count, 1)).map { (Int.random(in: 0..<$0, using: &random), $0) },
    directed: directed)
}

/// Returns random edges, with duplicates and self-edges among them.
func randomGraph(
  _ count: Int, edges: Int, seed: UInt64, directed: Bool = false
) throws -> LayoutGraph {
  var random = SplitMix64(seed: seed)
  return try graph(
    count,
    (0..<edges).map { _ in
      (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
    }, directed: directed)
}

func randomPositions<Vector: LayoutVector>(_ count: Int, seed: UInt64) -> [Vector] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in random.vector(in: -100...100) }
}

/// Returns the edges of a graph as pairs.
func pairs(_ graph: LayoutGraph) -> [(Int, Int)] {
  zip(graph.sources, graph.targets).map { (Int($0), Int($1)) }
}

/// Returns all graph distances, by the Floyd-Warshall algorithm.
func allDistances(_ graph: LayoutGraph) -> [[Double]] {
  let count = graph.nodeCount
  var distance = [[Double]](
    repeating: [Double](repeating: .infinity, count: count), count: count)
  for node in 0..<count { distance[node][node] = 0 }
  for (edge, (a, b)) in pairs(graph).enumerated() where a != b {
    let length = graph.lengths?[edge] ?? 1
    distance[a][b] = min(distance[a][b], length)
    distance[b][a] = distance[a][b]
  }
  for middle in 0..<count {
    for a in 0..<count {
      for b in 0..<count {
        distance[a][b] = min(distance[a][b], distance[a][middle] + distance[middle][b])
      }
    }
  }
  return distance
}

/// Returns true if all positions are finite.
func isFinite<Vector: LayoutVector>(_ positions: [Vector]) -> Bool {
  !positions.contains { !$0.isFinite }
}

/// Returns the layouts of the table that need no library, with few ticks.
func layoutsOfTable<Vector: LayoutVector>(
  ticks: Int, without excluded: Set<LayoutMethod> = []
) -> [any GraphLayoutAlgorithm<Vector>] {
  LayoutMethod.all.compactMap { method in
    if method.abilities.contains(.linearAlgebra) || excluded.contains(method) { return nil }
    var request = LayoutRequest(method)
    // What the automatic one chooses has its own number.
    if method != .automatic { request.ticks = ticks }
    return method.layout(request, Placement<Vector>())
  }
}

/// All layouts of the plane that need no library.
let everyLayout: [any GraphLayoutAlgorithm<Point>] =
  layoutsOfTable(ticks: 40) + [
    FruchtermanReingoldLayout<Point>(ticks: 40, frame: (Point(-50, -20), Point(80, 40))),
    StressLayout<Point>(iterations: 40, fullNodeLimit: 0),
  ]
let everyLayoutInSpace: [any GraphLayoutAlgorithm<Point3>] =
  layoutsOfTable(ticks: 40) + [StressLayout<Point3>(iterations: 40, fullNodeLimit: 0)]
#if LinearAlgebra
let everyAlgebraicLayout: [any GraphLayoutAlgorithm<Point>] = [
  PivotMDSLayout<Point>(), SpectralLayout<Point>(), SpectralLayout<Point>(denseLimit: 0),
]
#else
let everyAlgebraicLayout: [any GraphLayoutAlgorithm<Point>] = []
#endif

/// The edges of a mesh of hexagons, as bricks: each second edge between rows is missing.
func brickEdges(rows: Int, columns: Int) -> [(Int, Int)] {
  var edges: [(Int, Int)] = []
  for row in 0..<rows {
    for column in 0..<columns {
      let node = row * columns + column
      if column > 0 { edges.append((node - 1, node)) }
      if row > 0, (row + column) % 2 == 0 { edges.append((node - columns, node)) }
    }
  }
  return edges
}
