import ForceSimulation
import GraphLayout
import Testing
import _TestSupport

/// Tidy trees, radial trees, tries and heaps.
@Suite(.traced) struct TreeLayoutTests {
  /// For each node its children in a tree whose edges lead away from the root.
  static func children(_ graph: LayoutGraph) -> [[Int]] {
    var children = [[Int]](repeating: [], count: graph.nodeCount)
    for (a, b) in pairs(graph) { children[a].append(b) }
    return children.map { $0.sorted() }
  }

  // MARK: Tidy trees

  /// What Reingold and Tilford ask of a drawing, for random trees.
  @Test func tidyTreesAreTidy() throws {
    try withEvery("seed", in: UInt64(1)...30) { seed in
      let tree = try randomTree(80, seed: seed, directed: true)
      let layout = TidyTreeLayout(nodeDistance: 10, levelDistance: 20)
      let p = try layout.layout(tree).positions
      let children = Self.children(tree)
      for (parent, list) in children.enumerated() {
        guard let first = list.first, let last = list.last else { continue }
        // Levels, parents over the middle of their children, and children from left to right.
        for child in list { #expect(abs(p[parent].y - p[child].y - 20) < 1e-9) }
        #expect(abs(p[parent].x - (p[first].x + p[last].x) / 2) < 1e-9)
        for (left, right) in zip(list, list.dropFirst()) {
          #expect(p[right].x - p[left].x > 10 - 1e-9)
        }
      }
      Self.expectApart(p, by: 10)
      #expect(try LayoutMetrics.crossings(tree, p).perEdge == 0)
    }
  }

  /// Nodes of one level keep their distance.
  static func expectApart(_ positions: [Point], by distance: Double) {
    let sorted = positions.sorted { ($0.y.rounded(), $0.x) < ($1.y.rounded(), $1.x) }
    for (left, right) in zip(sorted, sorted.dropFirst()) where abs(left.y - right.y) < 1e-6 {
      #expect(right.x - left.x > distance - 1e-9)
    }
  }

  @Test func equalSubtreesAreDrawnEqual() throws {
    // Two copies of a random tree below one root.
    let part = pairs(try randomTree(25, seed: 6, directed: true))
    let edges =
      [(0, 1), (0, 26)] + part.map { ($0 + 1, $1 + 1) } + part.map { ($0 + 26, $1 + 26) }
    let p = try TidyTreeLayout().layout(try graph(51, edges, directed: true)).positions
    for node in 0..<25 {
      let difference = (p[node + 26] - p[26]) - (p[node + 1] - p[1])
      #expect(difference.length() < 1e-9)
    }
  }

  /// The small subtree in the middle stands evenly between its large neighbours (Buchheim, Jünger and Leipert).
  @Test func smallSubtreesAreSpreadEvenly() throws {
    // Root 0 with children 1...5; 1 and 5 have long rows of children, the others are leaves.
    let edges =
      (1...5).map { (0, $0) } + (6..<20).map { (1, $0) } + (20..<34).map { (5, $0) }
    let p = try TidyTreeLayout().layout(try graph(34, edges, directed: true)).positions
    let gaps = (1...4).map { p[$0 + 1].x - p[$0].x }
    for gap in gaps { #expect(abs(gap - gaps[0]) < 1e-9) }
  }

  @Test func treesOfAForestStandSideBySide() throws {
    let forest = try graph(7, [(0, 1), (0, 2), (3, 4), (3, 5)], directed: true)
    let result = try TidyTreeLayout().layout(forest)
    #expect(result.statistics.componentCount == 3)
    let p = result.positions
    #expect(p[0].y == p[3].y && p[3].y == p[6].y)
    Self.expectApart(p, by: 15)
  }

  @Test func theRootCanBeChosen() throws {
    let path = try graph(.path(5))
    let fromEnd = try TidyTreeLayout(root: 0).layout(path).positions
    #expect((1...4).allSatisfy { fromEnd[$0].y < fromEnd[$0 - 1].y })
    // Without one it is in the middle.
    let fromMiddle = try TidyTreeLayout().layout(path).positions
    #expect(fromMiddle[2].y > fromMiddle[1].y && fromMiddle[1].y > fromMiddle[0].y)
    #expect(fromMiddle[0].y == fromMiddle[4].y)
  }

  // MARK: Radial trees

  @Test func levelsAreCircles() throws {
    try withEvery("seed", in: UInt64(1)...20) { seed in
      let tree = try randomTree(120, seed: seed, directed: true)
      let p = try RadialTreeLayout().layout(tree).positions
      var depth = [Int](repeating: 0, count: 120)
      for (parent, child) in pairs(tree) { depth[child] = depth[parent] + 1 }
      guard let first = depth.firstIndex(of: 1) else { return }
      let distance = p[first].distance(to: p[0])
      #expect(distance >= 30 - 1e-9)
      for node in 0..<120 {
        #expect(abs(p[node].distance(to: p[0]) - distance * Double(depth[node])) < 1e-6)
      }
      #expect(try LayoutMetrics.crossings(tree, p).perEdge == 0)
      #expect(try LayoutMetrics.overlaps(p, radius: 1e-3) == 0)
    }
  }

  // MARK: Tries

  /// Every subtree has a strip of its own, as wide as its leaves.
  @Test func stripsAreAsWideAsTheirLeaves() throws {
    try withEvery("seed", in: UInt64(1)...20) { seed in
      let tree = try randomTree(60, seed: seed, directed: true)
      let p = try TrieLayout(nodeDistance: 10).layout(tree).positions
      let children = Self.children(tree)
      var below = (0..<60).map { [$0] }
      // Children have higher numbers than their parents.
      for node in (0..<60).reversed() {
        for child in children[node] { below[node] += below[child] }
      }
      for node in 0..<60 {
        let leaves = below[node].count { children[$0].isEmpty }
        let half = Double(leaves) * 5 + 1e-9
        #expect(below[node].allSatisfy { abs(p[$0].x - p[node].x) <= half })
        for (left, right) in zip(children[node], children[node].dropFirst()) {
          let rightmost = below[left].map { p[$0].x }.max() ?? 0
          let leftmost = below[right].map { p[$0].x }.min() ?? 0
          #expect(leftmost - rightmost > 10 - 1e-9)
        }
      }
    }
  }

  // MARK: Heaps

  @Test func heapsFollowTheirIndices() throws {
    // Whatever the edges say.
    let p = try BinaryHeapLayout(nodeDistance: 8, levelDistance: 20)
      .layout(try graph(21, [(20, 0), (3, 4)])).positions
    for node in 1..<21 {
      let parent = (node - 1) / 2
      #expect(p[parent].y - p[node].y == 20)
      #expect((p[node].x < p[parent].x) == (node % 2 == 1))
    }
    for parent in 0..<10 where 2 * parent + 2 < 21 {
      #expect(p[2 * parent + 1].x + p[2 * parent + 2].x == 2 * p[parent].x)
    }
    Self.expectApart(p, by: 8)
  }
}
