import ForceSimulation
import RunSupport

extension LayoutMetrics {
  /// How much a drawing has changed since an older one of mostly the same graph.
  public struct Change: Sendable, Hashable {
    /// The displacement: the root mean square distance of the common nodes after the rotation,
    /// reflection and translation that bring them closest together (Schönemann 1966,
    /// doi:10.1007/BF02289451), over their root mean square distance from their mean. 0 if only
    /// the whole has moved.
    public var displacement: Double
    /// The median distance of the common nodes from their old positions, in mean edge lengths of
    /// the new drawing, without any alignment.
    public var medianMove: Double
    /// The greatest of these distances.
    public var greatestMove: Double
    /// The number of nodes that both drawings have.
    public var commonCount: Int

    /// Compares two drawings of up to three dimensions. O(edges + nodes log nodes).
    ///
    /// - Parameters:
    ///   - old: the old position of each node; NaN for a node that is new.
    ///   - graph: the graph of the new drawing, whose edges are the unit of moves; if they have no
    ///     length, moves are in layout units.
    @_specialize(where Vector == SIMD2<Double>)
    @_specialize(where Vector == SIMD3<Double>)
    public init<Vector: SimulationVector<Double>>(
      of positions: [Vector], from old: [Vector], in graph: LayoutGraph
    ) throws(LayoutError) {
      try Check.positions(positions, nodeCount: graph.nodeCount)
      guard old.count == positions.count else {
        throw .wrongLength(of: "the old positions", expected: positions.count, found: old.count)
      }
      let common = old.indices.filter { !old[$0].sum().isNaN }
      for node in common { try Check.start(old[node], of: node) }
      let edge = LayoutMetrics.meanEdgeLength(graph, positions) ?? 1
      let moves = common.map { positions[$0].distance(to: old[$0]) / edge }.sorted()
      commonCount = common.count
      medianMove = moves.isEmpty ? 0 : moves[moves.count / 2]
      greatestMove = moves.last ?? 0
      displacement = Self.displacement(common.map { (positions[$0], old[$0]) })
    }

    /// The sum of squared distances after the best rotation is that of both drawings' squares minus
    /// twice the sum of the singular values of their covariance.
    private static func displacement<Vector: LayoutVector>(
      _ pairs: [(new: Vector, old: Vector)]
    ) -> Double {
      let share = 1 / Double(max(pairs.count, 1))
      let new = pairs.reduce(Vector.zero) { $0 + $1.new * share }
      let old = pairs.reduce(Vector.zero) { $0 + $1.old * share }
      let size = Vector.scalarCount
      var covariance = [Double](repeating: 0, count: size * size)
      var (squares, newSquares) = (0.0, 0.0)
      for pair in pairs {
        let (a, b) = (pair.new - new, pair.old - old)
        newSquares += a.lengthSquared()
        squares += a.lengthSquared() + b.lengthSquared()
        for row in 0..<size {
          for column in 0..<size { covariance[row * size + column] += a[row] * b[column] }
        }
      }
      guard newSquares > 0, squares.isFinite else { return 0 }
      let rest = squares - 2 * singularValues(covariance, size).reduce(0, +)
      return (max(rest, 0) / newSquares).squareRoot()
    }

    /// Returns the singular values of a small matrix by rotations of pairs of columns (Hestenes 1958,
    /// doi:10.1137/0106005).
    private static func singularValues(_ matrix: [Double], _ size: Int) -> [Double] {
      var a = matrix
      func product(_ first: Int, _ second: Int) -> Double {
        (0..<size).reduce(0) { $0 + a[$1 * size + first] * a[$1 * size + second] }
      }
      for _ in 0..<30 {
        for first in 0..<size {
          for second in (first + 1)..<max(size, first + 1) {
            let dot = product(first, second)
            if dot == 0 { continue }
            let ratio = (product(second, second) - product(first, first)) / (2 * dot)
            let tangent = (ratio < 0 ? -1 : 1) / (abs(ratio) + (1 + ratio * ratio).squareRoot())
            let cosine = 1 / (1 + tangent * tangent).squareRoot()
            for row in 0..<size {
              let (x, y) = (a[row * size + first], a[row * size + second])
              a[row * size + first] = cosine * (x - tangent * y)
              a[row * size + second] = cosine * (y + tangent * x)
            }
          }
        }
      }
      return (0..<size).map { product($0, $0).squareRoot() }
    }
  }
}
