/// Pivot MDS: classical scaling of the graph distances to some pivots, projected on their principal
/// axes (Brandes and Pich 2007, doi:10.1007/978-3-540-70904-6_6).
///
/// Use it for the overall shape of a large graph within a second. Nodes with the same distances to
/// all pivots (the leaves of a hub) coincide. Other layouts use their own sketch by the same method
/// as a start.
///
/// Needs OpenBLAS (the package trait LinearAlgebra). Time: O(pivots * (nodes + edges) + pivots² *
/// nodes). Memory: 12 bytes per node and pivot.
package struct PivotMDSLayout<Vector: LayoutVector>: GraphLayoutAlgorithm {
  /// The length of edges, in layout units, at the best fit of distances in the drawing to those in
  /// the graph.
  package var linkLength: Double
  /// The number of pivots: more give a better approximation.
  package var pivotCount: Int
  /// The space between components, in layout units.
  package var margin: Double

  package var name: String { "pivot MDS" }
  package var id: String { "pivot-mds" }

  /// - Parameter quality: the default of `pivotCount`: 50 for `quick`, 100 for `balanced`, 300 for
  ///   `best`.
  package init(
    quality: LayoutQuality = .balanced, linkLength: Double = 30, pivotCount: Int? = nil,
    margin: Double = 30
  ) {
    self.linkLength = linkLength
    self.pivotCount = pivotCount ?? quality.pick(quick: 50, balanced: 100, best: 300)
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
    try LinearAlgebra.require(for: "The pivot MDS layout")
    try Check.positive(linkLength, "linkLength")
    try Check.atLeast(1, pivotCount, "pivotCount")
    try Check.positive(margin, "margin")
    return try placeByComponents(graph, margin: margin, run: &run) {
      component, _, _, run throws(LayoutError) in
      run.begin("pivots")
      let pivots = PivotDistances(component, count: pivotCount, run: &run)
      return try project(pivots, nodeCount: component.nodeCount)
    }
  }

  private func project(
    _ pivots: PivotDistances, nodeCount: Int
  ) throws(LayoutError) -> [Vector] {
    let rows = pivots.rows.count
    let matrix = pivots.doublyCentered()
    let eigen = try LinearAlgebra.leadingEigenvectors(
      LinearAlgebra.gram(matrix, rows: rows, columns: nodeCount), size: rows,
      count: Vector.scalarCount)
    let axes = try LinearAlgebra.combine(
      matrix, rows: rows, columns: nodeCount, factors: eigen.vectors)
    return PivotStart.scaled(vectors(axes, count: nodeCount), pivots, linkLength: linkLength)
  }
}

/// Returns positions from coordinates given axis by axis; missing axes are 0.
func vectors<Vector: LayoutVector>(_ axes: [[Double]], count: Int) -> [Vector] {
  var positions = [Vector](repeating: .zero, count: count)
  for (axis, coordinates) in axes.prefix(Vector.scalarCount).enumerated() {
    for node in 0..<count { positions[node][axis] = coordinates[node] }
  }
  return positions
}
