import ForceSimulation
import GraphModel

/// A position in a layout: `SIMD2<Double>` or `SIMD3<Double>` (or any other vector of Doubles that
/// can be simulated).
///
/// x points to the right and y up, as in mathematics, in GraphRendering and in most files of
/// positions: the top of a tree has the largest y. If y points down, as on most screens, negate it.
package typealias LayoutVector = SimulationVector<Double>

/// The algorithm of a layout of this library: a value with its options, which may be used for many
/// graphs and in many tasks. Programs call it by a `LayoutMethod`.
package protocol GraphLayoutAlgorithm<Vector>: Sendable {
  /// The type of positions: `SIMD2<Double>` for two dimensions, `SIMD3<Double>` for three.
  associatedtype Vector: LayoutVector

  /// The name for users: "stress", "tidy tree".
  var name: String { get }

  /// The id of its `LayoutMethod`, if it has one, else `name` by default.
  var id: String { get }

  /// Returns a position for each node. It has to ask `run` regularly whether to continue, and
  /// report its progress; if it must not continue, it returns the current positions.
  func place(_ graph: LayoutGraph, run: inout LayoutRun) throws(LayoutError) -> [Vector]
}

extension GraphLayoutAlgorithm {
  package var id: String { name }

  /// Lays out a graph. This blocks the calling thread until it is done, its budget is exhausted, or
  /// it is cancelled, by `control.run.isCancelled` or because its task is.
  package func layout(
    _ graph: LayoutGraph, control: LayoutControl = LayoutControl()
  ) throws(LayoutError) -> AlgorithmResult<Vector> {
    var run = LayoutRun(control)
    run.statistics.layout = name
    run.statistics.layoutID = id
    let positions = try place(graph, run: &run)
    try Check.positions(positions, of: "the layout's result", nodeCount: graph.nodeCount)
    run.report(1)
    return AlgorithmResult(
      positions: positions, routes: run.routes, stop: run.finalStop,
      statistics: run.finalStatistics())
  }
}

/// The result of an algorithm; `LayoutResult` is the same for users.
package struct AlgorithmResult<Vector: LayoutVector>: Sendable {
  package var positions: [Vector]
  package var routes: LayoutRoutes?
  package var stop: EndReason
  package var statistics: LayoutStatistics
}

/// The result of a layout.
public struct LayoutResult: Sendable {
  /// The position of each node, in layout units (a link is about `LayoutRequest.linkLength` long),
  /// centred on the origin unless the layout states otherwise. Each is finite.
  public var positions: NodePositions
  /// The routes of edges; nil if they are straight.
  public var routes: LayoutRoutes?
  /// The reason why it ended.
  public var stop: EndReason
  /// The method that was used, which the library may have chosen.
  public var method: LayoutMethod
  /// The number of connected components that were laid out separately; 0 if the layout does not
  /// separate them.
  public var componentCount: Int { statistics.componentCount }
  /// The total number of ticks of all components; 0 for layouts without ticks.
  public var ticks: Int { statistics.ticks }
  /// The number of ticks per component if a layout chose it by the `timeBudget`; else nil. With
  /// that number as `ticks`, and no budget, it gives the same bits, if it ended with `converged`.
  public var ticksInTime: Int? { statistics.ticksInTime }
  /// The duration in seconds.
  public var seconds: Double { statistics.seconds }
  /// Notes on the run: "starts from 50 pivots", "12 edges point up".
  public var notes: [String] { statistics.notes }

  package var statistics: LayoutStatistics
  /// The groups of constraints, each after those around it.
  package var boxes: [GroupBox] = []
}

/// The statistics of a layout.
package struct LayoutStatistics: Sendable, Equatable {
  /// The name of the layout; for `LayoutMethod.automatic` that of the chosen one.
  package var layout = ""
  /// The id of that layout.
  package var layoutID = ""
  /// The number of connected components that were laid out separately; 0 if the layout does not
  /// separate them.
  package var componentCount = 0
  /// The total number of ticks of all components; 0 for layouts without ticks.
  package var ticks = 0
  /// The number of ticks per component if a layout chose it by the `timeBudget`; else nil. With
  /// that number as `ticks`, and no budget, it gives the same bits, if it ended with `converged`.
  package var ticksInTime: Int?
  /// The duration in seconds.
  package var seconds = 0.0
  /// Notes on the run: "starts from 50 pivots", "12 edges point up".
  package var notes: [String] = []
}
