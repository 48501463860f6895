import Dispatch
import ForceSimulation
import Foundation
import GraphLayout

struct LayoutRequest: Decodable {
  /// "automatic", "force-directed" or "stress".
  var method: String
  var edges: String
  var nodes: Int
  var seed: UInt64
  /// Where to write positions, a node a line; or nil.
  var save: String?
}

/// A whole layout, as a user gets it without setting anything.
enum LayoutTiming {
  static func run(_ request: LayoutRequest) throws -> Answer {
    let edges = try readLines(request.edges, 2, of: Int.self).map { ($0[0], $0[1]) }
    let before = peakMegabytes()
    let layout = try layout(request.method)
    // Making the graph counts, as what peers do with their input does.
    let start = DispatchTime.now().uptimeNanoseconds
    let graph = try LayoutGraph(nodeCount: request.nodes, edges: edges)
    let result = try layout.layout(graph, control: LayoutControl(seed: request.seed))
    let ms = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    if let path = request.save {
      let lines = result.positions.map { "\($0.x) \($0.y)\n" }
      try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }
    return Answer(
      threads: ProcessInfo.processInfo.activeProcessorCount, ms: [ms],
      layout: result.statistics.layout, base_mb: before, peak_mb: peakMegabytes())
  }

  private static func layout(_ name: String) throws -> any GraphLayoutAlgorithm<SIMD2<Double>> {
    switch name {
    case "automatic": AutomaticLayout()
    case "force-directed": ForceDirectedLayout<SIMD2<Double>>()
    case "stress": StressLayout<SIMD2<Double>>()
    default: throw Refusal(description: "there is no layout \"\(name)\"")
    }
  }
}
