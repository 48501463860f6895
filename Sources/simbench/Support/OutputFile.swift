import CommandLineSupport
import Foundation

/// A text file that is opened before the work starts, so that a wrong path is known before it is done.
struct OutputFile {
  private let path: String

  init(creating path: String) throws(Failure) {
    self.path = path
    // What is there stays until there is something to put in its place.
    guard let file = fopen(path, "a") else {
      throw .cannotCreate("\(path): cannot be written: \(String(cString: strerror(errno)))")
    }
    fclose(file)
  }

  func write(_ text: String) throws(Failure) {
    do { try Data(text.utf8).write(to: URL(filePath: path)) } catch {
      throw .cannotCreate("\(path): cannot be written: \(error.localizedDescription)")
    }
  }
}
