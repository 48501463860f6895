import GraphModel

/// What a program lends a view beyond the view's own: layouts, measures and formats of files, which
/// belong to libraries that the view does not know.
public struct GraphViewServices: Sendable {
  /// A layout that people may choose.
  public struct Layout: Sendable, Hashable, Encodable {
    public var name: String
    public var title: String

    public init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }

  /// A measure that colours and sizes may stand for.
  public struct Measure: Sendable, Hashable {
    public var name: String
    /// True when its numbers are groups, of which no one is more than another.
    public var isGroup: Bool
    /// True when few nodes have much larger values than most.
    public var isSkewed: Bool

    public init(name: String, isGroup: Bool = false, isSkewed: Bool = false) {
      self.name = name
      self.isGroup = isGroup
      self.isSkewed = isSkewed
    }
  }

  /// Beside the force-directed layout, which is the simulation itself.
  public var layouts: [Layout] = []
  /// Computes a layout of the graph, which has the positions of this moment. y points up, as in
  /// files. Runs outside of the session; its task is cancelled when another layout is asked for.
  public var layout: @Sendable (_ name: String, Graph) async throws -> NodePositions = { name, _ in
    throw GraphViewError.impossible("there is no layout \"\(name)\"")
  }

  public var measures: [Measure] = GraphViewServices.ownMeasures
  /// The values of a measure by node.
  public var measure: @Sendable (_ name: String, Graph) async throws -> AttributeColumn =
    GraphViewServices.ownMeasure

  /// The formats of graph files that can be saved, by id.
  public var formats: [String] = []
  /// A graph as a file of a format. The graph has the positions of this moment.
  public var write: @Sendable (_ format: String, Graph) async throws -> ExportedFile = {
    format, _ in
    throw GraphViewError.impossible("there is no format \"\(format)\"")
  }

  public init() {}
}

// MARK: Measures of GraphModel

extension GraphViewServices {
  /// The measures of GraphModel by the names that the other programs have for them.
  public static let ownMeasures = [
    Measure(name: "degree", isSkewed: true), Measure(name: "component", isGroup: true),
    Measure(name: "community", isGroup: true), Measure(name: "pagerank", isSkewed: true),
    Measure(name: "betweenness", isSkewed: true), Measure(name: "core"),
  ]

  /// The values of a measure of `ownMeasures`.
  public static let ownMeasure: @Sendable (String, Graph) async throws -> AttributeColumn = {
    name, graph in
    let weights = graph.weights.map { $0.map { $0 > 0 && $0.isFinite ? $0 : 1 } }
    let topology = graph.topology
    let values: AttributeColumn.Values =
      switch name {
      case "degree": .integers(topology.degrees())
      case "component": .integers(topology.connectedComponents().componentOfNode.map(Int.init))
      case "community":
        .integers(try topology.communities(weights: weights).communityOfNode.map(Int.init))
      case "pagerank": .doubles(try topology.pageRank(weights: weights).scores)
      case "betweenness": .doubles(try topology.betweenness().scores)
      case "core": .integers(try topology.coreNumbers().map(Int.init))
      default: throw GraphViewError.impossible("there is no measure \"\(name)\"")
      }
    return AttributeColumn(name, values)
  }
}
