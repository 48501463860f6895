import ArgumentParser
import CommandLineSupport
import GraphIO
import GraphLayout

/// `forcegraph metrics`: prints quality metrics of a drawing.
struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Measure how good a layout is.",
    discussion: """
      stress               how far distances in the drawing are from those in the graph: 0 is \
      perfect, about 0.7 random (normalised, at the best scale; from 100 nodes to all others \
      above \(LayoutMetrics.exactStressNodeLimit) nodes)
        neighbourhoods       how many of a node's nearest nodes are its neighbours: 1 is perfect
          over 4, 8 hops       and of as many nearest nodes as it reaches over that many edges; \
      not where most nodes reach most others
        edge lengths         standard deviation over mean: 0 is perfect
        crossings            of an edge with others, in the plane (sampled above \
      \(LayoutMetrics.exactCrossingsEdgeLimit) edges)
        overlaps             pairs of discs that overlap, per node
        area                 of the smallest upright box; volume in space
        displacement         with --from: what is left of the way between two drawings after the \
      best rotation, reflection and move of the whole (root mean square), over the radius; and \
      how far nodes have moved, without any

      EXAMPLES
        forcegraph metrics drawn.gexf
        forcegraph metrics graph.edges positions.csv
        forcegraph metrics new.gexf --from old.gexf
        forcegraph layout graph.gexf -o - --format json | forcegraph metrics - --json
      """)

  @OptionGroup(title: "Graph")
  var input: InputOptions

  @Argument(
    help: ArgumentHelp(
      """
      Positions: a graph file that has some, or .csv or .npy. (default: those of the graph)
      """,
      valueName: "layout"),
    completion: .file())
  var layout: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The radius of nodes for overlaps, in layout units. (default: a tenth of the mean edge)",
      valueName: "number"))
  var radius: Double?

  @Option(
    name: .customLong("from"), parsing: .unconditional,
    help: ArgumentHelp(
      "An older drawing: also print how much has changed since. A file as for the layout.",
      valueName: "layout"),
    completion: .file())
  var old: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Which nodes and edges are sampled in large graphs.", valueName: "number"))
  var seed: UInt64 = 1

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  func validate() throws {
    if let radius, !(radius >= 0 && radius.isFinite) {
      throw ValidationError("--radius is a number from 0, not \(radius).")
    }
    if layout == "-" || old == "-" {
      throw ValidationError("Only the graph itself can come from standard input.")
    }
  }

  func run() throws {
    try withExitCodes(catchesInterrupts: false) {
      try withLibraryErrors {
        var graph = try input.read().graph
        let need = MemoryNeed(graph)
        try input.limits.memory.check(need.metrics, for: "measuring \(need.what)")
        if let layout {
          graph.positions = try PositionInput.read(layout, for: graph, input.limits)
        }
        let measures = try DrawingMeasures(
          graph, radius: radius, seed: seed, name: layout ?? input.name,
          from: try old.map { try PositionInput.read($0, for: graph, input.limits) })
        try StandardOutput.printText(json ? measures.json.text : measures.text)
      }
    }
  }
}
