#if Tools

import ArgumentParser
import CommandLineSupport
import Graphs
import Synchronization

/// Which measures a table has: a flag for each of them.
struct MeasureFlags: ParsableArguments {
  @Flag(help: "Ends of edges at the node.")
  var degree = false
  @Flag(help: "The number of its connected component.")
  var component = false
  @Flag(help: "The number of its community (Leiden).")
  var community = false
  @Flag(help: "Its share of the time of a random walker.")
  var pagerank = false
  @Flag(help: "The share of shortest paths that it is on.")
  var betweenness = false
  @Flag(help: "The largest k for which it is in the k-core.")
  var core = false
  @Flag(help: "All of these.")
  var all = false

  var chosen: [NodeMeasure] {
    let flags: [(NodeMeasure, Bool)] = [
      (.degree, degree), (.component, component), (.community, community), (.pageRank, pagerank),
      (.betweenness, betweenness), (.coreNumber, core),
    ]
    return flags.filter { all || $0.1 }.map(\.0)
  }
}

extension NodeMeasure {
  /// Measures of a graph, with a progress bar for each.
  static func columns(_ measures: [NodeMeasure], of graph: Graph) throws -> [AttributeColumn] {
    try measures.map { measure in
      let bar = Mutex(ProgressBar(measure.id))
      defer { bar.withLock { $0.finish() } }
      let control = RunControl(progress: { step in
        bar.withLock { $0.update(fraction: step.fraction) }
      })
      return try measure.column(of: graph, control: control)
    }
  }
}

#endif
