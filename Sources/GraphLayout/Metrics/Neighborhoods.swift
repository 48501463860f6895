import ForceSimulation
import RunSupport

extension LayoutMetrics {
  /// Returns the neighbourhood preservation over several hops: the mean over nodes of the Jaccard
  /// index of the k nodes reachable over at most `hops` edges in any direction, and the k nearest
  /// nodes in the layout. 1 is perfect.
  ///
  /// Nodes that reach more than half of the others of their component are not counted, as
  /// everything is near them. nil if fewer than half of the nodes count, as in graphs with short
  /// paths.
  ///
  /// With 4 and 8 hops it distinguishes drawings that show branches and elongated shapes from those
  /// in which only neighbours are close, which `neighborhoodPreservation(_:_:)` does not.
  ///
  /// - Parameters:
  ///   - hops: the number of hops, at least 1.
  ///   - sampledNodes: the number of nodes, chosen by `seed`; nil for all up to
  ///     5,000 nodes and 300 above. Chosen nodes without edges are not counted.
  /// - Complexity: O(sampled nodes * (reached edges + k log k)).
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public static func neighborhoodPreservation<Vector: SimulationVector<Double>>(
    _ graph: LayoutGraph, _ positions: [Vector], hops: Int, sampledNodes: Int? = nil,
    seed: UInt64 = 1
  ) throws(LayoutError) -> Double? {
    try Check.positions(positions, nodeCount: graph.nodeCount)
    try Check.atLeast(1, hops, "hops")
    if let sampledNodes { try Check.atLeast(1, sampledNodes, "sampledNodes") }
    let wanted = sampledNodes ?? (graph.nodeCount <= exactStressNodeLimit ? graph.nodeCount : 300)
    var random = SeededRandom(seed: seed)
    let chosen = random.sample(wanted, of: graph.nodeCount).filter { graph.degree(of: $0) > 0 }
    let points = normalized(positions)
    let tree = KDTree(points)
    var ball = HopBall(graph)
    var (sum, counted) = (0.0, 0)
    for node in chosen where ball.grow(from: node, hops: hops) {
      let count = ball.nodes.count
      let nearest = tree.nearest(count, to: points[node]).filter { $0 != node }
      // The ball contains the node itself. If others coincide with it, it may not be among the
      // nearest.
      let common = nearest.prefix(count - 1).count { ball.contains($0) }
      sum += Double(common) / Double(2 * (count - 1) - common)
      counted += 1
    }
    return counted > 0 && 2 * counted >= chosen.count ? sum / Double(counted) : nil
  }
}

/// The nodes that a node reaches over some hops, including itself.
private struct HopBall {
  private let graph: LayoutGraph
  /// The size of each node's component.
  private let componentSizes: [Int32]
  /// The number of the last ball that contained each node.
  private var lastBalls: [Int32]
  private var ball: Int32 = 0
  private(set) var nodes: [Int32] = []

  init(_ graph: LayoutGraph) {
    self.graph = graph
    var sizes = [Int32](repeating: 0, count: graph.nodeCount)
    for nodes in graph.components().nodes {
      for node in nodes { sizes[Int(node)] = Int32(nodes.count) }
    }
    componentSizes = sizes
    lastBalls = [Int32](repeating: 0, count: graph.nodeCount)
  }

  func contains(_ node: Int) -> Bool { lastBalls[node] == ball }

  /// Grows the ball; returns false, with an incomplete ball, if it reaches more than half of the
  /// others.
  mutating func grow(from node: Int, hops: Int) -> Bool {
    ball += 1
    nodes = [Int32(node)]
    lastBalls[node] = ball
    let most = (Int(componentSizes[node]) - 1) / 2 + 1
    var first = 0
    for _ in 0..<hops {
      let last = nodes.count
      if first == last { break }
      for place in first..<last {
        for neighbor in graph.neighbors(of: Int(nodes[place]))
        where lastBalls[Int(neighbor)] != ball {
          lastBalls[Int(neighbor)] = ball
          nodes.append(neighbor)
        }
        if nodes.count > most { return false }
      }
      first = last
    }
    return true
  }
}
