import CommandLineSupport
import Graphs
import Synchronization

/// What is to be done to a graph: everything that was asked for, checked.
struct LayoutPlan {
  var graph: Graph
  var choice: LayoutChoice
  /// What is asked of the layout, where there is one. Its start has the positions that are kept, where
  /// there is none.
  var request: LayoutRequest
  var seed: UInt64
  var timeBudget: Duration?

  struct Outcome {
    var graph: Graph
    var stop: LayoutStop
    /// Nil where nothing was laid out.
    var statistics: LayoutStatistics?
    /// What was done, also where the choice was left to the library; nil where nothing was laid out.
    var method: LayoutMethod?
    /// How edges run, and whether nodes have room for text, where the layout says so.
    var routes: LayoutRoutes?
    var hasRoomForText = false
  }

  /// Lays the graph out. Shows a progress bar; ends early, with what there is, at Ctrl-C.
  func run() throws -> Outcome {
    if choice == .keep, let start = request.start {
      var kept = graph
      kept.positions =
        request.dimensions == 2 ? .plane(start.inPlane) : .space(start.inSpace)
      return Outcome(graph: kept, stop: .converged)
    }
    let bar = Mutex(ProgressBar("layout"))
    defer { bar.withLock { $0.finish() } }
    var control = LayoutControl(seed: seed, timeBudget: timeBudget)
    control.run = RunControl(
      isCancelled: { Interrupt.isRequested },
      progress: { progress in bar.withLock { $0.update(fraction: progress.fraction) } })
    let result = try graph.layout(request, control: control)
    return Outcome(
      graph: result.graph, stop: result.stop, statistics: result.statistics, method: result.method,
      routes: result.routes, hasRoomForText: result.hasRoomForText)
  }
}
