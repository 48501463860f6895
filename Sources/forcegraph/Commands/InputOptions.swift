#if Tools

import ArgumentParser
import CommandLineSupport
import GraphIO
import Synchronization

/// Where a graph comes from, and how it is to be taken.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A graph file, compressed with gzip or not; - for standard input.", valueName: "graph"),
    completion: .file())
  var graph: String

  @Option(
    help: ArgumentHelp(
      "What the file is, when neither its name nor its content says so.",
      valueName: "format"))
  var inputFormat: GraphFormat?

  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: "Take edges with or without direction, whatever the file says.")
  var directed: Bool?

  @Flag(
    inversion: .prefixedNo, exclusivity: .exclusive,
    help: "In lists of edges, whether the first line has names of columns. (default: guessed)")
  var header: Bool?

  @Option(
    help: ArgumentHelp(
      """
      In lists of edges with names of columns: the column of the first end. Needs --target-column.
      """,
      valueName: "name"))
  var sourceColumn: String?

  @Option(
    help: ArgumentHelp(
      "The column of the second end. Needs --source-column.", valueName: "name"))
  var targetColumn: String?

  @Option(
    help: ArgumentHelp(
      "Take this numeric attribute of the edges as their weights.", valueName: "attribute"))
  var weightAttribute: String?

  @OptionGroup
  var limits: LimitOptions

  func validate() throws {
    guard (sourceColumn == nil) == (targetColumn == nil) else {
      throw ValidationError("--source-column and --target-column go together; give both.")
    }
    if let sourceColumn, sourceColumn.lowercased() == targetColumn?.lowercased() {
      throw ValidationError(
        "--source-column and --target-column are two columns, not both \"\(sourceColumn)\".")
    }
    if sourceColumn != nil, header == false {
      throw ValidationError("--source-column is for lists with names of columns, not --no-header.")
    }
  }

  /// What messages call it.
  var name: String { graph == "-" ? "standard input" : graph }

  var file: InputFile { InputFile(path: graph) }

  /// Reads the graph.
  func read() throws -> ReadResult {
    let bar = Mutex(ProgressBar("reading \(name)"))
    defer { bar.withLock { $0.finish() } }
    var reader = reader
    reader.control.progress = { step in bar.withLock { $0.update(fraction: step.fraction) } }
    var result = try limits.naming {
      graph == "-" ? try reader.readStandardInput() : try reader.read(path: graph)
    }
    if sourceColumn != nil, !result.format.isKin(of: .edgeList) {
      throw Failure.usage(
        "--source-column and --target-column are for lists of edges; \(name) is "
          + "\(result.format.title).")
    }
    takeDirections(&result)
    if let weightAttribute, !result.graph.useEdgeAttributeAsWeights(weightAttribute) {
      throw Failure.badInput(
        result.graph.edgeAttributes[weightAttribute] == nil
          ? "\(name): edges have no attribute \"\(weightAttribute)\"; "
            + Attributes.list(result.graph.edgeAttributes)
          : "\(name): the attribute \"\(weightAttribute)\" of edges is no number")
    }
    return result
  }

  private var reader: GraphReader {
    var reader = GraphReader(format: inputFormat)
    reader.limits = limits.reading
    reader.memoryShortage = limits.memory.memoryShortage
    reader.edgeList.hasHeader = sourceColumn == nil ? header : true
    reader.edgeList.sourceColumn = sourceColumn
    reader.edgeList.targetColumn = targetColumn
    reader.edgeList.isDirected = directed
    return reader
  }

  /// Applies --directed and --no-directed to the formats whose readers do not take them.
  private func takeDirections(_ result: inout ReadResult) {
    guard let directed else { return }
    if directed, !result.graph.isDirected, result.graph.edgeCount > 0 {
      result.notes.append(
        "the file has no directions; each edge goes from the end that it names first to the other")
    }
    result.graph.isDirected = directed
    // The directions of single edges give way.
    if result.graph.edgeAttributes[StandardAttribute.directed]?.type == .boolean {
      result.graph.edgeAttributes[StandardAttribute.directed] = nil
    }
  }
}

#endif
