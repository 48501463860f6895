import GraphIO

/// A syntactic construct that a file can contain any number of times.
struct Construct: CustomStringConvertible, Sendable {
  var format: GraphFormat
  private var begin = ""
  private var each: @Sendable (Int) -> String
  private var end = ""

  init(
    _ format: GraphFormat, _ begin: String = "", _ end: String = "",
    _ each: @escaping @Sendable (Int) -> String
  ) {
    (self.format, self.begin, self.end, self.each) = (format, begin, end, each)
  }

  var description: String { "\(format): \(begin.suffix(20)) \(each(0).prefix(60))" }

  func bytes(_ count: Int) -> [UInt8] {
    var bytes = Array(begin.utf8)
    for index in 0..<count { bytes += each(index).utf8 }
    return bytes + end.utf8
  }

  /// A file of about a number of bytes.
  func bytes(ofSize size: Int) -> [UInt8] {
    let length = max(1, bytes(1000).count - bytes(500).count)
    return bytes(max(1, size / length * 500))
  }
}

/// A part of a graph that can occur any number of times, for writing.
struct GraphConstruct: Sendable {
  var name: String
  /// Of the given size.
  var graph: @Sendable (Int) -> Graph

  init(_ name: String, _ graph: @escaping @Sendable (Int) -> Graph) {
    (self.name, self.graph) = (name, graph)
  }
}
