import ArgumentParser
import CommandLineSupport
import FileWriting
import GraphIO

/// `forcegraph convert`: converts a graph file to another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a graph in another format.",
    discussion: """
      The names say the formats: \(OutputKind.known(isLayout: false)). With .gz at the end the \
      file is compressed. What a format cannot hold is said on standard error.

      EXAMPLES
        forcegraph convert graph.gexf graph.json
        forcegraph convert mesh.mtx.gz mesh.graphml.gz
        forcegraph convert graph.gexf edges.csv --node-table nodes.csv
        forcegraph convert drawn.gexf positions.npy
        curl -s https://example.org/graph.gml | forcegraph convert - - --format csv
      """)

  @OptionGroup(title: "Graph")
  var input: InputOptions
  @OptionGroup(title: "Part of the graph")
  var part: FilterOptions

  @Argument(
    help: ArgumentHelp("The file to write; - for standard output.", valueName: "output"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      """
      What goes to standard output, or to a file whose name does not say it: \
      \(Self.kinds.joined(separator: ", ")).
      """,
      valueName: "format"),
    completion: .list(Self.kinds))
  var format: OutputKind?

  @Option(
    help: ArgumentHelp(
      """
      Write a table of the nodes too, for lists of edges: ids, attributes and positions, as .csv, \
      .tsv or .json, with .gz compressed.
      """,
      valueName: "file"),
    completion: .file())
  var nodeTable: String?

  @Flag(help: "Replace the graph file itself also where something in it gets lost.")
  var force = false

  @OptionGroup
  var measures: AddedMeasures

  @OptionGroup
  var cells: CellOptions

  /// The kinds of files that this command writes.
  private static let kinds = OutputKind.names.filter { $0 != "svg" && $0 != "png" }

  @Flag(name: [.short, .long], help: "Do not say what the format cannot hold.")
  var quiet = false

  func run() throws {
    try withExitCodes(catchesInterrupts: false) { try withLibraryErrors { try runChecked() } }
  }

  private func runChecked() throws {
    let target = try OutputTarget.targets([output], format: format, isLayout: false)[0]
    if target.kind.isPicture {
      throw Failure.usage(
        "\(target.name): pictures come from \"forcegraph layout\"; with --layout keep it draws the "
          + "positions that a file has.")
    }
    let form = OutputForm(
      maximumBytes: input.limits.maximumBytes, hasSafeCells: cells.safeCells)
    try form.check([target])
    if !force { try target.check(inputs: [input.file]) }
    try target.check()
    let table = nodeTable.map { NodeTableFile(path: $0) }
    try table?.check([input.graph, output] + [input.nodes].compactMap { $0 }, form)
    let messages = Messages(isQuiet: quiet, isVerbose: false)
    var read = try part.applied(
      to: input, outputs: [output] + [nodeTable].compactMap { $0 },
      hasSafeCells: cells.safeCells)
    try measures.add(to: &read)
    if !force { try target.check(input: input.file, read) }
    for note in read.notes { messages.note("\(input.name): \(note)") }
    switch target.kind {
    case .graph(let format):
      let report = try input.limits.naming { try target.write(read.graph, as: format, form) }
      for loss in report.losses where table == nil || !NodeTableFile.holds(loss) {
        messages.note("\(target.name): \(loss)")
      }
      if table == nil, format.isKin(of: .edgeList),
        report.losses.contains(where: NodeTableFile.holds)
      {
        messages.note("\(target.name): --node-table writes what is known of nodes beside it")
      }
    case .positions(let format):
      guard let table = NodePositionTable(of: read.graph) else {
        throw Failure.badInput("\(input.name): the graph has no positions")
      }
      messages.note(try target.write(table, as: format, form), of: target)
    case .svg, .svgz, .pdf, .png, .html: break
    }
    if let table {
      for loss in try table.write(read.graph, form) { messages.note("\(table.path): \(loss)") }
    }
  }
}
