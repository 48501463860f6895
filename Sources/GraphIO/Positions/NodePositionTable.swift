import FileWriting

/// A table of positions: CSV with a header (`id,x,y` or `id,x,y,z`; without `id` the rows are in
/// the order of the nodes), or a NumPy array (`.npy`, a row per node, two or three columns). Either
/// may be compressed with gzip.
///
///     try NodePositionTable(contentsOf: "start.csv").place(&graph)
public struct NodePositionTable: Equatable, Sendable {
  /// The file formats of positions.
  public enum Format: String, Sendable, CaseIterable {
    /// A table of ids and coordinates; or a NumPy file, in the order of the nodes.
    case csv, npy

    /// Returns the format of a file name by its extension, ignoring `.gz`.
    package init?(fileName: String) {
      let name = fileName.lowercased()
      let plain = name.hasSuffix(".gz") ? String(name.dropLast(3)) : name
      if plain.hasSuffix(".csv") {
        self = .csv
      } else if plain.hasSuffix(".npy") {
        self = .npy
      } else {
        return nil
      }
    }
  }

  /// The ids of the rows; nil if rows are in the order of the nodes.
  public let ids: [String]?
  /// The positions in two or three dimensions.
  public let positions: NodePositions

  /// Throws if there are ids, but not as many as positions.
  public init(ids: [String]?, positions: NodePositions) throws(GraphError) {
    if let ids, ids.count != positions.count {
      throw GraphError(
        "there are \(ids.count) ids and \(positions.count) positions; each position needs one id")
    }
    self.init(matching: ids, positions)
  }

  /// Creates a table with as many ids as positions, or none.
  fileprivate init(matching ids: [String]?, _ positions: NodePositions) {
    self.ids = ids
    self.positions = positions
  }

  /// Creates a table of the positions of a graph, with its ids; nil if it has none.
  public init?(of graph: Graph) {
    guard let positions = graph.positions else { return nil }
    self.init(matching: Array(graph.nodeIDs), positions)
  }

  /// Reads a file; its content determines the format. `control` is as for `GraphReader`.
  public init(
    contentsOf path: String, limits: ReadLimits = ReadLimits(), control: RunControl = RunControl()
  ) throws(GraphFileError) {
    try self.init(FileSource(path: path), name: path, limits: limits, control)
  }

  /// Reads a file. `url` must be a file URL: nothing is downloaded.
  public init(
    contentsOf url: URL, limits: ReadLimits = ReadLimits(), control: RunControl = RunControl()
  ) throws(GraphFileError) {
    try self.init(contentsOf: url.filePath, limits: limits, control: control)
  }

  /// Reads bytes in memory. `name` is used in errors.
  public init(
    _ bytes: [UInt8], name: String = "positions", limits: ReadLimits = ReadLimits(),
    control: RunControl = RunControl()
  ) throws(GraphFileError) {
    try self.init(MemorySource(bytes), name: name, limits: limits, control)
  }

  private init(
    _ source: any ByteSource, name: String, limits: ReadLimits, _ control: RunControl
  ) throws(GraphFileError) {
    let limits = limits.sensible
    let watch = ReadWatch(control, name: name, length: source.length)
    let (source, prefix) = try GraphReader.plain(source, name: name, limits: limits, watch: watch)
    if prefix.starts(with: NumPyFile.magic) {
      self.init(matching: nil, try NumPyFile.read(source, name: name, limits: limits))
    } else {
      self = try PositionCSV.read(source, prefix: prefix, name: name, limits: limits)
    }
  }

  /// Writes a file atomically. NumPy arrays have no ids: their rows are in the order of the table.
  ///
  /// - Parameters:
  ///   - format: nil to determine it by the name; CSV if the extension is unknown.
  ///   - hasSafeCells: true to prefix ids in CSV that spreadsheets would take for formulas with an
  ///     apostrophe; the report has their number.
  @discardableResult
  public func write(
    to path: String, format: Format? = nil, hasSafeCells: Bool = false
  ) throws(GraphFileError) -> WriteReport {
    let sink = try FileSink.compressing(path: path)
    return try write(
      to: sink, name: path, format ?? Format(fileName: path) ?? .csv, hasSafeCells)
  }

  /// Writes a file, as `write(to:format:hasSafeCells:)` does with a path. `url` must be a file URL.
  @discardableResult
  public func write(
    to url: URL, format: Format? = nil, hasSafeCells: Bool = false
  ) throws(GraphFileError) -> WriteReport {
    try write(to: url.filePath, format: format, hasSafeCells: hasSafeCells)
  }

  /// Returns the bytes of a file.
  public func bytes(
    format: Format, hasSafeCells: Bool = false
  ) throws(GraphFileError) -> [UInt8] {
    try bytesWithReport(format: format, hasSafeCells: hasSafeCells).bytes
  }

  package func bytesWithReport(
    format: Format, hasSafeCells: Bool
  ) throws(GraphFileError) -> (bytes: [UInt8], report: WriteReport) {
    let sink = MemorySink()
    let report = try write(to: sink, name: "positions", format, hasSafeCells)
    return (sink.bytes, report)
  }

  private func write(
    to sink: any ByteSink, name: String, _ format: Format, _ hasSafeCells: Bool
  ) throws(GraphFileError) -> WriteReport {
    switch format {
    case .csv:
      return try PositionCSV.write(
        self, to: TextOutput(sink, name: name), hasSafeCells: hasSafeCells)
    case .npy:
      try sink.write(NumPyFile.bytes(positions))
      try sink.finish()
      return WriteReport()
    }
  }

