/// Writes the JSON of graphology (https://graphology.github.io/serialization.html), which sigma.js
/// draws: keys, and attributes in an object of their own.
enum GraphologyWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let output = file.text
    var report = WriteReport()
    let type = graph.hasMixedDirections ? "mixed" : graph.isDirected ? "directed" : "undirected"
    try output.write(
      "{\n\"options\": {\"type\": \"\(type)\", \"multi\": \(graph.topology.isMultigraph), "
        + "\"allowSelfLoops\": true},\n")
    let attributes = graph.jsonAttributes(&report)
    try output.write("\"attributes\": {\(attributes.joined(separator: ", "))},\n\"nodes\": [\n")
    try writeNodes(graph, to: output, &report)
    try output.write("],\n\"edges\": [\n")
    try writeEdges(graph, to: output, &report)
    try output.write("]\n}\n")
    return report
  }

  private static func writeNodes(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let fields = JSONFields(graph.nodeAttributes, except: graph.namesOfPlaces) {
      report.lose(.nodeAttribute($0))
    }
    for node in 0..<graph.nodeCount {
      let key = JSONGraphWriter.json(.string(graph.nodeIDs[node]))
      let place = graph.jsonPlace(of: node)
      try output.write("{\"key\": \(key), \"attributes\": {" + (place ?? ""))
      var isFirst = place == nil
      try fields.write(row: node, to: output, isFirst: &isFirst)
      try output.write(node + 1 < graph.nodeCount ? "}},\n" : "}}\n")
    }
  }

  private static func writeEdges(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let keys = graph.uniqueEdgeIDs(&report)
    let weights = graph.finiteWeights(&report)
    let isMixed = graph.hasMixedDirections
    var taken = [StandardAttribute.edgeID]
    if weights != nil {
      if graph.edgeAttributes["weight"] != nil { report.lose(.edgeAttribute("weight")) }
      taken.append("weight")
    }
    if isMixed { taken.append(StandardAttribute.directed) }
    let fields = JSONFields(graph.edgeAttributes.without(taken), except: []) {
      report.lose(.edgeAttribute($0))
    }
    for edge in 0..<graph.edgeCount {
      let source = JSONGraphWriter.json(.string(graph.nodeIDs[Int(graph.sources[edge])]))
      let target = JSONGraphWriter.json(.string(graph.nodeIDs[Int(graph.targets[edge])]))
      var line = "{"
      if let key = keys?[edge] { line += "\"key\": \(JSONGraphWriter.json(.string(key))), " }
      line += "\"source\": \(source), \"target\": \(target)"
      if isMixed, !graph.isDirected(edge: edge) { line += ", \"undirected\": true" }
      line += ", \"attributes\": {"
      if let weights { line += "\"weight\": \(weights[edge])" }
      try output.write(line)
      var isFirst = weights == nil
      try fields.write(row: edge, to: output, isFirst: &isFirst)
      try output.write(edge + 1 < graph.edgeCount ? "}},\n" : "}}\n")
    }
  }
}

extension Graph {
  /// The ids of the edges for formats that want each once; nil if there are none, or, with a loss, if
  /// some are missing or the same.
  ///
  /// - Parameter nodesShare: true if no edge may have the id of a node either.
  func uniqueEdgeIDs(_ report: inout WriteReport, nodesShare: Bool = false) -> [String]? {
    guard let column = edgeAttributes[StandardAttribute.edgeID] else { return nil }
    let ids = (0..<edgeCount).compactMap { column[$0]?.description }
    let unique = Set(ids.map(ExactText.init))
    let isShared = nodesShare && nodeIDs.contains { unique.contains(ExactText($0)) }
    guard ids.count == edgeCount, unique.count == edgeCount, !isShared else {
      report.lose(.edgeAttribute(StandardAttribute.edgeID))
      return nil
    }
    return ids
  }
}

extension AttributeTable {
  /// Returns the table without some columns.
  func without(_ names: [String]) -> AttributeTable {
    var rest = self
    for name in names { rest[name] = nil }
    return rest
  }
}
