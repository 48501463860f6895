import RunSupport

/// A number or a group for each node that follows from a graph.
///
/// `all` is the table of those that are here, for programs that let people choose one by its id. A
/// program may add measures of its own:
///
///     let area = NodeMeasure("area") { graph, _ in
///       .doubles(graph.topology.degrees().map { Double($0 * $0) })
///     }
public struct NodeMeasure: Sendable, Identifiable {
  /// Its name on a command line: lower case.
  public let id: String
  /// True when the values are numbers of groups from 1, of which no one is more than another.
  public let isGroup: Bool
  /// True when few nodes have much larger values than most, as with degrees.
  public let isSkewed: Bool
  private let values: @Sendable (Graph, RunControl) throws -> AttributeColumn.Values

  /// A measure.
  ///
  /// - Parameters:
  ///   - id: lower case, and no other one's.
  ///   - isGroup, isSkewed: see the properties.
  ///   - values: one for each node. It should end by an error when the `RunControl` says so.
  public init(
    _ id: String, isGroup: Bool = false, isSkewed: Bool = false,
    values: @escaping @Sendable (Graph, RunControl) throws -> AttributeColumn.Values
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

  /// The measure of all nodes, as an attribute of its name. The complexity is that of the measure
  /// in `GraphTopology`.
  ///
  /// - Throws: `CancellationError` when `control` ends the work.
  public func column(
    of graph: Graph, control: RunControl = RunControl()
  ) throws -> AttributeColumn {
    AttributeColumn(id, try values(graph, control))
  }

  /// The number of ends of edges at each node.
  public static let degree = NodeMeasure("degree", isSkewed: true) { graph, _ in
    .integers(graph.topology.degrees())
  }
  /// The number of its connected component.
  public static let component = NodeMeasure("component", isGroup: true) { graph, _ in
    .integers(graph.topology.connectedComponents().componentOfNode.map { Int($0) + 1 })
  }
  /// The number of its group, by the Leiden method.
  public static let community = NodeMeasure("community", isGroup: true) { graph, control in
    let found = try graph.topology.communities(weights: graph.usableWeights, control: control)
    return .integers(found.communityOfNode.map { Int($0) + 1 })
  }
  /// PageRank, with the weights of edges if there are any, to the eight digits that hold.
  public static let pageRank = NodeMeasure("pagerank", isSkewed: true) { graph, control in
    let rank = try graph.topology.pageRank(weights: graph.usableWeights, control: control)
    return .doubles(rank.scores.map { $0.rounded(toDigits: 8) })
  }
  /// The share of shortest paths that a node is on.
  public static let betweenness = NodeMeasure("betweenness", isSkewed: true) { graph, control in
    .doubles(try graph.topology.betweenness(control: control).scores)
  }
  /// The largest k for which a node is in the k-core.
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
  /// Weights that are finite and at least 0; other ones count as 1. Nil without weights.
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
  /// The nearest number of so many decimal digits, for numbers from 1e-14 to 1.
  func rounded(toDigits digits: Int) -> Double {
    var least = 1.0
    for _ in 1..<digits { least *= 10 }
    var scale = 1.0
    while abs(self) * scale < least, scale < 1e22 { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
