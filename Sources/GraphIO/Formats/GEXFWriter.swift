/// Writes GEXF 1.3.
enum GEXFWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let (output, name) = (file.text, file.name)
    var report = WriteReport()
    graph.loseGraphAttributes(&report)
    try output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    try output.write(
      "<gexf xmlns=\"http://gexf.net/1.3\" xmlns:viz=\"http://gexf.net/1.3/viz\" version=\"1.3\">\n"
    )
    let direction = graph.isDirected ? "directed" : "undirected"
    try output.write("<graph defaultedgetype=\"\(direction)\" mode=\"static\">\n")
    let nodes = Elements(graph.nodeAttributes, isForNodes: true, mixed: false)
    let edges = Elements(graph.edgeAttributes, isForNodes: false, mixed: graph.hasMixedDirections)
    try nodes.writeKeys(to: output, &report)
    try edges.writeKeys(to: output, &report)
    try output.write("<nodes>\n")
    for node in 0..<graph.nodeCount {
      let id = try XMLWriting.id(graph.nodeIDs[node], file: name)
      try output.write("<node id=\"\(id)\"")
      var inner = ""
      if let place = graph.positions?[node] {
        inner += "<viz:position"
        for (axis, value) in zip(["x", "y", "z"], place) { inner += " \(axis)=\"\(value)\"" }
        inner += "/>"
      }
      try nodes.write(row: node, "node", inner, to: output, &report)
    }
    try output.write("</nodes>\n<edges>\n")
    try writeEdges(graph, edges, to: output, file: name, &report)
    try output.write("</edges>\n</graph>\n</gexf>\n")
    if case .space(let places)? = graph.positions, places.allSatisfy({ $0.z == 0 || $0.z.isNaN }) {
      report.lose(.thirdCoordinate)
    }
    return report
  }

  private static func writeEdges(
    _ graph: Graph, _ edges: Elements, to output: TextOutput, file: String,
    _ report: inout WriteReport
  ) throws(GraphFileError) {
    let ids = edgeIDs(graph)
    if graph.edgeAttributes[StandardAttribute.edgeID] != nil, ids == nil {
      report.lose(.edgeAttribute(StandardAttribute.edgeID))
    }
    for edge in 0..<graph.edgeCount {
      let id = XMLWriting.value(
        ids?[edge] ?? edge.description, of: StandardAttribute.edgeID, &report)
      let source = try XMLWriting.id(graph.nodeIDs[Int(graph.sources[edge])], file: file)
      let target = try XMLWriting.id(graph.nodeIDs[Int(graph.targets[edge])], file: file)
      try output.write("<edge id=\"\(id)\" source=\"\(source)\" target=\"\(target)\"")
      if let weights = graph.weights { try output.write(" weight=\"\(weights[edge])\"") }
      if graph.hasMixedDirections {
        try output.write(" type=\"\(graph.isDirected(edge: edge) ? "directed" : "undirected")\"")
      }
      try edges.write(row: edge, "edge", "", to: output, &report)
    }
  }

  /// Returns the ids of all edges; nil if some are missing or equal.
  private static func edgeIDs(_ graph: Graph) -> [String]? {
    guard case .strings(let ids)? = graph.edgeAttributes[StandardAttribute.edgeID]?.values else {
      return nil
    }
    let present = ids.compactMap { $0 }
    return present.count == ids.count && Set(present.map(ExactText.init)).count == ids.count
      ? present : nil
  }

  /// The attributes of nodes or edges, classified by their form in GEXF.
  private struct Elements {
    let isForNodes: Bool
    var label: AttributeColumn?
    var size: AttributeColumn?
    var color: AttributeColumn?
    var others: [AttributeColumn] = []

    init(_ table: AttributeTable, isForNodes: Bool, mixed: Bool) {
      self.isForNodes = isForNodes
      for column in table.columns {
        switch column.name {
        case StandardAttribute.label where column.type == .string: label = column
        case StandardAttribute.size
        where isForNodes && column.type == .double && Self.isFinite(column):
          size = column
        case StandardAttribute.color where Self.isColor(column): color = column
        case StandardAttribute.edgeID where !isForNodes: break
        case StandardAttribute.directed where mixed: break
        default: others.append(column)
        }
      }
    }

    private static func isFinite(_ column: AttributeColumn) -> Bool {
      column.numbers?.allSatisfy { $0?.isFinite ?? true } ?? false
    }

    private static func isColor(_ column: AttributeColumn) -> Bool {
      guard case .strings(let texts) = column.values else { return false }
      return texts.allSatisfy { $0 == nil || Color($0 ?? "")?.description == $0 }
    }

    func writeKeys(to output: TextOutput, _ report: inout WriteReport) throws(GraphFileError) {
      if others.isEmpty { return }
      try output.write("<attributes class=\"\(isForNodes ? "node" : "edge")\">\n")
      for (index, column) in others.enumerated() {
        let type = column.type == .integer ? "long" : column.type.rawValue
        let title = XMLWriting.value(column.name, of: column.name, &report)
        try output.write("<attribute id=\"\(index)\" title=\"\(title)\" type=\"\(type)\"/>\n")
      }
      try output.write("</attributes>\n")
    }

    /// Writes the rest of an element whose start tag has been begun.
    func write(
      row: Int, _ element: String, _ drawing: String, to output: TextOutput,
      _ report: inout WriteReport
    ) throws(GraphFileError) {
      if let text = label?[row] {
        try output.write(
          " label=\"\(XMLWriting.value(text.description, of: StandardAttribute.label, &report))\"")
      }
      var inner = ""
      for (index, column) in others.enumerated() {
        guard let value = column[row] else { continue }
        let text = XMLWriting.value(value.description, of: column.name, &report)
        inner += "<attvalue for=\"\(index)\" value=\"\(text)\"/>"
      }
      if !inner.isEmpty { inner = "<attvalues>\(inner)</attvalues>" }
      inner += drawing
      if let size = size?[row] { inner += "<viz:size value=\"\(size)\"/>" }
      if let text = color?[row]?.description, let color = Color(text) {
        inner += "<viz:color r=\"\(color.red)\" g=\"\(color.green)\" b=\"\(color.blue)\""
        inner += color.alpha == 255 ? "/>" : " a=\"\(Double(color.alpha) / 255)\"/>"
      }
      try output.write(inner.isEmpty ? "/>\n" : ">\(inner)</\(element)>\n")
    }
  }
}
