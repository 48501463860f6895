import GraphModel

extension NodeColoring {
  /// Creates colours by the values of an attribute, as `init(by:theme:)`, but with numbers on this
  /// scale even if there are few. O(nodes), for quantiles O(nodes * log).
  ///
  /// - Parameter scaling: nil for the default of the attribute.
  package init(by column: AttributeColumn, scaling: Palette.Scaling?, theme: Theme = .light) {
    guard let scaling, let numbers = column.numbers else {
      self.init(by: column, theme: theme)
      return
    }
    self.init(
      byNumber: numbers.map { $0 ?? .nan }, title: column.name, scaling: scaling, theme: theme)
  }

  /// Creates colours by a measure: of groups, or on a scale. O(nodes + edges * log).
  ///
  /// - Parameters:
  ///   - column: the measure of the nodes of `graph`.
  ///   - scaling: nil for `.logarithmic` if a few nodes have much larger values than most, else
  ///     `.linear`.
  package init(
    by measure: NodeMeasure, _ column: AttributeColumn, of graph: GraphTopology,
    scaling: Palette.Scaling? = nil, theme: Theme = .light
  ) {
    if measure.isGroup, case .integers(let parts) = column.values {
      let first = parts.compactMap { $0 }.min() ?? 0
      self.init(
        byPart: parts.map { Int32(clamping: ($0 ?? first) - first) }, of: graph, title: measure.id)
      return
    }
    self.init(
      byNumber: (column.numbers ?? []).map { $0 ?? .nan }, title: measure.id,
      scaling: scaling ?? (measure.isSkewed ? .logarithmic : .linear), theme: theme)
  }
}
