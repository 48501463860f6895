import CommandLineSupport
import Foundation
import GraphIO

/// A place to write to: a file, or standard output (`-`).
struct OutputTarget {
  let path: String
  let kind: OutputKind

  var isStandardOutput: Bool { path == "-" }
  /// What messages call it.
  var name: String { isStandardOutput ? "standard output" : path }

  /// The targets of a command: what each of them is to become is said by its name, or else by `format`.
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

  /// Whether the place can be written to, so that a wrong path is known before the work is done. Leaves
  /// nothing behind.
  func check() throws(Failure) {
    if isStandardOutput { return }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw .cannotCreate("\(path): cannot be written: it is a folder")
      }
      guard access(path, W_OK) == 0 else { throw unwritable(errno) }
      // What is no ordinary file is written to directly, not beside it.
      if status.st_mode & S_IFMT != S_IFREG { return }
    } else if errno != ENOENT {
      throw unwritable(errno)
    }
    let folder = path.contains("/") ? URL(filePath: path).deletingLastPathComponent().path : "."
    guard stat(folder, &status) == 0 else {
      throw .cannotCreate("\(path): cannot be written: there is no folder \(folder)")
    }
    guard access(folder, W_OK | X_OK) == 0 else {
      throw .cannotCreate(
        "\(path): cannot be written: folder \(folder): \(String(cString: strerror(errno)))")
    }
  }

  private func unwritable(_ code: Int32) -> Failure {
    .cannotCreate("\(path): cannot be written: \(String(cString: strerror(code)))")
  }

  /// Writes a whole file, or nothing.
  func write(_ bytes: [UInt8]) throws(Failure) {
    var status = stat()
    let isSpecial =
      !isStandardOutput && stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    do {
      if isStandardOutput {
        try FileHandle.standardOutput.write(contentsOf: Data(bytes))
      } else if isSpecial {
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.write(contentsOf: Data(bytes))
        try file.close()
      } else {
        try Data(bytes).write(to: URL(filePath: path), options: .atomic)
      }
    } catch {
      throw .cannotCreate("\(name): cannot be written: \(Self.reason(error))")
    }
  }

  /// The system's words where there are any.
  private static func reason(_ error: any Error) -> String {
    let underlying =
      (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
    if underlying.domain == NSPOSIXErrorDomain {
      return String(cString: strerror(Int32(underlying.code)))
    }
    return error.localizedDescription
  }

  /// Writes a graph and returns what of it the file does not have.
  func write(_ graph: Graph, as format: GraphFormat) throws(GraphFileError) -> WriteReport {
    let writer = GraphWriter(format: format)
    return isStandardOutput
      ? try writer.writeStandardOutput(graph) : try writer.write(graph, path: path)
  }

  /// Writes positions.
  func write(_ table: NodePositionTable, as format: NodePositionTable.Format) throws {
    if isStandardOutput {
      try write(try table.bytes(format: format))
    } else {
      try table.write(to: path, format: format)
    }
  }
}
