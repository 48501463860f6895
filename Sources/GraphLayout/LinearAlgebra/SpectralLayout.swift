/// A spectral layout: the coordinates are the eigenvectors of L u = µ D u with the smallest
/// eigenvalues except the first, where L is the Laplacian and D the matrix of degrees (Koren 2005,
/// doi:10.1016/j.camwa.2004.08.015).
///
/// Use it to show symmetry and clusters of graphs with uniform connectivity, such as meshes.
/// Subgraphs attached by few edges are squeezed together.
///
/// Components of up to `denseLimit` nodes are solved by LAPACK in O(nodes³). Larger ones use
/// `steps` steps of the block Lanczos method with full reorthogonalisation (Paige 1972,
/// doi:10.1093/imamat/10.3.373), started from the axes of a pivot sketch: O(steps * edges + steps²
/// * nodes) operations, 8 * steps bytes per node. If the eigenvectors have not converged to 1 % by
/// then, as on long paths, the approximations are used, with a note in the statistics. Edge weights
/// are 1 / length. Needs OpenBLAS (the package trait LinearAlgebra).
package struct SpectralLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The length of edges, in layout units, at the best fit of distances in the drawing to those in
  /// the graph.
  package var linkLength: Double
  /// The size of the largest component that is solved exactly, at most 20,000.
  package var denseLimit: Int
  /// The number of steps of Lanczos's method.
  package var steps: Int
  /// The space between components, in layout units.
  package var margin: Double

  package var name: String { "spectral" }

  /// - Parameter quality: the defaults of `denseLimit` and `steps`: 500 and 120 for `balanced`; 300
  ///   and 60 for `quick`; 1,500 and 300 for `best`.
  package init(
    quality: LayoutQuality = .balanced, linkLength: Double = 30, denseLimit: Int? = nil,
    steps: Int? = nil, margin: Double = 30
  ) {
    self.linkLength = linkLength
    self.denseLimit = denseLimit ?? quality.pick(quick: 300, balanced: 500, best: 1_500)
    self.steps = steps ?? quality.pick(quick: 60, balanced: 120, best: 300)
    self.margin = margin
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<Vector>) {
    self.init(
      quality: request.quality, linkLength: placement.linkLength,
      margin: placement.margin)
  }

  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Double>)
  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [Vector] {
    try LinearAlgebra.require(for: "The spectral layout")
    try Check.positive(linkLength, "linkLength")
    try Check.atLeast(0, denseLimit, "denseLimit")
    guard denseLimit <= 20_000 else {
      throw .tooLarge("denseLimit", found: denseLimit, limit: 20_000)
    }
    try Check.atLeast(Vector.scalarCount + 2, steps, "steps")
    try Check.positive(margin, "margin")
    return try placeByComponents(graph, margin: margin, run: &run) {
      component, _, _, run throws(LayoutError) in
      run.begin("eigenvectors")
      let matrix = WalkMatrix(component)
      let pivots = PivotDistances(component, count: PivotStart.pivotCount, run: &run)
      let isDense = component.nodeCount <= max(denseLimit, Vector.scalarCount + 2)
      let axes =
        try isDense
        ? dense(matrix) : lanczos(matrix, sketch(component, pivots, run.seed), run: &run)
      return PivotStart.scaled(
        vectors(axes, count: component.nodeCount), pivots, linkLength: linkLength)
    }
  }

  private func dense(_ matrix: WalkMatrix) throws(LayoutError) -> [[Double]] {
    let eigen = try LinearAlgebra.leadingEigenvectors(
      matrix.dense(), size: matrix.count, count: Vector.scalarCount + 1)
    return eigen.vectors.dropFirst().map(matrix.unscaled)
  }

  /// Returns the axes of the sketch.
  private func sketch(
    _ graph: LayoutGraph, _ pivots: PivotDistances, _ seed: UInt64
  ) -> [[Double]] {
    let positions: [Vector] = PivotStart.positions(graph, pivots, linkLength: 1, seed: seed)
    return (0..<Vector.scalarCount).map { axis in positions.map { $0[axis] } }
  }

  /// Returns Ritz vectors of the block Krylov space of the sketch's axes, orthogonal to the first
  /// eigenvector, which is known. (The Krylov space of a single vector contains only one
  /// eigenvector per eigenvalue: a circle would be drawn as a line.)
  private func lanczos(
    _ matrix: WalkMatrix, _ sketch: [[Double]], run: inout LayoutRun
  ) throws(LayoutError) -> [[Double]] {
    var basis = [matrix.first]
    for axis in sketch { _ = Self.extend(&basis, by: matrix.scaled(axis)) }
    // The images of all vectors except the first, as combinations of the basis.
    var images: [[Double]] = []
    while images.count + 1 < basis.count, images.count < steps,
      run.mayContinue() || images.count <= Vector.scalarCount
    {
      let image = matrix.times(basis[images.count + 1])
      images.append(Self.extend(&basis, by: image))
      run.report(Double(images.count) / Double(steps))
    }
    let size = images.count
    if size == 0 { return [] }
    var small = [Double](repeating: 0, count: size * size)
    for (row, image) in images.enumerated() {
      for (column, share) in image.dropFirst().prefix(size).enumerated() {
        small[row * size + column] = share
        small[column * size + row] = share
      }
    }
    let eigen = try LinearAlgebra.leadingEigenvectors(
      small, size: size, count: Vector.scalarCount)
    for (axis, vector) in eigen.vectors.enumerated()
    where Self.residual(vector, images) > 0.01 * (1 - eigen.values[axis]) {
      run.statistics.notes.append("eigenvector \(axis + 1) is not exact after \(size) steps")
    }
    let axes = try LinearAlgebra.combine(
      Array(basis[1...size].joined()), rows: size, columns: matrix.count, factors: eigen.vectors)
    return axes.map(matrix.unscaled)
  }

  /// Extends an orthonormal basis by the new component of a vector; returns the coefficients of the
  /// vector in the basis.
  private static func extend(_ basis: inout [[Double]], by vector: [Double]) -> [Double] {
    var (rest, shares) = (vector, [Double](repeating: 0, count: basis.count))
    // Orthogonalisation is repeated, as the first pass leaves rounding errors.
    for _ in 0..<2 {
      for (index, other) in basis.enumerated() {
        let share = dot(other, rest)
        shares[index] += share
        for node in rest.indices { rest[node] -= share * other[node] }
      }
    }
    let length = dot(rest, rest).squareRoot()
    if length > 1e-10 * dot(vector, vector).squareRoot() {
      basis.append(rest.map { $0 / length })
      shares.append(length)
    }
    return shares
  }

  /// Returns the norm of the component of a Ritz vector's image outside the space.
  private static func residual(_ vector: [Double], _ images: [[Double]]) -> Double {
    var outside: [Double] = []
    for (row, image) in images.enumerated() {
      for (place, share) in image.dropFirst(images.count + 1).enumerated() {
        if place == outside.count { outside.append(0) }
        outside[place] += vector[row] * share
      }
    }
    return dot(outside, outside).squareRoot()
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sums = SIMD4<Double>.zero
    let whole = a.count & ~3
    for place in stride(from: 0, to: whole, by: 4) {
      let left = SIMD4<Double>(a[place], a[place + 1], a[place + 2], a[place + 3])
      let right = SIMD4<Double>(b[place], b[place + 1], b[place + 2], b[place + 3])
      sums += left * right
    }
    var sum = sums.sum()
    for place in whole..<a.count { sum += a[place] * b[place] }
    return sum
  }
}

