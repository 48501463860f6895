/// Ends reading when the caller asks for it, and tells how far it is. Shared by the sources that a
/// file goes through.
final class ReadWatch {
  private let control: RunControl
  private let name: String
  /// The bytes of the file; nil where nobody knows, as of a pipe.
  private let length: Int?
  private var count = 0
  /// The share from which on the caller is told again.
  private var nextShare = 0.0

  init(_ control: RunControl, name: String, length: Int?) {
    self.control = control
    self.name = name
    self.length = length
  }

  /// Counts bytes of the file, as they are on the disk.
  func count(_ bytes: Int) { count += bytes }

  /// Called before each piece, when all pieces before it have been used.
  func check() throws(GraphFileError) {
    if control.mustEnd { throw GraphFileError(file: name, problem: .cancelled) }
    guard let progress = control.progress, let length else { return }
    // A file may grow meanwhile.
    let share = length > 0 ? min(Double(count) / Double(length), 1) : 1
    guard share >= nextShare else { return }
    // Never again after the whole.
    nextShare = share < 1 ? min(share + 0.01, 1) : 2
    progress(RunProgress(phase: "reading", fraction: share, count: min(count, length)))
  }
}

/// Counts the bytes of a file for its watch.
final class WatchedSource: ByteSource {
  private let source: any ByteSource
  private let watch: ReadWatch

  init(_ source: any ByteSource, _ watch: ReadWatch) {
    self.source = source
    self.watch = watch
  }

  func read(into buffer: inout [UInt8]) throws(GraphFileError) -> Int {
    let found = try source.read(into: &buffer)
    watch.count(found)
    return found
  }
}
