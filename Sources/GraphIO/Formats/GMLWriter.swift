/// Writes GML. Positions are in `graphics`, as in yEd.
enum GMLWriter: FormatWriter {
  /// The key of ids that are not integers, which GML requires for its own ids.
  static let idKey = "nodeId"

  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let output = file.text
    var report = WriteReport()
    if graph.hasMixedDirections { report.lose(.directions) }
    try output.write("graph [\n  directed \(graph.isDirected ? 1 : 0)\n")
    for (name, value) in graph.attributes.pairs {
      if !isKey(name) || ["node", "edge", "directed", "multigraph"].contains(name) || !isHeld(value)
      {
        report.lose(.graphAttribute(name))
      } else {
        try output.write("  \(name) \(gml(value))\n")
      }
    }
    try writeNodes(graph, to: output, &report)
    try writeEdges(graph, to: output, &report)
    try output.write("]\n")
    return report
  }

  private static func writeNodes(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let taken = ["id", "graphics", idKey] + (graph.positions != nil ? ["x", "y", "z"] : [])
    let columns = columns(graph.nodeAttributes, taken) {
      report.lose(.nodeAttribute($0))
    } type: {
      report.lose(.typeOfNodeAttribute($0, becomes: .integer))
    }
    let label = graph.nodeAttributes[StandardAttribute.label]
    if label != nil, graph.labelsAreIDs { report.lose(.nodeAttribute(StandardAttribute.label)) }
    for node in 0..<graph.nodeCount {
      let id = graph.nodeIDs[node]
      let number = graph.nodeIDs.areIntegers ? id : node.description
      try output.write("  node [ id \(number)")
      if !graph.nodeIDs.areIntegers { try output.write(" \(idKey) \(gml(.string(id)))") }
      // networkx takes labels for ids, and other programs show only labels.
      if label == nil { try output.write(" label \(gml(.string(id)))") }
      if let place = graph.positions?[node] {
        try output.write(" graphics [")
        for (axis, value) in zip(["x", "y", "z"], place) {
          try output.write(" \(axis) \(gml(.double(value)))")
        }
        try output.write(" ]")
      }
      try writeValues(columns, row: node, to: output)
    }
  }

  private static func writeEdges(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    var taken = ["source", "target", "graphics"]
    if graph.weights != nil { taken.append("weight") }
    if graph.hasMixedDirections { taken.append(StandardAttribute.directed) }
    let columns = columns(graph.edgeAttributes, taken) {
      if $0 != StandardAttribute.directed || !graph.hasMixedDirections {
        report.lose(.edgeAttribute($0))
      }
    } type: {
      report.lose(.typeOfEdgeAttribute($0, becomes: .integer))
    }
    let first = graph.nodeIDs.firstOfConsecutive
    for edge in 0..<graph.edgeCount {
      let ends = [graph.sources[edge], graph.targets[edge]].map { node in
        if let first { return (Int(node) + first).description }
        return graph.nodeIDs.areIntegers ? graph.nodeIDs[Int(node)] : node.description
      }
      try output.write("  edge [ source \(ends[0]) target \(ends[1])")
      if let weights = graph.weights { try output.write(" weight \(gml(.double(weights[edge])))") }
      try writeValues(columns, row: edge, to: output)
    }
  }

  private static func writeValues(
    _ columns: [AttributeColumn], row: Int, to output: TextOutput
  ) throws(GraphFileError) {
    for column in columns {
      if let value = column[row] { try output.write(" \(column.name) \(gml(value))") }
    }
    try output.write(" ]\n")
  }

  private static func columns(
    _ table: AttributeTable, _ taken: [String], lose: (String) -> Void, type: (String) -> Void
  ) -> [AttributeColumn] {
    table.columns.filter { column in
      if taken.contains(column.name) || !isKey(column.name) || column.isEmpty {
        lose(column.name)
        return false
      }
      if column.type == .boolean { type(column.name) }
      return true
    }
  }

  private static func isKey(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 1024 else { return false }
    return (first.isLetter || first == UInt8(ascii: "_"))
      && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
  }

  private static func isHeld(_ value: AttributeValue) -> Bool { value.type != .boolean }

  /// Encodes a value. GML is ASCII: quotes, ampersands and non-ASCII characters are written as
  /// character references. It has no booleans.
  private static func gml(_ value: AttributeValue) -> String {
    switch value {
    case .integer(let value): return value.description
    case .double(let value):
      // networkx requires capitals.
      if value.isNaN { return "NAN" }
      if value.isInfinite { return value < 0 ? "-INF" : "+INF" }
      return value.description
    case .boolean(let value): return value ? "1" : "0"
    case .string(let text):
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "&quot;"
        case "&": result += "&amp;"
        // networkx cannot read texts with line ends.
        case " "..."~": result.unicodeScalars.append(scalar)
        default: result += "&#\(scalar.value);"
        }
      }
      return result + "\""
    }
  }
}
