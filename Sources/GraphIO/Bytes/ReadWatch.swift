/// Handles cancellation and progress of reading. All sources in the chain of a file share it.
final class ReadWatch {
  private let control: RunControl
  private let name: String
  /// The bytes of the file; nil if unknown, as for a pipe.
  private let length: Int?
  private var count = 0
  /// The fraction at which progress is reported next.
  private var nextShare = 0.0

  init(_ control: RunControl, name: String, length: Int?) {
    self.control = control
    self.name = name
    self.length = length
  }

  /// Counts bytes of the file, before decompression.
  func count(_ bytes: Int) { count += bytes }

  /// Checks for cancellation and reports progress. It is called before each chunk, when the
  /// previous ones have been consumed.
  func check() throws(GraphFileError) {
    if control.mustEnd { throw GraphFileError(file: name, problem: .cancelled) }
    guard let progress = control.progress, let length else { return }
    // A file may grow while it is read.
    let share = length > 0 ? min(Double(count) / Double(length), 1) : 1
    guard share >= nextShare else { return }
    // After completion, nothing more is reported.
    nextShare = share < 1 ? min(share + 0.01, 1) : 2
    progress(RunProgress(phase: "reading", fraction: share, count: min(count, length)))
  }
}

/// A source that counts the bytes of a file for its watch.
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
