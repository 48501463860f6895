/// Writes CX2 of NDEx and Cytoscape (https://cytoscape.org/cx/cx2/specification): a list of aspects.
/// Nodes have numbers; other ids become the attribute `name`, which Cytoscape shows.
enum CX2Writer: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let output = file.text
    var report = WriteReport()
    if graph.hasMixedDirections { report.lose(.directions) }
    var (nodes, edges) = (graph.nodeAttributes, graph.edgeAttributes)
    let numbers = numbers(of: graph)
    if numbers == nil {
      report.lose(.nodeIDs)
      if nodes["name"] == nil {
        nodes.set("name", .strings(graph.nodeIDs.map { $0 }))
      }
    }
    if let weights = graph.finiteWeights(&report) {
      if edges["weight"] != nil { report.lose(.edgeAttribute("weight")) }
      edges.set("weight", .doubles(weights))
    }
    for name in [StandardAttribute.edgeID] + (graph.hasMixedDirections ? ["directed"] : [])
    where edges[name] != nil {
      if name == StandardAttribute.edgeID { report.lose(.edgeAttribute(name)) }
      edges[name] = nil
    }
    let lost = graph.namesOfPlaces + ["id"]
    for name in lost where nodes[name] != nil {
      report.lose(.nodeAttribute(name))
      nodes[name] = nil
    }
    try writeHead(graph, nodes, edges, to: output, &report)
    try writeElements(graph, nodes, edges, numbers, to: output, &report)
    try output.write("{\"status\": [{\"success\": true}]}\n]\n")
    return report
  }

  /// Returns the ids as they are if all are whole numbers from 0, which CX2 wants; else nil.
  private static func numbers(of graph: Graph) -> [Int]? {
    guard graph.nodeIDs.areIntegers else { return nil }
    let numbers = graph.nodeIDs.compactMap { Int($0) }
    return numbers.count == graph.nodeCount && numbers.allSatisfy { $0 >= 0 } ? numbers : nil
  }

  private static func writeHead(
    _ graph: Graph, _ nodes: AttributeTable, _ edges: AttributeTable, to output: TextOutput,
    _ report: inout WriteReport
  ) throws(GraphFileError) {
    let counts = [
      ("attributeDeclarations", 1), ("networkAttributes", 1), ("nodes", graph.nodeCount),
      ("edges", graph.edgeCount),
    ]
    let metaData = counts.map { "{\"name\": \"\($0)\", \"elementCount\": \($1)}" }
    let network = graph.jsonAttributes(&report, except: ["directed"])
    var types = [declaration("directed", .boolean)]
    for (name, value) in graph.attributes.pairs where name != "directed" {
      if case .double(let number) = value, !number.isFinite { continue }
      types.append(declaration(name, value.type))
    }
    let ofNetwork = types.joined(separator: ", ")
    let values = (["\"directed\": \(graph.isDirected)"] + network).joined(separator: ", ")
    try output.write("[\n{\"CXVersion\": \"2.0\", \"hasFragments\": false},\n")
    try output.write("{\"metaData\": [\(metaData.joined(separator: ", "))]},\n")
    try output.write(
      "{\"attributeDeclarations\": [{\"networkAttributes\": {\(ofNetwork)}, \"nodes\": "
        + "{\(declarations(nodes))}, \"edges\": {\(declarations(edges))}}]},\n")
    try output.write("{\"networkAttributes\": [{\(values)}]},\n")
  }

  private static func declarations(_ table: AttributeTable) -> String {
    table.columns.filter { !$0.isEmpty }.map { declaration($0.name, $0.type) }
      .joined(separator: ", ")
  }

  private static func declaration(_ name: String, _ type: AttributeType) -> String {
    let word =
      switch type {
      case .string: "string"
      case .integer: "long"
      case .double: "double"
      case .boolean: "boolean"
      }
    return JSONGraphWriter.json(.string(name)) + ": {\"d\": \"\(word)\"}"
  }

  private static func writeElements(
    _ graph: Graph, _ nodes: AttributeTable, _ edges: AttributeTable, _ numbers: [Int]?,
    to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let nodeFields = JSONFields(nodes, except: []) { report.lose(.nodeAttribute($0)) }
    try output.write("{\"nodes\": [\n")
    for node in 0..<graph.nodeCount {
      let place = graph.jsonPlace(of: node, isDown: true).map { ", " + $0 } ?? ""
      try output.write("{\"id\": \(numbers?[node] ?? node)\(place), \"v\": {")
      var isFirst = true
      try nodeFields.write(row: node, to: output, isFirst: &isFirst)
      try output.write(node + 1 < graph.nodeCount ? "}},\n" : "}}\n")
    }
    try output.write("]},\n{\"edges\": [\n")
    let edgeFields = JSONFields(edges, except: []) { report.lose(.edgeAttribute($0)) }
    for edge in 0..<graph.edgeCount {
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      try output.write(
        "{\"id\": \(edge), \"s\": \(numbers?[source] ?? source), \"t\": "
          + "\(numbers?[target] ?? target), \"v\": {")
      var isFirst = true
      try edgeFields.write(row: edge, to: output, isFirst: &isFirst)
      try output.write(edge + 1 < graph.edgeCount ? "}},\n" : "}}\n")
    }
    try output.write("]},\n")
  }
}
