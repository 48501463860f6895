import ArgumentParser
import CommandLineSupport
import FileWriting
import Graphs

/// The options that reduce large graphs: supernodes, and backbones.
struct ReductionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      One node for each community, component or value of an attribute, with edges by the sums of \
      their weights.
      """,
      valueName: "what"))
  var aggregate: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Leave out what --aggregate makes of fewer nodes than this. (default: 1)",
      valueName: "count"))
  var minMembers: Int?

  @Option(
    help: ArgumentHelp(
      """
      Write which node is in which of them: a table, as .csv, .tsv or .json, with .gz compressed.
      """,
      valueName: "file"),
    completion: .file())
  var members: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw what --aggregate makes as boxes that list so many members by name, the most central first.
      """,
      valueName: "count"))
  var listMembers: Int?

  @Option(
    help: ArgumentHelp(
      """
      Only the edges whose weight says most: a significance such as 0.05 for the disparity \
      filter, spanning for a maximum spanning tree, or 0.05,spanning for the edges of both. After \
      --aggregate.
      """,
      valueName: "which"),
    completion: .list(["0.05", "spanning", "0.05,spanning"]))
  var backbone: Backbone?

  func validate() throws {
    guard aggregate == nil else {
      if let minMembers, minMembers < 1 {
        throw ValidationError("--min-members is 1 or more, not \(minMembers).")
      }
      if let listMembers, listMembers < 1 {
        throw ValidationError("--list-members is 1 or more, not \(listMembers).")
      }
      return
    }
    if minMembers != nil { throw ValidationError("--min-members needs --aggregate.") }
    if listMembers != nil { throw ValidationError("--list-members needs --aggregate.") }
    if members != nil {
      throw ValidationError("--members needs --aggregate, which says members of what.")
    }
  }

  /// Throws if the table of members cannot be written, or is also another input or output.
  func check(_ others: [String], _ form: OutputForm) throws(Failure) {
    try members.map { NodeTableFile(path: $0, option: "--members") }?.check(others, form)
  }

  /// Reduces the graph, writes the table of members, and notes what is dropped. Returns the
  /// supernodes, if all of them are shown with all edges.
  @discardableResult
  func apply(
    to read: inout ReadResult, name: String, _ form: OutputForm
  ) throws -> GraphAggregate? {
    var whole: GraphAggregate?
    if let aggregate {
      whole = try self.aggregate(&read, by: aggregate, name: name, form)
    }
    if let backbone { try keep(backbone, of: &read) }
    return minMembers == nil && backbone == nil ? whole : nil
  }

  private func aggregate(
    _ read: inout ReadResult, by what: String, name: String, _ form: OutputForm
  ) throws -> GraphAggregate {
    let graph = read.graph
    guard let measure = NodeMeasure(what, of: graph),
      graph.nodeAttributes[what] != nil || measure.isGroup
    else {
      let others = NodeMeasure.all.filter(\.isGroup).map(\.id).sorted()
      throw Failure.usage(
        "--aggregate \(what): nodes have no such attribute; \(Attributes.list(graph.nodeAttributes)). "
          + "--aggregate also takes \(others.joined(separator: " and "))."
          + Suggestion.sentence(for: what, among: graph.nodeAttributes.names + others))
    }
    if let note = graph.note(onHidden: what, "--aggregate") { read.notes.append(note) }
    let aggregate = try graph.aggregated(by: measure)
    if let members {
      let names = [StandardAttribute.label, "name"].lazy.compactMap { graph.nodeAttributes[$0] }
      let table = NodeTable(
        graph, columns: [names.first].compactMap { $0 } + aggregate.memberColumns)
      let report = try table.write(to: members, hasSafeCells: form.hasSafeCells)
      read.notes += report.losses.map { "\(members): \($0)" }
    }
    var whole = aggregate.graph
    if let listMembers {
      let names = try graph.memberNames(of: aggregate.supernodes, most: listMembers)
      whole.nodeAttributes.set(
        GraphAggregate.memberNamesAttribute,
        .strings(names.map(GraphAggregate.list(of:))))
    }
    read.graph = whole
    read.notes.append(
      "\(counted(graph.nodeCount, "node")) are \(counted(whole.nodeCount, "supernode")) by --aggregate "
        + what)
    guard case .integers(let sizes)? = whole.nodeAttributes[GraphAggregate.membersAttribute]?.values
    else { return aggregate }
    let counts = sizes.map { $0 ?? 0 }
    guard let minMembers else {
      if let hint = Self.hint(counts) { read.notes.append(hint) }
      return aggregate
    }
    read.graph = whole.subgraph { counts[$0] >= minMembers }
    let left = counts.count { $0 >= minMembers }
    guard left > 0 || counts.isEmpty else {
      throw Failure.badInput(
        "\(name): --min-members \(minMembers) leaves none of \(counted(counts.count, "supernode")); the "
          + "largest has \(counts.max() ?? 0) members")
    }
    if left < counts.count {
      let members = counts.filter { $0 < minMembers }.reduce(0, +)
      read.notes.append(
        "--min-members \(minMembers) leaves \(left) of \(counts.count) supernodes; the others have "
          + "\(counted(members, "member"))")
    }
    return aggregate
  }

  /// Returns a hint on how to avoid tiny supernodes, if most are.
  private static func hint(_ counts: [Int]) -> String? {
    let least = 10
    let small = counts.count { $0 < least }
    guard counts.count > 60, 2 * small > counts.count, small < counts.count else { return nil }
    return
      "\(small) of \(counts.count) supernodes have fewer than \(least) members; --min-members \(least) "
      + "leaves them out"
  }

  private func keep(_ backbone: Backbone, of read: inout ReadResult) throws {
    let graph = read.graph
    if graph.weights == nil, backbone != .spanning, !graph.topology.isMultigraph {
      throw Failure.usage(
        "--backbone \(backbone): the disparity filter compares weights, and the edges have none (see "
          + "--weight-attribute); --backbone spanning needs none.")
    }
    let kept = try backbone.edges(of: graph)
    let (before, after) = (graph.topology.degrees(), kept.topology.degrees())
    read.graph = kept.subgraph { after[$0] > 0 || before[$0] == 0 }
    guard kept.edgeCount > 0 || graph.edgeCount == 0 else {
      throw Failure.badInput(
        "--backbone \(backbone) leaves none of \(counted(graph.edgeCount, "edge")); a greater number "
          + "leaves more, up to 1")
    }
    let gone = graph.nodeCount - read.graph.nodeCount
    read.notes.append(
      "--backbone \(backbone) (\(backbone.title)) "
        + "leaves \(kept.edgeCount) of \(counted(graph.edgeCount, "edge"))"
        + (gone > 0 ? "; left out: \(counted(gone, "node")) without an edge by that" : ""))
  }
}

