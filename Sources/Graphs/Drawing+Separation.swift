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

  /// The gap between discs in points, which makes them distinguishable.
  private static let gap = 1.5
}
