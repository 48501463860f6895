#if Tools

import ArgumentParser
import CommandLineSupport
import GraphIO

/// Where a graph comes from, and how it is to be taken.
struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A graph file, compressed with gzip or not; - for standard input.", valueName: "graph"),
    completion: .file())
  var graph: String

  @Option(
    help: ArgumentHelp(
      """
      What the file is, when neither its name nor its content says so: \
      \(GraphFormat.names.joined(separator: ", ")).
      """,
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
      "Take this numeric attribute of the edges as their weights.", valueName: "attribute"))
  var weightAttribute: String?

  /// What messages call it.
  var name: String { graph == "-" ? "standard input" : graph }

  var file: InputFile { InputFile(path: graph) }

  /// Reads the graph.
  func read() throws -> ReadResult {
    var bar = ProgressBar("reading \(name)")
    // What is read at once needs no line that disappears at once.
    if graph != "-" { bar.show() }
    defer { bar.finish() }
    var reader = GraphReader(format: inputFormat)
    reader.edgeList.hasHeader = header
    var result = graph == "-" ? try reader.readStandardInput() : try reader.read(path: graph)
    if let directed { result.graph.isDirected = directed }
    if let weightAttribute, !result.graph.useEdgeAttributeAsWeights(weightAttribute) {
      throw Failure.badInput(
        result.graph.edgeAttributes[weightAttribute] == nil
          ? "\(name): edges have no attribute \"\(weightAttribute)\"; "
            + Attributes.list(result.graph.edgeAttributes)
          : "\(name): the attribute \"\(weightAttribute)\" of edges is no number")
    }
    return result
  }
}

#endif
