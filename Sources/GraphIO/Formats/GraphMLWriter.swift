/// Writes GraphML. Coordinates, sizes and colours are attributes with the names that Gephi and
/// networkx expect.
enum GraphMLWriter: FormatWriter {
  private struct Field {
    var id: String
    var name: String
    var type: AttributeType
    var domain: String
    var text: (Int) -> String?
  }

  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let (output, name) = (file.text, file.name)
    var report = WriteReport()
    let nodeFields = nodeFields(graph, &report)
    let edgeFields = edgeFields(graph, firstID: nodeFields.count, &report)
    try output.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    try output.write("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n")
    for (index, (name, value)) in graph.attributes.pairs.enumerated() {
      try writeKey(
        Field(id: "g\(index)", name: name, type: value.type, domain: "graph") { _ in nil },
        to: output, &report)
    }
    for field in nodeFields + edgeFields { try writeKey(field, to: output, &report) }
    let direction = graph.isDirected ? "directed" : "undirected"
    try output.write("<graph id=\"G\" edgedefault=\"\(direction)\">\n")
    for (index, (name, value)) in graph.attributes.pairs.enumerated() {
      let text = XMLWriting.value(value.description, of: name, &report)
      try output.write("<data key=\"g\(index)\">\(text)</data>\n")
    }
    for node in 0..<graph.nodeCount {
      let id = try XMLWriting.id(graph.nodeIDs[node], file: name)
      try write("<node id=\"\(id)\"", "node", nodeFields, row: node, to: output, &report)
    }
    let edgeIDs = edgeIDs(graph)
    for edge in 0..<graph.edgeCount {
      var start = "<edge"
      if let id = edgeIDs?[edge] {
        start += " id=\"\(XMLWriting.value(id, of: StandardAttribute.edgeID, &report))\""
      }
      let source = try XMLWriting.id(graph.nodeIDs[Int(graph.sources[edge])], file: name)
      let target = try XMLWriting.id(graph.nodeIDs[Int(graph.targets[edge])], file: name)
      start += " source=\"\(source)\" target=\"\(target)\""
      if graph.hasMixedDirections { start += " directed=\"\(graph.isDirected(edge: edge))\"" }
      try write(start, "edge", edgeFields, row: edge, to: output, &report)
    }
    try output.write("</graph>\n</graphml>\n")
    return report
  }

  private static func write(
    _ start: String, _ element: String, _ fields: [Field], row: Int, to output: TextOutput,
    _ report: inout WriteReport
  ) throws(GraphFileError) {
    var isEmpty = true
    for field in fields {
      guard let value = field.text(row) else { continue }
      if isEmpty { try output.write(start + ">") }
      isEmpty = false
      let text = XMLWriting.value(value, of: field.name, &report)
      try output.write("<data key=\"\(field.id)\">\(text)</data>")
    }
    try output.write(isEmpty ? start + "/>\n" : "</\(element)>\n")
  }

  private static func writeKey(
    _ field: Field, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let type = field.type == .integer ? "long" : field.type.rawValue
    let name = XMLWriting.value(field.name, of: field.name, &report)
    try output.write(
      "<key id=\"\(field.id)\" for=\"\(field.domain)\" attr.name=\"\(name)\" attr.type=\"\(type)\"/>\n"
    )
  }

  private static func edgeIDs(_ graph: Graph) -> [String?]? {
    guard case .strings(let ids)? = graph.edgeAttributes[StandardAttribute.edgeID]?.values else {
      return nil
    }
    return ids
  }

  private static func nodeFields(_ graph: Graph, _ report: inout WriteReport) -> [Field] {
    var fields: [Field] = []
    func add(_ name: String, _ type: AttributeType, _ text: @escaping (Int) -> String?) {
      fields.append(
        Field(id: "d\(fields.count)", name: name, type: type, domain: "node", text: text))
    }
    if let positions = graph.positions {
      for (axis, name) in ["x", "y", "z"].prefix(positions.dimensions).enumerated() {
        add(name, .double) { positions[$0]?[axis].description }
      }
    }
    for column in graph.nodeAttributes.columns {
      if graph.positions != nil, ["x", "y", "z"].contains(column.name) {
        report.lose(.nodeAttribute(column.name))
      } else if column.name == StandardAttribute.color, let colors = opaqueColors(column),
        !["r", "g", "b"].contains(where: { graph.nodeAttributes[$0] != nil })
      {
        add("r", .integer) { colors[$0]?.red.description }
        add("g", .integer) { colors[$0]?.green.description }
        add("b", .integer) { colors[$0]?.blue.description }
      } else {
        add(column.name, column.type) { column[$0]?.description }
      }
    }
    return fields
  }

  private static func edgeFields(
    _ graph: Graph, firstID: Int, _ report: inout WriteReport
  ) -> [Field] {
    var fields: [Field] = []
    func add(_ name: String, _ type: AttributeType, _ text: @escaping (Int) -> String?) {
      fields.append(
        Field(id: "d\(firstID + fields.count)", name: name, type: type, domain: "edge", text: text))
    }
    if let weights = graph.weights { add("weight", .double) { weights[$0].description } }
    for column in graph.edgeAttributes.columns {
      if column.name == StandardAttribute.edgeID, column.type == .string { continue }
      if column.name == StandardAttribute.directed, graph.hasMixedDirections { continue }
      if column.name == "weight", graph.weights != nil {
        report.lose(.edgeAttribute(column.name))
      } else {
        add(column.name, column.type) { column[$0]?.description }
      }
    }
    return fields
  }

  /// Returns the colours; nil if one is not opaque, as only opaque colours can be written as red,
  /// green and blue.
  private static func opaqueColors(_ column: AttributeColumn) -> [Color?]? {
    guard case .strings(let texts) = column.values else { return nil }
    var colors: [Color?] = []
    for text in texts {
      let color = text.flatMap { Color($0) }
      if let text, color?.description != text || color?.alpha != 255 { return nil }
      colors.append(color)
    }
    return colors
  }
}
