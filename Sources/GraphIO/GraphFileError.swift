/// A location in a file: line and column from 1. Columns count bytes.
package struct FileLocation: Equatable, Sendable {
  /// The line, from 1.
  package var line: Int
  /// The column, from 1, in bytes.
  package var column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The reason why a file could not be read or written. It prints as
///
///     graph.csv:12:7: found "abc", expected a node number
public struct GraphFileError: Error, Equatable, Sendable {
  /// The kind of error.
  public enum Problem: Equatable, Sendable {
    /// The file cannot be opened or read, for the reason that the system gives.
    case unreadable(String)
    /// The file cannot be written, for the given reason. Its previous content is preserved.
    case unwritable(String)
    /// Compressed data or the text encoding is corrupt.
    case damaged(String)
    /// The file has something other than expected.
    case unexpected(found: String, expected: String)
    /// The file exceeds a limit of `ReadLimits`.
    case limit(of: String, maximum: Int)
    /// Reading takes more memory than `ReadLimits` or the system allows, as the text explains.
    case memory(String)
    /// The written file would have more bytes than `GraphWriter.maximumBytes`.
    case tooLong(maximum: Int)
    /// The caller or the task cancelled the work (`RunControl`). A file to be written keeps its
    /// previous content.
    case cancelled
    /// Neither the name nor the content determines the format.
    case unknownFormat
  }

  /// The name of the file, as given by the caller.
  public let file: String
  /// The location of the error; nil if it concerns the whole file.
  package let location: FileLocation?
  /// The error.
  public let problem: Problem

  package init(file: String, location: FileLocation? = nil, problem: Problem) {
    self.file = file
    self.location = location
    self.problem = problem
  }

  /// Creates an error, for readers and writers of a program's own formats.
  ///
  /// - Parameters:
  ///   - file: the name of the file; empty for the file that is read or written.
  ///   - line: the line, from 1; nil if the error concerns the whole file.
  ///   - column: the column, from 1, in bytes.
  ///   - problem: the error.
  public init(file: String, line: Int?, column: Int = 1, problem: Problem) {
    let location = line.map { FileLocation(line: $0, column: column) }
    self.init(file: file, location: location, problem: problem)
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
