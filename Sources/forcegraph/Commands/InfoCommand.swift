import ArgumentParser
import CommandLineSupport
import GraphIO

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

  func run() throws {
    try withExitCodes(catchesInterrupts: false) {
      try withLibraryErrors {
        let read = try part.applied(to: input)
        let need = MemoryNeed(read.graph)
        try input.limits.memory.check(need.facts, for: "looking at \(need.what)")
        let facts = try GraphFacts(read)
        try StandardOutput.printText(json ? facts.json.text : facts.text(.forStandardOutput))
      }
    }
  }
}
