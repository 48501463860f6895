import FileWriting

/// The result of reading a file.
public struct ReadResult: Sendable {
  /// The graph.
  public var graph: Graph
  /// The format of the file.
  public var format: GraphFormat
  /// Notes on content of the file that the graph does not have, and on guesses: `hyperedges are
  /// left out`. Usually empty.
  public var notes: [String]
}

/// Reads graphs from files, memory and standard input, in any format of `GraphFormat`, optionally
/// compressed with gzip.
///
///     let result = try GraphReader().read(path: "graph.gexf.gz")
///
/// For any bytes, the result is a graph or a `GraphFileError`.
public struct GraphReader: Sendable {
  /// The format; nil to determine it by the name, or else by the content.
  public var format: GraphFormat?
  /// The formats that a file may have if `format` is nil, those of a program's own included.
  public var formats = GraphFormat.all
  /// The limits of resources.
  public var limits = ReadLimits()
  /// The options for edge lists.
  public var edgeList = EdgeListOptions()
  /// Called between chunks of the file. A cancellation throws the problem `.cancelled`. Progress is
  /// the fraction of the compressed bytes read, reported about a hundred times at most; there is
  /// none for pipes, whose length is unknown.
  public var control = RunControl()

  /// Called between chunks of the file; returns a message if the process is short of memory, else
  /// nil. It is for programs, which know their other use of memory.
  package var memoryShortage: (@Sendable () -> String?)?

  public init(format: GraphFormat? = nil) { self.format = format }

  /// Reads a file in chunks: at most 256 KiB of text are in memory at a time. O(bytes).
  public func read(path: String) throws(GraphFileError) -> ReadResult {
    try read(FileSource(path: path), name: path)
  }

  /// Reads bytes in memory. `name` is used in errors, and may determine the format.
  public func read(_ bytes: [UInt8], name: String = "graph") throws(GraphFileError) -> ReadResult {
    try read(MemorySource(bytes), name: name)
  }

  /// Reads a pipe or an open file to its end, without closing it.
  package func read(
    fileDescriptor: Int32, name: String
  ) throws(GraphFileError) -> ReadResult {
    try read(FileSource(descriptor: fileDescriptor, name: name), name: name)
  }

  /// Reads standard input to its end. The format is determined by the content unless it is set.
  public func readStandardInput() throws(GraphFileError) -> ReadResult {
    try read(fileDescriptor: STDIN_FILENO, name: "standard input")
  }

  func read(_ source: any ByteSource, name: String) throws(GraphFileError) -> ReadResult {
    let limits = limits.sensible
    let watch = ReadWatch(control, name: name, length: source.length)
    let (source, prefix) = try Self.plain(
      source, name: name, limits: limits, watch: watch, memoryShortage: memoryShortage)
    if prefix.starts(with: NumPyFile.magic) {
      throw GraphFileError(
        file: name, location: FileLocation(line: 1, column: 1),
        problem: .unexpected(
          found: "an array of NumPy", expected: "a graph (NodePositionTable reads positions)"))
    }
    try Self.refuseWideText(prefix, name: name)
    let isWhole = prefix.count < FileBeginning.maximumLength
    let choice = try FormatChoice(
      given: format, among: formats, name: name, beginning: FileBeginning(prefix, isWhole: isWhole))
    let input = FormatInput(
      format: choice.format, source: source, prefix: prefix, name: name, limits: limits,
      options: edgeList, control: control)
    do throws(GraphFileError) {
      var reader = try choice.format.reader.init(input)
      var result = try reader.read()
      // This check is also needed if there was only one chunk.
      try watch.check()
      if let note = choice.note { result.notes.insert(note, at: 0) }
      return result
    } catch { throw choice.explaining(error) }
  }

  /// Rejects UTF-16, in which every second byte of Latin text is zero.
  private static func refuseWideText(
    _ prefix: [UInt8], name: String
  ) throws(GraphFileError) {
    let head = prefix.prefix(64)
    guard head.count >= 4, head.count(where: { $0 == 0 }) * 3 >= head.count else { return }
    throw GraphFileError(
      file: name, location: FileLocation(line: 1, column: 1),
      problem: .unexpected(found: "UTF-16 text", expected: "UTF-8"))
  }

  /// Returns the source after decompression and with newlines, and its beginning.
  static func plain(
    _ source: any ByteSource, name: String, limits: ReadLimits, watch: ReadWatch,
    memoryShortage: (@Sendable () -> String?)? = nil
  ) throws(GraphFileError) -> (any ByteSource, [UInt8]) {
    try watch.check()
    var source: any ByteSource = WatchedSource(source, watch)
    var prefix = try source.prefix(FileBeginning.maximumLength)
    source = PrefixedSource(prefix: prefix, rest: source)
    if GunzipSource.isGzip(prefix) {
      source = try GunzipSource(source, name: name, maximumRatio: limits.compressionRatio)
      prefix = try source.prefix(FileBeginning.maximumLength)
      source = PrefixedSource(prefix: prefix, rest: source)
    }
    source = LimitedSource(
      source, name: name, maximum: limits.bytes, watch: watch, memoryShortage: memoryShortage)
    if OldLinesSource.isNeeded(for: prefix) {
      source = OldLinesSource(source)
      prefix = try source.prefix(FileBeginning.maximumLength)
      source = PrefixedSource(prefix: prefix, rest: source)
    }
    return (source, prefix)
  }
}

extension Graph {
  /// Reads a file, as `GraphReader` does.
  ///
  /// - Parameters:
  ///   - format: the format; nil to determine it by the name, or else by the content.
  ///   - control: cancellation and progress, as of `GraphReader`.
  public init(
    contentsOf path: String, format: GraphFormat? = nil, control: RunControl = RunControl()
  ) throws(GraphFileError) {
    var reader = GraphReader(format: format)
    reader.control = control
    self = try reader.read(path: path).graph
  }

  /// Reads a file, as `GraphReader` does. `url` must be a file URL: nothing is downloaded.
  public init(
    contentsOf url: URL, format: GraphFormat? = nil, control: RunControl = RunControl()
  ) throws(GraphFileError) {
    try self.init(contentsOf: url.filePath, format: format, control: control)
  }
}
