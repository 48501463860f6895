/// A property of nodes that colours or sizes represent: an attribute of the file, or a measure of
/// the graph.
///
///     let style = GraphStyle(colorBy: .community, sizeBy: .pageRank)
///     let other = GraphStyle(colorBy: .attribute("club"))
public enum NodeProperty: Sendable, Hashable {
  /// An attribute of nodes, by its name.
  case attribute(String)
  /// A measure of the graph.
  case measure(NodeMeasure)

  /// The degree; a self-loop counts twice.
  public static let degree = NodeProperty.measure(.degree)
  /// The connected components.
  public static let component = NodeProperty.measure(.component)
  /// Communities, found by the Leiden method.
  public static let community = NodeProperty.measure(.community)
  /// PageRank: the fraction of time that a random walk spends at a node.
  public static let pageRank = NodeProperty.measure(.pageRank)
  /// Betweenness: the fraction of shortest paths through a node.
  public static let betweenness = NodeProperty.measure(.betweenness)
  /// The largest k for which a node is in the k-core.
  public static let coreNumber = NodeProperty.measure(.coreNumber)

  /// Returns the attribute of this name if nodes have it, else the measure of this id; nil if there
  /// is neither. `measure:community` is the measure in any case.
  public init?(_ name: String, of graph: Graph) {
    if graph.nodeAttributes[name] != nil {
      self = .attribute(name)
    } else if let measure = NodeMeasure(anew: name) ?? NodeMeasure(name) {
      self = .measure(measure)
    } else {
      return nil
    }
  }
}

extension Graph {
  /// Returns the values of a property, as an attribute.
  ///
  /// - Throws: `GraphError` if nodes have no such attribute; `CancellationError` if `control` ends
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
