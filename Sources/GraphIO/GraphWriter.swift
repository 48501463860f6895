import Foundation

/// Writes graphs to files, to memory and to standard output, in any format of `GraphFormat`.
///
///     let report = try GraphWriter().write(graph, path: "graph.gexf.gz")
///     if !report.isLossless { print(report) }
///
/// The same graph always gives the same bytes.
public struct GraphWriter: Sendable {
  /// Nil: what the name says.
  public var format: GraphFormat?
  /// True to compress with gzip. Nil: when the name ends in `.gz`.
  public var isCompressed: Bool?
  /// The most bytes that may be written, before they are compressed. When a graph needs more, the
  /// old file stays. A long value that many nodes share in memory is in the file once for each
  /// node.
  public var maximumBytes = 1 << 36

  /// True when texts of CSV and TSV that spreadsheets take for formulas (those that begin with `=`,
  /// `+`, `-` or `@`) get an apostrophe before them, as spreadsheets do. The report says how many.
  public var hasSafeCells = false

  /// Asked between pieces of the file whether to go on; else the problem of the error is
  /// `.cancelled`, and what was in the place of the file before is still there. Of a pipe the first
  /// pieces may be written. Progress is not told: nobody knows how long the file will be.
  public var control = RunControl()

  public init(format: GraphFormat? = nil) { self.format = format }

  /// Writes a file. When that fails, what was there before is still there. O(nodes + edges).
  @discardableResult
  public func write(_ graph: Graph, path: String) throws(GraphFileError) -> WriteReport {
    guard let format = format ?? GraphFormat(fileName: path) else {
      throw GraphFileError(file: path, problem: .unknownFormat)
    }
    // Before the new file is made.
    _ = try writer(format, name: path)
    let isCompressed = isCompressed ?? path.lowercased().hasSuffix(".gz")
    return try write(graph, to: FileSink(path: path), format, isCompressed, name: path)
  }

  /// The bytes of a file. `format` has to be set, or is the edge list.
  public func bytes(
    _ graph: Graph
  ) throws(GraphFileError) -> (bytes: [UInt8], report: WriteReport) {
    let sink = MemorySink()
    let report = try write(
      graph, to: sink, format ?? .edgeList, isCompressed ?? false, name: "graph")
    return (sink.bytes, report)
  }

  /// Tells what of a graph a file would not have. `format` has to be set, or is the edge list.
  package func report(_ graph: Graph) throws(GraphFileError) -> WriteReport {
    try write(graph, to: EmptySink(), format ?? .edgeList, false, name: "graph")
  }

  /// Writes to a pipe or a file that is open, which stays open. `format` has to be set, or is the edge
  /// list.
  @discardableResult
  public func write(
    _ graph: Graph, fileDescriptor: Int32, name: String
  ) throws(GraphFileError) -> WriteReport {
    try write(
      graph, to: DescriptorSink(fileDescriptor, name: name), format ?? .edgeList,
      isCompressed ?? false, name: name)
  }

  /// Writes to standard output, as an edge list unless `format` is set.
  @discardableResult
  public func writeStandardOutput(_ graph: Graph) throws(GraphFileError) -> WriteReport {
    try write(graph, fileDescriptor: STDOUT_FILENO, name: "standard output")
  }

  private func write(
    _ graph: Graph, to sink: any ByteSink, _ format: GraphFormat, _ isCompressed: Bool, name: String
  ) throws(GraphFileError) -> WriteReport {
    let writer = try writer(format, name: name)
    let text = TextOutput(
      isCompressed ? try GzipSink(sink) : sink, name: name, maximumBytes: maximumBytes,
      control: control)
    var report = try writer.write(
      graph,
      to: FormatOutput(format: format, text: text, name: name, hasSafeCells: hasSafeCells))
    if !graph.groups.isEmpty, format != .dot { report.lose(.groups) }
    try text.finish()
    return report
  }

  private func writer(
    _ format: GraphFormat, name: String
  ) throws(GraphFileError) -> any FormatWriter.Type {
    if let writer = format.writer { return writer }
    throw GraphFileError(
      file: name, problem: .unwritable("\(format.titleInSentence) can be read, but not written"))
  }
}

extension Graph {
  /// Writes a file, as `GraphWriter` does.
  ///
  /// - Parameters:
  ///   - format: nil for what the name says.
  ///   - control: as of `GraphWriter`.
  @discardableResult
  public func write(
    to path: String, format: GraphFormat? = nil, control: RunControl = RunControl()
  ) throws(GraphFileError) -> WriteReport {
    var writer = GraphWriter(format: format)
    writer.control = control
    return try writer.write(self, path: path)
  }

  /// Writes a file, as `GraphWriter` does. `url` has to be that of a file.
  @discardableResult
  public func write(
    to url: URL, format: GraphFormat? = nil, control: RunControl = RunControl()
  ) throws(GraphFileError) -> WriteReport {
    try write(to: url.filePath, format: format, control: control)
  }
}
