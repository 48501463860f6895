import RunSupport

/// A selection of a subgraph.
///
///     var filter = GraphFilter()
///     filter.conditions = [GraphFilter.Condition("type", .equal, "gene")]
///     filter.components = .largest
///     let genes = try graph.subgraph(filter)
///
/// The criteria are applied in the order of the properties, each to the result of the previous
/// ones.
public struct GraphFilter: Sendable, Hashable {
  /// Conditions on the values of nodes, all of which must hold. A condition may be about edges instead,
  /// and leaves those for which it holds, before what follows.
  public var conditions: [Condition] = []
  /// Restricts the result to the neighbourhood of some nodes.
  public var neighborhood: Neighborhood?
  /// Restricts the result to the k-core: the largest subgraph in which each node has at least this
  /// many neighbours.
  public var core: Int?
  /// The minimum degree.
  public var minimumDegree: Int?
  /// The connected components to keep; nil for all. Directions are ignored.
  public var components: Components?

  /// Creates a filter that keeps everything.
  public init() {}

  /// True if it keeps every graph unchanged.
  public var isEmpty: Bool { self == GraphFilter() }

  /// A condition on the values of each node, or of each edge: one comparison, or several that are joined
  /// by `and`, `or` and `not`.
  ///
  /// The name in a comparison is that of a node attribute, else the id of a measure, else `id`, else the
  /// name of an edge attribute or `weight`. The prefix `edge.` selects an edge attribute, and `measure:`
  /// a measure.
  public struct Condition: Sendable, Hashable {
    let expression: Expression

    /// Creates a comparison with a value as text: numbers are compared numerically if the attribute
    /// has numbers.
    public init(_ name: String, _ relation: Relation, _ value: String) {
      expression = .comparison(Comparison(name, relation, value))
    }

    /// Reads a condition, such as `type = gene and (size > 3 or not name contains "of the")`.
    ///
    /// `and` binds tighter than `or`, and `not` tighter than both. A name or a value in quotation marks may have
    /// anything in it; `\` takes the next sign as it is. A value without them goes on to the next `and` or
    /// `or` that another comparison follows, and has no more closing parentheses than opening ones.
    ///
    /// - Throws: `GraphError` with the place of the first mistake.
    public init(parsing text: String) throws(GraphError) {
      var parser = ExpressionParser(text)
      expression = try parser.whole()
    }

    /// The names of all comparisons in it, in their sequence.
    package var names: [String] { expression.comparisons.map(\.name) }
  }

  /// A relation of values. A node without a value is not equal to, less than or greater than any
  /// value.
  public enum Relation: String, Sendable, Hashable, CaseIterable {
    /// The value is this one.
    case equal = "="
    /// The value is another one, or there is none.
    case notEqual = "!="
    /// The value is less than this number.
    case less = "<"
    /// The value is greater than this number.
    case greater = ">"
    /// The value is less than or equal to this number.
    case atMost = "<="
    /// The value is greater than or equal to this number.
    case atLeast = ">="
    /// The value has this text in it; capitals make no difference.
    case contains = "contains"
    /// The value is such a text, in which `*` stands for any signs and `?` for one; capitals make no
    /// difference.
    case matches = "~"
  }

  /// The nodes within some hops of others, in any direction of the edges.
  public struct Neighborhood: Sendable, Hashable {
    /// The ids of the central nodes.
    public var nodes: [String]
    /// The number of hops, at least 0.
    public var radius: Int

    /// Creates the neighbourhood of `nodes`, which are ids.
    public init(of nodes: [String], radius: Int = 1) {
      (self.nodes, self.radius) = (nodes, radius)
    }
  }

  /// A selection of connected components.
  public enum Components: Sendable, Hashable {
    /// The component with the most nodes; ties go to that of the lowest node.
    case largest
    /// The components with at least this many nodes.
    case atLeast(nodes: Int)
  }
}

extension Graph {
  /// Returns the subgraph that a filter selects. O(nodes + edges + values), plus the time of
  /// measures in its conditions.
  ///
  /// - Throws: `GraphError` if the graph does not have something that the filter names, or a number
  ///   is negative; `CancellationError` if `control` ends the work.
  public func subgraph(
    _ filter: GraphFilter, control: RunControl = RunControl()
  ) throws -> Graph {
    if filter.isEmpty { return self }
    var filter = filter
    let ofEdges = try filter.conditions.filter { try isAboutEdges($0.expression) }
    filter.conditions.removeAll { ofEdges.contains($0) }
    var graph = self
    for condition in ofEdges {
      let holds = try graph.test(condition.expression, ofEdges: true, control)
      graph = graph.keepingEdges(where: holds)
    }
    var isKept = [Bool](repeating: false, count: nodeCount)
    for node in try graph.nodes(of: filter, control) { isKept[node] = true }
    return graph.subgraph { isKept[$0] }
  }

