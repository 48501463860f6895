import RunSupport

/// Initial positions for force-directed and stress layouts: pivot MDS (Brandes and Pich 2007,
/// doi:10.1007/978-3-540-70904-6_6), with the leading eigenvectors from some steps of subspace
/// iteration.
///
/// It is less accurate than `PivotMDSLayout` if eigenvalues are close together, but sufficient for
/// a start and independent of OpenBLAS. Nodes that pivots cannot distinguish (the leaves of a star)
/// get slightly different positions, chosen by the seed.
enum PivotStart {
  /// The number of pivots: few are sufficient for a start.
  static let pivotCount = 50
  private static let iterations = 60

  /// Returns positions of a connected graph, scaled to minimise stress for links of length
  /// `linkLength`. O(k² * nodes).
  static func positions<Vector: LayoutVector>(
    _ graph: LayoutGraph, linkLength: Double, run: inout LayoutRun
  ) -> [Vector] {
    let pivots = PivotDistances(graph, count: pivotCount, run: &run)
    return positions(graph, pivots, linkLength: linkLength, seed: run.seed)
  }

  static func positions<Vector: LayoutVector>(
    _ graph: LayoutGraph, _ pivots: PivotDistances, linkLength: Double, seed: UInt64
  ) -> [Vector] {
    let (k, n) = (pivots.rows.count, graph.nodeCount)
    if n <= 1 { return [Vector](repeating: .zero, count: n) }
    let matrix = pivots.doublyCentered()
    let vectors = leadingVectors(gram(matrix, k, n), k, count: Vector.scalarCount, seed: seed)
    var positions = [Vector](repeating: .zero, count: n)
    for row in 0..<k {
      for axis in vectors.indices {
        let factor = vectors[axis][row]
        for node in 0..<n { positions[node][axis] += factor * matrix[row * n + node] }
      }
    }
    positions = scaled(positions, pivots, linkLength: linkLength)
    spread(&positions, linkLength: linkLength, seed: seed)
    return positions
  }

  /// Returns the products of all pairs of rows.
  private static func gram(_ matrix: [Double], _ k: Int, _ n: Int) -> [Double] {
    var product = [Double](repeating: 0, count: k * k)
    matrix.withUnsafeBufferPointer { matrix in
      for a in 0..<k {
        for b in 0...a {
          var sums = SIMD8<Double>.zero
          var node = 0
          while node + 8 <= n {
            var (x, y) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
            for lane in 0..<8 {
              x[lane] = matrix[a * n + node + lane]
              y[lane] = matrix[b * n + node + lane]
            }
            sums += x * y
            node += 8
          }
          var sum = sums.sum()
          while node < n {
            sum += matrix[a * n + node] * matrix[b * n + node]
            node += 1
          }
          product[a * k + b] = sum
          product[b * k + a] = sum
        }
      }
    }
    return product
  }

  /// Returns the leading eigenvectors of a symmetric matrix, by subspace iteration: orthonormal, or
  /// zero beyond its rank.
  private static func leadingVectors(
    _ matrix: [Double], _ k: Int, count: Int, seed: UInt64
  ) -> [[Double]] {
    var random = SeededRandom(seed: seed &+ 1)
    var vectors = (0..<count).map { _ in (0..<k).map { _ in random.unit() - 0.5 } }
    for _ in 0..<iterations {
      for index in vectors.indices {
        let vector = vectors[index]
        for row in 0..<k {
          var sum = 0.0
          for column in 0..<k { sum += matrix[row * k + column] * vector[column] }
          vectors[index][row] = sum
        }
      }
      orthonormalize(&vectors)
    }
    return vectors
  }

  private static func orthonormalize(_ vectors: inout [[Double]]) {
    for index in vectors.indices {
      let before = norm(vectors[index])
      for earlier in 0..<index {
        let dot = zip(vectors[index], vectors[earlier]).reduce(0) { $0 + $1.0 * $1.1 }
        for row in vectors[index].indices { vectors[index][row] -= dot * vectors[earlier][row] }
      }
      let length = norm(vectors[index])
      // The remainder of a vector that depended on the others is a rounding error.
      let factor = length > 1e-9 * before ? 1 / length : 0
      for row in vectors[index].indices { vectors[index][row] *= factor }
    }
  }

  private static func norm(_ vector: [Double]) -> Double {
    let largest = vector.reduce(0) { max($0, abs($1)) }
    if largest == 0 { return 0 }
    return largest
      * vector.reduce(0) { $0 + ($1 / largest) * ($1 / largest) }.squareRoot()
  }

  /// Returns the positions scaled to minimise the stress over the distances from the pivots.
  static func scaled<Vector: LayoutVector>(
    _ positions: [Vector], _ pivots: PivotDistances, linkLength: Double
  ) -> [Vector] {
    let positions = LayoutMetrics.normalized(positions)
    let scale = linkLength * scale(positions, pivots)
    return positions.map { $0 * scale }
  }

  /// Returns the scale at which the stress over the distances from the pivots is least; 0 if all
  /// nodes coincide.
  static func scale<Vector: LayoutVector>(
    _ positions: [Vector], _ pivots: PivotDistances
  ) -> Double {
    var (byDistance, bySquare) = (0.0, 0.0)
    for (row, pivot) in pivots.pivots.enumerated() {
      for node in positions.indices where node != pivot {
        let ratio = positions[node].distance(to: positions[pivot]) / Double(pivots.rows[row][node])
        byDistance += ratio
        bySquare += ratio * ratio
      }
    }
    return bySquare > 0 ? byDistance / bySquare : 0
  }

  /// Moves each node slightly, so that no two coincide and no axis is flat. Coincident nodes, such
  /// as the leaves of a hub, are spread enough to give each some space. (A hundred thousand nodes
  /// close together would make passes over near neighbours quadratic.)
  static func spread<Vector: LayoutVector>(
    _ positions: inout [Vector], linkLength: Double, seed: UInt64
  ) {
    let side = 0.3 * linkLength
    let cells = positions.map { ($0 / side).rounded(.down) }
    let order = cells.indices.sorted {
      for axis in 0..<Vector.scalarCount where cells[$0][axis] != cells[$1][axis] {
        return cells[$0][axis] < cells[$1][axis]
      }
      return $0 < $1
    }
    var random = SeededRandom(seed: seed &+ 2)
    var first = 0
    while first < order.count {
      var end = first + 1
      while end < order.count, cells[order[end]] == cells[order[first]] { end += 1 }
      let size = side * Double(end - first).squareRoot()
      for node in order[first..<end] {
        for axis in 0..<Vector.scalarCount {
          positions[node][axis] += size * (random.unit() - 0.5)
        }
      }
      first = end
    }
  }
}
