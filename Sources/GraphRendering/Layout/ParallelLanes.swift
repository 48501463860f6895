/// The number of each edge among its parallel edges, to draw them as separate curves.
struct ParallelLanes {
  /// The number of each edge among those with the same ends, and their count; empty if there is no
  /// bending.
  private var lanes: [(number: Int32, count: Int32)] = []

  /// - Parameters:
  ///   - hasDetail: false if the picture is too crowded for bends; loops are distinguished in any
  ///     case.
  ///   - byDirection: true if edges of the two directions are counted separately.
  /// - Complexity: O(*m* log *m*).
  init(_ edges: [Drawing.Edge], hasDetail: Bool, byDirection: Bool = false) {
    guard hasDetail else { return }
    let pairs = edges.indices.map { index in
      let edge = edges[index]
      if byDirection { return (low: edge.source, high: edge.target, index: index) }
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

  /// Returns the offset of the middle of an edge from the straight line, in points; positive to the
  /// left of the direction from the lower to the higher node.
  func offset(of edge: Int, distance: Double) -> Double {
    guard !lanes.isEmpty, lanes[edge].count > 1 else { return 0 }
    let count = Double(lanes[edge].count)
    return (Double(lanes[edge].number) - (count - 1) / 2) * gap(count, distance)
  }

  /// Returns the offset of the middle of an edge from that of the first with the same ends, in
  /// points.
  func shift(of edge: Int, distance: Double) -> Double {
    guard !lanes.isEmpty, lanes[edge].count > 1 else { return 0 }
    return Double(lanes[edge].number) * gap(Double(lanes[edge].count), distance)
  }

  /// Returns the spacing, limited such that a bundle is not wider than long.
  private func gap(_ count: Double, _ distance: Double) -> Double {
    min(max(0.14 * distance, 5), 22, 0.9 * distance / (count - 1))
  }
}
