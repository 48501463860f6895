import GraphLayout
import GraphModel

typealias Point = SIMD2<Double>

/// The measures of a goal.
extension LayoutGoal {
  /// Below 1; less is better for distances, more for the others.
  func measure(_ subject: Subject, communities: [Int32], _ points: [Point]) throws -> Double {
    switch self {
    case .distances: try LayoutMetrics.stress(subject.graph, points)
    case .neighborhoods: try LayoutMetrics.neighborhoodPreservation(subject.graph, points)
    case .clusters: ownCommunityShare(points, communities)
    case .structure:
      try LayoutMetrics.neighborhoodPreservation(subject.graph, points, hops: 8)
        ?? LayoutMetrics.neighborhoodPreservation(subject.graph, points, hops: 4) ?? 0
    }
  }

  /// How far `later` is behind `earlier`, as a share of it; below 0 when it is ahead.
  func lag(of later: Double, behind earlier: Double) -> Double {
    // Two drawings whose stress is below a thousandth look the same.
    self == .distances
      ? (later - earlier) / max(earlier, 0.001) : (earlier - later) / max(earlier, 0.001)
  }
}

/// Returns the mean over all nodes of the fraction of the ten nearest that are in the node's
/// community. O(nodes²).
private func ownCommunityShare(_ points: [Point], _ community: [Int32]) -> Double {
  let wanted = min(10, points.count - 1)
  var total = 0
  var nearest: [(square: Double, node: Int)] = []
  for node in points.indices {
    nearest.removeAll(keepingCapacity: true)
    for other in points.indices where other != node {
      let apart = points[other] - points[node]
      let square = (apart * apart).sum()
      if nearest.count == wanted, square >= nearest[wanted - 1].square { continue }
      let place = nearest.firstIndex { $0.square > square } ?? nearest.count
      nearest.insert((square, other), at: place)
      if nearest.count > wanted { nearest.removeLast() }
    }
    total += nearest.count { community[$0.node] == community[node] }
  }
  return Double(total) / Double(max(1, wanted * points.count))
}

/// The medians over seeds for one graph and goal.
struct Row: Sendable {
  var subject: Subject
  var goal: LayoutGoal
  var quick, balanced, best: Double
  /// What the layout that is made for this alone has: `StressLayout` for distances, springs and charges
  /// for the others.
  var other: Double

  /// How far more time is behind less, at worst.
  var lag: Double {
    max(goal.lag(of: balanced, behind: quick), goal.lag(of: best, behind: balanced))
  }

  init(_ subject: Subject, _ goal: LayoutGoal, seeds: Int) throws {
    let communities = try subject.graph.topology.communities().classOfNode
    func median(
      _ method: LayoutMethod, _ quality: LayoutQuality = .balanced, for wanted: LayoutGoal? = nil
    ) throws -> Double {
      try (1...UInt64(seeds)).map { seed in
        // Graphs are laid out side by side, each with one thread.
        var request = LayoutRequest(method, quality: quality, seed: seed)
        request.kernelOptions.threadCount = 1
        request.goal = wanted
        let points = try subject.graph.layout(request).positions.inPlane
        return try goal.measure(subject, communities: communities, points)
      }.sorted()[seeds / 2]
    }
    self.subject = subject
    self.goal = goal
    quick = try median(.multilevel, .quick, for: goal)
    balanced = try median(.multilevel, .balanced, for: goal)
    best = try median(.multilevel, .best, for: goal)
    other =
      try goal == .distances
      ? median(.stress) : median(.force, .best)
  }
}
