import GraphModel

/// A file for the page to save: the response to `export`, kind 5.
package struct ExportedFile: Sendable, Hashable {
  /// The file name, without a folder.
  package var name: String
  /// The media type, such as `image/svg+xml`.
  package var mediaType: String
  /// The contents.
  package var bytes: [UInt8]

  package init(name: String, mediaType: String, bytes: [UInt8]) {
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

/// The values of a node attribute: the response to `column`, kind 6.
enum ColumnMessage: Hashable {
  /// Numbers; NaN for nodes without one.
  case numbers([Float])
  /// The distinct values, and for each node the index of its value; `UInt32.max` for none.
  case categories([String], [UInt32])

  /// Creates a message with numbers for numeric columns, else with categories. O(rows).
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
