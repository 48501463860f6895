import RunSupport

/// The graph distances from some nodes, the pivots, to all nodes of a connected graph.
///
/// The first pivot is chosen by the seed and then replaced by the node farthest from it. Each next
/// one is the node farthest from the previous ones (max-min, as in Brandes and Pich 2007,
/// doi:10.1007/978-3-540-70904-6_6), where ties go to the lowest index; or a random node.
struct PivotDistances {
  enum Choice {
    /// Peripheral nodes first, which capture the overall shape.
    case farthest
    /// Random nodes, which represent the distribution of all nodes. (The peripheral nodes of a
    /// graph with hubs represent hardly any others.)
    case random
  }

  private(set) var pivots: [Int] = []
  /// The distances of each pivot to all nodes, in link lengths.
  private(set) var rows: [[Float]] = []
  /// The index of the nearest pivot of each node; ties go to the first.
  private(set) var nearest: [Int32]
  private(set) var nearestDistance: [Float]

  /// Computes the distances of up to `count` pivots. O(count * (nodes + edges)). It stops early,
  /// with at least one pivot, if the run must end.
  init(
    _ graph: LayoutGraph, count: Int, choice: Choice = .farthest, run: inout LayoutRun
  ) {
    let nodeCount = graph.nodeCount
    nearest = [Int32](repeating: 0, count: nodeCount)
    nearestDistance = [Float](repeating: .infinity, count: nodeCount)
    guard nodeCount > 0 else { return }
    let count = min(count, nodeCount)
    var finder = DistanceFinder(graph)
    var random = SeededRandom(seed: run.seed)
    finder.find(from: random.index(nodeCount))
    var next = [Self.farthest(finder.distances)]
    while pivots.count < count {
      if !pivots.isEmpty && !run.mayContinue() { break }
      // Random nodes do not depend on the distances of others, so that some are taken at once; a
      // pivot again ends them, and the farthest node takes its place.
      var isNew = true
      while choice == .random, isNew, next.count < Self.batch, pivots.count + next.count < count {
        let candidate = random.index(nodeCount)
        isNew = !pivots.contains(candidate) && !next.contains(candidate)
        if isNew { next.append(candidate) }
      }
      if next.count == 1 {
        finder.find(from: next[0])
        rows.append(finder.distances.map { Float($0) })
      } else {
        rows += Self.rows(from: next, graph, run)
      }
      for pivot in next { add(pivot) }
      run.report(Double(pivots.count) / Double(count))
      var pivot = Self.farthest(nearestDistance)
      if nearestDistance[pivot] == 0 { break }
      if choice == .random, isNew {
        let candidate = random.index(nodeCount)
        if nearestDistance[candidate] > 0 { pivot = candidate }
      }
      next = [pivot]
    }
  }

  /// The number of random pivots whose distances are found at once, on all threads.
  private static var batch: Int { 4 }

  /// Returns the distances from some nodes, on all threads.
  private static func rows(
    from sources: [Int], _ graph: LayoutGraph, _ run: LayoutRun
  ) -> [[Float]] {
    var rows = [[Float]](repeating: [], count: sources.count)
    rows.withUnsafeMutableBufferPointer { rows in
      let rows = rows
      run.kernelOptions.forEachBlock(
        of: sources.count, size: 1,
        nanoseconds: DistanceFinder.cost(graph) * Double(sources.count)
      ) {
        for place in $0 {
          var finder = DistanceFinder(graph)
          finder.find(from: sources[place])
          rows[place] = finder.distances.map { Float($0) }
        }
      }
    }
    return rows
  }

  /// Adds a pivot whose row of distances is there.
  private mutating func add(_ pivot: Int) {
    let number = pivots.count
    pivots.append(pivot)
    for node in nearest.indices where rows[number][node] < nearestDistance[node] {
      nearest[node] = Int32(number)
      nearestDistance[node] = rows[number][node]
    }
  }

  private static func farthest<Distance: FloatingPoint>(_ distances: [Distance]) -> Int {
    var best = 0
    for node in distances.indices where distances[node] > distances[best] { best = node }
    return best
  }

  /// Returns the stress over all pairs of a pivot and another node, at the optimal scale. O(pivots
  /// * nodes).
  func stress<Vector: LayoutVector>(_ positions: [Vector]) -> Double {
    var (byDistance, bySquare, count) = (0.0, 0.0, 0.0)
    for (row, pivot) in pivots.enumerated() {
      let center = positions[pivot]
      for node in positions.indices where node != pivot {
        let ratio = positions[node].distance(to: center) / Double(rows[row][node])
        byDistance += ratio
        bySquare += ratio * ratio
        count += 1
      }
    }
    return bySquare > 0 ? 1 - byDistance * byDistance / (bySquare * count) : 1
  }

  /// Returns the doubly centred squared distances times -1/2, row by row. O(pivots * nodes).
  func doublyCentered() -> [Double] {
    let (k, n) = (rows.count, nearest.count)
    var squares = [Double](repeating: 0, count: k * n)
    var columnMeans = [Double](repeating: 0, count: n)
    var rowMeans = [Double](repeating: 0, count: k)
    for row in 0..<k {
      var sum = 0.0
      for node in 0..<n {
        let square = Double(rows[row][node]) * Double(rows[row][node])
        squares[row * n + node] = square
        columnMeans[node] += square
        sum += square
      }
      rowMeans[row] = sum / Double(n)
    }
    let mean = rowMeans.reduce(0, +) / Double(k)
    for row in 0..<k {
      for node in 0..<n {
        let centered =
          squares[row * n + node] - rowMeans[row] - columnMeans[node] / Double(k) + mean
        squares[row * n + node] = -0.5 * centered
      }
    }
    return squares
  }
}