/// The matrix D^-1/2 A D^-1/2 of a connected graph, whose largest eigenvalue is 1.
private struct WalkMatrix {
  let adjacency: Neighborhoods
  let count: Int
  /// The square root of each node's sum of weights.
  let roots: [Double]

  init(_ graph: LayoutGraph) {
    adjacency = graph.adjacency
    count = graph.nodeCount
    let adjacency = graph.adjacency
    roots = (0..<graph.nodeCount).map { node in
      adjacency.range(of: node).reduce(0) { $0 + 1 / (adjacency.lengths?[$1] ?? 1) }.squareRoot()
    }
  }

  /// The eigenvector of eigenvalue 1.
  var first: [Double] {
    let length = roots.reduce(0) { $0 + $1 * $1 }.squareRoot()
    return roots.map { $0 / length }
  }

  func scaled(_ vector: [Double]) -> [Double] { zip(vector, roots).map { $0 * $1 } }
  func unscaled(_ vector: [Double]) -> [Double] { zip(vector, roots).map { $0 / $1 } }

  func times(_ vector: [Double]) -> [Double] {
    let inward = unscaled(vector)
    return (0..<count).map { node in
      var sum = 0.0
      for place in adjacency.range(of: node) {
        sum += inward[Int(adjacency.neighbors[place])] / (adjacency.lengths?[place] ?? 1)
      }
      return sum / roots[node]
    }
  }

  func dense() -> [Double] {
    var matrix = [Double](repeating: 0, count: count * count)
    for node in 0..<count {
      for place in adjacency.range(of: node) {
        let other = Int(adjacency.neighbors[place])
        matrix[node * count + other] =
          1 / (adjacency.lengths?[place] ?? 1) / (roots[node] * roots[other])
      }
    }
    return matrix
  }
}
