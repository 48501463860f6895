/// Writes graphs for METIS, without directions, self-loops or parallel edges.
enum METISWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let output = file.text
    var report = WriteReport()
    graph.loseIDs(&report)
    graph.loseGraphAttributes(&report)
    if graph.positions != nil { report.lose(.positions) }
    if graph.isDirected { report.lose(.directions) }
    graph.loseEdgeAttributes(&report)
    let nodeWeights = nodeWeights(graph)
    graph.loseNodeAttributes(&report, except: nodeWeights == nil ? [] : ["weight"])
    let weights = graph.weights.flatMap { weights in
      weights.allSatisfy { $0 == $0.rounded() && $0 > 0 && $0 < 1e15 } ? weights : nil
    }
    if graph.weights != nil, weights == nil { report.lose(.weights) }
    let isKept = keptEdges(graph, &report)
    let format =
      nodeWeights != nil || weights != nil
      ? " 0\(nodeWeights != nil ? 1 : 0)\(weights != nil ? 1 : 0)" : ""
    try output.write("\(graph.nodeCount) \(isKept.count { $0 })\(format)\n")
    let (starts, edges) = incidence(graph, isKept)
    for node in 0..<graph.nodeCount {
      var isFirst = true
      if let nodeWeights {
        try output.write(nodeWeights[node])
        isFirst = false
      }
      for edge in edges[starts[node]..<starts[node + 1]] {
        if !isFirst { try output.write(" ") }
        isFirst = false
        let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
        try output.write((source == node ? target : source) + 1)
        if let weights { try output.write(" \(Int(weights[edge]))") }
      }
      try output.write("\n")
    }
    return report
  }

  /// Returns the node weights; nil unless all nodes have an integer that METIS allows.
  private static func nodeWeights(_ graph: Graph) -> [Int]? {
    guard case .integers(let values)? = graph.nodeAttributes["weight"]?.values else { return nil }
    let present = values.compactMap { $0 }
    return present.count == values.count && present.allSatisfy { $0 >= 0 } ? present : nil
  }

  /// Returns true for each edge except self-loops and those parallel to an earlier one.
  private static func keptEdges(_ graph: Graph, _ report: inout WriteReport) -> [Bool] {
    var undirected = graph.topology
    undirected.isDirected = false
    let isParallel = undirected.isParallelToEarlier
    func isLoop(_ edge: Int) -> Bool { graph.sources[edge] == graph.targets[edge] }
    let isKept = (0..<graph.edgeCount).map { !isParallel[$0] && !isLoop($0) }
    let loops = undirected.selfLoopCount
    if loops > 0 { report.lose(.selfLoops(loops)) }
    let parallel = isParallel.indices.count { isParallel[$0] && !isLoop($0) }
    if parallel > 0 { report.lose(.parallelEdges(parallel)) }
    let lower = (0..<graph.edgeCount).lazy.filter { isKept[$0] }
      .map { min(graph.sources[$0], graph.targets[$0]) }
    if zip(lower, lower.dropFirst()).contains(where: >) { report.lose(.edgeOrder) }
    return isKept
  }

  /// Returns the edges at each node, in order.
  private static func incidence(_ graph: Graph, _ isKept: [Bool]) -> (starts: [Int], edges: [Int]) {
    var starts = [Int](repeating: 0, count: graph.nodeCount + 1)
    for edge in 0..<graph.edgeCount where isKept[edge] {
      starts[Int(graph.sources[edge]) + 1] += 1
      starts[Int(graph.targets[edge]) + 1] += 1
    }
    for node in 0..<graph.nodeCount { starts[node + 1] += starts[node] }
    var next = starts
    var edges = [Int](repeating: 0, count: starts[graph.nodeCount])
    for edge in 0..<graph.edgeCount where isKept[edge] {
      for node in [Int(graph.sources[edge]), Int(graph.targets[edge])] {
        edges[next[node]] = edge
        next[node] += 1
      }
    }
    return (starts, edges)
  }
}
