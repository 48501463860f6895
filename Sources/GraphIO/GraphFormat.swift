/// A format of graph files. docs/graph-files.md says what each of them holds.
///
/// `all` has every format, and each has a member: `GraphFormat.graphML`. Formats are equal when
/// their ids are.
public struct GraphFormat: Identifiable, Sendable {
  /// The name of the format in messages, on the command line of forcegraph, and encoded: `edge-list`.
  public let id: String
  /// As people call it, without an article.
  public let title: String
  /// The ends of file names that say the format, in lower case and without a dot; the usual one
  /// first.
  public let fileExtensions: [String]
  /// True when files can say where nodes are.
  public let holdsPositions: Bool

  /// The article that the title has in a sentence, if any.
  let article: String?
  /// True when a file is lines of cells that have no signature of the format.
  let isLines: Bool
  /// True when files are tables, with a header and cells, that spreadsheets open.
  package let isTable: Bool
  /// The place of the format in the order in which formats are asked whether a file looks like
  /// theirs: from the lowest rank to the highest, those of one rank in the order of the table.
  let rank: Int
  let reader: any FormatReader.Type
  /// Nil for formats that are only read.
  let writer: (any FormatWriter.Type)?

  init(
    id: String, title: String, article: String? = nil, fileExtensions: [String],
    holdsPositions: Bool = false, isLines: Bool = false, isTable: Bool = false, rank: Int,
    reader: any FormatReader.Type, writer: (any FormatWriter.Type)? = nil
  ) {
    self.id = id
    self.title = title
    self.article = article
    self.fileExtensions = fileExtensions
    self.holdsPositions = holdsPositions
    self.isLines = isLines
    self.isTable = isTable
    self.rank = rank
    self.reader = reader
    self.writer = writer
  }

  /// True when `GraphWriter` writes it.
  public var isWritable: Bool { writer != nil }

  /// The usual one, without a dot.
  public var fileExtension: String { fileExtensions[0] }

  /// The title with the article that it has in a sentence, if any.
  var titleInSentence: String { article.map { "\($0) \(title)" } ?? title }

  /// True when one reader reads both, and tells them apart by itself.
  package func isKin(of other: GraphFormat) -> Bool { reader == other.reader }
}

// MARK: Finding a format

extension GraphFormat {
  /// By its exact id.
  public init?(id: String) {
    guard let format = Self.all.first(where: { $0.id == id }) else { return nil }
    self = format
  }

  /// By the end of the name, `.gz` disregarded; nil when that says nothing, as `.txt` does.
  public init?(fileName: String) {
    var name = fileName.lowercased()[...]
    if name.hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
    let end = String(name[name.index(after: dot)...])
    guard let format = Self.all.first(where: { $0.fileExtensions.contains(end) }) else {
      return nil
    }
    self = format
  }

  /// By its id, or by an end of file names. Capitals, hyphens and underscores make no difference.
  public init?(name: String) {
    func plain(_ name: String) -> String { name.lowercased().filter { !"-_".contains($0) } }
    let format = Self.all.first { plain($0.id) == plain(name) }
    guard let format = format ?? GraphFormat(fileName: "." + name) else { return nil }
    self = format
  }

  /// By how a file begins; nil when it looks like none of them. O(formats), of at most 64 KiB.
  public init?(content: some Collection<UInt8>) {
    let bytes = Array(content.prefix(FileBeginning.maximumLength))
    let beginning = FileBeginning(bytes, isWhole: bytes.count == content.count)
    guard let guess = FormatGuess(beginning) else { return nil }
    self = guess.format
  }
}

// MARK: Protocols

extension GraphFormat: Hashable {
  public static func == (left: GraphFormat, right: GraphFormat) -> Bool { left.id == right.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension GraphFormat: CustomStringConvertible {
  /// The id.
  public var description: String { id }
}

/// A format is encoded as its id.
extension GraphFormat: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let id = try container.decode(String.self)
    guard let format = GraphFormat(id: id) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(shown(id)) is no format of graph files; there are "
          + Self.all.map(\.id).joined(separator: ", "))
    }
    self = format
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(id)
  }
}
