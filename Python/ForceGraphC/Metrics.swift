import GraphLayout

/// Returns the quality metrics of a layout as JSON; the names are those of `forcegraph metrics
/// --json`.
private func metrics<Vector: LayoutVector>(
  _ graph: LayoutGraph, _ positions: [Vector], radius: Double?, seed: UInt64, isWeighted: Bool
) throws -> String {
  var report = JSONObjectWriter()
  report.add(
    "stress", try LayoutMetrics.stress(graph, positions, seed: seed, weighted: isWeighted))
  report.add(
    "neighborhood_preservation", try LayoutMetrics.neighborhoodPreservation(graph, positions))
  report.add("edge_length_variation", try LayoutMetrics.edgeLengthVariation(graph, positions))
  if let plane = positions as? [SIMD2<Double>] {
    let crossings = try LayoutMetrics.crossings(graph, plane, seed: seed)
    report.add("crossings_per_edge", crossings.perEdge)
  }
  let mean = LayoutMetrics.meanEdgeLength(graph, positions) ?? 0
  report.add(
    "overlaps_per_node", try LayoutMetrics.overlaps(positions, radius: radius ?? mean / 10))
  report.add("mean_edge_length", mean)
  return report.text
}

@_cdecl("fg_metrics")
public func fgMetrics(
  _ nodeCount: Int64, _ edges: UnsafePointer<Int32>?, _ edgeCount: Int64,
  _ weights: UnsafePointer<Double>?, _ positions: UnsafePointer<Double>,
  _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64, _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "metrics")
    let graph = try LayoutGraph(
      nodeCount: nodeCount, edges: edges, edgeCount: edgeCount, weights: weights, options: &options)
    let dimensions = try Incoming.dimensions(&options)
    let radius = try options.number("radius")
    let seed = try options.seed("seed") ?? 1
    try options.checkAllTaken()
    func measured<Vector: LayoutVector>(_: Vector.Type) throws -> String {
      try metrics(
        graph, Incoming.vectors(positions, count: graph.nodeCount, as: Vector.self),
        radius: radius, seed: seed, isWeighted: weights != nil)
    }
    let report =
      dimensions == 2 ? try measured(SIMD2<Double>.self) : try measured(SIMD3<Double>.self)
    return Array(report.utf8)
  }
}

@_cdecl("fg_measure")
public func fgMeasure(
  _ nodeCount: Int64, _ edges: UnsafePointer<Int32>?, _ edgeCount: Int64,
  _ weights: UnsafePointer<Double>?, _ options: UnsafePointer<UInt8>?, _ optionsLength: Int64,
  _ run: UnsafeMutableRawPointer?, _ values: UnsafeMutablePointer<Double>,
  _ text: UnsafeMutableRawPointer?
) -> Int32 {
  call(text?.assumingMemoryBound(to: CallText.self)) {
    var options = try Options(options, length: optionsLength, of: "a measure")
    let (sources, targets) = try Incoming.edges(edges, count: edgeCount)
    let topology = try GraphTopology(
      nodeCount: Incoming.count(nodeCount, of: "nodes"), sources: sources, targets: targets,
      isDirected: options.bool("directed") ?? false)
    var graph = try Graph(topology)
    if let weights {
      let numbers = Array(UnsafeBufferPointer(start: weights, count: sources.count))
      if let edge = numbers.firstIndex(where: { !($0.isFinite && $0 > 0) }) {
        throw CallError(
          .badGraph,
          "the weight of edge \(edge) is \(numbers[edge]); it must be positive and finite")
      }
      graph.weights = numbers
    }
    guard let measure = try options.choice("measure", of: NodeMeasure.all, id: \.id) else {
      throw CallError(
        .badOption,
        "a measure needs the option measure, one of "
          + NodeMeasure.all.map(\.id).joined(separator: ", "))
    }
    try options.checkAllTaken()
    switch try measure.column(of: graph, control: RunControl(run)).values {
    case .integers(let numbers):
      for (node, value) in numbers.enumerated() { values[node] = value.map(Double.init) ?? .nan }
    case .doubles(let numbers):
      for (node, value) in numbers.enumerated() { values[node] = value ?? .nan }
    default: throw CallError(.failed, "the measure \(measure.id) gives no numbers")
    }
    return Array("{\"measure\":\"\(measure.id)\",\"isGroup\":\(measure.isGroup)}".utf8)
  }
}
