import RunSupport

/// A measure: a number or a group for each node, derived from the graph or read from an attribute.
///
///     let style = GraphStyle(colorBy: .community, sizeBy: .attribute("population"))
///
/// `all` has the measures of this library, for programs that let users choose one by its id. A
/// program may define its own:
///
///     let area = NodeMeasure("area") { graph, _ in
///       .doubles(graph.topology.degrees().map { Double($0 * $0) })
///     }
public struct NodeMeasure: Sendable, Identifiable {
  /// The name on command lines, in lower case.
  public let id: String
  /// True if the values are group numbers from 1, which have no order.
  public let isGroup: Bool
  /// True if a few nodes have much larger values than most, as with degrees.
  package let isSkewed: Bool
  /// The name of the attribute from which it is read; nil if it is computed.
  package private(set) var attributeName: String?
  private let values: @Sendable (Graph, RunControl) throws -> AttributeColumn.Values

  /// Creates a measure.
  ///
  /// - Parameters:
  ///   - id: a unique name in lower case.
  ///   - isGroup, isSkewed: see the properties.
  ///   - values: returns a value for each node. It should throw when the `RunControl` is cancelled.
  public init(
    _ id: String, isGroup: Bool = false, isSkewed: Bool = false,
    values: @escaping @Sendable (Graph, RunControl) throws -> AttributeColumn.Values
  ) {
    self.id = id
    self.isGroup = isGroup
    self.isSkewed = isSkewed
    self.values = values
  }

  /// Returns the measure of an id; nil if there is none.
  public init?(_ id: String) {
    guard let measure = Self.all.first(where: { $0.id == id }) else { return nil }
    self = measure
  }

  /// The values of an attribute of nodes. `column(of:)` throws a `GraphError` if nodes do not have it.
  public static func attribute(_ name: String) -> NodeMeasure {
    var measure = NodeMeasure("attribute:" + name) { graph, _ in
      guard let column = graph.nodeAttributes[name] else {
        let names = graph.nodeAttributes.names.map { "\"\($0)\"" }.joined(separator: ", ")
        throw GraphError(
          "nodes have no attribute \"\(name)\"; they have \(names.isEmpty ? "none" : names)")
      }
      return column.values
    }
    measure.attributeName = name
    return measure
  }

  /// Returns the attribute of this name if nodes have it, else the measure of this id; nil if there
  /// is neither. `measure:community` is the measure in any case.
  public init?(_ name: String, of graph: Graph) {
    if graph.nodeAttributes[name] != nil {
      self = .attribute(name)
    } else if let measure = NodeMeasure(anew: name) ?? NodeMeasure(name) {
      self = measure
    } else {
      return nil
    }
  }

  /// The prefix that selects a measure although there is an attribute of its name.
  package static let prefix = "measure:"

  /// The measure of a text such as `measure:community`; nil without the prefix, or such a measure.
  package init?(anew text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    self.init(String(text.dropFirst(Self.prefix.count)))
  }

  /// Returns the measure of all nodes, as an attribute named by its id, or by its name if it is read
  /// from one. The complexity is that of the measure in `GraphTopology`.
  ///
  /// - Throws: `GraphError` if nodes have no such attribute; `CancellationError` if `control` ends the
  ///   work.
  public func column(
    of graph: Graph, control: RunControl = RunControl()
  ) throws -> AttributeColumn {
    AttributeColumn(attributeName ?? id, try values(graph, control))
  }

  /// The degree; a loop counts twice.
  public static let degree = NodeMeasure("degree", isSkewed: true) { graph, _ in
    .integers(graph.topology.degrees())
  }
  /// The number of the connected component.
  public static let component = NodeMeasure("component", isGroup: true) { graph, _ in
    .integers(graph.topology.connectedComponents().classOfNode.map { Int($0) + 1 })
  }
  /// The number of the community, by the Leiden method.
  public static let community = NodeMeasure("community", isGroup: true) { graph, control in
    let found = try graph.topology.communities(weights: graph.usableWeights, control: control)
    return .integers(found.classOfNode.map { Int($0) + 1 })
  }
  /// PageRank, with edge weights if there are any, rounded to the eight significant digits that are
  /// accurate.
  public static let pageRank = NodeMeasure("pagerank", isSkewed: true) { graph, control in
    let rank = try graph.topology.pageRank(weights: graph.usableWeights, control: control)
    return .doubles(rank.scores.map { $0.rounded(toDigits: 8) })
  }
  /// Betweenness: the fraction of shortest paths through a node.
  public static let betweenness = NodeMeasure("betweenness", isSkewed: true) { graph, control in
    .doubles(try graph.topology.betweenness(control: control).scores)
  }
  /// The largest k for which a node is in the k-core.
  public static let coreNumber = NodeMeasure("core") { graph, control in
    .integers(try graph.topology.coreNumbers(control: control).map(Int.init))
  }

