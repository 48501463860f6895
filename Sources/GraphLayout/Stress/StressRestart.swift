/// A start from an earlier drawing by distances: as much of it is kept as hardly increases the stress
/// over that of a drawing in which all nodes have moved.
struct StressRestart<Vector: LayoutVector> {
  /// The start and the drawing in which all nodes have moved from there, in one unit.
  var start: [Vector]
  var fitted: [Vector]
  /// True for nodes that an edit has touched: new ones, and those that move otherwise than their
  /// neighbours, by more than a link length.
  let isTouched: [Bool]

  /// The greatest ratio of stresses.
  private static var settled: Double { 1.02 }

  /// - Parameter isNew: true for nodes that are new in the drawing.
  init(start: [Vector], fitted: [Vector], _ graph: LayoutGraph, isNew: [Bool]) {
    (self.start, self.fitted) = (start, fitted)
    let moves = zip(start, fitted).map { $1 - $0 }
    isTouched = moves.indices.map { node in
      let sum = graph.neighbors(of: node).reduce(moves[node]) { $0 + moves[Int($1)] }
      return isNew[node] || (moves[node] - sum / Double(graph.degree(of: node) + 1)).length() > 1
    }
  }

  /// True if all nodes have moved so little that the fitted drawing remains in its place: by a
  /// fourth of the radius, in the root mean square.
  var isNearby: Bool {
    var (moved2, radius2) = (0.0, 0.0)
    let middle = start.reduce(Vector.zero, +) / Double(max(start.count, 1))
    for node in start.indices {
      moved2 += (fitted[node] - start[node]).lengthSquared()
      radius2 += (start[node] - middle).lengthSquared()
    }
    return 16 * moved2 <= radius2
  }

  /// Returns the start with touched nodes moved, or else if its stress is too great, with all nodes
  /// moved by a tenth, a fourth or half of the way to the fitted drawing; nil if this too is not enough.
  ///
  /// - Parameters:
  ///   - limit: the stress of the fitted drawing.
  ///   - placed: returns positions in which touched nodes have moved, and their stress.
  func kept(
    _ limit: Double, _ placed: ([Vector]) -> (positions: [Vector], stress: Double)
  ) -> [Vector]? {
    for part in [0, 0.1, 0.25, 0.5] {
      let moved =
        part == 0 ? start : start.indices.map { start[$0] + (fitted[$0] - start[$0]) * part }
      let (positions, stress) = placed(moved)
      if stress <= Self.settled * limit { return positions }
    }
    return nil
  }
}
