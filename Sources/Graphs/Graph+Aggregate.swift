extension Graph {
  /// Returns a graph with one supernode per community, component or attribute value, whose edges
  /// have the summed weights. It gives an overview of a graph that is too large to draw.
  ///
  ///     let aggregate = try graph.aggregated(by: .community)
  ///     var style = GraphStyle(sizeBy: .attribute(GraphAggregate.membersAttribute))
  ///     style.edgeWidths = .byWeight
  ///     let picture = try aggregate.graph.laidOut().picture(style)
  ///
  /// See `GraphAggregate` for the names and attributes of supernodes.
  ///
  /// - Throws: `GraphError` if nodes have no such attribute; `CancellationError` if `control` ends
  ///   the work.
  public func aggregated(
    by measure: NodeMeasure, control: RunControl = RunControl()
  ) throws -> GraphAggregate {
    let values = try measure.column(of: self, control: control.step(0...0.8))
    return try aggregated(
      by: values, isNumbering: measure.isGroup, control: control.step(0.8...1))
  }
}

extension GraphLooks {
  /// The mean number of characters up to which names have a number beside them.
  private static let shortNames = 8

  /// Adds to names of supernodes that are short how many members they have: "140 (4649)". Longer names need
  /// the room themselves.
  package mutating func addMembers(of aggregate: Graph) {
    guard
      case .integers(let members)? =
        aggregate.nodeAttributes[GraphAggregate.membersAttribute]?.values,
      members.count == labels.count
    else { return }
    let lengths = labels.map(\.count)
    guard lengths.reduce(0, +) <= Self.shortNames * lengths.count else { return }
    labels = zip(labels, members).map { label, count in
      guard let count, !label.isEmpty else { return label }
      return "\(label) (\(count))"
    }
  }
}
