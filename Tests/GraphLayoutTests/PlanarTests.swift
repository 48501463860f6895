import RunSupport
import Testing
import _TestSupport

@testable import GraphLayout

/// Planar embeddings and their drawings, with which the multilevel layout begins.
@Suite(.traced) struct PlanarTests {
  // MARK: Embedding

  /// An order around each node is an embedding in the plane when Euler's formula holds.
  private func expectEmbedded(_ graph: LayoutGraph, _ comment: Comment) {
    let level = LevelGraph(graph)
    guard let embedding = PlanarEmbedding(level) else {
      Issue.record("no embedding: \(comment)")
      return
    }
    for node in 0..<level.nodeCount {
      guard let first = level.range(of: node).first else { continue }
      var (around, place): (Set<Int>, Int) = ([], first)
      repeat {
        around.insert(place)
        place = embedding.next[place]
      } while place != first && around.count <= level.degree(of: node)
      #expect(around == Set(level.range(of: node)), comment)
    }
    let edges = level.neighbors.count / 2
    #expect(embedding.faces().count == edges - level.nodeCount + 2, comment)
  }

  private func isPlanar(_ count: Int, _ edges: [(Int, Int)]) throws -> Bool {
    PlanarEmbedding(LevelGraph(try graph(count, edges))) != nil
  }

  private static func isConnected(_ count: Int, _ edges: [(Int, Int)]) -> Bool {
    var group = Array(0..<count)
    for (a, b) in edges where group[a] != group[b] {
      let (from, to) = (group[a], group[b])
      for node in 0..<count where group[node] == from { group[node] = to }
    }
    return Set(group).count == 1
  }

  /// Of the 26,704 connected graphs on six labelled nodes 26,013 are planar (OEIS A001187, A096332).
  @Test func allGraphsOfSixNodesAreToldApart() throws {
    let pairs = (0..<6).flatMap { a in (0..<a).map { ($0, a) } }
    var (connected, planar) = (0, 0)
    for bits in 0..<1 << pairs.count where bits.nonzeroBitCount >= 5 {
      let edges = pairs.indices.filter { bits >> $0 & 1 == 1 }.map { pairs[$0] }
      guard Self.isConnected(6, edges) else { continue }
      connected += 1
      if try isPlanar(6, edges) {
        planar += 1
        if planar % 50 == 0 { expectEmbedded(try graph(6, edges), "bits \(bits)") }
      }
    }
    #expect(connected == 26_704)
    #expect(planar == 26_013)
  }

  /// A triangulation of a disc: points one after the other come into a triangle.
  private func triangulation(_ count: Int, seed: UInt64) -> [(Int, Int)] {
    var random = SplitMix64(seed: seed)
    var triangles = [(0, 1, 2)]
    var edges = [(0, 1), (1, 2), (2, 0)]
    for node in 3..<count {
      let index = Int.random(in: triangles.indices, using: &random)
      let (a, b, c) = triangles[index]
      triangles[index] = (a, b, node)
      triangles += [(b, c, node), (c, a, node)]
      edges += [(a, node), (b, node), (c, node)]
    }
    return edges
  }

  private static func triangle(_ a: Int, _ b: Int, _ c: Int) -> [(Int, Int)] {
    [(a, b), (b, c), (c, a)]
  }

