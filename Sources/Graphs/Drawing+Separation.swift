extension Drawing {
  /// The drawing with discs that overlap moved apart, as little as that takes.
  ///
  /// - Throws: `RenderingError` as pictures do.
  func separated(_ options: Picture.Options) throws -> Drawing {
    guard let discs = try discs(options) else { return self }
    let result = try OverlapRemoval.separated(
      discs.positions, discs.radii.map { .disc(radius: $0) }, gap: Self.gap * discs.point)
    return result.positions == discs.positions ? self : moved(discs, to: result.positions)
  }

  /// Between discs, in points: they are seen to be two.
  private static let gap = 1.5
}
