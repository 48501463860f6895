import ForceSimulation

/// A position in a picture: `SIMD2<Double>` or `SIMD3<Double>` (or any other simulatable vector of Doubles).
///
/// x points to the right and y up, as in mathematics, in GraphRendering and in most files of positions: what has a top, such as a tree, has
/// its top at the largest y. Where y points down, as on most screens, negate it.
public protocol LayoutVector: SimulationVector, SimulationVector where Scalar == Double {}

extension SIMD2: LayoutVector where Scalar == Double {}
extension SIMD3: LayoutVector where Scalar == Double {}

/// A way to place the nodes of a graph.
///
///     let result = try StressLayout<SIMD2<Double>>().layout(graph)
///     result.positions[0]
///
/// To write one of your own, implement `place`: everything else follows. A layout is a value that holds its options; it may be used
/// for many graphs and by many tasks.
///
/// What all layouts of this library promise: one finite position for each node, or a `LayoutError` that says what is wrong; the same
/// graph, options and seed give the same bits (docs/layouts.md says what can differ between machines); no recursion, so deep
/// graphs are no danger.
public protocol GraphLayoutAlgorithm<Vector>: Sendable {
  /// `SIMD2<Double>` for the plane, `SIMD3<Double>` for space.
  associatedtype Vector: LayoutVector

  /// What people call it: "stress", "tidy tree".
  var name: String { get }

  /// Its name in programs: that of its `LayoutMethod`, where it has one. Else, and unless said
  /// otherwise, `name`.
  var id: String { get }

  /// One position for each node. Asks `run` now and then whether to go on, and tells it how far it is; when it must not go on it
  /// returns what it has.
  func place(_ graph: LayoutGraph, run: inout LayoutRun) throws(LayoutError) -> [Vector]
}

extension GraphLayoutAlgorithm {
  public var id: String { name }

  /// Lays out a graph. Runs on the calling thread until it is done, its budget is used up, or it is cancelled: by
  /// `control.run.isCancelled`, or because the task it runs in is.
  public func layout(
    _ graph: LayoutGraph, control: LayoutControl = LayoutControl()
  ) throws(LayoutError) -> LayoutResult<Vector> {
    var run = LayoutRun(control)
    run.statistics.layout = name
    run.statistics.layoutID = id
    let positions = try place(graph, run: &run)
    try Check.positions(positions, of: "the layout's result", nodeCount: graph.nodeCount)
    run.report(1)
    return LayoutResult(
      positions: positions, routes: run.routes, stop: run.finalStop,
      statistics: run.finalStatistics())
  }
}

/// A picture: where the nodes are, why the layout stopped, and what it did.
public struct LayoutResult<Vector: LayoutVector>: Sendable {
  /// One for each node, in layout units (a link is about `linkLength` long). Centred on the origin unless the layout says otherwise.
  public var positions: [Vector]
  /// How edges run between the positions; nil when they are straight.
  public var routes: LayoutRoutes?
  /// Why it ended.
  public var stop: LayoutStop
  /// How the run went.
  public var statistics: LayoutStatistics
}

/// Why a layout ended.
public enum LayoutStop: String, Sendable, Hashable, CaseIterable {
  /// It is done: nothing moves any more, it has cooled down, or there was nothing to wait for.
  case converged
  /// The number of ticks it may do is used up: the run's budget, or the layout's own limit before it had converged.
  case tickBudget
  /// The time it may take is used up.
  case timeBudget
  /// Somebody asked it to stop. The positions are those it had by then.
  case cancelled
}

/// What a layout did.
public struct LayoutStatistics: Sendable, Equatable {
  /// The name of the layout. `AutomaticLayout` puts the one it chose here.
  public var layout = ""
  /// The id of the same layout.
  public var layoutID = ""
  /// The connected components that were laid out one by one; 0 when the layout does not look at them.
  public var componentCount = 0
  /// Ticks of all components together; 0 for layouts without any.
  public var ticks = 0
  /// How many ticks each component got where a layout chose them by the `timeBudget`; else nil. With
  /// so many `ticks`, and no budget, it gives the same bits, if it ended with `converged`.
  public var ticksInTime: Int?
  /// How long it took, in seconds.
  public var seconds = 0.0
  /// What is worth knowing about this run: "starts from 50 pivots", "12 edges point up".
  public var notes: [String] = []
}
