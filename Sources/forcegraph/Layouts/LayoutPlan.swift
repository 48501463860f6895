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

    /// What was done, also where the choice was left to the library.
    func choice(_ plan: LayoutPlan) -> LayoutChoice {
      statistics.flatMap { LayoutChoice(layoutName: $0.layout) } ?? plan.settings.choice
    }
  }

  /// Lays the graph out. Shows a progress bar; ends early, with what there is, at Ctrl-C.
  func run() throws -> Outcome {
    if settings.choice == .keep, let start {
      return Outcome(
        positions: dimensions == 2 ? .plane(start.inPlane) : .space(start.inSpace),
        stop: .converged)
    }
    if dimensions == 3 {
      let result = try run(start: start?.inSpace, alignment: alignment?.inSpace)
      return Outcome(
        positions: .space(result.positions), stop: result.stop, statistics: result.statistics)
    }
    let result = try run(start: start?.inPlane, alignment: alignment?.inPlane)
    return Outcome(
      positions: .plane(result.positions), stop: result.stop, statistics: result.statistics)
  }

  private func run<Vector: LayoutVector>(
    start: [Vector]?, alignment: [Vector]?
  ) throws -> LayoutResult<Vector> {
    guard let algorithm = layout(start: start) else {
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

  private func layout<Vector: LayoutVector>(
    start: [Vector]?
  ) -> (any GraphLayoutAlgorithm<Vector>)? {
    var linkLength = StartPositions.linkLength
    guard var start else { return settings.layout() }
    if isPinned.isEmpty {
      start = StartPositions.scaled(start, layoutGraph)
    } else {
      // Pinned nodes stay to the last bit, so units are those of the start.
      linkLength = StartPositions.meanLength(layoutGraph, start) ?? linkLength
    }
    let pins = isPinned.indices.filter { isPinned[$0] }.map { [start] in ($0, start[$0]) }
    start = StartPositions.completed(start, layoutGraph, linkLength: linkLength)
    return settings.layout(
      placement: Placement(
        linkLength: linkLength, start: start, pins: Dictionary(uniqueKeysWithValues: pins)))
  }
}
