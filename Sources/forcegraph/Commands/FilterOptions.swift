import ArgumentParser
import CommandLineSupport
import Graphs

/// The options that select a subgraph.
struct FilterOptions: ParsableArguments {
  @Option(
    name: .customLong("where"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Nodes with such a value of an attribute or a measure, or edges, if edges have the attribute: \
      type=gene, "size>3 or (community!=2 and not name contains x)", weight>5; with = != < > <= >= \
      contains, and ~ for patterns with * and ?. May be repeated.
      """,
      valueName: "condition"),
    transform: {
      WrittenCondition(text: $0, condition: try GraphFilter.Condition(parsing: $0))
    })
  var conditions: [WrittenCondition] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "This node and those near it, by its id or its name. May be repeated.", valueName: "node"))
  var ego: [String] = []

  @Option(
    name: .customLong("radius"), parsing: .unconditional,
    help: ArgumentHelp("How many edges away from --ego. (default: 1)", valueName: "count"))
  var egoRadius: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The largest part in which each node has so many neighbours.", valueName: "count"))
  var kCore: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Nodes with at least so many ends of edges.", valueName: "count"))
  var minDegree: Int?

  @Flag(help: "The component with the most nodes.")
  var largestComponent = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Components of at least so many nodes.", valueName: "count"))
  var minComponent: Int?

  @OptionGroup
  var reduction: ReductionOptions

  func validate() throws {
    let counts = [
      ("--radius", egoRadius), ("--k-core", kCore), ("--min-degree", minDegree),
      ("--min-component", minComponent),
    ]
    for (name, count) in counts {
      if let count, count < 0 { throw ValidationError("\(name) is 0 or more, not \(count).") }
    }
    if egoRadius != nil, ego.isEmpty {
      throw ValidationError("--radius needs --ego, which says around which node.")
    }
    if largestComponent, minComponent != nil {
      throw ValidationError(
        "--largest-component and --min-component contradict each other; leave one of them out.")
    }
  }

  var filter: GraphFilter {
    var filter = GraphFilter()
    filter.conditions = conditions.map(\.condition)
    if !ego.isEmpty { filter.neighborhood = .init(of: ego, radius: egoRadius ?? 1) }
    filter.core = kCore
    filter.minimumDegree = minDegree
    filter.components = largestComponent ? .largest : minComponent.map { .atLeast(nodes: $0) }
    return filter
  }

  /// The options that were given.
  private var given: [String] {
    let numbers = [
      ("--k-core", kCore), ("--min-degree", minDegree), ("--min-component", minComponent),
    ]
    return conditions.map { "--where \($0.text)" } + ego.map { "--ego \($0)" }
      + (egoRadius.map { ["--radius \($0)"] } ?? [])
      + numbers.compactMap { name, count in count.map { "\(name) \($0)" } }
      + (largestComponent ? ["--largest-component"] : [])
  }

  /// Applies the filter to the graph that was read, then supernodes and backbones, and notes the
  /// remaining size. Throws if nothing is left.
  ///
  /// - Parameters:
  ///   - outputs: files that the command writes, which the table of members must not replace.
  ///   - hasSafeCells: the form of that table.
  func applied(
    to input: InputOptions, outputs: [String] = [], hasSafeCells: Bool = false
  ) throws -> ReadResult {
    try appliedWithMembers(to: input, outputs: outputs, hasSafeCells: hasSafeCells).read
  }

  /// Returns also the supernodes with the graph of their members, if all are shown with all edges.
  func appliedWithMembers(
    to input: InputOptions, outputs: [String] = [], hasSafeCells: Bool = false
  ) throws -> (read: ReadResult, supernodes: (aggregate: GraphAggregate, whole: Graph)?) {
    let form = OutputForm(maximumBytes: input.limits.maximumBytes, hasSafeCells: hasSafeCells)
    try reduction.check([input.graph] + [input.nodes].compactMap { $0 } + outputs, form)
    var result = try filtered(input.read(), name: input.name)
    let whole = result.graph
    let aggregate = try reduction.apply(to: &result, name: input.name, form)
    return (result, aggregate.map { ($0, whole) })
  }

  private func filtered(_ read: ReadResult, name: String) throws -> ReadResult {
    var filter = filter
    if filter.isEmpty { return read }
    // The library takes ids, while users give the names that pictures show.
    filter.neighborhood?.nodes = try ego.map { (text) throws(Failure) in
      read.graph.nodeIDs[try read.graph.node(named: text, "--ego")]
    }
    var result = read
    result.graph = try read.graph.subgraph(filter)
    let (before, after) = (read.graph, result.graph)
    guard after.nodeCount > 0 || before.nodeCount == 0 else {
      throw Failure.badInput(
        "\(name): \(given.joined(separator: " ")) leaves none of the \(before.nodeCount) nodes")
    }
    result.notes += conditions.flatMap { written in
      written.condition.names.compactMap { before.note(onHidden: $0, "--where") }
    }
    if after.nodeCount < before.nodeCount || after.edgeCount < before.edgeCount {
      result.notes.append(
        "\(after.nodeCount) of \(before.nodeCount) nodes and \(after.edgeCount) of "
          + "\(before.edgeCount) edges are left by \(given.joined(separator: " "))")
    }
    return result
  }
}

/// A condition of `--where`, as it was written.
struct WrittenCondition {
  var text: String
  var condition: GraphFilter.Condition
}
