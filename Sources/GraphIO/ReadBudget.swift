/// What a file takes that is not in it: values from defaults, empty cells of tables, nodes that only a
/// header counts. It may be more the longer the file is.
final class ReadBudget {
  /// The bytes of the file so far.
  var bytesRead = 0
  private var taken = 0
  private let limits: ReadLimits

  init(_ limits: ReadLimits) { self.limits = limits }

  /// Estimates in bytes, as they were measured with graphs of a million nodes.
  static let value = 64
  static let cell = 16
  static let node = 64
  static let edge = 64

  private var maximum: Int {
    let (more, overflow) = bytesRead.multipliedReportingOverflow(by: limits.unbackedMemoryPerByte)
    if overflow { return limits.memory }
    return min(limits.memory, limits.unbackedMemory + min(more, limits.memory))
  }

  /// How many bytes may still be taken.
  var rest: Int { max(0, maximum - taken) }

  /// Takes memory, before it is allocated.
  func take(
    _ count: Int, each size: Int, file: String, at place: FileLocation? = nil
  ) throws(GraphFileError) {
    let (bytes, overflow) = count.multipliedReportingOverflow(by: size)
    guard !overflow, bytes <= rest else {
      throw GraphFileError(
        file: file, location: place,
        problem: .limit(of: "bytes of memory for what the file only implies", maximum: maximum))
    }
    taken += bytes
  }
}