/// What `--backbone` keeps: a maximum spanning tree of each component, or what the disparity filter
/// finds significant.
enum Backbone: Equatable, ExpressibleByArgument, CustomStringConvertible {
  case spanning
  case disparity(significance: Double, isSpanning: Bool)

  private static let spanningWord = "spanning"

  func edges(of graph: Graph) throws -> Graph {
    switch self {
    case .spanning: try graph.maximumSpanningForest()
    case .disparity(let significance, let isSpanning):
      try graph.backbone(significance: significance, keepsComponents: isSpanning)
    }
  }

  init?(argument: String) {
    if argument == Self.spanningWord {
      self = .spanning
      return
    }
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    guard let significance = Double(String(words[0])), significance > 0, significance <= 1,
      words.count == 1 || (words.count == 2 && String(words[1]) == Self.spanningWord)
    else { return nil }
    self = .disparity(significance: significance, isSpanning: words.count == 2)
  }

  /// What it is called in notes.
  var title: String {
    switch self {
    case .spanning: "maximum spanning tree"
    case .disparity(_, false): "disparity filter"
    case .disparity(_, true): "disparity filter and maximum spanning tree"
    }
  }

  var description: String {
    switch self {
    case .spanning: Self.spanningWord
    case .disparity(let significance, let isSpanning):
      significance.description + (isSpanning ? ",\(Self.spanningWord)" : "")
    }
  }

  var defaultValueDescription: String { description }
}
