import ArgumentParser
import CommandLineSupport
import FileWriting

/// Runs forcegraph from its arguments to its exit code.
package func runForcegraph() -> Never {
  runProgram(Forcegraph.self, completing: Forcegraph.completed)
}

/// Lays out graphs, draws them, converts them and measures drawings.
struct Forcegraph: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forcegraph",
    abstract: "Graph files in, pictures out: layouts, views, conversion, facts and measures.",
    discussion: """
      EXAMPLES
        forcegraph graph.gexf -o graph.svg           a picture; "layout" is meant
        forcegraph layout graph.gv --layout layered -o graph.svg
        forcegraph view graph.gexf --open            in the browser, while it moves
        forcegraph convert graph.graphml graph.gexf.gz      another format
        forcegraph measure graph.gexf --pagerank     what matters in it?
        forcegraph metrics laid-out.gexf             how good is a drawing?
        forcegraph info graph.mtx                    what is in a file?

      "forcegraph help layout" and so on tell the options, with more examples. For completion in the \
      shell, put what "forcegraph --generate-completion-script bash" prints (or zsh, or fish) where \
      your shell looks for completions.

      EXIT CODES
          0  done
         64  options are wrong, contradict each other, or would destroy an input
         65  a file is damaged, or not what it has to be
         66  a file cannot be read
         69  this build lacks what was asked for (a package trait)
         70  a layout could not be computed
         71  too little memory, or --max-memory allows less; or too few open files
         73  a file, or standard output, cannot be written
        129  stopped by the signal HUP, as by Ctrl-C
        130  stopped by Ctrl-C, as views end; a layout so far has been written
        143  stopped by the signal TERM, as by Ctrl-C
      """,
    version: BuildFacts.text,
    subcommands: [
      LayoutCommand.self, ViewCommand.self, ConvertCommand.self, MeasureCommand.self,
      MetricsCommand.self, InfoCommand.self,
    ])

  /// Returns the arguments with the default command: `forcegraph GRAPH -o PICTURE` means
  /// `forcegraph layout GRAPH -o PICTURE`.
  static func completed(_ arguments: [String]) throws -> [String] {
    let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = arguments.first, !(commands + ["help"]).contains(first) else {
      return arguments
    }
    let hasOutput = arguments.contains { $0 == "-o" || $0.hasPrefix("--output") }
    if first == "-" || first.hasPrefix("-") { return (hasOutput ? ["layout"] : []) + arguments }
    if FileManager.default.fileExists(atPath: first) { return ["layout"] + arguments }
    if Suggestion.nearest(to: first, among: commands + ["help"]) == nil,
      first.contains(".") || first.contains("/")
    {
      // The layout command reports that there is no such file.
      return ["layout"] + arguments
    }
    throw ValidationError(
      "There is neither a command nor a file \"\(first)\"; commands are "
        + "\(commands.joined(separator: ", ")) and help."
        + Suggestion.sentence(for: first, among: commands + ["help"]))
  }
}
