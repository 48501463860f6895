extension Drawing {
  /// The discs of a drawing as they appear in a picture.
  package struct Discs {
    /// The centres of discs with a position, in layout units, and their nodes.
    package var positions: [SIMD2<Double>]
    package var nodes: [Int]
    /// The radii in layout units.
    package var radii: [Double]
    /// The radii of all nodes of the drawing.
    var allRadii: [Double]
    /// The number of layout units per point of the picture.
    package var point: Double
  }

  /// Returns the discs if the picture shows them as separate discs; nil in three dimensions, for
  /// figures, for a region of the plane, and for sizes in layout units, which belong to the given
  /// positions. Where the mean radius is less than 2 points, most discs are a texture, and those with twice
  /// that are meant. O(nodes + edges).
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
    var nodes = points.indices.filter { points[$0].isFinite }
    let sum = nodes.reduce(0) { $0 + placed.radii[$1] }
    if sum < 2 * Double(nodes.count) { nodes.removeAll { placed.radii[$0] < 4 } }
    guard nodes.count > 1 else { return nil }
    let point = 1 / (placed.frame.scale * projection.unit)
    return Discs(
      positions: nodes.map { points[$0] }, nodes: nodes,
      radii: nodes.map { placed.radii[$0] * point },
      allRadii: placed.radii.map { $0 * point }, point: point)
  }

  /// Returns the drawing with its discs at other positions, in the same sizes.
  package func moved(_ discs: Discs, to positions: [SIMD2<Double>]) -> Drawing {
    guard case .plane(var points) = self.positions else { return self }
    var moved = self
    for (index, node) in discs.nodes.enumerated() { points[node] = positions[index] }
    let radii = discs.allRadii
    // The priority of labels follows the requested sizes.
    if case .byWeight(let weights) = nodeSizes, importance.isEmpty, Set(radii).count > 1 {
      moved.importance = weights
    }
    moved.positions = .plane(points)
    moved.nodeSizes = .layoutUnits(radii)
    return moved
  }
}
