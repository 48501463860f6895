/// The memory that a file takes while it is read, by estimates, and how much it may take.
///
/// Everything counts against `ReadLimits.memory`. What the file only implies counts against a
/// second budget, too: values from defaults, empty cells of tables, nodes that only a header
/// counts. The second budget grows with the length of the file.
final class ReadBudget {
  /// The bytes of the file so far.
  var bytesRead = 0
  private var taken = 0
  private var unbacked = 0
  private let limits: ReadLimits

  init(_ limits: ReadLimits) { self.limits = limits }

  /// Estimates in bytes, as they were measured with graphs of a million nodes.
  static let value = 64
  static let cell = 16
  static let node = 64
  static let edge = 24
  /// An edge and the names of its ends, kept until all nodes are known.
  static let waitingEdge = 128
  /// An end of a chain of edges, kept until the statement ends.
  static let chainEnd = 64
  /// An edge between subgraphs that are joined.
  static let impliedEdge = 64
  /// An element of a list of JSON, or a member of an object, while the value is looked at.
  static let item = 128
  /// A node as a member of a subgraph.
  static let member = 32
  /// A subgraph: its entries in the tables of names, and the storage of its members.
  static let group = 256

  private var maximumUnbacked: Int {
    let (more, overflow) = bytesRead.multipliedReportingOverflow(by: limits.unbackedMemoryPerByte)
    if overflow { return limits.memory }
    return min(limits.memory, limits.unbackedMemory + min(more, limits.memory))
  }

  /// The bytes that the file may still imply.
  var rest: Int { max(0, min(maximumUnbacked - unbacked, limits.memory - taken)) }

  /// Takes memory for what is in the file, before it is allocated.
  @inline(__always)
  func take(_ bytes: Int, file: String, at place: FileLocation? = nil) throws(GraphFileError) {
    guard bytes <= limits.memory - taken else { throw tooMuch(file, place) }
    taken += bytes
  }

  /// Gives memory back that was taken, once it is free again.
  func give(_ bytes: Int) { taken -= bytes }

  private func tooMuch(_ file: String, _ place: FileLocation?) -> GraphFileError {
    GraphFileError(
      file: file, location: place,
      problem: .memory(
        "more than \(limits.memory) bytes of memory, which is the limit set for reading"))
  }

  /// Takes memory for what the file only implies, before it is allocated.
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
