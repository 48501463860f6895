import ForceSimulation

/// The two sides of a bipartite graph on two rows or columns.
///
/// Use it for people and groups, or tasks and machines: all edges lead from row to row. The smaller
/// side is on top, and each is spread over the whole width. To reduce crossings, nodes of each side
/// are sorted alternately by the mean position of their neighbours (Sugiyama, Tagawa and Toda 1981,
/// doi:10.1109/TSMC.1981.4308636). In a graph that is not bipartite, sides are chosen by the parity
/// of the distance from a node; edges between nodes of one side lie on its row. Components are
/// packed.
///
/// Time: O(`rounds` * (n log n + edges)) for n nodes.
package struct BipartiteLayout: GraphLayoutAlgorithm {
  /// The distance between neighbours on the larger side, in layout units.
  package var nodeDistance: Double
  /// The space between components, in layout units.
  package var margin: Double
  /// The number of rounds in which both sides are sorted.
  package var rounds: Int
  /// The direction from the smaller side to the other one: rows for `down` and `up`, else columns.
  package var direction = LayoutDirection.down

  package var name: String { "bipartite" }

  /// - Parameter quality: the default of `rounds`: 4 for `quick`, 12 for `balanced`, 40 for `best`.
  package init(
    quality: LayoutQuality = .balanced, nodeDistance: Double = 30, margin: Double = 30,
    rounds: Int? = nil
  ) {
    self.nodeDistance = nodeDistance
    self.margin = margin
    self.rounds = rounds ?? quality.pick(quick: 4, balanced: 12, best: 40)
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<SIMD2<Double>>) {
    self.init(
      quality: request.quality, nodeDistance: placement.linkLength,
      margin: placement.margin)
    direction = request.direction ?? .down
  }

  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [SIMD2<Double>] {
    try Check.positive(nodeDistance, "nodeDistance")
    try Check.positive(margin, "margin")
    try Check.atLeast(0, rounds, "rounds")
    var inner = 0
    let all = try placeByComponents(graph, margin: margin, run: &run) {
      component, _, _, run throws(LayoutError) -> [SIMD2<Double>] in
      var rows = BipartiteRows(component)
      inner += rows.innerEdges
      run.begin("order")
      for round in 0..<rounds where run.mayContinue() {
        rows.order(1 - round % 2)
        run.report(Double(round + 1) / Double(rounds))
      }
      return positions(rows, component.nodeCount)
    }
    if inner > 0 { run.statistics.notes.append("not bipartite: \(inner) edges within a side") }
    return all
  }

  /// The distance of rows and of columns relative to their length. Names beside columns take little of
  /// their length, so that columns may be farther apart.
  private static let rowDistance = 0.25
  private static let columnDistance = 0.6

  /// Returns the positions. Rows or columns are at least one and a half node distances apart.
  private func positions(_ rows: BipartiteRows, _ count: Int) -> [SIMD2<Double>] {
    var positions = [SIMD2<Double>](repeating: .zero, count: count)
    let width = nodeDistance * Double(rows.sides.map(\.count).max() ?? 0)
    let share = direction.isUpright ? Self.rowDistance : Self.columnDistance
    let height = max(1.5 * nodeDistance, share * width)
    let isFirstBelow = direction == .up || direction == .right
    for (side, nodes) in rows.sides.enumerated() {
      for (place, node) in nodes.enumerated() {
        let along = width * (Double(place) + 0.5) / Double(nodes.count)
        let across = (side == 0) == isFirstBelow ? 0 : height
        // Columns begin at the top.
        positions[Int(node)] =
          direction.isUpright ? SIMD2(along, across) : SIMD2(across, width - along)
      }
    }
    return positions
  }

  /// Returns true if a connected graph is complete bipartite with at least two nodes on each side.
  /// O(nodes + edges).
  static func isCompleteBipartite(_ graph: LayoutGraph) -> Bool {
    guard graph.nodeCount >= 4, graph.pairCount >= graph.nodeCount else { return false }
    let rows = BipartiteRows(graph)
    return rows.innerEdges == 0 && rows.sides[0].count * rows.sides[1].count == graph.pairCount
  }
}

/// The nodes of a connected graph on two sides, in the order of their rows.
private struct BipartiteRows {
  /// The sides, the smaller one first.
  private(set) var sides: [[Int32]]
  /// The number of edges between nodes of the same side.
  private(set) var innerEdges = 0
  private let graph: LayoutGraph

  /// Assigns nodes to sides. O(nodes + edges).
  init(_ graph: LayoutGraph) {
    self.graph = graph
    var side = [Int](repeating: -1, count: graph.nodeCount)
    var queue: [Int32] = [0]
    side[0] = 0
    var read = 0
    while read < queue.count {
      let node = queue[read]
      read += 1
      for neighbor in graph.neighbors(of: Int(node)) {
        if side[Int(neighbor)] < 0 {
          side[Int(neighbor)] = 1 - side[Int(node)]
          queue.append(neighbor)
        } else if side[Int(neighbor)] == side[Int(node)], neighbor > node {
          innerEdges += 1
        }
      }
    }
    sides = [0, 1].map { wanted in
      (0..<Int32(graph.nodeCount)).filter { side[Int($0)] == wanted }
    }
    if sides[1].count < sides[0].count { sides.swapAt(0, 1) }
  }

  /// Sorts the nodes of a side by the mean position of their neighbours. O(n log n + edges).
  mutating func order(_ side: Int) {
    var place = [Double](repeating: .nan, count: graph.nodeCount)
    let others = sides[1 - side]
    for (index, node) in others.enumerated() {
      place[Int(node)] = (Double(index) + 0.5) / Double(others.count)
    }
    let means = sides[side].enumerated().map { index, node in
      var (sum, count) = (0.0, 0.0)
      for neighbor in graph.neighbors(of: Int(node)) where !place[Int(neighbor)].isNaN {
        sum += place[Int(neighbor)]
        count += 1
      }
      return (mean: count > 0 ? sum / count : 0, index: index, node: node)
    }
    sides[side] = means.sorted { ($0.mean, $0.index) < ($1.mean, $1.index) }.map(\.node)
  }
}
