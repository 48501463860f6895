import ArgumentParser
import ForceSimulation
import Foundation
import GraphLayout
import Scenes

/// Times layouts of graphs from files and measures their quality: one line for each graph and layout.
@main struct LayoutBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layoutbench",
    abstract: "Times layouts and measures their quality.",
    discussion: """
      Prints, tab by tab: graph, nodes, edges, layout, seconds (median), ticks, stress, neighbourhood preservation, \
      edge-length variation, crossings per edge, why it stopped, notes. Definitions: LayoutMetrics. Time is that of \
      layout(), with the file read and the graph built; metrics are of the first run.
      """)

  @Argument(help: "Edge lists, as text or .gz.")
  var files: [String]

  @Option(help: "Layouts, with commas: \(LayoutBench.names.joined(separator: ", ")).")
  var layouts = "force-directed,stress,automatic"

  @Option(help: "Runs of each; the median counts.")
  var repeats = 3

  @Option(help: "The seed of the first run; later ones have the next.")
  var seed: UInt64 = 1

  @Option(help: "quick, balanced or best.")
  var quality = LayoutQuality.balanced

  @Option(help: "The openness of force-directed.")
  var openness = 1.0

  @Flag(help: "Only the largest component of each graph.")
  var largestComponent = false

  @Option(help: "A folder for positions, one line for each node: GRAPH.LAYOUT.tsv.")
  var positions: String?

  static let names = ["force-directed", "stress", "automatic", "fruchterman-reingold", "pivot-mds"]

  func run() throws {
    for file in files {
      let graph = try load(file)
      for name in layouts.split(separator: ",").map(String.init) {
        try measure(graph, try layout(name), file: file)
      }
    }
  }

  private func layout(_ name: String) throws -> any GraphLayoutAlgorithm<SIMD2<Double>> {
    switch name {
    case "force-directed": ForceDirectedLayout<SIMD2<Double>>(quality: quality, openness: openness)
    case "stress": StressLayout<SIMD2<Double>>(quality: quality)
    case "automatic": AutomaticLayout(quality: quality)
    case "fruchterman-reingold": FruchtermanReingoldLayout<SIMD2<Double>>()
    case "pivot-mds": PivotMDSLayout<SIMD2<Double>>()
    default:
      throw ValidationError(
        "There is no layout \(name); there are \(Self.names.joined(separator: ", ")).")
    }
  }

  private func load(_ file: String) throws -> LayoutGraph {
    let scene = try Scene.file(file)
    let graph = try LayoutGraph(nodeCount: scene.nodeCount, links: scene.links)
    guard largestComponent else { return graph }
    let components = graph.components()
    guard let largest = components.nodes.max(by: { $0.count < $1.count }) else { return graph }
    var number = [Int](repeating: -1, count: graph.nodeCount)
    for (index, node) in largest.enumerated() { number[Int(node)] = index }
    let edges = scene.links.map { (number[$0.source], number[$0.target]) }.filter { $0.0 >= 0 }
    return try LayoutGraph(nodeCount: largest.count, edges: edges)
  }

  private func measure(
    _ graph: LayoutGraph, _ layout: any GraphLayoutAlgorithm<SIMD2<Double>>, file: String
  ) throws {
    let results = try (0..<max(repeats, 1)).map {
      try layout.layout(graph, control: LayoutControl(seed: seed &+ UInt64($0)))
    }
    let first = results[0]
    let seconds = results.map(\.statistics.seconds).sorted()[results.count / 2]
    let graphName = file.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? "graph"
    let quality = [
      try LayoutMetrics.stress(graph, first.positions),
      try LayoutMetrics.neighborhoodPreservation(graph, first.positions),
      try LayoutMetrics.edgeLengthVariation(graph, first.positions),
      try LayoutMetrics.crossings(graph, first.positions).perEdge,
    ]
    let fields =
      [String(graphName), "\(graph.nodeCount)", "\(graph.edgeCount)", first.statistics.layout]
      + [String(format: "%.4f", seconds), "\(first.statistics.ticks)"]
      + quality.map { String(format: "%.4f", $0) }
      + [first.stop.rawValue, first.statistics.notes.joined(separator: "; ")]
    print(fields.joined(separator: "\t"))
    fflush(nil)
    if let positions {
      let lines = first.positions.map { "\($0.x)\t\($0.y)\n" }.joined()
      try lines.write(
        toFile:
          "\(positions)/\(graphName).\(layout.name.replacingOccurrences(of: " ", with: "-")).tsv",
        atomically: true, encoding: .utf8)
    }
  }
}

extension LayoutQuality: ExpressibleByArgument {}
