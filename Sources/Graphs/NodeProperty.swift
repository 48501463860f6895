/// What pictures show of nodes by colour and size: an attribute of the file, or a measure of the graph.
///
///     let style = GraphStyle(colorBy: .community, sizeBy: .pageRank)
///     let other = GraphStyle(colorBy: .attribute("club"))
public enum NodeProperty: Sendable, Hashable {
  case attribute(String)
  case measure(NodeMeasure)

  /// The number of ends of edges at each node.
  public static let degree = NodeProperty.measure(.degree)
  /// The connected components.
  public static let component = NodeProperty.measure(.component)
  /// Groups with many edges inside and few between them: the Leiden method.
  public static let community = NodeProperty.measure(.community)
  public static let pageRank = NodeProperty.measure(.pageRank)
  /// The share of shortest paths that a node is on.
  public static let betweenness = NodeProperty.measure(.betweenness)
  /// The largest k for which a node is in the k-core.
  public static let coreNumber = NodeProperty.measure(.coreNumber)

  /// The attribute of this name that the nodes of a graph have, else the measure of this id; nil when
  /// there is neither.
  public init?(_ name: String, of graph: Graph) {
    if graph.nodeAttributes[name] != nil {
      self = .attribute(name)
    } else if let measure = NodeMeasure(name) {
      self = .measure(measure)
    } else {
      return nil
    }
  }
}

/// A number or a group for each node that follows from the edges of a graph.
///
/// `all` is the table of them, for programs that let people choose one by its id.
public struct NodeMeasure: Sendable, Identifiable {
  /// Its name on a command line: lower case.
  public let id: String
  /// True when the values are numbers of groups, of which no one is more than another.
  public let isGroup: Bool
  /// True when few nodes have much larger values than most, as with degrees.
  public let isSkewed: Bool
  private let values: @Sendable (Graph, RunControl) throws -> AttributeColumn.Values

  private init(
    _ id: String, isGroup: Bool = false, isSkewed: Bool = false,
    _ values: @escaping @Sendable (Graph, RunControl) throws -> AttributeColumn.Values
  ) {
    self.id = id
    self.isGroup = isGroup
    self.isSkewed = isSkewed
    self.values = values
  }

  /// The measure of an id; nil when there is none.
  public init?(_ id: String) {
    guard let measure = Self.all.first(where: { $0.id == id }) else { return nil }
    self = measure
  }

  /// The measure of all nodes, as an attribute of its name. The complexity is that of the measure in
  /// `GraphTopology`.
  ///
  /// - Throws: `CancellationError` when `control` ends the work.
  public func column(
    of graph: Graph, control: RunControl = RunControl()
  ) throws -> AttributeColumn {
    AttributeColumn(id, try values(graph, control))
  }

  public static let degree = NodeMeasure("degree", isSkewed: true) { graph, _ in
    .integers(graph.topology.degrees())
  }
  public static let component = NodeMeasure("component", isGroup: true) { graph, _ in
    .integers(graph.topology.connectedComponents().componentOfNode.map(Int.init))
  }
  public static let community = NodeMeasure("community", isGroup: true) { graph, control in
    let found = try graph.topology.communities(weights: graph.usableWeights, control: control)
    return .integers(found.communityOfNode.map(Int.init))
  }
  public static let pageRank = NodeMeasure("pagerank", isSkewed: true) { graph, control in
    .doubles(
      try graph.topology.pageRank(weights: graph.usableWeights, control: control).scores)
  }
  public static let betweenness = NodeMeasure("betweenness", isSkewed: true) { graph, control in
    .doubles(try graph.topology.betweenness(control: control).scores)
  }
  public static let coreNumber = NodeMeasure("core") { graph, control in
    .integers(try graph.topology.coreNumbers(control: control).map(Int.init))
  }

  /// All of them.
  public static let all: [NodeMeasure] = [
    degree, component, community, pageRank, betweenness, coreNumber,
  ]
}

extension NodeMeasure: Hashable, CustomStringConvertible {
  public static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  public var description: String { id }
}

extension Graph {
  /// The values of a property, as an attribute.
  ///
  /// - Throws: `GraphError` when nodes have no such attribute; `CancellationError` when `control` ends
  ///   the work.
  public func column(
    _ property: NodeProperty, control: RunControl = RunControl()
  ) throws -> AttributeColumn {
    switch property {
    case .measure(let measure): return try measure.column(of: self, control: control)
    case .attribute(let name):
      guard let column = nodeAttributes[name] else {
        let names = nodeAttributes.names.map { "\"\($0)\"" }.joined(separator: ", ")
        throw GraphError(
          "nodes have no attribute \"\(name)\"; they have \(names.isEmpty ? "none" : names)")
      }
      return column
    }
  }

  /// Weights that are positive and finite; other ones count as 1. Nil without weights.
  fileprivate var usableWeights: [Double]? {
    weights.map { $0.map { $0 > 0 && $0.isFinite ? $0 : 1 } }
  }
}
