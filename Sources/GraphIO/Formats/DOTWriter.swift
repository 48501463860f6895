/// Writes DOT. Positions are `pos="x,y!"`, which `neato -n` takes as they are.
enum DOTWriter {
  static func write(
    _ graph: Graph, to output: TextOutput, name: String
  ) throws(GraphFileError) -> WriteReport {
    var report = WriteReport()
    if graph.hasMixedDirections { report.lose(.directions) }
    let title = graph.attributes["name"].map { quoted($0.description) + " " } ?? ""
    try output.write((graph.isDirected ? "digraph " : "graph ") + title + "{\n")
    for name in graph.attributes.names where name != "name" {
      guard let value = graph.attributes[name] else { continue }
      if AttributeType(ofTexts: [value.description]) != value.type { report.lose(.graphAttribute(name)) }
      try output.write("  \(quoted(name))=\(quoted(value.description));\n")
    }
    let nodes = columns(graph.nodeAttributes, graph.positions == nil ? ["pos"] : ["pos", "x", "y", "z"]) {
      report.lose(.nodeAttribute($0))
    } type: { report.lose(.typeOfNodeAttribute($0, becomes: $1)) }
    for node in 0..<graph.nodeCount {
      var fields: [String] = []
      if let place = graph.positions?[node] {
        fields.append("pos=\"" + place.map(\.description).joined(separator: ",") + "!\"")
      }
      fields += values(nodes, row: node)
      try output.write("  \(id(graph.nodeIDs[node]))\(list(fields));\n")
    }
    var taken: Set = ["pos", "weight"]
    if graph.weights == nil { taken = ["pos"] }
    if graph.hasMixedDirections { taken.insert(StandardAttribute.directed) }
    let edges = columns(graph.edgeAttributes, taken) {
      if $0 != StandardAttribute.directed { report.lose(.edgeAttribute($0)) }
    } type: { report.lose(.typeOfEdgeAttribute($0, becomes: $1)) }
    for edge in 0..<graph.edgeCount {
      var fields: [String] = []
      if let weights = graph.weights { fields.append("weight=\(quoted(Graph.short(weights[edge])))") }
      fields += values(edges, row: edge)
      let ends = [graph.sources[edge], graph.targets[edge]].map { id(graph.nodeIDs[Int($0)]) }
      try output.write("  \(ends.joined(separator: graph.isDirected ? " -> " : " -- "))\(list(fields));\n")
    }
    try output.write("}\n")
    return report
  }

  private static func columns(
    _ table: AttributeTable, _ taken: Set<String>, lose: (String) -> Void,
    type: (String, AttributeType) -> Void
  ) -> [AttributeColumn] {
    table.columns.filter { column in
      if taken.contains(column.name) || column.isEmpty {
        lose(column.name)
        return false
      }
      if column.typeFromText != column.type { type(column.name, column.typeFromText) }
      return true
    }
  }

  private static func values(_ columns: [AttributeColumn], row: Int) -> [String] {
    columns.compactMap { column in
      guard let value = column[row] else { return nil }
      var text = value.description
      // In labels a backslash begins an escape.
      if column.name == StandardAttribute.label, column.type == .string {
        text = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
      }
      return "\(quoted(column.name))=\(quoted(text))"
    }
  }

  private static func list(_ fields: [String]) -> String {
    fields.isEmpty ? "" : " [" + fields.joined(separator: ", ") + "]"
  }

  private static func id(_ text: String) -> String {
    Int(canonical: text) == nil ? quoted(text) : text
  }

  /// A name as it is, anything else in quotes. Between quotes a backslash is nothing special unless it
  /// is before a quote, the end of a line, or the end of the text; there it is joined by another text.
  private static func quoted(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let isName =
      !(bytes.first?.isDigit ?? true) && bytes.allSatisfy(DOTLexer.isNameByte)
      && DOTKeyword(rawValue: text.lowercased()) == nil
    if isName { return text }
    return "\"" + text.replacing("\"", with: "\\\"") + "\""
  }
}
