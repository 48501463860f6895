/// Formats in which nodes are called 1, 2, 3, ...
extension Graph {
  fileprivate func loseIDs(_ report: inout WriteReport) {
    if nodeCount > 0, nodeIDs.firstOfConsecutive != 1 { report.lose(.nodeIDs) }
  }
}

/// Writes networks for Pajek. Ids that are texts become labels when there are none.
enum PajekWriter {
  static func write(_ graph: Graph, to output: TextOutput) throws(GraphFileError) -> WriteReport {
    var report = WriteReport()
    graph.loseIDs(&report)
    graph.loseGraphAttributes(&report, except: ["name"])
    if let name = graph.attributes["name"] {
      if name.type == .string, isHeld(name.description) {
        try output.write("*Network \"\(name)\"\n")
      } else {
        report.lose(.graphAttribute("name"))
      }
    }
    try writeVertices(graph, to: output, &report)
    // A file has all arcs before all edges.
    var kept: Set = [StandardAttribute.label, StandardAttribute.color]
    if graph.hasMixedDirections { kept.insert(StandardAttribute.directed) }
    graph.loseEdgeAttributes(&report, except: kept)
    let label = text(graph.edgeAttributes[StandardAttribute.label]) {
      report.lose(.edgeAttribute(StandardAttribute.label))
    }
    let color = text(graph.edgeAttributes[StandardAttribute.color]) {
      report.lose(.edgeAttribute(StandardAttribute.color))
    }
    if graph.hasMixedDirections {
      let directions = (0..<graph.edgeCount).map(graph.isDirected(edge:))
      if zip(directions, directions.dropFirst()).contains(where: { !$0 && $1 }) {
        report.lose(.edgeOrder)
      }
    }
    for isArc in [true, false] {
      var hasHeader = false
      for edge in 0..<graph.edgeCount where graph.isDirected(edge: edge) == isArc {
        if !hasHeader { try output.write(isArc ? "*Arcs\n" : "*Edges\n") }
        hasHeader = true
        var line = "\(graph.sources[edge] + 1) \(graph.targets[edge] + 1)"
        if let weights = graph.weights { line += " \(Graph.short(weights[edge]))" }
        if let text = label?[edge] { line += " l \"\(text)\"" }
        if let text = color?[edge] { line += " c \"\(text)\"" }
        try output.write(line + "\n")
      }
      // Says that an empty network is one of arcs.
      if isArc, graph.isDirected, graph.edgeCount == 0 { report.lose(.directions) }
    }
    return report
  }

  /// Vertices have labels, places, sizes, colours and shapes, in this order.
  private static func writeVertices(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let table = graph.nodeAttributes
    graph.loseNodeAttributes(&report, except: ["label", "color", "size", "shape"])
    let label = text(table[StandardAttribute.label]) {
      report.lose(.nodeAttribute(StandardAttribute.label))
    }
    let color = text(table[StandardAttribute.color]) {
      report.lose(.nodeAttribute(StandardAttribute.color))
    }
    let shapes: Set = ["box", "ellipse", "diamond", "triangle", "cross", "empty"]
    var shape = text(table["shape"]) { report.lose(.nodeAttribute("shape")) }
    if let known = shape, !known.allSatisfy({ $0.map(shapes.contains) ?? true }) {
      report.lose(.nodeAttribute("shape"))
      shape = nil
    }
    var size: [Double?]?
    if case .doubles(let values)? = table[StandardAttribute.size]?.values { size = values }
    if table[StandardAttribute.size] != nil, size == nil {
      report.lose(.nodeAttribute(StandardAttribute.size))
    }
    let missing = graph.positions?.missingCount ?? 0
    let hasPlaces = missing == 0
    if !hasPlaces { report.lose(.positions) }
    if case .space(let places)? = graph.positions, let z = places.first?.z, z == 0 || z == 0.5,
      places.allSatisfy({ $0.z == z })
    {
      report.lose(.thirdCoordinate)
    }
    try output.write("*Vertices \(graph.nodeCount)\n")
    for node in 0..<graph.nodeCount {
      var line = ""
      if hasPlaces, let place = graph.positions?[node] {
        for value in place { line += " \(value)" }
        if place.count == 2 { line += " 0.5" }
      }
      if let text = shape?[node] { line += " \(text)" }
      if let value = size?[node] { line += " s_size \(value)" }
      if let text = color?[node] { line += " ic \"\(text)\"" }
      // What follows has to come after a label.
      let id = graph.nodeIDs[node]
      let own =
        label?[node]
        ?? (table["label"] == nil && !graph.nodeIDs.areIntegers && isHeld(id) ? id : nil)
      if own == nil, line.isEmpty { continue }
      if own == (node + 1).description { report.lose(.nodeAttribute(StandardAttribute.label)) }
      try output.write("\(node + 1) \"\(own ?? (node + 1).description)\"\(line)\n")
    }
  }

