#if Tools

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
      valueName: "bytes"))
  var maxMemory: ByteCount?

  func validate() throws {
    if let maxNodes, maxNodes < 0 {
      throw ValidationError("--max-nodes is a number from 0, not \(maxNodes).")
    }
  }

  /// The limits of the process.
  var memory: MemoryLimits { .current(option: maxMemory?.bytes) }

  /// The limits for a file that is read.
  var reading: ReadLimits {
    var limits = ReadLimits()
    if let bytes = maxMemory?.bytes {
      // The limits rise as well as fall: a user who allows more memory wants larger graphs.
      limits.memory = bytes
      limits.edges = bytes / 8
      limits.attributeValues = bytes / 16
      limits.missingAttributeValues = bytes / 64
      limits.edgesBetweenSubgraphs = bytes / 64
      limits.unbackedMemory = bytes / 4
    } else if let left = memory.left?.bytes {
      limits.memory = min(limits.memory, left)
      limits.unbackedMemory = min(limits.unbackedMemory, left / 4)
    }
    if let maxNodes { limits.nodes = maxNodes }
    return limits
  }

  /// Returns the limit that is exceeded while a file is read; nil if none is.
  ///
  /// An array grows to twice its size, and for a moment both copies exist. Then the arrays become
  /// the columns of the graph. So reading may take two fifths of what is left when it begins.
  var exceededMemory: @Sendable () -> Int? {
    let allowed = memory.limits.map { limit in
      let used = limit.measure.used
      return (limit: limit, most: used + max(0, limit.bytes - used) / 5 * 2)
    }
    return { allowed.first { $0.limit.measure.used > $0.most }?.limit.bytes }
  }

  /// The bytes that a graph file may have before it is compressed.
  var maximumBytes: Int { maxMemory?.bytes ?? GraphWriter().maximumBytes }

  /// Runs `body`, which reads or writes files. Errors about limits name the option that sets them.
  func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as GraphFileError {
      guard let option = Self.option(for: error.problem) else { throw error }
      let failure = Failure(error)
      let isMemory = if case .limit("bytes of memory", _) = error.problem { true } else { false }
      throw Failure(
        exitCode: isMemory ? 71 : failure.exitCode, message: failure.message + " (\(option))")
    }
  }

  /// The option that sets a limit; nil for those that have none.
  private static func option(for problem: GraphFileError.Problem) -> String? {
    switch problem {
    case .limit("nodes", _): "--max-nodes, --max-memory"
    case .limit("bytes of memory", _): "--max-memory, or the system's limits"
    case .limit("edges", _), .limit("attribute values", _),
      .limit("attribute values that are missing", _),
      .limit("bytes of memory for what the file only implies", _),
      .limit("edges between subgraphs", _), .limit("bytes put into labels by escapes", _),
      .limit("bytes in one line", _), .limit("bytes in one text", _),
      .limit("bytes in one value", _):
      "--max-memory"
    case .unwritable(let why) where why.hasSuffix("the limit set for writing"): "--max-memory"
    default: nil
    }
  }
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

/// A number of bytes: `500000`, `64K`, `1.5G`. K, M and G are powers of 1024.
struct ByteCount: ExpressibleByArgument, Equatable {
  let bytes: Int

  init?(argument: String) {
    let units: [Character: Double] = ["k": 1024, "m": 1_048_576, "g": 1_073_741_824]
    let text = argument.lowercased()
    let unit = text.last.flatMap { units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      unit != nil || !digits.contains("."), let number = Double(digits),
      number * (unit ?? 1) >= 1, number * (unit ?? 1) < 0x1p60
    else { return nil }
    bytes = Int(number * (unit ?? 1))
  }
}

#endif
