/// The estimated memory that a file takes while it is read, and its limit.
///
/// All memory counts against `ReadLimits.memory`. Implied content also counts against a second
/// budget, which grows with the length of the file: values from defaults, empty cells of tables,
/// nodes that only a header counts.
final class ReadBudget {
  /// The number of bytes of the file read so far.
  var bytesRead = 0
  private var taken = 0
  private var unbacked = 0
  private let limits: ReadLimits

  init(_ limits: ReadLimits) { self.limits = limits }

  /// Estimates in bytes, measured with graphs of a million nodes.
  static let value = 64
  static let cell = 16
  static let node = 64
  static let edge = 24
  /// An edge and the names of its ends, while nodes are not known.
  static let waitingEdge = 128
  /// An end of a chain of edges, until the statement ends.
  static let chainEnd = 64
  /// An edge between subgraphs.
  static let impliedEdge = 64
  /// An element of a JSON list, or a member of an object, while the value is examined.
  static let item = 128
  /// A node as a member of a subgraph.
  static let member = 32
  /// A subgraph: its entries in the tables of names, and its list of members.
  static let group = 256

  private var maximumUnbacked: Int {
    let (more, overflow) = bytesRead.multipliedReportingOverflow(by: limits.unbackedMemoryPerByte)
    if overflow { return limits.memory }
    return min(limits.memory, limits.unbackedMemory + min(more, limits.memory))
  }

  /// The number of bytes that the file may still imply.
  var rest: Int { max(0, min(maximumUnbacked - unbacked, limits.memory - taken)) }

  /// Takes memory for content of the file, before it is allocated.
  @inline(__always)
  func take(_ bytes: Int, file: String, at place: FileLocation? = nil) throws(GraphFileError) {
    guard bytes <= limits.memory - taken else { throw tooMuch(file, place) }
    taken += bytes
  }

  /// Returns memory that has been freed.
  func give(_ bytes: Int) { taken -= bytes }

  private func tooMuch(_ file: String, _ place: FileLocation?) -> GraphFileError {
    GraphFileError(
      file: file, location: place,
      problem: .memory(
        "more than \(limits.memory) bytes of memory, which is the limit set for reading"))
  }

  /// Takes memory for implied content, before it is allocated.
  func take(
    implied count: Int, each size: Int, file: String, at place: FileLocation? = nil
  ) throws(GraphFileError) {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes <= maximumUnbacked - unbacked else {
      throw GraphFileError(
        file: file, location: place,
        problem: .memory(
          "more than \(maximumUnbacked) bytes of memory for what the file only implies, which is the "
            + "limit set for reading"))
    }
    try take(bytes, file: file, at: place)
    unbacked += bytes
  }
}
