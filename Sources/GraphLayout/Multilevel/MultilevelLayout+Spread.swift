/// The layout of components whose distances a drawing nearly reproduces, in link lengths.
///
/// Power grids, cactuses and networks of coauthors have branches and wide cycles. t-forces give each
/// node about the same area, so that the drawing becomes a disc in which these are not seen. Charges
/// act over any distance: they spread what is far apart. t-forces then place neighbours together
/// without changing the overall shape.
extension MultilevelLayout {
  /// The stress of the coarsest level up to which levels are spread: relative errors of 30 %. Above
  /// it, as in small worlds and scale-free graphs, all nodes are near each other, and spreading only
  /// separates neighbours.
  static var spreadStress: Double { 0.1 }

  /// The forces that spread a level.
  static var springs: LevelTicks<Vector> { LevelTicks(forces: .springs) }

  /// The number of their ticks on each level. Those of the finest level grow in proportion to the
  /// number of t-ticks. With only as many as t-ticks, it is not spread to the end: a power grid has
  /// 0.47 of its neighbourhoods over 8 hops in place of 0.52.
  var spreadTicks: Int { quality.pick(quick: 60, balanced: 200, best: 400) }

  /// The mean edge length with which t-forces begin then. It is longer than on other levels: most
  /// edges of a spread drawing are short, and long ones count more in the mean.
  private static var edgeLength: Double { 3 }
  /// The t-forces that follow springs. At short distances their attraction is half of the usual one:
  /// charges leave dense parts, such as cliques, on nearly one point, where the usual one is nearly
  /// as strong as the repulsion.
  static var tForcesAfterSprings: LevelTicks<Vector> { LevelTicks(forces: .tForces(attraction: 4)) }
  /// The initial heat of t-forces then, which keeps the shape.
  private static var heat: Double { 0.5 }

  /// Spreads the finest level, then performs its ticks.
  func coolSpread(
    _ graph: LevelGraph, _ positions: inout [Vector], _ ticks: Int, byLength: Bool,
    _ share: ClosedRange<Double>, run: inout LayoutRun
  ) throws(LayoutError) {
    let middle = (share.lowerBound + share.upperBound) / 2
    let springTicks = min(ticks, 1_000_000) * spreadTicks / ticksOfQuality
    try run.preparing { run throws(LayoutError) in
      try cool(
        graph, &positions, springTicks, Self.springs, byLength: byLength,
        share.lowerBound...middle, run: &run)
    }
    try cool(
      graph, &positions, ticks, Self.tForcesAfterSprings, byLength: byLength,
      edgeLength: Self.edgeLength, heat: Self.heat, middle...share.upperBound, run: &run)
  }
}
