import ArgumentParser
import CommandLineSupport
import FileWriting
import Graphs
import Synchronization

/// `forcegraph measure`: prints structural measures of nodes as a table.
struct MeasureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Write measures of nodes as a table.",
    discussion: """
      One line for each node: its id, its attribute label or else name if there is one, and the measures in the sequence of \
      this help. Groups (components, communities) are numbered from 1. Weights of edges count as \
      strengths in community, pagerank, strength, eigenvector, hub and authority; distances count \
      edges.

      EXAMPLES
        forcegraph measure graph.gexf --pagerank --betweenness -o table.csv
        forcegraph measure graph.gexf --all -o table.json.gz
        forcegraph measure graph.csv --community --largest-component --format tsv
      """)

  @OptionGroup(title: "Graph")
  var input: InputOptions
  @OptionGroup(title: "Part of the graph")
  var part: FilterOptions
  @OptionGroup(title: "Measures")
  var measures: MeasureFlags

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The file to write: .csv, .tsv or .json, with .gz compressed; - is standard output.",
      valueName: "file"),
    completion: .file())
  var output = "-"

  @Option(
    help: ArgumentHelp(
      "What goes to standard output (csv unless given), or to a file whose name does not say it.",
      valueName: "format"))
  var format: NodeTable.Format?

  @OptionGroup
  var cells: CellOptions

  @Flag(name: [.short, .long], help: "Say nothing but errors.")
  var quiet = false

  func validate() throws {
    guard !measures.chosen.isEmpty else {
      throw ValidationError(
        "Say what to measure: --\(NodeMeasure.all.map(\.id).joined(separator: ", --")), or --all.")
    }
  }

  func run() throws {
    try withExitCodes(catchesInterrupts: false) { try withLibraryErrors { try runChecked() } }
  }

  private func runChecked() throws {
    let format = try tableFormat()
    if output != "-" {
      if let identity = FileIdentity(path: output), identity == FileIdentity(path: input.graph) {
        throw Failure.usage("\(output) is the graph, which a table would replace.")
      }
      try OutputFile(path: output).check()
    }
    let messages = Messages(isQuiet: quiet, isVerbose: false)
    let read = try part.applied(
      to: input, outputs: [output], hasSafeCells: cells.safeCells)
    for note in read.notes { messages.note("\(input.name): \(note)") }
    let need = MemoryNeed(read.graph)
    try input.limits.memory.check(need.measures, for: "measures of \(need.what)")
    let chosen = measures.chosen
    for note in read.graph.notes(on: chosen) { messages.note("\(input.name): \(note)") }
    let bar = Mutex(ProgressBar("measures"))
    defer { bar.withLock { $0.finish() } }
    let control = RunControl(progress: { step in
      bar.withLock { $0.update(fraction: step.fraction) }
    })
    var graph = read.graph
    let names = [StandardAttribute.label, "name"].lazy.compactMap { graph.nodeAttributes[$0] }
    let name = names.first
    try graph.add(chosen, control: control)
    if let note = graph.note(onMissing: chosen) { messages.note("\(input.name): \(note)") }
    let columns = chosen.compactMap { graph.nodeAttributes[$0.id] }
    let table = NodeTable(graph, columns: [name].compactMap { $0 } + columns)
    bar.withLock { $0.finish() }
    let report: WriteReport
    let file = OutputFile(path: output)
    if output == "-" || file.isTerminal {
      let made = try table.bytes(format: format, hasSafeCells: cells.safeCells)
      if output == "-" { try StandardOutput.write(made.bytes) } else { try file.write(made.bytes) }
      report = made.report
    } else {
      report = try table.write(to: output, format: format, hasSafeCells: cells.safeCells)
    }
    for loss in report.losses {
      messages.note("\(output == "-" ? StandardOutput.name : output): \(loss)")
    }
  }

  private func tableFormat() throws(Failure) -> NodeTable.Format {
    let byName = output == "-" ? nil : NodeTable.Format(fileName: output)
    if let byName {
      guard format == nil else {
        throw .usage(
          "--format is for standard output, and for names that end in nothing known; \(output) "
            + "says by its name what it is.")
      }
      return byName
    }
    guard output == "-" || format != nil else {
      throw .usage(
        "\(output): the name does not say what it is to be; known are .csv .tsv .json. Or "
          + "--format says it.")
    }
    return format ?? .csv
  }
}
