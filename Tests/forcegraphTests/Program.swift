import Foundation
import Testing

/// The program, as its users start it.
enum Program {
  struct Outcome {
    var exitCode: Int32
    var output: String
    var errors: String

    /// The object that `--json` prints, which has to be all of the output.
    var json: [String: Any] {
      get throws {
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
        return try #require(object as? [String: Any])
      }
    }
  }

  /// The program is built into the folder of the tests.
  static var executable: URL {
    get throws {
      #if os(macOS)
        let bundle = try #require(Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") })
        let tests = bundle.bundleURL
      #else
        let tests = try #require(Bundle.main.executableURL)
      #endif
      return tests.deletingLastPathComponent().appending(path: "forcegraph")
    }
  }

  static func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> (Process, output: Pipe, errors: Pipe) {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = try executable
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, output, errors)
  }

  static func finish(_ process: Process, _ output: Pipe, _ errors: Pipe) -> Outcome {
    // Standard error is short, so nothing can block while the output is read to its end.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(exitCode: process.terminationStatus, output: text, errors: complaint)
  }
}

/// A folder that is gone afterwards.
func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "forcegraph-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// Runs the program to its end.
func forcegraph(
  _ arguments: String..., environment: [String: String] = [:]
) throws -> Program.Outcome {
  let (process, output, errors) = try Program.start(arguments, environment: environment)
  return Program.finish(process, output, errors)
}
