import CommandLineSupport
import GraphIO
import GraphLayout
import Synchronization

/// What is to be done to a graph: everything that was asked for, checked.
struct LayoutPlan {
  var graph: Graph
  /// The same graph, as layouts see it.
  var layoutGraph: LayoutGraph
  var settings: LayoutSettings
  var dimensions: Int
  var seed: UInt64
  var timeBudget: Duration?
  /// NaN for nodes without one.
  var start: NodePositions?
  /// Empty when no node is pinned.
  var isPinned: [Bool] = []
  /// What the result is turned and moved onto; NaN for nodes without a place.
  var alignment: NodePositions?

  struct Outcome {
    var positions: NodePositions
    var stop: LayoutStop
    /// Nil where nothing was laid out.
    var statistics: LayoutStatistics?
  }

  /// Lays the graph out. Shows a progress bar; ends early, with what there is, at Ctrl-C.
  func run() throws -> Outcome {
    if settings.choice == .keep, let start {
      return Outcome(
        positions: dimensions == 2 ? .plane(start.inPlane) : .space(start.inSpace),
        stop: .converged)
    }
    if dimensions == 3 {
      let start = start.map(\.inSpace)
      let result = try run(
        spatial: settings.spatial(start: completed(start)), planar: nil, start: start,
        alignment: alignment?.inSpace)
      return Outcome(
        positions: .space(result.positions), stop: result.stop, statistics: result.statistics)
    }
    let start = start.map(\.inPlane)
    let result = try run(
      spatial: settings.spatial(start: completed(start)), planar: settings.planar(), start: start,
      alignment: alignment?.inPlane)
    return Outcome(
      positions: .plane(result.positions), stop: result.stop, statistics: result.statistics)
  }

  private func completed<Vector: LayoutVector>(_ start: [Vector]?) -> [Vector]? {
    start.map {
      StartPositions.completed(
        StartPositions.scaled($0, layoutGraph), layoutGraph,
        linkLength: StartPositions.linkLength)
    }
  }

  private func run<Vector: LayoutVector>(
    spatial: (any GraphLayoutAlgorithm<Vector>)?, planar: (any GraphLayoutAlgorithm<Vector>)?,
    start: [Vector]?, alignment: [Vector]?
  ) throws -> LayoutResult<Vector> {
    var algorithm = spatial ?? planar
    if let start, !isPinned.isEmpty { algorithm = pinned(start) }
    guard let algorithm else {
      throw Failure.internalError("there is no layout \(settings.choice.rawValue)")
    }
    let bar = Mutex(ProgressBar("layout"))
    var control = LayoutControl(
      seed: seed, timeBudget: timeBudget,
      isCancelled: { Interrupt.isRequested })
    control.progress = { progress in bar.withLock { $0.update(fraction: progress.fraction) } }
    defer { bar.withLock { $0.finish() } }
    var result = try algorithm.layout(layoutGraph, control: control)
    if let alignment {
      let common = alignment.indices.filter { !alignment[$0].sum().isNaN }
      result.positions = try LayoutAlignment.align(
        result.positions, to: common.map { alignment[$0] },
        common: common.enumerated().map { (new: $1, old: $0) }
      ).positions
    }
    return result
  }

  /// Pinned nodes stay to the last bit, so units are those of the start.
  private func pinned<Vector: LayoutVector>(_ start: [Vector]) -> PinnedLayout<Vector> {
    let linkLength =
      StartPositions.meanLength(layoutGraph, start) ?? StartPositions.linkLength
    return PinnedLayout(
      start: StartPositions.completed(start, layoutGraph, linkLength: linkLength),
      isPinned: isPinned, linkLength: linkLength, ticks: settings.force(start: start).ticks)
  }
}
