import FileWriting

/// Writes graphs to files, memory and standard output, in any format of `GraphFormat`.
///
///     let report = try GraphWriter().write(graph, path: "graph.gexf.gz")
///     if !report.isLossless { print(report) }
///
/// The output is deterministic.
public struct GraphWriter: Sendable {
  /// The format; nil to determine it by the name.
  public var format: GraphFormat?
  /// The formats that a name may mean, those of a program's own included.
  public var formats = GraphFormat.all
  /// True to compress with gzip. Nil to compress if the name ends in `.gz`.
  public var isCompressed: Bool?
  /// The maximum number of bytes before compression. If a graph needs more, the previous file is
  /// preserved. A long value that many nodes share in memory is repeated in the file for each node.
  public var maximumBytes = 1 << 36

  /// True to prefix texts of CSV and TSV that spreadsheets would take for formulas (beginning with
  /// `=`, `+`, `-` or `@`) with an apostrophe, as spreadsheets do. The report has their number.
  public var hasSafeCells = false

  /// Called between chunks of the file. A cancellation throws the problem `.cancelled`, and the
  /// previous file is preserved; a pipe may have received the first chunks. There is no progress,
  /// as the final length is unknown.
  public var control = RunControl()

  public init(format: GraphFormat? = nil) { self.format = format }

  /// Writes a file atomically: if it fails, the previous content is preserved. O(nodes + edges).
  @discardableResult
  public func write(_ graph: Graph, path: String) throws(GraphFileError) -> WriteReport {
    guard let format = format ?? GraphFormat(fileName: path, among: formats) else {
      throw GraphFileError(file: path, problem: .unknownFormat)
    }
    // This throws before the new file is created.
    _ = try writer(format, name: path)
    let isCompressed = isCompressed ?? path.lowercased().hasSuffix(".gz")
    return try write(graph, to: FileSink(path: path), format, isCompressed, name: path)
  }

  /// Returns the bytes of a file, as an edge list unless `format` is set.
  public func bytes(
    _ graph: Graph
  ) throws(GraphFileError) -> (bytes: [UInt8], report: WriteReport) {
    let sink = MemorySink()
    let report = try write(
      graph, to: sink, format ?? .edgeList, isCompressed ?? false, name: "graph")
    return (sink.bytes, report)
  }

  /// Returns the losses of a file without writing it. The format is the edge list unless `format`
  /// is set.
  package func report(_ graph: Graph) throws(GraphFileError) -> WriteReport {
    try write(graph, to: EmptySink(), format ?? .edgeList, false, name: "graph")
  }

  /// Writes to a pipe or an open file, without closing it. The format is the edge list unless
  /// `format` is set.
  @discardableResult
  package func write(
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
  ///   - format: the format; nil to determine it by the name.
  ///   - control: cancellation, as for `GraphWriter`.
  @discardableResult
  public func write(
    to path: String, format: GraphFormat? = nil, control: RunControl = RunControl()
  ) throws(GraphFileError) -> WriteReport {
    var writer = GraphWriter(format: format)
    writer.control = control
    return try writer.write(self, path: path)
  }

  /// Writes a file, as `GraphWriter` does. `url` must be a file URL.
  @discardableResult
  public func write(
    to url: URL, format: GraphFormat? = nil, control: RunControl = RunControl()
  ) throws(GraphFileError) -> WriteReport {
    try write(to: url.filePath, format: format, control: control)
  }
}
