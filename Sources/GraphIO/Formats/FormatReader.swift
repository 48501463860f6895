/// Reads the files of a format, or of several that it tells apart by itself.
protocol FormatReader: SendableMetatype {
  /// How much a file looks like one of `format`, by its beginning; nil: not at all. Only asked when
  /// no format of a lower rank has said that it is its own.
  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness?

  /// False when the reader takes files of other formats for its own. Then a file that certainly is of
  /// another format is not given to it.
  static var noticesOtherFormats: Bool { get }

  init(_ input: FormatInput) throws(GraphFileError)

  /// Reads the whole file. Called once.
  mutating func read() throws(GraphFileError) -> ReadResult
}

extension FormatReader {
  static var noticesOtherFormats: Bool { true }
}

/// How much a file looks like one of a format.
enum Likeness {
  /// A file of another format would hardly look like this.
  case certain
  case likely

  /// Certain, or else not at all.
  init?(certainIf condition: Bool) {
    guard condition else { return nil }
    self = .certain
  }
}

/// What a reader is given.
struct FormatInput {
  let format: GraphFormat
  /// The whole text: no longer compressed, and with newlines at the ends of lines.
  let source: any ByteSource
  /// How the text begins.
  let prefix: [UInt8]
  /// What errors call the file.
  let name: String
  let limits: ReadLimits
  /// For formats that are lists of edges, or of nodes.
  let options: EdgeListOptions

  /// The bytes that are in memory at a time.
  var pieceSize = 1 << 18

  /// The text from its start. For the first call only: the source is read once.
  func scanner(budget: ReadBudget? = nil) throws(GraphFileError) -> TextScanner {
    let source = Latin1Source.isSaid(by: prefix) ? Latin1Source(source) : source
    return try TextScanner(
      source, name: name, limits: limits, budget: budget, pieceSize: pieceSize)
  }

  /// The separators of a file of lines that is not one of `csv` or `tsv`.
  var lineDialect: EdgeListDialect {
    EdgeListDialect(format: .edgeList, prefix: prefix, options: options)
  }
}