  /// Sets the positions of the nodes of a graph, by id or in order. O(nodes).
  ///
  /// - Returns: the number of nodes with a position; the others have none. Rows of unknown nodes
  ///   are ignored.
  /// - Throws: `GraphFileError` if rows are in the order of the nodes, but their number differs.
  @discardableResult
  public func place(_ graph: inout Graph) throws(GraphFileError) -> Int {
    guard let ids else {
      guard positions.count == graph.nodeCount else {
        throw GraphFileError(
          file: "positions",
          problem: .unexpected(
            found: "\(positions.count) positions", expected: "\(graph.nodeCount), one for each node"
          ))
      }
      graph.positions = positions
      return graph.nodeCount - positions.missingCount
    }
    let nodes = graph.nodeIDs
    switch positions {
    case .plane(let places):
      var result = [SIMD2<Double>](repeating: SIMD2(repeating: .nan), count: graph.nodeCount)
      for (id, place) in zip(ids, places) {
        if let node = nodes.index(of: id) { result[node] = place }
      }
      graph.positions = .plane(result)
    case .space(let places):
      var result = [SIMD3<Double>](repeating: SIMD3(repeating: .nan), count: graph.nodeCount)
      for (id, place) in zip(ids, places) {
        if let node = nodes.index(of: id) { result[node] = place }
      }
      graph.positions = .space(result)
    }
    return graph.nodeCount - (graph.positions?.missingCount ?? 0)
  }
}

/// The CSV format of positions: `id,x,y`.
enum PositionCSV {
  static func read(
    _ source: any ByteSource, prefix: [UInt8], name: String, limits: ReadLimits
  ) throws(GraphFileError) -> NodePositionTable {
    let dialect = EdgeListDialect(format: .csv, prefix: prefix, options: EdgeListOptions())
    var scanner = try TextScanner(source, name: name, limits: limits)
    var row = RowReader(separator: dialect.separator)
    let noComment: (inout TextScanner) throws(GraphFileError) -> Void = { _ in }
    guard try row.next(&scanner, comment: noComment) else {
      throw scanner.unexpected("the end of the file", expected: "a header such as id,x,y")
    }
    let columns = try columns(row, scanner)
    var ids: [String] = []
    var places: [SIMD3<Double>] = []
    var known: Set<ExactText> = []
    while try row.next(&scanner, comment: noComment) {
      guard places.count < limits.nodes else {
        throw scanner.limit(of: "nodes", maximum: limits.nodes)
      }
      guard row.count == columns.count else {
        throw scanner.unexpected(
          "\(row.count) columns", expected: "\(columns.count), as in the header", at: row.place(0))
      }
      if let id = columns.id {
        let text = try row.text(id, scanner)
        guard known.insert(ExactText(text)).inserted else {
          throw scanner.unexpected(
            "a second row for \(shown(text))", expected: "one row for each id", at: row.place(id))
        }
        ids.append(text)
      }
      places.append(try place(row, columns.axes, scanner))
    }
    let positions: NodePositions =
      columns.axes.count == 3 ? .space(places) : .plane(places.map { SIMD2($0.x, $0.y) })
    return NodePositionTable(matching: columns.id == nil ? nil : ids, positions)
  }

  private struct Columns {
    var count: Int
    var id: Int?
    /// The columns of x, y and optionally z.
    var axes: [Int]
  }

  private static func columns(
    _ header: RowReader, _ scanner: TextScanner
  ) throws(GraphFileError) -> Columns {
    var names: [String] = []
    for cell in 0..<header.count { names.append(try header.text(cell, scanner).lowercased()) }
    let axes = ["x", "y", "z"].compactMap(names.firstIndex)
    guard axes.count >= 2, names.firstIndex(of: "x") == axes[0],
      names.firstIndex(of: "y") == axes[1]
    else {
      throw scanner.unexpected(
        shown(header[0]), expected: "a header such as id,x,y or id,x,y,z", at: header.place(0))
    }
    let id = names.firstIndex { ["id", "node", "name"].contains($0) }
    return Columns(count: names.count, id: id, axes: axes)
  }

  /// Reads a position; a node without coordinates has empty cells.
  private static func place(
    _ row: RowReader, _ axes: [Int], _ scanner: TextScanner
  ) throws(GraphFileError) -> SIMD3<Double> {
    if axes.allSatisfy(row.isMissing) { return SIMD3(repeating: .nan) }
    var place = SIMD3<Double>.zero
    for (axis, cell) in axes.enumerated() {
      guard let value = Double(decimalBytes: Array(row[cell])) else {
        throw scanner.unexpected(
          row.isMissing(cell) ? "nothing" : shown(row[cell]),
          expected: "a number (\(["x", "y", "z"][axis]))", at: row.place(cell))
      }
      place[axis] = value
    }
    return place
  }

  static func write(
    _ table: NodePositionTable, to output: TextOutput, hasSafeCells: Bool
  ) throws(GraphFileError) -> WriteReport {
    var cell = CellWriter(separator: ",", isSafe: hasSafeCells)
    let axes = ["x", "y", "z"].prefix(table.positions.dimensions)
    try output.write(((table.ids == nil ? [] : ["id"]) + axes).joined(separator: ",") + "\n")
    for index in 0..<table.positions.count {
      var cells = axes.map { _ in "" }
      if let place = table.positions[index] { cells = place.map(\.description) }
      if let id = table.ids?[index] { cells.insert(cell.cell(id), at: 0) }
      try output.write(cells.joined(separator: ",") + "\n")
    }
    try output.finish()
    var report = WriteReport()
    if cell.changedCount > 0 { report.lose(.formulas(cell.changedCount)) }
    return report
  }
}
