import FileWriting
import Foundation

/// The browser of the user.
public enum ViewBrowser {
  /// Why no page was opened, in a sentence.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// A file that leads to a page. It is there so that the secret of the address is in no list of
  /// processes; only the user can read it.
  public struct Leader: Sendable {
    private let file: PrivateFile
    var path: String { file.path }

    fileprivate init(_ file: PrivateFile) { self.file = file }

    /// Removes the file. A browser that has not read it yet finds nothing.
    public func remove() { file.remove() }
  }

  /// Makes the file that leads to an address.
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
  /// - Parameter onFailure: called when the system turns out to have no browser, from any thread.
  public static func open(
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
