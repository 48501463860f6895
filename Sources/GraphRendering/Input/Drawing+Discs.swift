extension Drawing {
  /// The discs of a drawing as they are in a picture.
  package struct Discs {
    /// The middles of those with a place, in layout units, and their nodes.
    package var positions: [SIMD2<Double>]
    package var nodes: [Int]
    /// In layout units.
    package var radii: [Double]
    /// Layout units to a point of the picture.
    package var point: Double
  }

  /// The discs that a picture shows as discs, and not as a texture; nil in space, for figures, for a
  /// part of the plane, for sizes in layout units, which go with the positions as they are, and where
  /// discs are smaller than 2 points. O(nodes + edges).
  package func discs(
    _ options: Picture.Options
  ) throws(RenderingError) -> Discs? {
    guard case .plane(let points) = positions, options.region == nil,
      !figures.contains(where: { $0 != nil })
    else { return nil }
    if case .layoutUnits = nodeSizes { return nil }
    try Validate.drawing(self)
    try Validate.options(options)
    let projection = Projection(self, options)
    let placed = PlacedNodes(self, options, projection, loopCounts: loopCounts)
    let nodes = points.indices.filter { points[$0].isFinite }
    guard nodes.count > 1 else { return nil }
    let sum = nodes.reduce(0) { $0 + placed.radii[$1] }
    guard sum / Double(nodes.count) >= 2 else { return nil }
    let point = 1 / (placed.frame.scale * projection.unit)
    return Discs(
      positions: nodes.map { points[$0] }, nodes: nodes,
      radii: nodes.map { placed.radii[$0] * point }, point: point)
  }

  /// The drawing with its discs elsewhere, in the sizes that they have.
  package func moved(_ discs: Discs, to positions: [SIMD2<Double>]) -> Drawing {
    guard case .plane(var points) = self.positions else { return self }
    var moved = self
    var radii = [Double](repeating: 0, count: points.count)
    for (index, node) in discs.nodes.enumerated() {
      points[node] = positions[index]
      radii[node] = discs.radii[index]
    }
    // Whose name wins is said by the sizes that were asked for.
    if case .byWeight(let weights) = nodeSizes, importance.isEmpty, Set(radii).count > 1 {
      moved.importance = weights
    }
    moved.positions = .plane(points)
    moved.nodeSizes = .layoutUnits(radii)
    return moved
  }
}