  /// The number of edges that end at each node of a directed graph; of another one its degree.
  public static let inDegree = NodeMeasure("indegree", isSkewed: true) { graph, _ in
    .integers(graph.topology.degrees(.incoming))
  }
  /// The number of edges that begin at each node of a directed graph; of another one its degree.
  public static let outDegree = NodeMeasure("outdegree", isSkewed: true) { graph, _ in
    .integers(graph.topology.degrees(.outgoing))
  }
  /// The sum of the weights of its edges, of which those that are not finite do not count; the degree
  /// without weights.
  public static let strength = NodeMeasure("strength", isSkewed: true) { graph, _ in
    .doubles(
      try graph.topology.strengths(weights: graph.weights?.map { $0.isFinite ? $0 : 0 }).map {
        $0.isFinite ? $0 : nil
      })
  }
  /// The number of its strongly connected component.
  public static let strongComponent = NodeMeasure("strongcomponent", isGroup: true) {
    graph, control in
    let found = try graph.topology.stronglyConnectedComponents(control: control)
    return .integers(found.classOfNode.map { Int($0) + 1 })
  }
  /// The share of pairs of its neighbours that are joined.
  public static let clustering = NodeMeasure("clustering") { graph, control in
    .doubles(try graph.topology.clustering(control: control).coefficients)
  }
  /// The inverse of the mean distance to it, in edges.
  public static let closeness = NodeMeasure("closeness") { graph, control in
    .doubles(try graph.topology.closeness(control: control))
  }
  /// The greatest distance from it, in edges.
  public static let eccentricity = NodeMeasure("eccentricity") { graph, control in
    .integers(try graph.topology.eccentricities(control: control).values.map { Int($0) })
  }
  /// Eigenvector centrality, with the weights of edges if there are any, to the eight digits that hold. No
  /// values where it does not settle, as in a graph without cycles.
  public static let eigenvector = NodeMeasure("eigenvector", isSkewed: true) { graph, control in
    let found = try graph.topology.eigenvectorCentrality(
      weights: graph.usableWeights, control: control)
    return settled(found)
  }
  /// How much it leads to authorities (HITS), with the weights of edges, to eight digits.
  public static let hub = NodeMeasure("hub", isSkewed: true) { graph, control in
    let found = try graph.topology.hubsAndAuthorities(
      weights: graph.usableWeights, control: control)
    return settled(found.hubs)
  }
  /// How much hubs lead to it (HITS), with the weights of edges, to eight digits.
  public static let authority = NodeMeasure("authority", isSkewed: true) { graph, control in
    let found = try graph.topology.hubsAndAuthorities(
      weights: graph.usableWeights, control: control)
    return settled(found.authorities)
  }

  /// The digits that hold; no values where an iteration has not come to an end, whose numbers mean nothing.
  private static func settled(_ found: CentralityScores) -> AttributeColumn.Values {
    .doubles(found.scores.map { found.isConverged ? $0.rounded(toDigits: 8) : nil })
  }

  /// All measures of this library.
  public static let all: [NodeMeasure] = [
    degree, component, community, pageRank, betweenness, coreNumber, inDegree, outDegree, strength,
    strongComponent, clustering, closeness, eccentricity, eigenvector, hub, authority,
  ]
}

extension NodeMeasure: NamedEntry {}

extension Graph {
  /// The weights that are finite and at least 0; others are replaced by 1. Nil without weights.
  var usableWeights: [Double]? {
    weights.map { $0.map { Self.isUsable(weight: $0) ? $0 : 1 } }
  }

  /// The edges whose weights measures cannot use, as they are negative or not finite.
  package var edgesWithUselessWeight: [Int] {
    (weights ?? []).indices.filter { !Self.isUsable(weight: weights?[$0] ?? 1) }
  }

  private static func isUsable(weight: Double) -> Bool { weight >= 0 && weight.isFinite }
}

extension Double {
  /// Returns the number rounded to decimal digits, for numbers from 1e-14 to 1.
  func rounded(toDigits digits: Int) -> Double {
    var least = 1.0
    for _ in 1..<digits { least *= 10 }
    var scale = 1.0
    while abs(self) * scale < least, scale < 1e22 { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
