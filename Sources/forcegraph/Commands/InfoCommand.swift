import ArgumentParser
import CommandLineSupport
import Graphs
import Synchronization

/// `forcegraph info`: describes a graph file.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Tell what is in a graph file, and how it would be laid out.",
    discussion: """
      EXAMPLES
        forcegraph info graph.gexf
        forcegraph info graph.csv.gz --json
        zcat graph.txt.gz | forcegraph info - --input-format edge-list
      """)

  @OptionGroup(title: "Graph")
  var input: InputOptions
  @OptionGroup(title: "Part of the graph")
  var part: FilterOptions

  @Flag(help: "Print one JSON object instead of the table.")
  var json = false

  @Flag(
    help: """
      Measures of the whole graph, too: density, strong components, clustering, assortativity, \
      communities, distances. They take a while for large graphs.
      """)
  var measures = false

  func run() throws {
    try withExitCodes(catchesInterrupts: false) {
      try withLibraryErrors {
        let read = try part.applied(to: input)
        let need = MemoryNeed(read.graph)
        try input.limits.memory.check(need.facts, for: "looking at \(need.what)")
        var facts = try GraphFacts(read)
        if measures { facts.structure = try structure(read.graph) }
        try StandardOutput.printText(json ? facts.json.text : facts.text(.forStandardOutput))
      }
    }
  }

  private func structure(_ graph: Graph) throws -> StructureFacts {
    let need = MemoryNeed(graph)
    try input.limits.memory.check(need.measures, for: "measures of \(need.what)")
    let bar = Mutex(ProgressBar("measures"))
    defer { bar.withLock { $0.finish() } }
    return try StructureFacts(
      graph,
      control: RunControl(progress: { step in
        bar.withLock { $0.update(fraction: step.fraction) }
      }))
  }
}
