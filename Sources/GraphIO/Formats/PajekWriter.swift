/// Writes Pajek networks. Text ids become labels if there are none.
enum PajekWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let output = file.text
    var report = WriteReport()
    graph.loseIDs(&report)
    graph.loseGraphAttributes(&report, except: ["name"])
    if let name = graph.attributes["name"] {
      if name.type == .string {
        try output.write("*Network \(quoted(name.description))\n")
      } else {
        report.lose(.graphAttribute("name"))
      }
    }
    try writeVertices(graph, to: output, &report)
    try writeEdges(graph, to: output, &report)
    return report
  }

  /// Writes edges; all arcs come before all edges.
  private static func writeEdges(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    var kept: Set = [StandardAttribute.label, StandardAttribute.color]
    if graph.hasMixedDirections { kept.insert(StandardAttribute.directed) }
    graph.loseEdgeAttributes(&report, except: kept)
    let label = text(graph.edgeAttributes[StandardAttribute.label]) {
      report.lose(.edgeAttribute(StandardAttribute.label))
    }
    let color = colors(graph.edgeAttributes[StandardAttribute.color]) {
      report.lose(.edgeAttribute(StandardAttribute.color))
    }
    // Pajek and igraph only support finite numbers.
    let weights = graph.weights.flatMap { $0.allSatisfy(\.isFinite) ? $0 : nil }
    if weights == nil, graph.weights != nil { report.lose(.weights) }
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
        if let weights { line += " \(Graph.short(weights[edge]))" }
        if let text = label?[edge] { line += " l \(quoted(text))" }
        if let text = color?[edge] { line += " c \(text)" }
        try output.write(line + "\n")
      }
      // Without edges there is no section header that would state the direction.
      if isArc, graph.isDirected, graph.edgeCount == 0 { report.lose(.directions) }
    }
  }

  /// Writes vertices with labels, positions, sizes, colours and shapes, in this order.
  private static func writeVertices(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let table = graph.nodeAttributes
    graph.loseNodeAttributes(&report, except: ["label", "color", "size", "shape"])
    let label = text(table[StandardAttribute.label]) {
      report.lose(.nodeAttribute(StandardAttribute.label))
    }
    let color = colors(table[StandardAttribute.color]) {
      report.lose(.nodeAttribute(StandardAttribute.color))
    }
    let shape = shape(table, &report)
    let size = size(table, &report)
    let missing = graph.positions?.missingCount ?? 0
    let hasPlaces = missing == 0
    if !hasPlaces { report.lose(.positions) }
    if case .space(let places)? = graph.positions, let z = places.first?.z, z == 0 || z == 0.5,
      places.allSatisfy({ $0.z == z })
    {
      report.lose(.thirdCoordinate)
    }
    try output.write("*Vertices \(graph.nodeCount)\n")
    // Every line is written, since networkx needs them all, though Pajek needs only those with
    // data.
    for node in 0..<graph.nodeCount {
      let id = graph.nodeIDs[node]
      let isLabel = table[StandardAttribute.label] == nil && !graph.nodeIDs.areIntegers
      let own = label?[node] ?? (isLabel ? id : nil)
      if own == (node + 1).description { report.lose(.nodeAttribute(StandardAttribute.label)) }
      var line = "\(node + 1) \(quoted(own ?? (node + 1).description))"
      if hasPlaces, let place = graph.positions?[node] {
        for value in place { line += " \(value)" }
        if place.count == 2 { line += " 0.5" }
      }
      if let text = shape?[node] { line += " \(text)" }
      if let value = size?[node] { line += " s_size \(value)" }
      if let text = color?[node] { line += " ic \(text)" }
      try output.write(line + "\n")
    }
  }

  private static func size(_ table: AttributeTable, _ report: inout WriteReport) -> [Double?]? {
    guard let column = table[StandardAttribute.size] else { return nil }
    if case .doubles(let values) = column.values, values.allSatisfy({ $0?.isFinite ?? true }) {
      return values
    }
    report.lose(.nodeAttribute(StandardAttribute.size))
    return nil
  }

  private static func shape(
    _ table: AttributeTable, _ report: inout WriteReport
  ) -> [String?]? {
    let shapes: Set = ["box", "ellipse", "diamond", "triangle", "cross", "empty"]
    let shape = text(table["shape"]) { report.lose(.nodeAttribute("shape")) }
    if let known = shape, !known.allSatisfy({ $0.map(shapes.contains) ?? true }) {
      report.lose(.nodeAttribute("shape"))
      return nil
    }
    return shape
  }

  /// Returns colours in Pajek's form, without quotes: names, or `RGBFF0000`.
  private static func colors(_ column: AttributeColumn?, lose: () -> Void) -> [String?]? {
    guard let texts = text(column, lose: lose) else { return nil }
    var result: [String?] = []
    for text in texts {
      guard let text else {
        result.append(nil)
        continue
      }
      if let color = Color(text), color.alpha == 255, color.description == text {
        result.append("RGB" + text.dropFirst().uppercased())
      } else if text.utf8.allSatisfy(\.isLetter), !text.isEmpty, !text.hasPrefix("RGB") {
        result.append(text)
      } else {
        lose()
        return nil
      }
    }
    return result
  }

  /// Returns a quoted text. Characters that would end it are written as numeric references, as in
  /// Pajek and igraph.
  private static func quoted(_ text: String) -> String {
    func isSpecial(_ byte: UInt8) -> Bool {
      byte == .quote || byte == .newline || byte == .carriageReturn || byte == UInt8(ascii: "&")
    }
    guard text.utf8.contains(where: isSpecial) else { return "\"\(text)\"" }
    var result: [UInt8] = [.quote]
    for byte in text.utf8 {
      result += isSpecial(byte) ? Array("&#\(byte);".utf8) : [byte]
    }
    return String(decoding: result + [.quote], as: UTF8.self)
  }

  /// Returns the texts of a column; if the format cannot hold them, calls `lose` and returns nil.
  private static func text(_ column: AttributeColumn?, lose: () -> Void) -> [String?]? {
    guard let column else { return nil }
    if case .strings(let texts) = column.values, !column.isEmpty { return texts }
    lose()
    return nil
  }
}
