import FileWriting
import GraphModel

/// A table of nodes: ids, and columns of attributes or measures.
///
///     let table = NodeTable(graph, columns: [try NodeMeasure.pageRank.column(of: graph)])
///     try table.write(to: "ranks.csv")
public struct NodeTable: Sendable, Hashable {
  /// The id of each row: the node ids of the graph, in order.
  public var nodeIDs: Graph.NodeIDs
  /// The columns other than the ids.
  public var columns: [AttributeColumn]
  /// Notes of a table that was read: on values that were taken for missing, and on columns that are
  /// text because of few values. Usually empty.
  public var notes: [String] = []

  /// The file format of a table.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// Comma-separated, with a header: `id,degree`.
    case csv
    /// Tab-separated, with a header.
    case tsv
    /// A list of objects, without missing values.
    case json

    /// Returns the format of a file name by its extension, ignoring `.gz`; nil if it is unknown.
    package init?(fileName: String) {
      let name = fileName.lowercased()
      let bare = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
      guard let format = Self.allCases.first(where: { bare.hasSuffix("." + $0.rawValue) }) else {
        return nil
      }
      self = format
    }
  }

  /// Traps if the number of rows of a column differs from the number of nodes.
  public init(_ graph: Graph, columns: [AttributeColumn]) {
    for column in columns where column.count != graph.nodeCount {
      fatalError(
        "the column \"\(column.name)\" has \(column.count) values; \(graph.nodeCount) are needed")
    }
    nodeIDs = graph.nodeIDs
    self.columns = columns
  }

  /// Writes a file atomically, compressed if its name ends in `.gz`.
  ///
  /// - Parameters:
  ///   - format: nil to determine it by the name; CSV if the extension is unknown.
  ///   - hasSafeCells: true to prefix text in CSV and TSV that spreadsheets would take for formulas
  ///     with an apostrophe; the report has their number.
  @discardableResult
  public func write(
    to path: String, format: Format? = nil, hasSafeCells: Bool = false
  ) throws(GraphFileError) -> WriteReport {
    let sink = try FileSink.compressing(path: path)
    return try write(
      TextOutput(sink, name: path), format ?? Format(fileName: path) ?? .csv, hasSafeCells)
  }

  /// Returns the bytes of an uncompressed file, and its losses.
  public func bytes(
    format: Format, hasSafeCells: Bool = false
  ) throws(GraphFileError) -> (bytes: [UInt8], report: WriteReport) {
    let sink = MemorySink()
    let report = try write(TextOutput(sink, name: "table"), format, hasSafeCells)
    return (sink.bytes, report)
  }

  /// The columns of a table of cells whose values would be read as another type.
  package var changedTypes: [WriteReport.Loss] {
    columns.filter { $0.typeFromTable != $0.type && !$0.isEmpty }.map {
      .typeOfNodeAttribute($0.name, becomes: $0.typeFromTable)
    }
  }

  private func write(
    _ output: TextOutput, _ format: Format, _ hasSafeCells: Bool
  ) throws(GraphFileError) -> WriteReport {
    var report = WriteReport()
    switch format {
    case .csv, .tsv:
      var cells = CellWriter(separator: format == .csv ? "," : "\t", isSafe: hasSafeCells)
      try writeCells(to: output, &cells)
      if cells.changedCount > 0 { report.lose(.formulas(cells.changedCount)) }
    case .json: try writeObjects(to: output)
    }
    try output.finish()
    return report
  }

  private func writeCells(
    to output: TextOutput, _ cells: inout CellWriter
  ) throws(GraphFileError) {
    let names = ["id"] + columns.map { cells.cell($0.name) }
    try output.write(names.joined(separator: cells.separator) + "\n")
    for node in nodeIDs.indices {
      try output.write(cells.cell(nodeIDs[node]))
      for column in columns {
        try output.write(cells.separator)
        if let value = column[node] { try output.write(cells.cell(value.description)) }
      }
      try output.write("\n")
    }
  }

  private func writeObjects(to output: TextOutput) throws(GraphFileError) {
    let names = columns.map { JSONGraphWriter.json(.string($0.name)) }
    try output.write("[")
    for node in nodeIDs.indices {
      try output.write(node == 0 ? "\n" : ",\n")
      try output.write("{\"id\": \(JSONGraphWriter.json(.string(nodeIDs[node])))")
      for (name, column) in zip(names, columns) {
        guard let value = column[node] else { continue }
        try output.write(", \(name): \(JSONGraphWriter.json(value))")
      }
      try output.write("}")
    }
    try output.write("\n]\n")
  }
}
