import ArgumentParser
import CommandLineSupport
import Graphs
import Synchronization

/// A flag for each measure of a table.
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
  @Flag(help: "Edges that end at it; of undirected ones all.")
  var indegree = false
  @Flag(help: "Edges that begin at it; of undirected ones all.")
  var outdegree = false
  @Flag(help: "The sum of the weights of its edges.")
  var strength = false
  @Flag(help: "The number of its strongly connected component.")
  var strongcomponent = false
  @Flag(help: "The share of pairs of its neighbours that are joined.")
  var clustering = false
  @Flag(help: "The inverse of the mean distance to it.")
  var closeness = false
  @Flag(help: "The greatest distance from it.")
  var eccentricity = false
  @Flag(help: "Eigenvector centrality.")
  var eigenvector = false
  @Flag(help: "How much it leads to authorities (HITS).")
  var hub = false
  @Flag(help: "How much hubs lead to it (HITS).")
  var authority = false
  @Flag(help: "All of these.")
  var all = false

  var chosen: [NodeMeasure] {
    let flags: [(NodeMeasure, Bool)] = [
      (.degree, degree), (.component, component), (.community, community), (.pageRank, pagerank),
      (.betweenness, betweenness), (.coreNumber, core), (.inDegree, indegree),
      (.outDegree, outdegree), (.strength, strength), (.strongComponent, strongcomponent),
      (.clustering, clustering), (.closeness, closeness), (.eccentricity, eccentricity),
      (.eigenvector, eigenvector), (.hub, hub), (.authority, authority),
    ]
    return flags.filter { all || $0.1 }.map(\.0)
  }
}

/// The options that add measures to a graph as attributes.
struct AddedMeasures: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Give nodes these measures as attributes: \
      \(NodeMeasure.all.map(\.id).joined(separator: ", ")), or all.
      """,
      valueName: "name,name,..."),
    completion: .list(NodeMeasure.all.map(\.id) + ["all"]))
  var addMeasures: [String] = []

  private var names: [String] {
    addMeasures.flatMap { $0.split(separator: ",").map(String.init) }
  }

  func validate() throws {
    let ids = NodeMeasure.all.map(\.id)
    for name in names where name != "all" && !ids.contains(name) {
      throw ValidationError(
        "--add-measures: there is no measure \"\(name)\"; there are "
          + "\(ids.joined(separator: ", ")).\(Suggestion.sentence(for: name, among: ids))")
    }
  }

  /// Adds the measures, and notes which attributes they have replaced.
  func add(to read: inout ReadResult) throws {
    let names = Set(names)
    let measures = NodeMeasure.all.filter { names.contains($0.id) || names.contains("all") }
    guard !measures.isEmpty else { return }
    let bar = Mutex(ProgressBar("measures"))
    defer { bar.withLock { $0.finish() } }
    let control = RunControl(progress: { step in
      bar.withLock { $0.update(fraction: step.fraction) }
    })
    read.notes += read.graph.notes(on: measures)
    for name in try read.graph.add(measures, control: control) {
      read.notes.append("the attribute \"\(name)\" of the file is now the measure")
    }
  }
}
