import ForceSimulation
import RunSupport

/// Quality metrics of layouts. All are invariant to scale, except overlaps, which are those of
/// discs with a given radius.
public enum LayoutMetrics {
  /// The number of nodes up to which stress includes all pairs by default.
  package static let exactStressNodeLimit = 5_000
  /// The number of edges up to which crossings are counted exactly.
  package static let exactCrossingsEdgeLimit = 5_000

  // MARK: Stress

  /// Returns the normalised stress: the minimum, over all scales s, of the mean of `(s |x_i - x_j|
  /// - d_ij)² / d_ij²` over the pairs of connected nodes, where d is the graph distance. 0 is
  /// perfect, about 0.7 is random, 1 means that all nodes coincide. 0 if there are no such pairs.
  ///
  /// - Parameters:
  ///   - sampledSources: the number of nodes, chosen by `seed`, from which distances are used; nil
  ///     for all up to 5,000 nodes and 100 above.
  ///   - weighted: true if d uses the edges' lengths; otherwise each edge counts as 1.
  /// - Complexity: O(sources * (nodes + edges)).
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public static func stress<Vector: SimulationVector<Double>>(
    _ graph: LayoutGraph, _ positions: [Vector], sampledSources: Int? = nil, seed: UInt64 = 1,
    weighted: Bool = false
  ) throws(LayoutError) -> Double {
    try Check.positions(positions, nodeCount: graph.nodeCount)
    let wanted =
      sampledSources ?? (graph.nodeCount <= exactStressNodeLimit ? graph.nodeCount : 100)
    try Check.atLeast(1, max(wanted, graph.nodeCount == 0 ? 1 : wanted), "sampledSources")
    var random = SeededRandom(seed: seed)
    let sources = random.sample(wanted, of: graph.nodeCount)
    var finder = DistanceFinder(weighted ? graph : graph.withoutLengths())
    // Positions are scaled so that squares neither overflow nor underflow, which does not change
    // the result.
    let scaled = normalized(positions)
    var (byDistance, bySquare, pairs) = (0.0, 0.0, 0)
    for source in sources {
      finder.find(from: source)
      for node in scaled.indices where node != source && finder.distances[node] < .infinity {
        let ratio = scaled[node].distance(to: scaled[source]) / finder.distances[node]
        byDistance += ratio
        bySquare += ratio * ratio
        pairs += 1
      }
    }
    if pairs == 0 { return 0 }
    if bySquare == 0 { return 1 }
    return max(0, 1 - byDistance * byDistance / (bySquare * Double(pairs)))
  }

  /// Returns the positions translated and scaled into a box of side 2.
  static func normalized<Vector: LayoutVector>(_ positions: [Vector]) -> [Vector] {
    guard let box = Box(positions) else { return [] }
    let half = box.high * 0.5 - box.low * 0.5
    let center = box.low * 0.5 + box.high * 0.5
    let size = half.max()
    return size > 0 ? positions.map { ($0 - center) / size } : positions.map { _ in .zero }
  }

  // MARK: Neighbourhoods

  /// Returns the neighbourhood preservation: the mean over all nodes with k > 0 neighbours of the
  /// Jaccard index of the neighbours and the k nearest nodes in the layout. 1 is perfect; also 1 if
  /// there are no edges. Ties of distances go to the lower index. O(edges log nodes) for nodes that
  /// are spread out.
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public static func neighborhoodPreservation<Vector: SimulationVector<Double>>(
    _ graph: LayoutGraph, _ positions: [Vector]
  ) throws(LayoutError) -> Double {
    try Check.positions(positions, nodeCount: graph.nodeCount)
    let tree = KDTree(normalized(positions))
    let points = normalized(positions)
    var isNeighbor = [Bool](repeating: false, count: graph.nodeCount)
    var (sum, counted) = (0.0, 0)
    for node in 0..<graph.nodeCount where graph.degree(of: node) > 0 {
      let degree = graph.degree(of: node)
      let nearest = tree.nearest(degree + 1, to: points[node]).filter { $0 != node }
      for neighbor in graph.neighbors(of: node) { isNeighbor[Int(neighbor)] = true }
      let common = nearest.prefix(degree).count { isNeighbor[$0] }
      for neighbor in graph.neighbors(of: node) { isNeighbor[Int(neighbor)] = false }
      sum += Double(common) / Double(2 * degree - common)
      counted += 1
    }
    return counted == 0 ? 1 : sum / Double(counted)
  }

