import CommandLineSupport
import FileWriting
import Graphs

/// A table of nodes that is written beside a list of edges.
struct NodeTableFile {
  let path: String
  /// The option that asks for it, for messages.
  var option = "--node-table"

  /// Throws if the file cannot be written, or is one of those the command reads or writes.
  func check(_ others: [String], _ form: OutputForm) throws(Failure) {
    guard NodeTable.Format(fileName: path) != nil else {
      throw .usage(
        "\(option) \(path): the name does not say what it is to be; known are .csv .tsv .json.")
    }
    let identity = FileIdentity(path: path)
    for other in others
    where path == other || (identity != nil && identity == FileIdentity(path: other)) {
      throw .usage("\(option) \(path): the command reads or writes this file already.")
    }
    try OutputFile(path: path).check()
  }

  /// Writes ids, attributes and positions, and returns what is read back otherwise.
  func write(_ graph: Graph, _ form: OutputForm) throws(GraphFileError) -> [WriteReport.Loss] {
    let names = graph.nodeAttributes.names
    let columns =
      graph.nodeAttributes.columns + graph.coordinates.filter { !names.contains($0.name) }
    let table = NodeTable(graph, columns: columns)
    let report = try table.write(to: path, hasSafeCells: form.hasSafeCells)
    return report.losses + (NodeTable.Format(fileName: path) == .json ? [] : table.changedTypes)
  }

  /// What a table has of a graph, so that it does not count as lost beside one.
  static func holds(_ loss: WriteReport.Loss) -> Bool {
    switch loss {
    case .nodeAttribute, .positions, .thirdCoordinate, .isolatedNodes: true
    default: false
    }
  }
}

extension Graph {
  /// The positions as columns x, y and perhaps z.
  fileprivate var coordinates: [AttributeColumn] {
    guard let positions else { return [] }
    return ["x", "y", "z"].prefix(positions.dimensions).enumerated().map { axis, name in
      AttributeColumn(name, .doubles((0..<nodeCount).map { positions[$0]?[axis] }))
    }
  }
}
