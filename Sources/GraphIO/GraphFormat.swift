/// A format of graph files. docs/graph-files.md describes what each one supports.
///
/// `all` has the formats of this library, and each has a member: `GraphFormat.graphML`. A program
/// adds its own with `init(name:title:fileExtensions:holdsPositions:recognizes:read:write:)`. Formats
/// are equal if their ids are.
public struct GraphFormat: Identifiable, Sendable {
  /// The name of the format in messages, on the command line of forcegraph, and in encoded form:
  /// `edge-list`.
  public let id: String
  /// The title for users, without an article.
  public let title: String
  /// The file extensions of the format, in lower case and without a dot; the usual one first.
  public let fileExtensions: [String]
  /// True if files can contain node positions.
  public let holdsPositions: Bool

  /// The article of the title in a sentence, if any.
  let article: String?
  /// True for line-based formats whose files have no signature.
  let isLines: Bool
  /// True for tables with a header and cells, which spreadsheets can open.
  package let isTable: Bool
  /// The priority of the format in recognition: formats are asked from the lowest rank to the
  /// highest, those of equal rank in the order of the table.
  let rank: Int
  let reader: any FormatReader.Type
  /// The writer; nil for read-only formats.
  let writer: (any FormatWriter.Type)?
  /// The closures of a program's own format.
  var custom: CustomFormat?

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

  /// True if `GraphWriter` supports it.
  public var isWritable: Bool { writer != nil }

  /// The usual file extension, without a dot.
  public var fileExtension: String { fileExtensions[0] }

  /// The title with its article, if any.
  var titleInSentence: String { article.map { "\($0) \(title)" } ?? title }

  /// Returns true if one reader reads both, and distinguishes them itself.
  package func isKin(of other: GraphFormat) -> Bool {
    custom == nil ? reader == other.reader : self == other
  }
}

// MARK: Finding a format

extension GraphFormat {
  /// Returns the format with this exact id.
  ///
  /// - Parameter formats: the formats to choose from, such as `GraphFormat.all + [own]`.
  package init?(id: String, among formats: [GraphFormat] = all) {
    guard let format = formats.first(where: { $0.id == id }) else { return nil }
    self = format
  }

  /// Returns the format of a file name by its extension, ignoring `.gz`; nil if it is ambiguous, as
  /// `.txt` is.
  public init?(fileName: String, among formats: [GraphFormat] = all) {
    var name = fileName.lowercased()[...]
    if name.hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: "."), !name[dot...].contains("/") else { return nil }
    let end = String(name[name.index(after: dot)...])
    guard let format = formats.first(where: { $0.fileExtensions.contains(end) }) else {
      return nil
    }
    self = format
  }

  /// Returns the format of an id or a file extension, ignoring case, hyphens and underscores.
  public init?(name: String, among formats: [GraphFormat] = all) {
    func plain(_ name: String) -> String { name.lowercased().filter { !"-_".contains($0) } }
    let format = formats.first { plain($0.id) == plain(name) }
    guard let format = format ?? GraphFormat(fileName: "." + name, among: formats) else {
      return nil
    }
    self = format
  }

  /// Recognises the format by the beginning of a file; nil if there is no match. O(formats), with
  /// at most 64 KiB.
  public init?(content: some Collection<UInt8>, among formats: [GraphFormat] = all) {
    let bytes = Array(content.prefix(FileBeginning.maximumLength))
    let beginning = FileBeginning(bytes, isWhole: bytes.count == content.count)
    guard let guess = FormatGuess(beginning, among: formats) else { return nil }
    self = guess.format
  }
}

// MARK: Protocols

extension GraphFormat: NamedEntry {}

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
