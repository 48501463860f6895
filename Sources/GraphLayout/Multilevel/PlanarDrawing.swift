import RunSupport

/// A drawing of a planar graph in which no two edges cross, and holes are open.
///
/// Each node is at the mean of its neighbours, within a fixed polygon (Tutte 1963, "How to Draw a Graph",
/// doi:10.1112/plms/s3-13.1.743). Such a drawing needs a graph all of whose faces have three edges; so
/// each larger face gets nodes of its own, a ring along its boundary and one in the middle, which also
/// makes holes round. The polygon is a ring around the outer face.
struct PlanarDrawing {
  private let graph: LevelGraph
  private let embedding: PlanarEmbedding
  /// Nodes along the faces, the longest first.
  private let faces: [[Int]]

  /// Nil when the graph, which has to be connected, is not planar, or has fewer than three nodes.
  init?(_ graph: LevelGraph) {
    guard graph.nodeCount > 2, let embedding = PlanarEmbedding(graph) else { return nil }
    self.graph = graph
    self.embedding = embedding
    faces = embedding.faces()
      .map { $0.map { Int(graph.neighbors[embedding.twins[$0]]) } }
      .sorted { $0.count > $1.count }
  }

  /// The drawing of the least stress of those with each of the longest faces outside.
  func positions(_ layoutGraph: LayoutGraph) throws(LayoutError) -> [SIMD2<Double>] {
    var (best, leastStress): ([SIMD2<Double>], Double) = ([], .infinity)
    for outer in 0..<min(faces.count, Self.mostTries) {
      // A face of three says nothing about the shape of the whole: one is as good as another.
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
      // Between this corner and the next one.
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

/// Nodes that are at the mean of their neighbours and of some fixed points: a system of linear equations.
private struct Barycenters {
  /// By node, with one entry for each edge.
  private var neighbors: [[Int32]]
  /// By node: the number and the sum of its fixed points.
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

  /// By conjugate gradients, both axes at once, with the diagonal as preconditioner.
  func solve() -> [SIMD2<Double>] {
    let diagonal = neighbors.indices.map { Double(neighbors[$0].count) + fixedCount[$0] }
    var x = [SIMD2<Double>](repeating: .zero, count: neighbors.count)
    var residual = fixedSum
    var direction = residual.indices.map { residual[$0] / diagonal[$0] }
    var product = product(residual, direction)
    let enough = product * Self.tolerance
    for _ in 0..<neighbors.count where any(product .> enough) {
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

  private static var tolerance: Double { 1e-16 }

  private func product(_ a: [SIMD2<Double>], _ b: [SIMD2<Double>]) -> SIMD2<Double> {
    a.indices.reduce(into: .zero) { $0 += a[$1] * b[$1] }
  }

  /// By axis; 0 on one that is solved.
  private func quotient(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    (a / b).replacing(with: 0, where: b .<= 0)
  }
}
