import RunSupport

/// A planar drawing without crossings and with open holes. Nested subgraphs shrink from one to the
/// next, eventually beyond numerical precision.
///
/// Each node is at the mean of its neighbours, within a fixed polygon (Tutte 1963, "How to Draw a
/// Graph", doi:10.1112/plms/s3-13.1.743). This requires a triangulated graph, so each larger face
/// gets additional nodes: a ring along its boundary and one in the centre, which also makes holes
/// round. The polygon is a ring around the outer face.
struct PlanarDrawing {
  private let graph: LevelGraph
  private let embedding: PlanarEmbedding
  /// The nodes along each face, the longest first.
  private let faces: [[Int]]

  /// Returns nil if the graph, which must be connected, is not planar, or has fewer than three
  /// nodes.
  init?(_ graph: LevelGraph) {
    guard graph.nodeCount > 2, let embedding = PlanarEmbedding(graph) else { return nil }
    self.graph = graph
    self.embedding = embedding
    faces = embedding.faces()
      .map { $0.map { Int(graph.neighbors[embedding.twins[$0]]) } }
      .sorted { $0.count > $1.count }
  }

  /// Returns the drawing with the least stress among those with one of the longest faces outside.
  func positions(_ layoutGraph: LayoutGraph) throws(LayoutError) -> [SIMD2<Double>] {
    var (best, leastStress): ([SIMD2<Double>], Double) = ([], .infinity)
    for outer in 0..<min(faces.count, Self.mostTries) {
      // Triangles are not tried after the first face, as they do not differ in shape.
      if outer > 0, faces[outer].count == 3 { break }
      let positions = positions(outer: outer)
      let stress = try LayoutMetrics.stress(layoutGraph, positions, sampledSources: 20)
      if stress < leastStress { (best, leastStress) = (positions, stress) }
    }
    return best
  }

  private static var mostTries: Int { 8 }

  private func positions(outer: Int) -> [SIMD2<Double>] {
    var system = Barycenters(graph)
    for (index, face) in faces.enumerated() where index != outer && face.count > 3 {
      let ring = face.indices.map { system.addNode(beside: [face[$0], next(to: $0, in: face)]) }
      for index in ring.indices { system.link(ring[index], next(to: index, in: ring)) }
      _ = system.addNode(beside: ring)
    }
    let ring = faces[outer]
    for index in ring.indices {
      // The angle is between those of this corner and the next one.
      let turns = (Double(index) + 0.5) / Double(ring.count)
      let (sine, cosine) = sineAndCosine(turns: turns)
      let point = SIMD2(cosine, sine)
      system.pull(ring[index], to: point)
      system.pull(next(to: index, in: ring), to: point)
    }
    return Array(system.solve()[..<graph.nodeCount])
  }

  private func next(to index: Int, in ring: [Int]) -> Int { ring[(index + 1) % ring.count] }
}

/// Barycentric positions: each node is at the mean of its neighbours and some fixed points, a
/// system of linear equations.
private struct Barycenters {
  /// The neighbours of each node, with one entry per edge.
  private var neighbors: [[Int32]]
  /// The number and the sum of each node's fixed points.
  private var fixedCount: [Double]
  private var fixedSum: [SIMD2<Double>]

  init(_ graph: LevelGraph) {
    neighbors = (0..<graph.nodeCount).map { Array(graph.neighbors[graph.range(of: $0)]) }
    fixedCount = Array(repeating: 0, count: graph.nodeCount)
    fixedSum = Array(repeating: .zero, count: graph.nodeCount)
  }

  mutating func addNode(beside others: [Int]) -> Int {
    let node = neighbors.count
    neighbors.append([])
    fixedCount.append(0)
    fixedSum.append(.zero)
    for other in others { link(node, other) }
    return node
  }

  mutating func link(_ a: Int, _ b: Int) {
    neighbors[a].append(Int32(b))
    neighbors[b].append(Int32(a))
  }

  mutating func pull(_ node: Int, to point: SIMD2<Double>) {
    fixedCount[node] += 1
    fixedSum[node] += point
  }

  /// Solves both axes by conjugate gradients, preconditioned with the diagonal.
  func solve() -> [SIMD2<Double>] {
    let diagonal = neighbors.indices.map { Double(neighbors[$0].count) + fixedCount[$0] }
    var x = [SIMD2<Double>](repeating: .zero, count: neighbors.count)
    var residual = fixedSum
    var direction = residual.indices.map { residual[$0] / diagonal[$0] }
    var product = product(residual, direction)
    let enough = product * Self.tolerance
    for _ in 0..<2 * neighbors.count where any(product .> enough) {
      var image = direction
      for node in neighbors.indices {
        var sum = diagonal[node] * direction[node]
        for neighbor in neighbors[node] { sum -= direction[Int(neighbor)] }
        image[node] = sum
      }
      let step = quotient(product, self.product(direction, image))
      for node in x.indices {
        x[node] += step * direction[node]
        residual[node] -= step * image[node]
      }
      let preconditioned = residual.indices.map { residual[$0] / diagonal[$0] }
      let after = self.product(residual, preconditioned)
      let factor = quotient(after, product)
      for node in x.indices { direction[node] = preconditioned[node] + factor * direction[node] }
      product = after
    }
    return x
  }

  /// The tolerance of squares, which small faces far from the polygon require.
  private static var tolerance: Double { 1e-26 }

  private func product(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> SIMD2<Double> {
    a.indices.reduce(into: .zero) { $0 += a[$1] * b[$1] }
  }

  /// Returns the quotients by axis; 0 for an axis that is already solved.
  private func quotient(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    (a / b).replacing(with: 0, where: b .<= 0)
  }
}
