import GraphModel

/// A file that the page saves: the answer to `export`, kind 5.
public struct ExportedFile: Sendable, Hashable {
  /// What the file is to be called, without a folder.
  public var name: String
  /// Such as `image/svg+xml`.
  public var mediaType: String
  /// What is in it.
  public var bytes: [UInt8]

  public init(name: String, mediaType: String, bytes: [UInt8]) {
    self.name = name
    self.mediaType = mediaType
    self.bytes = bytes
  }

  func message(request: UInt32) -> [UInt8] {
    var writer = MessageWriter(capacity: bytes.count + 64 + name.utf8.count)
    MessageHeader(kind: .file, count: Int(request)).write(to: &writer)
    writer.append(counted: Array(name.utf8))
    writer.append(counted: Array(mediaType.utf8))
    writer.append(counted: bytes)
    return writer.bytes
  }
}

/// The values of an attribute of nodes: the answer to `column`, kind 6.
enum ColumnMessage: Hashable {
  /// NaN where a node has none.
  case numbers([Float])
  /// The different values, and for each node the index of its own; `UInt32.max` for none.
  case categories([String], [UInt32])

  /// Numbers as numbers, all else as categories. O(rows).
  init(_ column: AttributeColumn) {
    if let numbers = column.numbers {
      self = .numbers(numbers.map { Float($0 ?? .nan) })
      return
    }
    var places: [ExactText: UInt32] = [:]
    var names: [String] = []
    let indices = (0..<column.count).map { row -> UInt32 in
      guard let name = column[row]?.description else { return .max }
      if let place = places[ExactText(name)] { return place }
      let place = UInt32(clamping: names.count)
      places[ExactText(name)] = place
      names.append(String(name.prefix(LabelsMessage.longest)))
      return place
    }
    self = .categories(names, indices)
  }

  func bytes(request: UInt32) -> [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .numbers(let numbers):
      MessageHeader(kind: .column, count: Int(request)).write(to: &writer)
      writer.append(all: numbers)
    case .categories(let names, let indices):
      MessageHeader(kind: .column, flags: 1, count: Int(request)).write(to: &writer)
      writer.append(UInt32(clamping: names.count))
      writer.append(texts: names)
      writer.append(all: indices)
    }
    return writer.bytes
  }
}
