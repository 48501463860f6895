import Foundation

/// What a file has.
public struct ReadResult: Sendable {
  public var graph: Graph
  /// What it turned out to be.
  public var format: GraphFormat
  /// What is in the file and not in the graph, in words: `hyperedges are left out`. Empty for most.
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
  public var limits = ReadLimits()
  /// For formats that are edge lists.
  public var edgeList = EdgeListOptions()

  public init(format: GraphFormat? = nil) { self.format = format }

  /// How much is looked at to guess a format.
  private static let prefixLength = 1 << 14

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

  public func readStandardInput() throws(GraphFileError) -> ReadResult {
    try read(fileDescriptor: STDIN_FILENO, name: "standard input")
  }

  func read(_ source: any ByteSource, name: String) throws(GraphFileError) -> ReadResult {
    let limits = limits.sensible
    let (source, prefix) = try Self.plain(source, name: name, limits: limits)
    if prefix.starts(with: NumPyFile.magic) {
      throw GraphFileError(
        file: name, location: FileLocation(line: 1, column: 1),
        problem: .unexpected(
          found: "an array of NumPy", expected: "a graph (NodePositionTable reads positions)"))
    }
    guard let format = format ?? GraphFormat(fileName: name) ?? GraphFormat(content: prefix) else {
      throw GraphFileError(file: name, problem: .unknownFormat)
    }
    let input = Input(source: source, prefix: prefix, name: name, limits: limits)
    return try read(input, as: format)
  }

  private struct Input {
    let source: any ByteSource
    let prefix: [UInt8]
    let name: String
    let limits: ReadLimits

    func scanner() throws(GraphFileError) -> TextScanner {
      try TextScanner(source, name: name, limits: limits)
    }
  }

  private func read(_ input: Input, as format: GraphFormat) throws(GraphFileError) -> ReadResult {
    switch format {
    case .edgeList, .csv, .tsv:
      let dialect = EdgeListDialect(format: format, prefix: input.prefix, options: edgeList)
      var reader = EdgeListReader(
        scanner: try input.scanner(), dialect: dialect, options: edgeList)
      return try reader.read()
    case .json:
      var reader = JSONGraphReader(scanner: try input.scanner())
      return try reader.read()
    case .graphML:
      return try GraphMLReader.read(input.source, name: input.name, limits: input.limits)
    case .gexf: return try GEXFReader.read(input.source, name: input.name, limits: input.limits)
    case .dot:
      var reader = DOTReader(scanner: try input.scanner())
      return try reader.read()
    case .gml:
      var reader = GMLReader(scanner: try input.scanner())
      return try reader.read()
    case .pajek:
      var reader = PajekReader(scanner: try input.scanner())
      return try reader.read()
    case .metis:
      var reader = METISReader(scanner: try input.scanner())
      return try reader.read()
    case .matrixMarket:
      var reader = MatrixMarketReader(scanner: try input.scanner())
      return try reader.read()
    }
  }

  /// The source without compression and with newlines, and how it begins.
  static func plain(
    _ source: any ByteSource, name: String, limits: ReadLimits
  ) throws(GraphFileError) -> (any ByteSource, [UInt8]) {
    var source = source
    var prefix = try source.prefix(prefixLength)
    source = PrefixedSource(prefix: prefix, rest: source)
    if GunzipSource.isGzip(prefix) {
      source = try GunzipSource(source, name: name, maximumRatio: limits.compressionRatio)
      prefix = try source.prefix(prefixLength)
      source = PrefixedSource(prefix: prefix, rest: source)
    }
    source = LimitedSource(source, name: name, maximum: limits.bytes)
    if OldLinesSource.isNeeded(for: prefix) {
      source = OldLinesSource(source)
      prefix = prefix.map(OldLinesSource.converted)
    }
    return (source, prefix)
  }
}

extension Graph {
  /// Reads a file, as `GraphReader` does. `format` nil: what the name says, or else the content.
  public init(contentsOf path: String, format: GraphFormat? = nil) throws(GraphFileError) {
    self = try GraphReader(format: format).read(path: path).graph
  }

  /// Reads a file, as `GraphReader` does. `url` has to be that of a file: nothing is downloaded.
  public init(contentsOf url: URL, format: GraphFormat? = nil) throws(GraphFileError) {
    self = try GraphReader(format: format).read(path: url.filePath).graph
  }
}
