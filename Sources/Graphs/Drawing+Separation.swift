extension Drawing {
  /// Returns the drawing with overlapping discs moved apart as little as possible.
  ///
  /// - Throws: `RenderingError`, as pictures do.
  func separated(_ options: Picture.Options) throws -> Drawing {
    guard let discs = try discs(options) else { return self }
    let result = try OverlapRemoval.separated(
      discs.positions, discs.radii.map { .disc(radius: $0) }, gap: Self.gap * discs.point)
    return result.positions == discs.positions ? self : moved(discs, to: result.positions)
  }

  /// Returns the drawing with overlapping discs moved apart within the boxes that groups have, as far as
  /// there is room.
  func separated(_ options: Picture.Options, within boxes: [GroupBox]) throws -> Drawing {
    guard let discs = try discs(options) else { return self }
    let places = Dictionary(uniqueKeysWithValues: zip(discs.nodes, discs.positions.indices))
    var positions = discs.positions
    for box in boxes {
      let members = box.own.compactMap { places[$0] }
      guard let first = members.first else { continue }
      var (low, high) = (positions[first], positions[first])
      for member in members {
        low = pointwiseMin(low, positions[member])
        high = pointwiseMax(high, positions[member])
      }
      let apart = try OverlapRemoval.separated(
        members.map { positions[$0] }, members.map { .disc(radius: discs.radii[$0]) },
        gap: Self.gap * discs.point
      ).positions
      for (member, position) in zip(members, apart) {
        positions[member] = pointwiseMin(pointwiseMax(position, low), high)
      }
    }
    return positions == discs.positions ? self : moved(discs, to: positions)
  }

  /// The gap between discs in points, which makes them distinguishable.
  private static let gap = 1.5
}
