import CommandLineSupport
import FileWriting
import Graphs

/// A table of nodes that is written in addition to an edge list.
struct NodeTableFile {
  let path: String
  /// The option that requests it, for messages.
  var option = "--node-table"

  /// Throws if the file cannot be written, or is also another input or output.
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

  /// Writes ids, attributes and positions, and returns the values that are read back differently.
  func write(_ graph: Graph, _ form: OutputForm) throws(GraphFileError) -> [WriteReport.Loss] {
    let names = graph.nodeAttributes.names
    let columns =
      graph.nodeAttributes.columns + graph.coordinates.filter { !names.contains($0.name) }
    let table = NodeTable(graph, columns: columns)
    let report = try table.write(to: path, hasSafeCells: form.hasSafeCells)
    return report.losses + (NodeTable.Format(fileName: path) == .json ? [] : table.changedTypes)
  }

  /// Returns true if the table contains what the main file lacks, so that it is not lost.
  static func holds(_ loss: WriteReport.Loss) -> Bool {
    switch loss {
    case .nodeAttribute, .positions, .thirdCoordinate, .isolatedNodes: true
    default: false
    }
  }
}

extension Graph {
  /// The positions as columns x, y and optionally z.
  fileprivate var coordinates: [AttributeColumn] {
    guard let positions else { return [] }
    return ["x", "y", "z"].prefix(positions.dimensions).enumerated().map { axis, name in
      AttributeColumn(name, .doubles((0..<nodeCount).map { positions[$0]?[axis] }))
    }
  }
}
