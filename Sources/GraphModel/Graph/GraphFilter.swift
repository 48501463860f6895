import RunSupport

/// Which part of a graph is wanted.
///
///     var filter = GraphFilter()
///     filter.conditions = [GraphFilter.Condition("type", .equal, "gene")]
///     filter.components = .largest
///     let genes = try graph.part(filter)
///
/// What is asked for acts in the sequence of the properties, each on what those before it left.
public struct GraphFilter: Sendable, Hashable {
  /// What the values of nodes have to be; all of it.
  public var conditions: [Condition] = []
  /// Nodes near others.
  public var neighborhood: Neighborhood?
  /// The k-core: the largest part in which each node has this many neighbours.
  public var core: Int?
  /// Nodes with at least so many ends of edges.
  public var minimumDegree: Int?
  /// Which connected components stay; nil for all. Edges count whatever their direction.
  public var components: Components?

  /// A filter that keeps all.
  public init() {}

  /// True when it keeps every graph as it is.
  public var isEmpty: Bool { self == GraphFilter() }

  /// What a value of each node has to be.
  public struct Condition: Sendable, Hashable {
    /// An attribute of nodes, else a measure by its id, else `id`.
    public var name: String
    /// How the value of a node has to compare with `value`.
    public var relation: Relation
    /// As it is written: numbers are compared as numbers, where the attribute has some.
    public var value: String

    public init(_ name: String, _ relation: Relation, _ value: String) {
      (self.name, self.relation, self.value) = (name, relation, value)
    }
  }

  /// How a value compares. A node without a value is not equal to any, and neither more nor less.
  public enum Relation: String, Sendable, Hashable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case atMost = "<="
    case atLeast = ">="
  }

  /// Nodes within some edges of others, whatever the direction of the edges.
  public struct Neighborhood: Sendable, Hashable {
    /// The ids of the nodes in the middle.
    public var nodes: [String]
    /// In edges, at least 0.
    public var radius: Int

    /// The nodes within `radius` edges of `nodes`, which are ids.
    public init(of nodes: [String], radius: Int = 1) {
      (self.nodes, self.radius) = (nodes, radius)
    }
  }

  /// A choice of connected components.
  public enum Components: Sendable, Hashable {
    /// The one with the most nodes; of equal ones the one with the first node.
    case largest
    /// Those of at least so many nodes.
    case atLeast(nodes: Int)
  }
}

extension Graph {
  /// The part of the graph that a filter asks for. O(nodes + edges + values), and what measures in
  /// its conditions take.
  ///
  /// - Throws: `GraphError` when the graph does not have what the filter names, or a number is
  ///   below zero; `CancellationError` when `control` ends the work.
  public func part(
    _ filter: GraphFilter, control: RunControl = RunControl()
  ) throws -> Graph {
    if filter.isEmpty { return self }
    var isKept = [Bool](repeating: false, count: nodeCount)
    for node in try nodes(of: filter, control) { isKept[node] = true }
    return part { isKept[$0] }
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
    for condition in filter.conditions {
      try control.check()
      let column = try condition.column(of: self, control)
      let holds = try condition.test(column)
      if let center = centers.first(where: { !holds($0) }) {
        throw excluded(center, by: condition, column[center])
      }
      nodes = nodes.filter(holds)
    }
    // Keeps of the nodes those whose places in the part are kept.
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

  /// Around a node that a condition has left out there is nothing.
  private func excluded(
    _ node: Int, by condition: GraphFilter.Condition, _ value: AttributeValue?
  ) -> GraphError {
    let name = condition.name
    let reason = value.map { "its \(name) is \($0)" } ?? "it has no value of \(name)"
    return GraphError(
      "the node \"\(nodeIDs[node])\" does not meet \"\(condition)\", which acts first: \(reason)")
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
      return found.componentOfNode.map { Int($0) == component }
    case .atLeast(let nodes):
      return found.componentOfNode.map { found.sizes[Int($0)] >= nodes }
    }
  }
}
