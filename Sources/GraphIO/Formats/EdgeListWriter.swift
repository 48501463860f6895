/// Writes edge lists: CSV and TSV with a header, others without one and separated by blanks.
enum EdgeListWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    var report = WriteReport()
    let output = file.text
    let separator = file.format == .csv ? "," : file.format == .tsv ? "\t" : " "
    let hasHeader = file.format.isTable
    let columns = columns(graph, hasHeader: hasHeader, &report)
    graph.loseNodeAttributes(&report)
    graph.loseGraphAttributes(&report)
    if graph.positions != nil { report.lose(.positions) }
    let isolated = graph.topology.isolatedNodeCount
    if isolated > 0 { report.lose(.isolatedNodes(isolated)) }
    if isolated < graph.nodeCount, !keepsNodeOrder(graph) { report.lose(.nodeOrder) }
    // The column `Type` states the direction of each edge, so without edges it is lost.
    if hasHeader, graph.isDirected, graph.edgeCount == 0 { report.lose(.directions) }
    var cells = CellWriter(separator: separator, isSafe: hasHeader && file.hasSafeCells)
    try writeHeader(graph, to: output, columns, &cells, hasHeader)
    try writeEdges(graph, to: output, columns, &cells, hasHeader)
    if cells.changedCount > 0 { report.lose(.formulas(cells.changedCount)) }
    return report
  }

  private static func columns(
    _ graph: Graph, hasHeader: Bool, _ report: inout WriteReport
  ) -> [AttributeColumn] {
    var columns: [AttributeColumn] = []
    if hasHeader {
      let taken: Set = ["source", "target", "weight", "type"]
      for column in graph.edgeAttributes.columns {
        if column.name == StandardAttribute.directed, graph.hasMixedDirections { continue }
        let lowercased = column.name.lowercased()
        let isRenamed = lowercased != column.name && ["id", "label"].contains(lowercased)
        if taken.contains(lowercased) || isRenamed || column.name.isEmpty {
          report.lose(.edgeAttribute(column.name))
          continue
        }
        columns.append(column)
        let type = column.typeFromTable
        if type != column.type {
          report.lose(.typeOfEdgeAttribute(column.name, becomes: type))
        }
      }
    } else {
      graph.loseEdgeAttributes(
        &report, except: graph.hasMixedDirections ? [StandardAttribute.directed] : [])
      if graph.hasMixedDirections { report.lose(.directions) }
    }
    return columns
  }

  private static func writeEdges(
    _ graph: Graph, to output: TextOutput, _ columns: [AttributeColumn],
    _ cells: inout CellWriter, _ hasHeader: Bool
  ) throws(GraphFileError) {
    let separator = cells.separator
    // Most ids are numbers, which need no quotes.
    let ids = graph.nodeIDs
    let first = ids.firstOfConsecutive
    for edge in 0..<graph.edgeCount {
      for (index, node) in [graph.sources[edge], graph.targets[edge]].enumerated() {
        if index > 0 { try output.write(separator) }
        if let first {
          try output.write(Int(node) + first)
        } else {
          try output.write(cells.cell(ids[Int(node)]))
        }
      }
      if hasHeader, graph.isDirected {
        try output.write(separator + (graph.isDirected(edge: edge) ? "Directed" : "Undirected"))
      }
      if let weights = graph.weights { try output.write(separator + Graph.short(weights[edge])) }
      for column in columns {
        try output.write(separator)
        if let value = column[edge] {
          try output.write(
            value.type == .string
              ? cells.cell(value.description) : CSVCell.quoted(value.description))
        }
      }
      try output.write("\n")
    }
  }

  /// Returns true if reading preserves the order of nodes: integers are read in increasing order,
  /// texts by occurrence.
  private static func keepsNodeOrder(_ graph: Graph) -> Bool {
    if graph.nodeIDs.firstOfConsecutive != nil { return true }
    if graph.nodeIDs.areIntegers {
      let ids = graph.nodeIDs.map { Int(canonical: $0) ?? 0 }
      return zip(ids, ids.dropFirst()).allSatisfy(<)
    }
    var isKnown = [Bool](repeating: false, count: graph.nodeCount)
    var last = -1
    for (source, target) in zip(graph.sources, graph.targets) {
      for node in [Int(source), Int(target)] where !isKnown[node] {
        if node < last { return false }
        isKnown[node] = true
        last = node
      }
    }
    return true
  }

  private static func writeHeader(
    _ graph: Graph, to output: TextOutput, _ columns: [AttributeColumn],
    _ cells: inout CellWriter, _ hasHeader: Bool
  ) throws(GraphFileError) {
    guard hasHeader else {
      // Names may look like a header; numbers do not.
      if graph.isDirected || !graph.nodeIDs.areIntegers {
        try output.write(EdgeListDialect.mark(isDirected: graph.isDirected))
      }
      return
    }
    var names = ["Source", "Target"]
    if graph.isDirected { names.append("Type") }
    if graph.weights != nil { names.append("Weight") }
    for column in columns { names.append(cells.cell(column.name)) }
    try output.write(names.joined(separator: cells.separator) + "\n")
  }
}

/// Writes the cells of a list.
struct CellWriter {
  let separator: String
  let isSafe: Bool
  /// The number of cells that were prefixed with an apostrophe.
  private(set) var changedCount = 0

  init(separator: String, isSafe: Bool) {
    self.separator = separator
    self.isSafe = isSafe
  }

  mutating func cell(_ text: String) -> String {
    guard isSafe, Self.looksLikeFormula(text) else {
      return CSVCell.quoted(text)
    }
    changedCount += 1
    return CSVCell.quoted("'" + text)
  }

  /// Returns true for texts that spreadsheets would take for formulas; numbers are excluded.
  private static func looksLikeFormula(_ text: String) -> Bool {
    guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return false }
    return Double(decimalBytes: Array(text.utf8)) == nil
  }
}
