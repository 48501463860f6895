import Dispatch
import ForceSimulation
import Foundation
import GraphLayout

struct LayoutRequest: Decodable {
  /// An id of `LayoutMethod`, such as "auto".
  var method: String
  /// A `LayoutQuality`; nil for the default of the package.
  var quality: String?
  /// A `LayoutGoal`; nil for what the layout chooses.
  var goal: String?
  var edges: String
  var nodes: Int
  var seed: UInt64
  /// Where to write positions, a node a line; or nil.
  var save: String?
}

/// A whole layout, as a user gets it who sets quality and goal, or nothing.
enum LayoutTiming {
  static func run(_ request: LayoutRequest) throws -> Answer {
    let edges = try readLines(request.edges, 2, of: Int.self).map { ($0[0], $0[1]) }
    let before = peakMegabytes()
    let layout = try layout(request)
    // Making the graph counts, as what peers do with their input does.
    let start = DispatchTime.now().uptimeNanoseconds, startOfWork = processorMilliseconds()
    let graph = try LayoutGraph(nodeCount: request.nodes, edges: edges)
    let result = try layout.layout(graph, control: LayoutControl(seed: request.seed))
    let ms = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    let processor = processorMilliseconds() - startOfWork
    if let path = request.save {
      let lines = result.positions.map { "\($0.x) \($0.y)\n" }
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }
    return Answer(
      threads: ProcessInfo.processInfo.activeProcessorCount, ms: [ms], cpu_ms: [processor],
      layout: result.statistics.layout, base_mb: before, peak_mb: peakMegabytes())
  }

  private static func layout(
    _ request: LayoutRequest
  ) throws -> any GraphLayoutAlgorithm<SIMD2<Double>> {
    var settings = LayoutSettings<SIMD2<Double>>()
    if let name = request.quality { settings.quality = try named(name) }
    if let name = request.goal { settings.goal = try named(name) as LayoutGoal }
    guard let layout = LayoutMethod(request.method)?.layout(settings) else {
      throw Refusal(description: "there is no layout \"\(request.method)\"")
    }
    return layout
  }

  private static func named<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice {
    guard let choice = Choice(rawValue: name) else {
      throw Refusal(description: "\"\(name)\" is no \(Choice.self)")
    }
    return choice
  }

  /// What all threads of this process have used so far.
  private static func processorMilliseconds() -> Double {
    Double(clock()) / Double(CLOCKS_PER_SEC) * 1e3
  }
}
