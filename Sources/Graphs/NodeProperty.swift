/// What pictures show of nodes by colour and size: an attribute of the file, or a measure of the graph.
///
///     let style = GraphStyle(colorBy: .community, sizeBy: .pageRank)
///     let other = GraphStyle(colorBy: .attribute("club"))
public enum NodeProperty: Sendable, Hashable {
  /// An attribute of nodes, by its name.
  case attribute(String)
  /// A measure of the graph.
  case measure(NodeMeasure)

  /// The number of ends of edges at each node.
  public static let degree = NodeProperty.measure(.degree)
  /// The connected components.
  public static let component = NodeProperty.measure(.component)
  /// Groups with many edges inside and few between them: the Leiden method.
  public static let community = NodeProperty.measure(.community)
  /// The share of time that a random walk spends at a node.
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
}
