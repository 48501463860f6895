/// Writes the JSON of Cytoscape and Cytoscape.js (`.cyjs`, https://js.cytoscape.org/#notation/elements-json):
/// elements with `data`, and positions whose y points down.
enum CytoscapeWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    let output = file.text
    var report = WriteReport()
    if graph.hasMixedDirections { report.lose(.directions) }
    let attributes = graph.jsonAttributes(&report)
    try output.write(
      "{\n\"directed\": \(graph.isDirected),\n\"data\": {\(attributes.joined(separator: ", "))},\n"
        + "\"elements\": {\n\"nodes\": [\n")
    try writeNodes(graph, to: output, &report)
    try output.write("],\n\"edges\": [\n")
    try writeEdges(graph, to: output, &report)
    try output.write("]\n}\n}\n")
    return report
  }

  private static func writeNodes(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let fields = JSONFields(
      graph.nodeAttributes, except: ["id", "source", "target", "parent"] + graph.namesOfPlaces
    ) { report.lose(.nodeAttribute($0)) }
    for node in 0..<graph.nodeCount {
      try output.write("{\"data\": {\"id\": \(JSONGraphWriter.json(.string(graph.nodeIDs[node])))")
      var isFirst = false
      try fields.write(row: node, to: output, isFirst: &isFirst)
      let place = graph.jsonPlace(of: node, isDown: true)
      try output.write(
        "}" + (place.map { ", \"position\": {\($0)}" } ?? "")
          + (node + 1 < graph.nodeCount ? "},\n" : "}\n"))
    }
  }

  private static func writeEdges(
    _ graph: Graph, to output: TextOutput, _ report: inout WriteReport
  ) throws(GraphFileError) {
    let ids = graph.uniqueEdgeIDs(&report, nodesShare: true)
    let weights = graph.finiteWeights(&report)
    let taken = ["source", "target"] + (weights == nil ? [] : ["weight"])
    let dropped = [StandardAttribute.edgeID] + (graph.hasMixedDirections ? ["directed"] : [])
    let fields = JSONFields(graph.edgeAttributes.without(dropped), except: taken) {
      report.lose(.edgeAttribute($0))
    }
    for edge in 0..<graph.edgeCount {
      let source = JSONGraphWriter.json(.string(graph.nodeIDs[Int(graph.sources[edge])]))
      let target = JSONGraphWriter.json(.string(graph.nodeIDs[Int(graph.targets[edge])]))
      var line = "{\"data\": {"
      if let id = ids?[edge] { line += "\"id\": \(JSONGraphWriter.json(.string(id))), " }
      line += "\"source\": \(source), \"target\": \(target)"
      if let weights { line += ", \"weight\": \(weights[edge])" }
      try output.write(line)
      var isFirst = false
      try fields.write(row: edge, to: output, isFirst: &isFirst)
      try output.write(edge + 1 < graph.edgeCount ? "}},\n" : "}}\n")
    }
  }
}
