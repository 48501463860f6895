import Foundation
import GraphModel

/// What is known of each node, as a table: ids, and columns of attributes or measures.
///
///     let table = NodeTable(graph, columns: [try NodeMeasure.pageRank.column(of: graph)])
///     try table.write(to: "ranks.csv")
public struct NodeTable: Sendable, Hashable {
  /// What names each row: the ids of the nodes of the graph, in its sequence.
  public var nodeIDs: Graph.NodeIDs
  /// Beside the ids.
  public var columns: [AttributeColumn]
  /// Of a table that was read: words for values that were taken for missing ones, and for columns
  /// that are text because of a value or a few. Empty for most.
  public var notes: [String] = []

  /// How a table is written in a file.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    /// With a line of names: `id,degree`.
    case csv
    /// The same with tabulators.
    case tsv
    /// A list of objects, in which what is missing is left out.
    case json

    /// By the end of a name, also before `.gz`; nil when that says nothing.
    public init?(fileName: String) {
      let name = fileName.lowercased()
      let bare = name.hasSuffix(".gz") ? name.dropLast(3) : name[...]
      guard let format = Self.allCases.first(where: { bare.hasSuffix("." + $0.rawValue) }) else {
        return nil
      }
      self = format
    }
  }

  /// Traps when a column has another number of rows than the graph has nodes.
  public init(_ graph: Graph, columns: [AttributeColumn]) {
    for column in columns where column.count != graph.nodeCount {
      fatalError(
        "the column \"\(column.name)\" has \(column.count) values; \(graph.nodeCount) are needed")
    }
    nodeIDs = graph.nodeIDs
    self.columns = columns
  }

  /// Writes a file, as a whole or not at all; with `.gz` at its end it is compressed. `format` nil:
  /// what the name says; what ends in nothing known is CSV. `hasSafeCells`: text in CSV and TSV
  /// that spreadsheets take for a formula gets an apostrophe before it; the report counts them.
  @discardableResult
  public func write(
    to path: String, format: Format? = nil, hasSafeCells: Bool = false
  ) throws(GraphFileError) -> WriteReport {
    let sink = try FileSink.compressing(path: path)
    return try write(
      TextOutput(sink, name: path), format ?? Format(fileName: path) ?? .csv, hasSafeCells)
  }

  /// The bytes of a file that is not compressed, and what of the table they do not have.
  public func bytes(
    format: Format, hasSafeCells: Bool = false
  ) throws(GraphFileError) -> (bytes: [UInt8], report: WriteReport) {
    let sink = MemorySink()
    let report = try write(TextOutput(sink, name: "table"), format, hasSafeCells)
    return (sink.bytes, report)
  }

  /// The columns of a table of cells whose values will be read as another type.
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
