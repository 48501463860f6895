extension Graph {
  /// One node for each community, component or value of an attribute, with edges by the sums of their
  /// weights: the picture of a graph that is too large for one of its own.
  ///
  ///     let aggregate = try graph.aggregated(by: .community)
  ///     var style = GraphStyle(sizeBy: .attribute(GraphAggregate.membersAttribute))
  ///     style.edgeWidths = .byWeight
  ///     let picture = try aggregate.graph.laidOut().picture(style)
  ///
  /// See `GraphAggregate` for what supernodes are called and what is known of them.
  ///
  /// - Throws: `GraphError` when nodes have no such attribute; `CancellationError` when `control` ends
  ///   the work.
  public func aggregated(
    by property: NodeProperty, control: RunControl = RunControl()
  ) throws -> GraphAggregate {
    let values = try column(property, control: control.step(0...0.8))
    return try aggregated(
      by: values, isNumbering: property.isGroup, control: control.step(0.8...1))
  }
}

extension NodeProperty {
  /// Whether it is a measure whose values are numbers of groups.
  package var isGroup: Bool {
    if case .measure(let measure) = self { return measure.isGroup }
    return false
  }
}
