import CommandLineSupport
import ForceSimulation
@_spi(Interfaces) import Graphs
import Synchronization

/// The validated options of a layout with its graph.
struct LayoutPlan {
  var graph: Graph
  var choice: LayoutChoice
  /// The layout request. If positions are kept, its `start` has them.
  var request: LayoutRequest
  var seed: UInt64
  var timeBudget: Duration?
  var kernelOptions = KernelOptions.default
  /// Processes that do ticks together; nil for this one alone.
  var tickSharing: (any TickSharing)?
  /// Whether Ctrl-C ends the layout early.
  var isInterruptible = true
  var showsProgress = true

  struct Outcome {
    var graph: Graph
    var stop: EndReason
    /// The statistics; nil if there was no layout.
    var statistics: LayoutStatistics?
    /// The method used, which the library may have chosen; nil if there was no layout.
    var method: LayoutMethod?
    /// The routes of edges, and whether space for text was reserved, if the layout provides them.
    var routes: LayoutRoutes?
    var hasRoomForText = false
    /// The boxes of the groups of constraints.
    var boxes: [GroupBox] = []
  }

  /// Lays the graph out, with a progress bar. Ctrl-C ends it early with the current positions, unless it
  /// is not interruptible.
  func run() throws -> Outcome {
    if choice == .keep, let start = request.start {
      var kept = graph
      kept.positions =
        request.dimensions == 2 ? .plane(start.inPlane) : .space(start.inSpace)
      return Outcome(graph: kept, stop: .converged)
    }
    let bar = Mutex(ProgressBar("layout", isShown: showsProgress))
    defer { bar.withLock { $0.finish() } }
    var request = request
    (request.seed, request.timeBudget) = (seed, timeBudget)
    request.kernelOptions = kernelOptions
    let isInterruptible = isInterruptible
    let control = RunControl(
      isCancelled: { isInterruptible && Interrupt.isRequested },
      progress: { progress in bar.withLock { $0.update(fraction: progress.fraction) } })
    let drawn = try graph.layout(request, control: control, sharing: tickSharing)
    return Outcome(
      graph: drawn.graph, stop: drawn.result.stop, statistics: drawn.result.statistics,
      method: drawn.result.method, routes: drawn.result.routes,
      hasRoomForText: drawn.hasRoomForText, boxes: drawn.result.boxes)
  }
}