  private func planarGraphs() throws -> [(name: String, graph: LayoutGraph)] {
    var graphs = [
      ("grid", try graph(.grid(20, 15))), ("star", try graph(.star(leaves: 30))),
      ("path", try graph(.path(40))), ("cycle", try cycle(30)),
      ("tree", try randomTree(200, seed: 5)),
      // Triangles in a row, each with one node of the one before.
      ("cactus", try graph(61, (0..<30).flatMap { Self.triangle(2 * $0, 2 * $0 + 1, 2 * $0 + 2) })),
    ]
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let all = triangulation(150, seed: seed)
      graphs.append(("triangulation \(seed)", try graph(150, all)))
      // With holes: what is left of it together.
      let some = all.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      let part = try graph(150, some)
      let largest = part.subgraphs(part.components()).max { $0.nodeCount < $1.nodeCount }
      graphs.append(("holes \(seed)", try #require(largest)))
    }
    return graphs
  }

  @Test func planarGraphsAreEmbedded() throws {
    for (name, graph) in try planarGraphs() { expectEmbedded(graph, "\(name)") }
    #expect(PlanarEmbedding(LevelGraph(try graph(1, []))) != nil)
    expectEmbedded(try graph(2, [(0, 1)]), "one edge")
  }

  /// One edge too many, and edges through which a node comes in between, are found in large graphs.
  @Test func graphsThatAreNotPlanarAreRefused() throws {
    for seed in 1...10 as ClosedRange<UInt64> {
      let edges = triangulation(120, seed: seed)
      // A triangulation has no room for one more edge.
      let known = Set(edges.map { SIMD2(min($0.0, $0.1), max($0.0, $0.1)) })
      var random = SplitMix64(seed: seed)
      var more: SIMD2<Int>
      repeat {
        let (a, b) = (
          Int.random(in: 0..<120, using: &random), Int.random(in: 0..<120, using: &random)
        )
        more = SIMD2(min(a, b), max(a, b))
      } while more.x == more.y || known.contains(more)
      #expect(try !isPlanar(120, edges + [(more.x, more.y)]), "seed \(seed)")
      // Its edges with a node on each, so that counting edges does not tell.
      let all = edges + [(more.x, more.y)]
      let subdivided = all.enumerated().flatMap { index, edge in
        [(edge.0, 120 + index), (120 + index, edge.1)]
      }
      #expect(try !isPlanar(120 + all.count, subdivided), "seed \(seed)")
    }
    let outer = try pairs(cycle(5))
    let spokes = (0..<5).map { ($0, $0 + 5) }
    let inner = (0..<5).map { ($0 + 5, ($0 + 2) % 5 + 5) }
    let petersen = outer + spokes + inner
    #expect(try !isPlanar(10, petersen))
  }

  // MARK: Drawing

  @Test func noTwoEdgesCross() throws {
    // The triangles of the cactus may lie one inside the other.
    for (name, graph) in try planarGraphs() where name != "cactus" {
      let drawing = try #require(PlanarDrawing(LevelGraph(graph)), "\(name)")
      let positions = try drawing.positions(graph)
      #expect(isFinite(positions), "\(name)")
      #expect(try LayoutMetrics.crossings(graph, positions).perEdge == 0, "\(name)")
      #expect(try LayoutMetrics.overlaps(positions, radius: 1e-9) == 0, "\(name)")
    }
  }

  /// Two tubes, glued along a third of their last rings: by distances they lie flat, folded twice.
  private func meshWithHoles() throws -> LayoutGraph {
    let (around, rings) = (24, 20)
    func node(_ tube: Int, _ ring: Int, _ at: Int) -> Int {
      // The last ring's first third of the second tube is that of the first.
      let at = at % around
      if tube == 1, ring == rings - 1, at < around / 3 { return node(0, ring, around / 3 - 1 - at) }
      return (tube * rings + ring) * around + at
    }
    var edges: [(Int, Int)] = []
    for tube in 0..<2 {
      for ring in 0..<rings {
        for at in 0..<around {
          edges.append((node(tube, ring, at), node(tube, ring, at + 1)))
          if ring + 1 < rings {
            edges.append((node(tube, ring, at), node(tube, ring + 1, at)))
            edges.append((node(tube, ring, at), node(tube, ring + 1, at + 1)))
          }
        }
      }
    }
    let used = Set(edges.flatMap { [$0.0, $0.1] }).sorted()
    let number = Dictionary(uniqueKeysWithValues: used.enumerated().map { ($1, $0) })
    return try graph(used.count, edges.map { (number[$0.0] ?? 0, number[$0.1] ?? 0) })
  }

  @Test func meshesWithHolesAreUnfolded() throws {
    let graph = try meshWithHoles()
    let positions = try MultilevelLayout<Point>().layout(graph).positions
    let folded = try MultilevelLayout<Point>(goal: .distances).layout(graph).positions
    let crossings = try LayoutMetrics.crossings(graph, positions).perEdge
    let before = try LayoutMetrics.crossings(graph, folded).perEdge
    #expect(before > 0.5)
    #expect(crossings < 0.01)
    #expect(
      try LayoutMetrics.neighborhoodPreservation(graph, positions)
        > LayoutMetrics.neighborhoodPreservation(graph, folded))
  }

  /// A long tube is drawn by distances, and seen from the side: opened, it would have fourteen times
  /// the stress. Of a short one the far end is wider in the drawing, but nothing is hidden.
  @Test func shortTubesAreOpenedAndLongOnesAreNot() throws {
    func stress(around: Int, rings: Int) throws -> (stress: Double, crossings: Double) {
      var edges: [(Int, Int)] = []
      for ring in 0..<rings {
        for at in 0..<around {
          edges.append((ring * around + at, ring * around + (at + 1) % around))
          if ring + 1 < rings { edges.append((ring * around + at, (ring + 1) * around + at)) }
        }
      }
      let graph = try graph(around * rings, edges)
      let positions = try MultilevelLayout<Point>().layout(graph).positions
      return (
        try LayoutMetrics.stress(graph, positions),
        try LayoutMetrics.crossings(graph, positions).perEdge
      )
    }
    #expect(try stress(around: 24, rings: 40).stress < 0.08)
    #expect(try stress(around: 40, rings: 15).crossings == 0)
  }
}
