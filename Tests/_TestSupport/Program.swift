import Foundation
import Testing

/// One of the package's programs, as its users start it:
///
///     let simbench = Program(name: "simbench")
///     let outcome = try simbench("--nodes", "5", "--json")
public struct Program: Sendable {
  private let name: String?
  private let path: String?

  /// A program of this package, which is built into the folder of the tests.
  public init(name: String) {
    self.name = name
    path = nil
  }

  /// Any program of the machine.
  public init(path: String) {
    name = nil
    self.path = path
  }

  public struct Outcome {
    public var exitCode: Int32
    public var output: String
    public var errors: String
    /// False if a signal ended the program.
    public var exited: Bool

    /// The object that `--json` prints, which has to be all of the output.
    public var json: [String: Any] {
      get throws {
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
        return try #require(object as? [String: Any])
      }
    }
  }

  /// A program that has been started.
  public struct Run {
    public let process: Process
    let output: Pipe
    let errors: Pipe

    /// Presses Ctrl-C, or sends another signal, some time after the program has begun to listen to
    /// INT, which is before it listens to others; before that it would just end. Linux tells when;
    /// elsewhere two seconds have to do. Keeps its thread: a task that sleeps goes on when all
    /// tests that wait for a thread have had one, which can be minutes later.
    public func interrupt(afterSeconds seconds: Double, by signal: Int32 = SIGINT) {
      #if os(Linux)
      let status = "/proc/\(process.processIdentifier)/status"
      func listens() -> Bool {
        let lines = (try? String(contentsOfFile: status, encoding: .utf8)) ?? ""
        let mask = lines.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let bits = mask.flatMap {
          UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
        }
        return (bits ?? 0) & (1 << UInt64(SIGINT - 1)) != 0
      }
      while process.isRunning, !listens() { Thread.sleep(forTimeInterval: 0.01) }
      #else
      Thread.sleep(forTimeInterval: 2)
      #endif
      Thread.sleep(forTimeInterval: seconds)
      kill(process.processIdentifier, signal)
    }

    /// The first line that it prints, without its end. `outcome()` has what comes after it.
    public func firstLine() throws -> String {
      var line: [UInt8] = []
      while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
        line.append(byte)
      }
      return String(decoding: line, as: UTF8.self)
    }

    /// Waits for the end.
    public func outcome() -> Outcome {
      // Standard error is short, so nothing can block while the output is read to its end.
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let complaint = String(
        decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return Outcome(
        exitCode: process.terminationStatus, output: text, errors: complaint,
        exited: process.terminationReason == .exit)
    }
  }

  public var executable: URL {
    get throws {
      if let path { return URL(filePath: path) }
      #if os(macOS)
      let bundle = try #require(Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") })
      let tests = bundle.bundleURL
      #else
      let tests = try #require(Bundle.main.executableURL)
      #endif
      return tests.deletingLastPathComponent().appending(path: try #require(name))
    }
  }

  public func start(_ arguments: [String], environment: [String: String] = [:]) throws -> Run {
    let process = Process()
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.executableURL = try executable
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return Run(process: process, output: output, errors: errors)
  }

  /// Runs the program to its end.
  public func callAsFunction(
    _ arguments: String..., environment: [String: String] = [:]
  ) throws -> Outcome {
    try start(arguments, environment: environment).outcome()
  }
}

/// Runs `body` with a folder that is removed afterwards.
public func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory
    .appending(path: "force-simulation-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}
