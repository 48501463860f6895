import CommandLineSupport
import FileWriting
import GraphIO

/// A destination: a file, or standard output (`-`).
struct OutputTarget {
  let path: String
  let kind: OutputKind

  var isStandardOutput: Bool { path == "-" }
  /// The name in messages.
  var name: String { isStandardOutput ? StandardOutput.name : path }

  /// Returns the targets of a command. The kind of each follows from its name, or else from
  /// `format`.
  static func targets(
    _ paths: [String], format: OutputKind?, isLayout: Bool
  ) throws(Failure) -> [OutputTarget] {
    var targets: [OutputTarget] = []
    var isFormatUsed = false
    for path in paths {
      if targets.contains(where: { $0.path == path }) {
        throw .usage("\(path == "-" ? "standard output" : path) is to be written twice.")
      }
      let byName = path == "-" ? nil : OutputKind(fileName: path, isLayout: isLayout)
      if byName == nil { isFormatUsed = true }
      guard let kind = byName ?? format else { throw unknownKind(path, isLayout: isLayout) }
      targets.append(OutputTarget(path: path, kind: kind))
    }
    if format != nil, !isFormatUsed, let first = paths.first {
      throw .usage(
        "--format is for standard output (-) and for names that end in nothing known; "
          + "\(first) says by its name what it is.")
    }
    return targets
  }

  private static func unknownKind(_ path: String, isLayout: Bool) -> Failure {
    let known = OutputKind.known(isLayout: isLayout)
    if path == "-" {
      return .usage(
        "--format has to say what goes to standard output: "
          + OutputKind.names.joined(separator: ", ") + ".")
    }
    let end = URL(filePath: path).pathExtension
    return .usage(
      "\(path): "
        + (end.isEmpty
          ? "the name does not say what it is to be" : "files that end in .\(end) are not known")
        + "; known are \(known). Or --format says it.")
  }

  /// Throws if the destination is not writable, so that a wrong path is detected before the work,
  /// or if binary data would go to a terminal.
  func check() throws(Failure) {
    guard isStandardOutput else { return try OutputFile(path: path).check() }
    if kind.isBinary, StandardOutput.isTerminal {
      throw .usage(
        "standard output is a terminal, and this would be no text; write to a file (-o) or pipe it."
      )
    }
  }

  /// True if the destination is a terminal.
  private var isTerminal: Bool {
    isStandardOutput ? StandardOutput.isTerminal : OutputFile(path: path).isTerminal
  }

  /// Writes a file atomically; for a terminal, control characters are escaped.
  func write(_ bytes: [UInt8]) throws(Failure) {
    if isStandardOutput {
      try StandardOutput.write(bytes)
    } else {
      try OutputFile(path: path).write(bytes)
    }
  }

  /// Writes a graph and returns the losses.
  func write(
    _ graph: Graph, as format: GraphFormat, _ form: OutputForm
  ) throws -> WriteReport {
    var writer = GraphWriter(format: format)
    writer.maximumBytes = form.maximumBytes
    writer.hasSafeCells = form.hasSafeCells
    if isTerminal {
      let (bytes, report) = try writer.bytes(graph)
      try write(bytes)
      return report
    }
    // The graph is written in chunks, as it may be large.
    if isStandardOutput { return try writer.writeStandardOutput(graph) }
    Signals.install(SIGINT)
    return try writer.write(graph, path: path)
  }

  /// Writes positions and returns the losses.
  func write(
    _ table: NodePositionTable, as format: NodePositionTable.Format, _ form: OutputForm
  ) throws -> WriteReport {
    if isStandardOutput || isTerminal {
      let (bytes, report) = try table.bytesWithReport(
        format: format, hasSafeCells: form.hasSafeCells)
      try write(bytes)
      return report
    }
    Signals.install(SIGINT)
    return try table.write(to: path, format: format, hasSafeCells: form.hasSafeCells)
  }
}

/// The options that apply to all output files of a command.
struct OutputForm {
  /// The maximum size of a graph file in bytes, before compression.
  var maximumBytes: Int
  /// True to prefix cells of CSV and TSV that spreadsheets would take for formulas with an
  /// apostrophe.
  var hasSafeCells: Bool

  /// Throws if none of the outputs has cells.
  func check(_ targets: [OutputTarget]) throws(Failure) {
    guard hasSafeCells, !targets.contains(where: \.kind.hasCells) else { return }
    throw .usage("--safe-cells is for CSV and TSV, and none of the outputs is such a table.")
  }
}
