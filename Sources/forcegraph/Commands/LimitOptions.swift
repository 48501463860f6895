import ArgumentParser
import CommandLineSupport
import GraphIO

/// Limits of the files and the memory of a command.
struct LimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Refuse graphs of more nodes. (default: \(ReadLimits().nodes))", valueName: "count"))
  var maxNodes: Int?

  @Option(
    help: ArgumentHelp(
      """
      Refuse what takes more memory than this, or writes a longer graph file: bytes, or with K, M, \
      G. (default: what the system allows; 64G for files that are written)
      """,
      valueName: "bytes"),
    transform: ByteCount.init)
  var maxMemory: ByteCount?

  func validate() throws {
    if let maxNodes, maxNodes < 0 {
      throw ValidationError("--max-nodes is a number from 0, not \(maxNodes).")
    }
  }

  /// The limits of the process.
  var memory: MemoryLimits { .current(option: maxMemory?.bytes) }

  /// The limits for input files.
  var reading: ReadLimits {
    var limits = maxMemory.map { ReadLimits(memory: $0.bytes) } ?? memory.readLimits
    if let maxNodes { limits.nodes = maxNodes }
    return limits
  }

  /// The maximum size of an output graph file in bytes, before compression.
  var maximumBytes: Int { maxMemory?.bytes ?? GraphWriter().maximumBytes }

  /// Runs `body`, which reads or writes files. Errors due to limits name the option that sets them.
  func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as GraphFileError {
      var failure = Failure(ofFile: error)
      if let option = Self.option(for: error.problem), !failure.message.contains(option) {
        failure.message += " (\(option))"
      }
      throw failure
    }
  }

  /// Returns the option that sets a limit; nil if there is none.
  private static func option(for problem: GraphFileError.Problem) -> String? {
    switch problem {
    case .memory, .tooLong: "--max-memory"
    case .limit("nodes", _): "--max-nodes"
    case .limit(let what, _) where sizes.contains(what): "--max-memory"
    default: nil
    }
  }

  /// The default limits that --max-memory replaces.
  private static let sizes: Set<String> = [
    "edges", "attribute values", "attribute values that are missing", "edges between subgraphs",
    "bytes for each compressed byte",
  ]
}

/// The form of tables for spreadsheets.
struct CellOptions: ParsableArguments {
  @Flag(
    help: """
      In CSV and TSV, put an apostrophe before text that spreadsheets take for a formula \
      (=, +, -, @).
      """)
  var safeCells = false
}

/// A number of bytes.
struct ByteCount: Equatable {
  let bytes: Int

  /// Parses `500000`, `64K` or `64KiB`, `1.5G`, `100MB`. K, M and G are powers of 1024; KB, MB and
  /// GB are powers of 1000.
  init(_ argument: String) throws {
    let units: [(name: String, bytes: Double)] = [
      ("kib", 0x1p10), ("mib", 0x1p20), ("gib", 0x1p30), ("kb", 1e3), ("mb", 1e6), ("gb", 1e9),
      ("k", 0x1p10), ("m", 0x1p20), ("g", 0x1p30),
    ]
    let text = argument.lowercased()
    let unit = units.first { text.hasSuffix($0.name) }
    let digits = text.dropLast(unit?.name.count ?? 0)
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      unit != nil || !digits.contains("."), let number = Double(digits),
      number * (unit?.bytes ?? 1) >= 1, number * (unit?.bytes ?? 1) < 0x1p60
    else {
      throw ValidationError(
        "\"\(argument.visible)\" is no number of bytes: 500000, 64K, 1.5G, 100MB. K, M and G are powers "
          + "of 1024, KB, MB and GB of 1000.")
    }
    bytes = Int(number * (unit?.bytes ?? 1))
  }
}
