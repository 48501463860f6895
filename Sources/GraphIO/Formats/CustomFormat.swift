/// The closures of a program's own format.
struct CustomFormat: Sendable {
  let recognizes: (@Sendable ([UInt8]) -> Bool)?
  let read: @Sendable ([UInt8], RunControl) throws -> Graph
  let write: (@Sendable (Graph) throws -> [UInt8])?
}

extension GraphFormat {
  /// Creates a format of a program's own, for `GraphReader.formats` and `GraphWriter.formats`, or as
  /// their `format`.
  ///
  ///     let pairs = GraphFormat(
  ///       name: "pairs",
  ///       read: { bytes, _ in
  ///         let numbers = bytes.map { Int($0) - 48 }   // "0112": edges 0-1 and 1-2
  ///         let edges = stride(from: 0, to: numbers.count, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
  ///         return try Graph(nodeCount: (numbers.max() ?? -1) + 1, edges: edges)
  ///       })
  ///     let graph = try Graph(contentsOf: "square.pairs", format: pairs)
  ///
  /// Files are decompressed, their lines end with a newline, and the limits of a reader hold: of
  /// bytes, nodes and edges. An error other than a `GraphFileError` becomes one, with the file's name.
  ///
  /// - Parameters:
  ///   - name: the id, in lower case, with hyphens.
  ///   - title: the title for users; nil for the name.
  ///   - fileExtensions: in lower case and without a dot, the usual one first; empty for the name.
  ///   - holdsPositions: true if files can contain positions of nodes. Otherwise the report of a
  ///     writer says that they are left out.
  ///   - recognizes: returns true if a file is certainly of this format, by its first 64 KiB. Nil if
  ///     only the name tells.
  ///   - read: returns the graph of a file. It should end, by throwing, if the control says so.
  ///   - write: returns the file of a graph; nil for a read-only format.
  public init(
    name: String, title: String? = nil, fileExtensions: [String] = [],
    holdsPositions: Bool = false, recognizes: (@Sendable ([UInt8]) -> Bool)? = nil,
    read: @escaping @Sendable (_ bytes: [UInt8], _ control: RunControl) throws -> Graph,
    write: (@Sendable (_ graph: Graph) throws -> [UInt8])? = nil
  ) {
    self.init(
      id: name, title: title ?? name,
      fileExtensions: fileExtensions.isEmpty ? [name] : fileExtensions,
      holdsPositions: holdsPositions, rank: 0, reader: CustomReader.self,
      writer: write == nil ? nil : CustomWriter.self)
    custom = CustomFormat(recognizes: recognizes, read: read, write: write)
  }
}

/// Reads a program's own format.
private struct CustomReader: FormatReader {
  private let input: FormatInput

  static func likeness(of beginning: FileBeginning, to format: GraphFormat) -> Likeness? {
    Likeness(certainIf: format.custom?.recognizes?(beginning.bytes) ?? false)
  }

  init(_ input: FormatInput) { self.input = input }

  mutating func read() throws(GraphFileError) -> ReadResult {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: input.pieceSize)
    while true {
      let count = try input.source.read(into: &piece)
      if count == 0 { break }
      bytes += piece[..<count]
    }
    let graph = try inFile(input.name, GraphFileError.Problem.damaged) {
      try input.format.custom!.read(bytes, input.control)
    }
    for (what, found, limit) in [
      ("nodes", graph.nodeCount, input.limits.nodes),
      ("edges", graph.edgeCount, input.limits.edges),
    ] where found > limit {
      throw GraphFileError(file: input.name, problem: .limit(of: what, maximum: limit))
    }
    return ReadResult(graph: graph, format: input.format, notes: [])
  }
}

/// Writes a program's own format.
private enum CustomWriter: FormatWriter {
  static func write(
    _ graph: Graph, to file: FormatOutput
  ) throws(GraphFileError) -> WriteReport {
    var report = WriteReport()
    if graph.positions != nil, !file.format.holdsPositions { report.lose(.positions) }
    guard let write = file.format.custom?.write else { return report }
    try file.text.write(
      try inFile(file.name, GraphFileError.Problem.unwritable) { try write(graph) })
    return report
  }
}

/// Runs a closure of a program, and returns its errors as errors of the file. One of its own that names
/// no file gets the name.
private func inFile<Result>(
  _ name: String, _ problem: (String) -> GraphFileError.Problem, _ body: () throws -> Result
) throws(GraphFileError) -> Result {
  do {
    return try body()
  } catch let error as GraphFileError where error.file.isEmpty {
    throw GraphFileError(file: name, location: error.location, problem: error.problem)
  } catch let error as GraphFileError {
    throw error
  } catch is CancellationError {
    throw GraphFileError(file: name, problem: .cancelled)
  } catch {
    throw GraphFileError(file: name, problem: problem("\(error)"))
  }
}
