/// A place in a file: line and column from 1. Columns count bytes.
public struct FileLocation: Equatable, Sendable {
  /// From 1.
  public var line: Int
  /// From 1, in bytes.
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// Why a file could not be read or written. Prints as
///
///     graph.csv:12:7: found "abc", expected a node number
public struct GraphFileError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Problem: Equatable, Sendable {
    /// The file cannot be opened or read; the system's words.
    case unreadable(String)
    /// The file cannot be written; why. What was there before is still there.
    case unwritable(String)
    /// Compressed data or an encoding is broken.
    case damaged(String)
    /// There is something else than there has to be.
    case unexpected(found: String, expected: String)
    /// More of something than `ReadLimits` allows.
    case limit(of: String, maximum: Int)
    /// Reading takes more memory than `ReadLimits` or the system allows; in words.
    case memory(String)
    /// The written file would have more bytes than `GraphWriter.maximumBytes`.
    case tooLong(maximum: Int)
    /// The caller, or the task, asked to end before it was done (`RunControl`). A file that was to
    /// be written is as it was before.
    case cancelled
    /// Neither the name nor the content says what it is.
    case unknownFormat
  }

  /// The name of the file, as it was given.
  public let file: String
  /// The place where the trouble begins; nil when it is with the file as a whole.
  public let location: FileLocation?
  /// What is wrong.
  public let problem: Problem

  public init(file: String, location: FileLocation? = nil, problem: Problem) {
    self.file = file
    self.location = location
    self.problem = problem
  }

  /// The line of the location, from 1.
  public var line: Int? { location?.line }
  /// The column of the location, from 1, in bytes.
  public var column: Int? { location?.column }
}

extension GraphFileError: CustomStringConvertible {
  public var description: String {
    let place = location.map { "\(file):\($0.line):\($0.column)" } ?? file
    switch problem {
    case .unreadable(let why): return "\(place): cannot be read: \(why)"
    case .unwritable(let why): return "\(place): cannot be written: \(why)"
    case .damaged(let what): return "\(place): \(what)"
    case .unexpected(let found, let expected):
      return "\(place): found \(found), expected \(expected)"
    case .limit(let what, let maximum):
      return "\(place): more than \(maximum) \(what), which is the limit set for reading"
    case .memory(let why): return "\(place): \(why)"
    case .tooLong(let maximum):
      return "\(place): cannot be written: more than \(maximum) bytes, which is the limit set for "
        + "writing"
    case .cancelled: return "\(place): cancelled before it was done"
    case .unknownFormat:
      let names = GraphFormat.all.map { ".\($0.fileExtension)" }.joined(separator: ", ")
      return "\(place): neither the name nor the content says which format it is; "
        + "known names end in \(names)"
    }
  }
}
