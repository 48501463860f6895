/// Which of the edges that join the same two nodes an edge is, so that they can be bent apart.
struct ParallelLanes {
  /// For each edge: its number among those with the same ends, and their count. Empty when there is no bending.
  private var lanes: [(number: Int32, count: Int32)] = []

  /// - Parameter hasDetail: false when the picture is too crowded for bends; loops are told apart all the same.
  /// - Complexity: O(*m* log *m*).
  init(_ edges: [Drawing.Edge], hasDetail: Bool) {
    guard hasDetail else { return }
    let pairs = edges.indices.map { index in
      let edge = edges[index]
      return (low: min(edge.source, edge.target), high: max(edge.source, edge.target), index: index)
    }
    let sorted = pairs.sorted { $0 < $1 }
    lanes = [(number: Int32, count: Int32)](repeating: (0, 1), count: edges.count)
    var begin = 0
    while begin < sorted.count {
      var end = begin + 1
      while end < sorted.count, sorted[end].low == sorted[begin].low,
        sorted[end].high == sorted[begin].high
      { end += 1 }
      for place in begin..<end {
        lanes[sorted[place].index] = (Int32(place - begin), Int32(end - begin))
      }
      begin = end
    }
  }

  func number(of edge: Int) -> Int { lanes.isEmpty ? 0 : Int(lanes[edge].number) }
  func count(of edge: Int) -> Int { lanes.isEmpty ? 1 : Int(lanes[edge].count) }

  /// How far the middle of the edge is from the straight line, in points; to the side that is left of the way from the
  /// lower to the higher node is positive.
  func offset(of edge: Int, distance: Double) -> Double {
    guard !lanes.isEmpty, lanes[edge].count > 1 else { return 0 }
    let count = Double(lanes[edge].count)
    // Together not wider than long.
    let gap = min(max(0.14 * distance, 5), 22, 0.9 * distance / (count - 1))
    return (Double(lanes[edge].number) - (count - 1) / 2) * gap
  }
}
