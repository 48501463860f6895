import Dispatch
import ForceSimulation
import Foundation
import GraphLayout

struct LayoutInput: Decodable {
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
  static func run(_ input: LayoutInput) throws -> Answer {
    let edges = try readLines(input.edges, 2, of: Int.self).map { ($0[0], $0[1]) }
    let before = peakMegabytes()
    var request = try request(input)
    request.seed = input.seed
    // Making the graph counts, as what peers do with their input does.
    let start = DispatchTime.now().uptimeNanoseconds, startOfWork = processorMilliseconds()
    let graph = try LayoutGraph(nodeCount: input.nodes, edges: edges)
    let result = try graph.layout(request)
    let ms = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    let processor = processorMilliseconds() - startOfWork
    if let path = input.save {
      let lines = result.positions.inPlane.map { "\($0.x) \($0.y)\n" }
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }
    return Answer(
      threads: ProcessInfo.processInfo.activeProcessorCount, ms: [ms], cpu_ms: [processor],
      layout: result.method.id, base_mb: before, peak_mb: peakMegabytes())
  }

  private static func request(_ input: LayoutInput) throws -> LayoutRequest {
    guard let method = LayoutMethod(input.method) else {
      throw Refusal(description: "there is no layout \"\(input.method)\"")
    }
    var request = LayoutRequest(method)
    if let name = input.quality { request.quality = try named(name) }
    if let name = input.goal { request.goal = try named(name) as LayoutGoal }
    return request
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