  // MARK: Edges

  /// Returns the edge-length variation: the standard deviation of the drawn edge lengths divided by
  /// their mean, without self-loops. 0 is perfect; also 0 if all lengths are 0. O(edges).
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public static func edgeLengthVariation<Vector: SimulationVector<Double>>(
    _ graph: LayoutGraph, _ positions: [Vector]
  ) throws(LayoutError) -> Double {
    try Check.positions(positions, nodeCount: graph.nodeCount)
    let points = normalized(positions)
    let lengths = graph.sources.indices.filter { graph.sources[$0] != graph.targets[$0] }.map {
      points[Int(graph.sources[$0])].distance(to: points[Int(graph.targets[$0])])
    }
    let mean = lengths.reduce(0, +) / Double(max(lengths.count, 1))
    if mean == 0 { return 0 }
    let variance =
      lengths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(lengths.count)
    return variance.squareRoot() / mean
  }

  // MARK: Overlaps and area

  /// Returns the overlaps: the number of pairs of intersecting node discs (balls) per node.
  /// Touching discs do not overlap. O(n log n) for any number of overlaps, if nodes are spread out
  /// or coincide; O(n + overlaps) at worst.
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public static func overlaps<Vector: SimulationVector<Double>>(
    _ positions: [Vector], radius: Double
  ) throws(LayoutError) -> Double {
    try Check.positions(positions, nodeCount: positions.count)
    try Check.notNegative(radius, "radius")
    if positions.isEmpty { return 0 }
    let tree = KDTree(positions)
    let reach2 = 4 * radius * radius
    var count = 0
    for point in positions {
      tree.visit { cell in
        let nearest = point.clamped(lowerBound: cell.low, upperBound: cell.high)
        if nearest.distanceSquared(to: point) >= reach2 { return .skip }
        let farthest = pointwiseMax(point - cell.low, cell.high - point)
        if farthest.lengthSquared() < reach2 {
          count += cell.count
          return .skip
        }
        return .open
      } points: { _, other in
        if other.distanceSquared(to: point) < reach2 { count += 1 }
      }
    }
    // Each pair has been counted twice, and each disc with itself.
    let selves = reach2 > 0 ? positions.count : 0
    return Double(count - selves) / 2 / Double(positions.count)
  }

  /// Returns the sides of the bounding box of all nodes, in layout units; zero for none.
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public static func extent<Vector: SimulationVector<Double>>(_ positions: [Vector]) -> Vector {
    Box(positions).map { $0.high - $0.low } ?? .zero
  }

  /// Returns the area (volume) of the bounding box of all nodes.
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  public static func area<Vector: SimulationVector<Double>>(_ positions: [Vector]) -> Double {
    let extent = extent(positions)
    return (0..<Vector.scalarCount).reduce(1) { $0 * extent[$1] }
  }
}

/// The smallest box around some points.
extension LayoutMetrics {
  /// Returns the mean length of edges between distinct nodes with a position (finite coordinates);
  /// nil if there are none, or all lengths are 0. O(edges).
  public static func meanEdgeLength<Vector: SimulationVector<Double>>(
    _ graph: LayoutGraph, _ positions: [Vector]
  ) -> Double? {
    var (sum, count) = (0.0, 0)
    for edge in graph.sources.indices where graph.sources[edge] != graph.targets[edge] {
      let offset = positions[Int(graph.sources[edge])] - positions[Int(graph.targets[edge])]
      let length = (offset * offset).sum().squareRoot()
      if length.isFinite {
        sum += length
        count += 1
      }
    }
    return sum > 0 ? sum / Double(count) : nil
  }
}

struct Box<Vector: LayoutVector> {
  var low: Vector
  var high: Vector

  init?(_ points: some Sequence<Vector>) {
    var iterator = points.makeIterator()
    guard let first = iterator.next() else { return nil }
    (low, high) = (first, first)
    while let point = iterator.next() {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
  }
}

extension LayoutGraph {
  /// Returns the graph with every edge of length 1.
  func withoutLengths() -> LayoutGraph {
    if lengths == nil { return self }
    return LayoutGraph(trusted: topology, lengths: nil)
  }
}
