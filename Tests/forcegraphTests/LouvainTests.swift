import Testing

@testable import forcegraph

struct LouvainTests {
  private func communities(_ count: Int, _ edges: [(Int, Int)], _ weights: [Double]? = nil) -> [Int]
  {
    Louvain.communities(
      nodeCount: count, sources: edges.map { Int32($0.0) }, targets: edges.map { Int32($0.1) },
      weights: weights)
  }

  /// All pairs of nodes.
  private func clique(_ nodes: Range<Int>) -> [(Int, Int)] {
    nodes.flatMap { a in (a + 1..<max(nodes.upperBound, a + 1)).map { (a, $0) } }
  }

  @Test func cliquesOnAString() {
    let edges = clique(0..<4) + clique(4..<9) + clique(9..<12) + [(3, 4), (8, 9)]
    // The largest comes first.
    #expect(communities(12, edges) == [1, 1, 1, 1, 0, 0, 0, 0, 0, 2, 2, 2])
  }

  @Test func nothingToJoin() {
    #expect(communities(0, []) == [])
    #expect(communities(3, []) == [0, 1, 2])
    #expect(communities(2, [(0, 0), (1, 1)]) == [0, 1])
    #expect(communities(2, [(0, 1)]) == [0, 0])
  }

  @Test func weightsDecide() {
    // A square: without weights any two halves are as good; with them the heavy sides stay together.
    let square = [(0, 1), (1, 2), (2, 3), (3, 0)]
    #expect(communities(4, square, [9, 1, 9, 1]) == [0, 0, 1, 1])
    #expect(communities(4, square, [1, 9, 1, 9]) == [0, 1, 1, 0])
    // Without a meaning they count as 1.
    #expect(
      communities(4, square, [.nan, 0, -3, .infinity]) == communities(4, square))
  }

  @Test func parallelEdgesAddUp() {
    let square = [(0, 1), (1, 2), (2, 3), (3, 0), (1, 0), (0, 1), (2, 3), (3, 2)]
    #expect(communities(4, square) == [0, 0, 1, 1])
  }

  /// The modularity of Zachary's karate club is at most 0.4198 (Brandes and others 2008); Louvain's method comes near.
  @Test func karateClub() {
    let edges = karate
    let groups = communities(34, edges)
    #expect(modularity(edges, groups) > 0.41)
    #expect(modularity(edges, groups) < 0.4199)
  }

  private func modularity(_ edges: [(Int, Int)], _ group: [Int]) -> Double {
    let count = Double(edges.count)
    var inside = 0.0
    var ends = [Double](repeating: 0, count: group.count)
    for (a, b) in edges {
      if group[a] == group[b] { inside += 1 }
      ends[group[a]] += 1
      ends[group[b]] += 1
    }
    return inside / count - ends.reduce(0) { $0 + ($1 / (2 * count)) * ($1 / (2 * count)) }
  }

  /// W. W. Zachary, An Information Flow Model for Conflict and Fission in Small Groups, Journal of Anthropological
  /// Research 33 (1977): for each member the friends with higher numbers.
  private var karate: [(Int, Int)] {
    let friends: [Int: [Int]] = [
      0: [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 17, 19, 21, 31],
      1: [2, 3, 7, 13, 17, 19, 21, 30], 2: [3, 7, 8, 9, 13, 27, 28, 32], 3: [7, 12, 13],
      4: [6, 10], 5: [6, 10, 16], 6: [16], 8: [30, 32, 33], 9: [33], 13: [33], 14: [32, 33],
      15: [32, 33], 18: [32, 33], 19: [33], 20: [32, 33], 22: [32, 33],
      23: [25, 27, 29, 32, 33], 24: [25, 27, 31], 25: [31], 26: [29, 33], 27: [33], 28: [31, 33],
      29: [32, 33], 30: [32, 33], 31: [32, 33], 32: [33],
    ]
    return friends.keys.sorted().flatMap { a in (friends[a] ?? []).map { (a, $0) } }
  }

  @Test func mapColoring() {
    // A ring of six parts of one node each, in three colours: neighbours differ.
    let ring = (0..<6).map { (Int32($0), Int32(($0 + 1) % 6)) }
    let colors = MapColoring.colors(
      parts: Array(0..<6), sources: ring.map(\.0), targets: ring.map(\.1), colorCount: 3)
    for (a, b) in ring { #expect(colors[Int(a)] != colors[Int(b)]) }
    // Without edges all colours are used alike.
    let apart = MapColoring.colors(
      parts: Array(0..<6), sources: [], targets: [], colorCount: 3)
    #expect(apart == [0, 1, 2, 0, 1, 2])
    #expect(MapColoring.colors(parts: [], sources: [], targets: [], colorCount: 3) == [])
  }
}
