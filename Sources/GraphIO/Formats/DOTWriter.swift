/// Writes DOT. Positions are written as `pos="x,y!"`, which `neato -n` uses unchanged.
enum DOTWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let (output, name) = (file.text, file.name)
    var report = WriteReport()
    if graph.hasMixedDirections { report.lose(.directions) }
    let title = graph.attributes["name"].map { quoted($0.description, "name", &report) + " " } ?? ""
    try output.write((graph.isDirected ? "digraph " : "graph ") + title + "{\n")
    for (name, value) in graph.attributes.pairs where name != "name" {
      if AttributeType(ofTexts: [value.description]) != value.type {
        report.lose(.graphAttribute(name))
      }
    }
    let late = lateNames(graph)
    func writeAttributes(late isLate: Bool) throws(GraphFileError) {
      let pairs = graph.attributes.pairs.filter {
        $0.0 != "name" && late.contains($0.0) == isLate
      }
      try write(pairs, indent: "  ", to: output, &report)
    }
    try writeAttributes(late: false)
    try writeNodes(graph, to: output, file: name, &report)
    try writeGroups(graph, late, to: output, file: name, &report)
    try writeAttributes(late: true)
    try writeEdges(graph, to: output, file: name, &report)
    try output.write("}\n")
    return report
  }

  private static func writeNodes(
    _ graph: Graph, to output: TextOutput, file: String, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let taken: Set = graph.positions == nil ? ["pos"] : ["pos", "x", "y", "z"]
    let columns = columns(graph.nodeAttributes, taken) {
      report.lose(.nodeAttribute($0))
    } type: {
      report.lose(.typeOfNodeAttribute($0, becomes: $1))
    }
    let names = names(columns, &report)
    for node in 0..<graph.nodeCount {
      var fields: [String] = []
      if let place = graph.positions?[node] {
        fields.append("pos=\"" + place.map(\.description).joined(separator: ",") + "!\"")
      }
      fields += values(columns, names, row: node, &report)
      try output.write("  \(id(graph.nodeIDs[node], file))\(list(fields));\n")
    }
  }

  private static func writeEdges(
    _ graph: Graph, to output: TextOutput, file: String, _ report: inout WriteReport
  ) throws(GraphFileError) {
    var taken: Set = ["pos", "weight"]
    if graph.weights == nil { taken = ["pos"] }
    if graph.hasMixedDirections { taken.insert(StandardAttribute.directed) }
    // Edges with the same ends and key would be merged on reading.
    if !keysDiffer(graph) { taken.insert("key") }
    let columns = columns(graph.edgeAttributes, taken) {
      if $0 != StandardAttribute.directed { report.lose(.edgeAttribute($0)) }
    } type: {
      report.lose(.typeOfEdgeAttribute($0, becomes: $1))
    }
    let names = names(columns, &report)
    for edge in 0..<graph.edgeCount {
      var fields: [String] = []
      if let weights = graph.weights { fields.append("weight=\"\(Graph.short(weights[edge]))\"") }
      fields += values(columns, names, row: edge, &report)
      let source = try id(graph.nodeIDs[Int(graph.sources[edge])], file)
      let target = try id(graph.nodeIDs[Int(graph.targets[edge])], file)
      let arrow = graph.isDirected ? "->" : "--"
      try output.write("  \(source) \(arrow) \(target)\(list(fields));\n")
    }
  }

  /// Returns true if no two edges between the same ends have the same `key`.
  private static func keysDiffer(_ graph: Graph) -> Bool {
    guard let keys = graph.edgeAttributes["key"] else { return true }
    struct Keyed: Hashable {
      var ends: SIMD2<Int32>
      var key: ExactText
    }
    var known: Set<Keyed> = []
    return (0..<graph.edgeCount).allSatisfy { edge in
      guard let key = keys[edge] else { return true }
      let (source, target) = (graph.sources[edge], graph.targets[edge])
      let isTurned = !graph.isDirected && target < source
      let ends = isTurned ? SIMD2(target, source) : SIMD2(source, target)
      return known.insert(Keyed(ends: ends, key: ExactText(key.description))).inserted
    }
  }

  /// Returns the names of inheritable attributes that some cluster lacks: they are written after
  /// the clusters.
  private static func lateNames(_ graph: Graph) -> Set<String> {
    let clusters = graph.groups.filter(\.isCluster)
    return DOTGroups.inheritedNames.filter { name in
      clusters.contains { $0.attributes[name] == nil }
    }
  }

  /// Writes attributes of the graph or of a subgraph.
  private static func write(
    _ pairs: [(String, AttributeValue)], indent: String, to output: TextOutput,
    _ report: inout WriteReport
  ) throws(GraphFileError) {
    for (name, value) in pairs {
      let text = quoted(value.description, name, &report)
      try output.write("\(indent)\(quoted(name, name, &report))=\(text);\n")
    }
  }

  /// Writes subgraphs with their nodes, which have been declared already; nodes of nested subgraphs
  /// are repeated there.
  private static func writeGroups(
    _ graph: Graph, _ late: Set<String>, to output: TextOutput, file: String,
    _ report: inout WriteReport
  ) throws(GraphFileError) {
    var children = [[Int]](repeating: [], count: graph.groups.count)
    var roots: [Int] = []
    for (number, group) in graph.groups.enumerated() {
      if let parent = group.parent { children[parent].append(number) } else { roots.append(number) }
    }
    // A stack of groups to open or close.
    var rest = roots.reversed().map { (number: $0, isEnd: false) }
    while let (number, isEnd) = rest.popLast() {
      let group = graph.groups[number]
      let pairs = group.attributes.pairs.filter { late.contains($0.0) == isEnd }
      if isEnd {
        try write(pairs, indent: "    ", to: output, &report)
        try output.write("  }\n")
        continue
      }
      let name = group.name.isEmpty ? "" : quoted(group.name, group.name, &report) + " "
      try output.write("  subgraph \(name){\n")
      try write(pairs, indent: "    ", to: output, &report)
      let inside = Set(children[number].flatMap { graph.groups[$0].nodes })
      for node in group.nodes where !inside.contains(node) {
        try output.write("    \(id(graph.nodeIDs[node], file));\n")
      }
      rest.append((number, true))
      rest += children[number].reversed().map { ($0, false) }
    }
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

  /// Returns the names of columns in DOT, which are repeated with each value.
  private static func names(
    _ columns: [AttributeColumn], _ report: inout WriteReport
  ) -> [String] {
    columns.map { quoted($0.name, $0.name, &report) }
  }

  private static func values(
    _ columns: [AttributeColumn], _ names: [String], row: Int, _ report: inout WriteReport
  ) -> [String] {
    zip(columns, names).compactMap { column, name in
      guard let value = column[row] else { return nil }
      var text = value.description
      // In labels a backslash begins an escape.
      if column.name == StandardAttribute.label, column.type == .string {
        text = escapedAsLabel(text)
      }
      return "\(name)=\(quoted(text, column.name, &report))"
    }
  }

  private static func escapedAsLabel(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func list(_ fields: [String]) -> String {
    fields.isEmpty ? "" : " [" + fields.joined(separator: ", ") + "]"
  }

  private static func id(_ text: String, _ file: String) throws(GraphFileError) -> String {
    if Int(canonical: text) != nil { return text }
    var report = WriteReport()
    let result = quoted(text, "", &report)
    if report.isLossless { return result }
    throw GraphFileError(
      file: file,
      problem: .unwritable(
        "the id \(shown(text)) has a backslash or a NUL where DOT cannot have one"))
  }

  /// Returns a name unchanged, anything else quoted. In quotes a backslash must not precede a
  /// quote, a line end, or the end: it is doubled, and reported.
  private static func quoted(_ text: String, _ name: String, _ report: inout WriteReport) -> String
  {
    let isName =
      !(text.utf8.first?.isDigit ?? true) && text.utf8.allSatisfy(DOTLexer.isNameByte)
      && DOTKeyword(text) == nil
    if isName { return text }
    var result: [UInt8] = [.quote]
    var backslashes = 0
    for byte in Array(text.utf8) + [.quote] {
      if byte == .quote || byte == .newline, backslashes % 2 == 1 {
        result.append(.backslash)
        report.lose(.characters(in: "\"\(name)\""))
      }
      backslashes = byte == .backslash ? backslashes + 1 : 0
      // Graphviz ends texts at a NUL byte.
      if byte == 0 {
        result += "\u{FFFD}".utf8
        report.lose(.characters(in: "\"\(name)\""))
        continue
      }
      if byte == .quote { result.append(.backslash) }
      result.append(byte)
    }
    result.removeLast(2)
    return String(decoding: result + [.quote], as: UTF8.self)
  }
}
