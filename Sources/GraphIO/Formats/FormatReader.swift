/// A reader of one format, or of several that it distinguishes itself.
protocol FormatReader: SendableMetatype {
  /// Returns how much a file looks like one of `format`, by its beginning; nil for not at all. It
  /// is only called if no format of a lower rank has claimed the file.
  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness?

  /// False if the reader accepts files of other formats by mistake. Then a file that is certainly
  /// of another format is not passed to it.
  static var noticesOtherFormats: Bool { get }

  init(_ input: FormatInput) throws(GraphFileError)

  /// Reads the whole file. It is called once.
  mutating func read() throws(GraphFileError) -> ReadResult
}

extension FormatReader {
  static var noticesOtherFormats: Bool { true }
}

/// The degree to which a file looks like one of a format.
enum Likeness {
  /// Files of other formats hardly ever look like this.
  case certain
  case likely

  /// Returns certain if the condition holds, else nil.
  init?(certainIf condition: Bool) {
    guard condition else { return nil }
    self = .certain
  }
}

/// The input of a reader.
struct FormatInput {
  let format: GraphFormat
  /// The whole text: decompressed, and with newlines as line ends.
  let source: any ByteSource
  /// The beginning of the text.
  let prefix: [UInt8]
  /// The name of the file in errors.
  let name: String
  let limits: ReadLimits
  /// Options for edge lists and lists of nodes.
  let options: EdgeListOptions
  /// The control of the caller, for formats of programs.
  var control = RunControl()

  /// The number of bytes in memory at a time.
  var pieceSize = 1 << 18

  /// Returns a scanner of the text from its start. It may be called once, since the source can only
  /// be read once.
  func scanner(budget: ReadBudget? = nil) throws(GraphFileError) -> TextScanner {
    let source = Latin1Source.isSaid(by: prefix) ? Latin1Source(source) : source
    return try TextScanner(
      source, name: name, limits: limits, budget: budget, pieceSize: pieceSize)
  }

  /// The separators of a line-based file other than `csv` or `tsv`.
  var lineDialect: EdgeListDialect {
    EdgeListDialect(format: .edgeList, prefix: prefix, options: options)
  }
}
