import GraphModel

/// A colour for each node, with the meaning of the colours.
///
///     let coloring = NodeColoring(by: graph.nodeAttributes["group"]!, theme: .light)
///     drawing.nodeColors = coloring.colors
///     print(coloring.legend!)  // colours by group: 1 #0072b2 (12), ...
package struct NodeColoring: Sendable, Hashable {
  /// The colour of each node.
  package var colors: [RGBColor]
  /// True if nodes of one colour form a group, so that edges between them may have the same colour.
  package var isGrouping: Bool
  /// The legend; nil for colours from a file, whose meaning is unknown.
  package var legend: Legend?

  package init(_ colors: [RGBColor], isGrouping: Bool = false, legend: Legend? = nil) {
    self.colors = colors
    self.isGrouping = isGrouping
    self.legend = legend
  }

  /// The number of distinct integers above which they are a scale, and not group numbers.
  private static let groupLimit = 20

  /// Creates colours by the values of an attribute: colours are used unchanged, numbers are on a
  /// scale, and texts, booleans and up to 20 distinct integers are groups. O(nodes).
  package init(by column: AttributeColumn, theme: Theme = .light) {
    if let colors = Self.colors(in: column, theme) {
      self.init(colors)
      return
    }
    if let numbers = column.numbers,
      column.type == .double || Set(numbers.compactMap { $0 }).count > Self.groupLimit
    {
      self.init(byNumber: numbers.map { $0 ?? .nan }, title: column.name, theme: theme)
      return
    }
    self.init(byGroup: (0..<column.count).map { column[$0]?.description }, title: column.name)
  }

  /// Creates colours from an attribute that contains colours, as in a file with a style: `#rrggbb`,
  /// or anything that `RGBColor(_:)` parses if the attribute is named as a colour. Nil if it
  /// contains none. Nodes without a value or with an invalid one get the theme's colour.
  package init?(in column: AttributeColumn, theme: Theme = .light) {
    guard let colors = Self.colors(in: column, theme) else { return nil }
    self.init(colors)
  }

  /// Creates a colour for each group, the most frequent first; nil gets `Palette.missing`.
  /// O(nodes).
  package init(byGroup groups: [String?], title: String) {
    let assignment = Palette.colors(byGroup: groups)
    let entries = assignment.entries.map {
      Legend.Group(name: $0.value, color: $0.color, count: $0.count)
    }
    self.init(
      assignment.colors, isGrouping: true,
      legend: Legend(
        title: title, meaning: .groups(entries, others: assignment.otherCount),
        missing: assignment.missingCount))
  }

  /// Creates colours on a scale from blue for the least number to yellow for the greatest.
  /// Non-finite numbers count as missing. O(nodes).
  package init(
    byNumber numbers: [Double], title: String, scaling: Palette.Scaling = .linear,
    theme: Theme = .light
  ) {
    let finite = numbers.lazy.filter(\.isFinite)
    var legend: Legend?
    if let least = finite.min(), let greatest = finite.max() {
      let ends = Palette.colors(byNumber: [0, 1], theme: theme)
      legend = Legend(
        title: title, meaning: .scale(least...greatest, scaling, low: ends[0], high: ends[1]),
        missing: numbers.count { !$0.isFinite })
    }
    self.init(Palette.colors(byNumber: numbers, scaling: scaling, theme: theme), legend: legend)
  }

  /// Creates colours for unnamed groups of a graph, such as communities: the largest get their own
  /// colours, the others `Palette.other`. O(nodes).
  ///
  /// - Parameter parts: the group of each node, from 0.
  package init(byPart parts: [Int32], of graph: GraphTopology, title: String) {
    self.init(byGroup: parts.map { "\($0 + 1)" }, title: title)
  }

  private static func colors(in column: AttributeColumn, _ theme: Theme) -> [RGBColor]? {
    guard case .strings(let texts) = column.values else { return nil }
    // Words are only colours if the attribute is named as a colour; otherwise `rose` may be a
    // flower.
    let isCalledColor = ["color", "colour"].contains { column.name.lowercased().hasSuffix($0) }
    var isColor = false
    var colors: [RGBColor] = []
    for text in texts {
      let color = text.flatMap { isCalledColor || $0.hasPrefix("#") ? RGBColor($0) : nil }
      if color != nil { isColor = true } else if text != nil, !isCalledColor { return nil }
      colors.append(color ?? theme.node)
    }
    return isColor ? colors : nil
  }
}
