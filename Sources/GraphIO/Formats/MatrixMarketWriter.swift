/// Writes Matrix Market files: the lower triangle of a symmetric matrix if the graph is undirected.
enum MatrixMarketWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let output = file.text
    var report = WriteReport()
    graph.loseIDs(&report)
    graph.loseGraphAttributes(&report)
    graph.loseNodeAttributes(&report)
    graph.loseEdgeAttributes(
      &report, except: graph.hasMixedDirections ? [StandardAttribute.directed] : [])
    if graph.positions != nil { report.lose(.positions) }
    if graph.hasMixedDirections { report.lose(.directions) }
    let areIntegers = graph.weights?.allSatisfy { $0 == $0.rounded() && abs($0) < 1e15 } ?? false
    let field = graph.weights == nil ? "pattern" : areIntegers ? "integer" : "real"
    let symmetry = graph.isDirected ? "general" : "symmetric"
    try output.write("%%MatrixMarket matrix coordinate \(field) \(symmetry)\n")
    // The comment keeps readers from taking a matrix that happens to be symmetric for an undirected
    // graph.
    if graph.isDirected { try output.write("% Directed graph\n") }
    try output.write("\(graph.nodeCount) \(graph.nodeCount) \(graph.edgeCount)\n")
    for edge in 0..<graph.edgeCount {
      var (row, column) = (graph.sources[edge] + 1, graph.targets[edge] + 1)
      if !graph.isDirected, row < column { swap(&row, &column) }
      try output.write("\(row) \(column)")
      if let weights = graph.weights { try output.write(" \(Graph.short(weights[edge]))") }
      try output.write("\n")
    }
    return report
  }
}
