#if Server

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
    let path: String

    /// Removes the file. A browser that has not read it yet finds nothing.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }
  }

  /// Makes the file that leads to an address.
  static func leader(to address: String) throws(Failure) -> Leader {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "forcegraph-\(RandomText.text(count: 22)).html").path
    let text =
      "<!doctype html><meta charset=\"utf-8\"><title>forcegraph</title>"
      + "<meta http-equiv=\"refresh\" content=\"0;url=\(address)\">"
    let isMade = FileManager.default.createFile(
      atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    guard isMade else {
      throw Failure(description: "no file can be made that leads the browser to the page")
    }
    return Leader(path: path)
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

#endif
