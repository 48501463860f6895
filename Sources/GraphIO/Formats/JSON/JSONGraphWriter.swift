/// Writes node-link JSON: `nodes` and `links`, as d3 and networkx read it.
enum JSONGraphWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let output = file.text
    var report = WriteReport()
    try output.write(
      "{\n\"directed\": \(graph.isDirected),\n\"multigraph\": \(graph.topology.isMultigraph),\n")
    try output.write("\"graph\": {")
    for (index, (name, value)) in graph.attributes.pairs.enumerated() {
      try output.write((index > 0 ? ", " : "") + "\(json(.string(name))): \(json(value))")
    }
    try output.write("},\n\"nodes\": [\n")
    try writeNodes(graph, to: output, &report)
    try output.write("],\n\"links\": [\n")
    try writeEdges(graph, to: output, &report)
    try output.write("]\n}\n")
    return report
  }

  private static func writeNodes(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let taken = graph.positions == nil ? ["id"] : ["id", "x", "y", "z"]
    let fields = JSONFields(graph.nodeAttributes, except: taken, allowsNonFinite: true) {
      report.lose(.nodeAttribute($0))
    }
    // Integer ids are written as numbers, so that consecutive ones also work as indices.
    let areNumbers = graph.nodeIDs.areIntegers
    for node in 0..<graph.nodeCount {
      let id = graph.nodeIDs[node]
      try output.write("{\"id\": " + (areNumbers ? id : json(.string(id))))
      if let place = graph.positions?[node] {
        for (axis, value) in zip(["x", "y", "z"], place) {
          try output.write(", \"\(axis)\": \(json(.double(value)))")
        }
      }
      var isFirst = false
      try fields.write(row: node, to: output, isFirst: &isFirst)
      try output.write(node + 1 < graph.nodeCount ? "},\n" : "}\n")
    }
  }

  private static func writeEdges(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let taken = graph.weights == nil ? ["source", "target"] : ["source", "target", "weight"]
    let fields = JSONFields(graph.edgeAttributes, except: taken, allowsNonFinite: true) {
      report.lose(.edgeAttribute($0))
    }
    let areNumbers = graph.nodeIDs.areIntegers
    for edge in 0..<graph.edgeCount {
      let source = graph.nodeIDs[Int(graph.sources[edge])]
      let target = graph.nodeIDs[Int(graph.targets[edge])]
      try output.write(
        areNumbers
          ? "{\"source\": \(source), \"target\": \(target)"
          : "{\"source\": \(json(.string(source))), \"target\": \(json(.string(target)))")
      if let weights = graph.weights {
        try output.write(", \"weight\": \(json(.double(weights[edge])))")
      }
      var isFirst = false
      try fields.write(row: edge, to: output, isFirst: &isFirst)
      try output.write(edge + 1 < graph.edgeCount ? "},\n" : "}\n")
    }
  }

  /// Encodes a value as JSON. Non-finite numbers are written as in Python.
  static func json(_ value: AttributeValue) -> String {
    switch value {
    case .integer(let value): return value.description
    case .boolean(let value): return value.description
    case .double(let value):
      if value.isNaN { return "NaN" }
      if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
      return value.description
    case .string(let text):
      var result = "\""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\u{0}"..<" ":
          let hex = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result + "\""
    }
  }
}
