import Foundation
import Testing

extension Program {
  /// Runs a line of the shell in which `$program` is this program.
  public func shell(
    _ line: String, environment: [String: String] = [:]
  ) throws -> Outcome {
    let path = try executable.path(percentEncoded: false)
    return try Program(path: "/bin/sh").start(
      ["-c", line], environment: environment.merging(["program": path]) { $1 }
    ).outcome()
  }

  /// Runs the program with a standard output or a standard error whose reader has gone.
  public func withoutReader(
    ofErrors isErrors: Bool, _ arguments: [String]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = try executable
    process.arguments = arguments
    #if os(Linux)
    // A server in this process ignores SIGPIPE, which programs inherit.
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["--default-signal=PIPE", try executable.path(percentEncoded: false)] + arguments
    #endif
    let (closed, open) = (Pipe(), Pipe())
    process.standardOutput = isErrors ? open : closed
    process.standardError = isErrors ? closed : open
    try closed.fileHandleForReading.close()
    try process.run()
    let text = String(decoding: open.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus, output: isErrors ? text : "",
      errors: isErrors ? "" : text, exited: process.terminationReason == .exit)
  }
}