  private func nodes(of filter: GraphFilter, _ control: RunControl) throws -> [Int] {
    let limits = [
      ("the radius", filter.neighborhood?.radius), ("the core", filter.core),
      ("the least degree", filter.minimumDegree),
    ]
    for (name, limit) in limits {
      if let limit, limit < 0 { throw GraphError("\(name) is \(limit); it must not be negative") }
    }
    var nodes = Array(0..<nodeCount)
    let centers = try places(of: filter.neighborhood?.nodes ?? [])
    // Of one comparison it can be said why a node does not meet it.
    for case .comparison(let comparison) in filter.conditions.map(\.expression) {
      try control.check()
      let column = try comparison.column(of: self, control)
      let holds = try comparison.test(column)
      if let center = centers.first(where: { !holds($0) }) {
        throw excluded(center, by: comparison, column[center])
      }
      nodes = nodes.filter(holds)
    }
    for condition in filter.conditions {
      if case .comparison = condition.expression { continue }
      let holds = try test(condition.expression, ofEdges: false, control)
      if let center = centers.first(where: { !holds($0) }) {
        throw excluded(center, by: condition)
      }
      nodes = nodes.filter(holds)
    }
    // Keeps those nodes whose index in the subgraph is chosen.
    func keep(_ choose: (GraphTopology) throws -> [Bool]) throws {
      try control.check()
      let isKept = try choose(topology.part(nodes).topology)
      nodes = zip(nodes, isKept).filter(\.1).map(\.0)
    }
    if let wanted = filter.neighborhood {
      let places = centers.compactMap { nodes.firstIndex(of: $0) }
      try keep { $0.isWithin(wanted.radius, of: places) }
    }
    if let core = filter.core {
      try keep { try $0.coreNumbers(control: control).map { $0 >= core } }
    }
    if let least = filter.minimumDegree { try keep { $0.degrees().map { $0 >= least } } }
    if let components = filter.components { try keep { $0.isIn(components) } }
    return nodes
  }

  private func places(of ids: [String]) throws(GraphError) -> [Int] {
    var places: [Int] = []
    for id in ids {
      guard let node = nodeIDs.index(of: id) else {
        throw GraphError("there is no node with the id \"\(id)\"")
      }
      places.append(node)
    }
    return places
  }

  private func excluded(_ node: Int, by condition: GraphFilter.Condition) -> GraphError {
    GraphError("the node \"\(nodeIDs[node])\" does not meet \"\(condition)\", which acts first")
  }

  /// Returns the error for a central node that a comparison has excluded, as its neighbourhood is
  /// empty.
  private func excluded(
    _ node: Int, by comparison: GraphFilter.Comparison, _ value: AttributeValue?
  ) -> GraphError {
    let name = comparison.name
    let reason = value.map { "its \(name) is \($0)" } ?? "it has no value of \(name)"
    return GraphError(
      "the node \"\(nodeIDs[node])\" does not meet \"\(comparison)\", which acts first: \(reason)")
  }
}

extension GraphTopology {
  fileprivate func isWithin(_ radius: Int, of centers: [Int]) -> [Bool] {
    let adjacency = adjacency(.both)
    var isFound = [Bool](repeating: false, count: nodeCount)
    var rim = Set(centers).sorted()
    for node in rim { isFound[node] = true }
    var distance = 0
    while distance < radius, !rim.isEmpty {
      distance += 1
      var next: [Int] = []
      for node in rim {
        for other in adjacency.neighbors(of: node) where !isFound[Int(other)] {
          isFound[Int(other)] = true
          next.append(Int(other))
        }
      }
      rim = next
    }
    return isFound
  }

  fileprivate func isIn(_ wanted: GraphFilter.Components) -> [Bool] {
    let found = connectedComponents()
    switch wanted {
    case .largest:
      let largest = found.sizes.max() ?? 0
      let component = found.sizes.firstIndex(of: largest) ?? 0
      return found.classOfNode.map { Int($0) == component }
    case .atLeast(let nodes):
      return found.classOfNode.map { found.sizes[Int($0)] >= nodes }
    }
  }
}
