import ArgumentParser
import CommandLineSupport
import GraphIO
import Synchronization

/// The options for the input graph and its interpretation.
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
      "In lists of edges: the column of the weights, by its name or number. (default: weight)",
      valueName: "name"))
  var weightColumn: String?

  @Option(
    help: ArgumentHelp(
      "The column of times, which become the attribute \"time\".", valueName: "name"))
  var timeColumn: String?

  @Option(
    help: ArgumentHelp(
      """
      A table of nodes beside the edges: CSV with a header, a line a node, its id and attributes.
      """,
      valueName: "file"),
    completion: .file())
  var nodes: String?

  @Option(
    help: ArgumentHelp(
      "Take this numeric attribute of the edges as their weights.", valueName: "attribute"))
  var weightAttribute: String?

  @Flag(help: "Leave the weights of the edges out.")
  var unweighted = false

  @Flag(
    help: ArgumentHelp(
      """
      Make one edge of those that join the same nodes; its weight is the sum of theirs, or their \
      number.
      """))
  var mergeEdges = false

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
    if let weightColumn, weightColumn.lowercased() == timeColumn?.lowercased() {
      throw ValidationError(
        "--weight-column and --time-column are two columns, not both \"\(weightColumn)\".")
    }
    if weightColumn != nil, weightAttribute != nil {
      throw ValidationError(
        "--weight-column and --weight-attribute both say what weights are; leave one of them out.")
    }
    if unweighted, weightColumn != nil || weightAttribute != nil {
      throw ValidationError(
        "--unweighted leaves out the weights that --weight-column or --weight-attribute takes; leave "
          + "one of them out.")
    }
    if graph == "-", nodes == "-" {
      throw ValidationError("Only one of the graph and --nodes can come from standard input.")
    }
    if sourceColumn != nil, header == false {
      throw ValidationError("--source-column is for lists with names of columns, not --no-header.")
    }
  }

  /// The name in messages.
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
    let columns = [
      ("--source-column and --target-column are", sourceColumn),
      ("--weight-column is", weightColumn),
      ("--time-column is", timeColumn),
    ]
    if let (option, _) = columns.first(where: { $0.1 != nil }),
      !result.format.isKin(of: .edgeList)
    {
      throw Failure.usage("\(option) for lists of edges; \(name) is \(result.format.title).")
    }
    if let nodes { try add(nodes, to: &result) }
    takeDirections(&result)
    if let weightAttribute, !result.graph.useEdgeAttributeAsWeights(weightAttribute) {
      throw Failure.badInput(
        result.graph.edgeAttributes[weightAttribute] == nil
          ? "\(name): edges have no attribute \"\(weightAttribute)\"; "
            + Attributes.list(result.graph.edgeAttributes)
          : "\(name): the attribute \"\(weightAttribute)\" of edges is no number")
    }
    if mergeEdges { merge(&result) }
    if unweighted { result.graph.weights = nil }
    return result
  }

  /// Merges parallel edges, and reports the remaining number.
  private func merge(_ result: inout ReadResult) {
    let count = result.graph.edgeCount
    result.graph = result.graph.mergingParallelEdges()
    let left = result.graph.edgeCount
    if left < count {
      result.notes.append("of \(counted(count, "edge")) \(left) are left by --merge-edges")
    }
  }

  /// Adds a table of nodes, and reports mismatches.
  private func add(_ path: String, to result: inout ReadResult) throws {
    let table = try limits.naming {
      try NodeTable(contentsOf: path == "-" ? "/dev/stdin" : path, limits: limits.reading)
    }
    let missing = result.graph.nodeIDs.filter { table.nodeIDs.index(of: $0) == nil }
    let (added, _) = table.add(to: &result.graph)
    result.notes += table.notes.map { "in \(path), \($0)" }
    if added > 0 { result.notes.append("\(path) has \(counted(added, "node")) without edges") }
    if !missing.isEmpty {
      let some = missing.prefix(3).map { "\"\($0)\"" }.joined(separator: ", ")
      result.notes.append(
        "\(counted(missing.count, "node")) of the edges \(missing.count == 1 ? "is" : "are") not in "
          + "\(path): \(some)\(missing.count > 3 ? ", ..." : "")")
    }
  }

  private var reader: GraphReader {
    var reader = GraphReader(format: inputFormat)
    reader.limits = limits.reading
    reader.memoryShortage = limits.memory.memoryShortage
    reader.edgeList.hasHeader = sourceColumn == nil ? header : true
    reader.edgeList.sourceColumn = sourceColumn
    reader.edgeList.targetColumn = targetColumn
    reader.edgeList.weightColumn = weightColumn
    reader.edgeList.timeColumn = timeColumn
    reader.edgeList.isDirected = directed
    return reader
  }

  /// Applies --directed and --no-directed to formats whose readers do not take them.
  private func takeDirections(_ result: inout ReadResult) {
    guard let directed else { return }
    if directed, !result.graph.isDirected, result.graph.edgeCount > 0 {
      result.notes.append(
        "the file has no directions; each edge goes from the end that it names first to the other")
    }
    result.graph.isDirected = directed
    // The options override the directions of individual edges.
    if result.graph.edgeAttributes[StandardAttribute.directed]?.type == .boolean {
      result.graph.edgeAttributes[StandardAttribute.directed] = nil
    }
  }
}