  private static func isHeld(_ text: String) -> Bool {
    !text.utf8.contains { $0 == .quote || $0 == .newline || $0 == .carriageReturn }
  }

  /// The texts of a column; nil, and `lose`, when the format cannot hold them.
  private static func text(_ column: AttributeColumn?, lose: () -> Void) -> [String?]? {
    guard let column else { return nil }
    if case .strings(let texts) = column.values, texts.allSatisfy({ $0.map(isHeld) ?? true }),
      !column.isEmpty
    {
      return texts
    }
    lose()
    return nil
  }
}

/// Writes graphs for METIS: no directions, no self-loops, no parallel edges.
enum METISWriter {
  static func write(_ graph: Graph, to output: TextOutput) throws(GraphFileError) -> WriteReport {
    var report = WriteReport()
    graph.loseIDs(&report)
    graph.loseGraphAttributes(&report)
    if graph.positions != nil { report.lose(.positions) }
    if graph.isDirected { report.lose(.directions) }
    graph.loseEdgeAttributes(&report)
    var nodeWeights: [Int]?
    if case .integers(let values)? = graph.nodeAttributes["weight"]?.values {
      let present = values.compactMap { $0 }
      if present.count == values.count, present.allSatisfy({ $0 >= 0 }) { nodeWeights = present }
    }
    graph.loseNodeAttributes(&report, except: nodeWeights == nil ? [] : ["weight"])
    let weights = graph.weights.flatMap { weights in
      weights.allSatisfy { $0 == $0.rounded() && $0 > 0 && $0 < 1e15 } ? weights : nil
    }
    if graph.weights != nil, weights == nil { report.lose(.weights) }

    var undirected = graph
    undirected.isDirected = false
    let isParallel = undirected.isParallelToEarlier
    let isKept = (0..<graph.edgeCount).map {
      !isParallel[$0] && graph.sources[$0] != graph.targets[$0]
    }
    let loops = graph.selfLoopCount
    if loops > 0 { report.lose(.selfLoops(loops)) }
    let parallel = isParallel.indices.count {
      isParallel[$0] && graph.sources[$0] != graph.targets[$0]
    }
    if parallel > 0 { report.lose(.parallelEdges(parallel)) }

    let edgeCount = isKept.count { $0 }
    let format =
      nodeWeights != nil || weights != nil
      ? " 0\(nodeWeights != nil ? 1 : 0)\(weights != nil ? 1 : 0)" : ""
    try output.write("\(graph.nodeCount) \(edgeCount)\(format)\n")
    let (starts, edges) = incidence(graph, isKept)
    let lower = (0..<graph.edgeCount).lazy.filter { isKept[$0] }
      .map { min(graph.sources[$0], graph.targets[$0]) }
    if zip(lower, lower.dropFirst()).contains(where: >) { report.lose(.edgeOrder) }
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

  /// The edges at each node, in their order.
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

/// Writes Matrix Market files: the lower half of a symmetric matrix when the graph is undirected.
enum MatrixMarketWriter {
  static func write(_ graph: Graph, to output: TextOutput) throws(GraphFileError) -> WriteReport {
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
