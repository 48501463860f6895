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
  /// The members of a supernode that is called by two of them, in parts of those of the largest one.
  private static let largeShare = 0.3
  /// The greatest number of characters of both names.
  private static let longestNames = 20
  /// The width of labels in points, for names of that length with their number.
  private static let labelWidth = 280.0

  /// Adds to names of supernodes how many members they have, and to those of large ones their second name:
  /// "Kant; Hume (464)".
  package mutating func addMembers(of aggregate: Graph) {
    guard
      case .integers(let members)? =
        aggregate.nodeAttributes[GraphAggregate.membersAttribute]?.values,
      members.count == labels.count
    else { return }
    labelWidth = Self.labelWidth
    let names = aggregate.nodeAttributes[GraphAggregate.topNamesAttribute]
    let many = Self.largeShare * Double(members.lazy.compactMap { $0 }.max() ?? 0)
    for (node, count) in members.enumerated() where !labels[node].isEmpty {
      guard let count else { continue }
      let tops = names?[node]?.description.split(separator: "; ") ?? []
      if Double(count) >= many, tops.count > 1, String(tops[0]).hasSameBytes(as: labels[node]),
        tops[1].contains(where: \.isLetter),
        labels[node].count + tops[1].count <= Self.longestNames
      {
        labels[node] += "; " + tops[1]
      }
      labels[node] += " (\(count))"
    }
  }
}
