import FileWriting
import Foundation

/// The user's browser.
package enum ViewBrowser {
  /// The reason why no page was opened, as a sentence.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// A file that redirects to the page. It keeps the secret address out of the list of processes,
  /// as only the user can read the file.
  package struct Leader: Sendable {
    private let file: PrivateFile
    var path: String { file.path }

    fileprivate init(_ file: PrivateFile) { self.file = file }

    /// Removes the file. If the browser has not read it yet, the page does not open.
    package func remove() { file.remove() }
  }

  /// Creates the file that redirects to an address.
  static func leader(to address: String) throws(Failure) -> Leader {
    let text =
      "<!doctype html><meta charset=\"utf-8\"><title>forcegraph</title>"
      + "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">"
    do {
      return Leader(try PrivateFile(prefix: "forcegraph-", suffix: ".html", Array(text.utf8)))
    } catch {
      throw Failure(
        description: "no file can be made that leads the browser to the page: \(error.reason)")
    }
  }

  /// Opens the address of a `GraphViewServer`.
  ///
  /// - Parameter onFailure: called from any thread if the system has no browser.
  package static func open(
    _ address: String, onFailure: (@Sendable (Failure) -> Void)? = nil
  ) throws(Failure) -> Leader {
    let leader = try leader(to: address)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    #if os(macOS)
    process.arguments = ["open", leader.path]
    #else
    process.arguments = ["xdg-open", leader.path]
    #endif
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let program = process.arguments?[0] ?? ""
    process.terminationHandler = { process in
      let status = process.terminationStatus
      if status != 0 {
        onFailure?(Failure(description: "no browser was opened (\(program) ended with \(status))"))
      }
    }
    do { try process.run() } catch {
      leader.remove()
      throw Failure(description: "no browser can be started: \(error.localizedDescription)")
    }
    return leader
  }
}
