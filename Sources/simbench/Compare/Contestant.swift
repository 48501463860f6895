import CommandLineSupport
import Foundation

/// One of the two sides of a comparison: a report or a program.
enum Contestant {
  case program(URL)
  case report(ResultFile)

  /// Opens a side. A file that starts like JSON is a report, an executable file is a program.
  init(path: String) throws(Failure) {
    guard let file = FileHandle(forReadingAtPath: path),
      let start = try? file.read(upToCount: 64)
    else { throw .noInput("\(path): cannot be read.") }
    let first = start.first { !" \t\r\n".utf8.contains($0) }
    if first == UInt8(ascii: "{") {
      guard let data = FileManager.default.contents(atPath: path) else {
        throw .noInput("\(path): cannot be read.")
      }
      self = .report(try ResultFile(json: data, source: path))
    } else if FileManager.default.isExecutableFile(atPath: path) {
      self = .program(URL(filePath: path))
    } else {
      throw .badInput(
        "\(path): neither a program nor a report of simbench run --json.")
    }
  }

  /// Runs a simbench and reads its report; nil when Ctrl-C or another signal interrupted it.
  static func run(_ program: URL, _ arguments: [String]) throws(Failure) -> ResultFile? {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments + ["--no-verify", "--json"]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    do { try process.run() } catch {
      throw .internalError(
        "\(program.relativePath): cannot be started: \(error.localizedDescription)")
    }
    // A signal may have been sent to this process alone.
    Thread.detachNewThread {
      while process.isRunning, !Interrupt.isRequested { usleep(50_000) }
      if process.isRunning { process.interrupt() }
    }
    // The report is read before the process ends, as it is larger than a pipe's buffer. Error
    // messages fit into one.
    let report = output.fileHandleForReading.readDataToEndOfFile()
    let complaint = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if Interrupt.isRequested { return nil }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let words = String(decoding: complaint, as: UTF8.self)
        .split(separator: "\n").joined(separator: " ")
      // A usage error applies to both programs, as both get the same options.
      let isUsage = process.terminationReason == .exit && process.terminationStatus == 64
      throw Failure(
        exitCode: isUsage ? 64 : 70,
        message: "\(program.relativePath): status \(process.terminationStatus): \(words)")
    }
    return try ResultFile(json: report, source: program.relativePath)
  }
}
