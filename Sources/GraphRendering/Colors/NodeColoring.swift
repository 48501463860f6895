import GraphModel

/// A colour for each node, and what the colours mean.
///
///     let coloring = NodeColoring(by: graph.nodeAttributes["group"]!, theme: .light)
///     drawing.nodeColors = coloring.colors
///     print(coloring.legend!)  // colours by group: 1 #0072b2 (12), ...
public struct NodeColoring: Sendable, Hashable {
  /// One for each node.
  public var colors: [RGBColor]
  /// True when nodes of one colour belong together, so that edges between them may have it too.
  public var isGrouping: Bool
  /// Nil for colours that a file has and does not explain.
  public var legend: Legend?

  public init(_ colors: [RGBColor], isGrouping: Bool = false, legend: Legend? = nil) {
    self.colors = colors
    self.isGrouping = isGrouping
    self.legend = legend
  }

  /// Above this many different values, whole numbers are a scale and not names of groups.
  private static let groupLimit = 20

  /// Colours by the values of an attribute: colours themselves as they are, numbers as a scale, and
  /// words, truth values and up to 20 different whole numbers as groups. O(nodes).
  public init(by column: AttributeColumn, theme: Theme = .light) {
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

  /// Colours that an attribute has itself, as in a file that has been drawn before: `#rrggbb`, or
  /// whatever `RGBColor(_:names:)` reads where the attribute is called a colour. Nil when it has none.
  /// Nodes whose value is no colour, or that have no value, get the theme's.
  public init?(in column: AttributeColumn, theme: Theme = .light) {
    guard let colors = Self.colors(in: column, theme) else { return nil }
    self.init(colors)
  }

  /// A colour for each group, the most frequent first; `Palette.missing` for nil. O(nodes).
  public init(byGroup groups: [String?], title: String) {
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

  /// Colours on a scale, blue for the least number and yellow for the greatest. Numbers that are not
  /// finite count as no value. O(nodes).
  public init(
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

  /// Colours for parts of a graph that have no names, such as communities: the largest have colours, the
  /// others `Palette.other`. O(nodes).
  ///
  /// - Parameter parts: the part of each node, from 0.
  public init(byPart parts: [Int32], of graph: GraphTopology, title: String) {
    self.init(byGroup: parts.map { "\($0 + 1)" }, title: title)
  }

  private static func colors(in column: AttributeColumn, _ theme: Theme) -> [RGBColor]? {
    guard case .strings(let texts) = column.values else { return nil }
    // Words are colours where they are said to be; elsewhere `rose` may be a flower.
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
