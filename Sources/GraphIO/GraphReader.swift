import Foundation

/// The content of a file.
public struct ReadResult: Sendable {
  /// What the file has.
  public var graph: Graph
  /// The format that it turned out to have.
  public var format: GraphFormat
  /// Words for what is in the file and not in the graph, and for guesses: `hyperedges are
  /// left out`. Empty for most.
  public var notes: [String]
}

/// Reads graphs from files, from memory and from standard input, in any format of `GraphFormat`,
/// compressed with gzip or not.
///
///     let result = try GraphReader().read(path: "graph.gexf.gz")
///
/// Whatever the bytes are, the result is a graph or a `GraphFileError`.
public struct GraphReader: Sendable {
  /// Nil: what the name says; failing that, what the content looks like.
  public var format: GraphFormat?
  /// What a file may take.
  public var limits = ReadLimits()
  /// For formats that are edge lists.
  public var edgeList = EdgeListOptions()
  /// Asked between pieces of the file whether to go on; else the problem of the error is
  /// `.cancelled`. Told how much of the file is read, as a share of its bytes on the disk, about a
  /// hundred times at most; not told of pipes, whose length nobody knows.
  public var control = RunControl()

  /// Tells, between pieces of the file, in words that the process has too little memory; nil
  /// while there is enough. For programs, which know what else they do meanwhile.
  package var memoryShortage: (@Sendable () -> String?)?

  public init(format: GraphFormat? = nil) { self.format = format }

  /// Reads in pieces: of the text no more than 256 KiB is in memory at a time. O(bytes).
  public func read(path: String) throws(GraphFileError) -> ReadResult {
    try read(FileSource(path: path), name: path)
  }

  /// Bytes that are in memory. `name` is what errors call them, and may say the format.
  public func read(_ bytes: [UInt8], name: String = "graph") throws(GraphFileError) -> ReadResult {
    try read(MemorySource(bytes), name: name)
  }

  /// Everything up to the end of a pipe or a file that is open, which stays open.
  public func read(
    fileDescriptor: Int32, name: String
  ) throws(GraphFileError) -> ReadResult {
    try read(FileSource(descriptor: fileDescriptor, name: name), name: name)
  }

  /// Reads standard input to its end. The format follows from the content unless it is set.
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
      given: format, name: name, beginning: FileBeginning(prefix, isWhole: isWhole))
    let input = FormatInput(
      format: choice.format, source: source, prefix: prefix, name: name, limits: limits,
      options: edgeList)
    do throws(GraphFileError) {
      var reader = try choice.format.reader.init(input)
      var result = try reader.read()
      // Also where the last piece was the first.
      try watch.check()
      if let note = choice.note { result.notes.insert(note, at: 0) }
      return result
    } catch { throw choice.explaining(error) }
  }

  /// Every second byte of UTF-16 text in Latin letters is zero.
  private static func refuseWideText(
    _ prefix: [UInt8], name: String
  ) throws(GraphFileError) {
    let head = prefix.prefix(64)
    guard head.count >= 4, head.count(where: { $0 == 0 }) * 3 >= head.count else { return }
    throw GraphFileError(
      file: name, location: FileLocation(line: 1, column: 1),
      problem: .unexpected(found: "UTF-16 text", expected: "UTF-8"))
  }

  /// The source without compression and with newlines, and how it begins.
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
  ///   - format: nil for what the name says, or else the content.
  ///   - control: as of `GraphReader`.
  public init(
    contentsOf path: String, format: GraphFormat? = nil, control: RunControl = RunControl()
  ) throws(GraphFileError) {
    var reader = GraphReader(format: format)
    reader.control = control
    self = try reader.read(path: path).graph
  }

  /// Reads a file, as `GraphReader` does. `url` has to be that of a file: nothing is downloaded.
  public init(
    contentsOf url: URL, format: GraphFormat? = nil, control: RunControl = RunControl()
  ) throws(GraphFileError) {
    try self.init(contentsOf: url.filePath, format: format, control: control)
  }
}
