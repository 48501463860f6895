import GraphModel
import GraphRendering

/// A group of nodes that the page draws with an outline: a cluster of a Graphviz file.
struct ViewGroup: Encodable, Hashable {
  /// The name beside the outline; empty for none.
  var name: String
  /// The nodes, by number.
  var nodes: [Int]
  /// The number of levels of groups within it; outer outlines are wider.
  var levels: Int
  /// The colours, as #rrggbb; nil for faint ones of the theme.
  var fill: String?
  var stroke: String?
}

extension Graph {
  /// True if drawings have outlines around groups of nodes.
  var hasClusters: Bool { groups.contains { $0.isCluster && !$0.nodes.isEmpty } }

  /// The clusters of the graph for the page, outer ones first; nil if there are none. O(nodes +
  /// groups).
  var viewGroups: [ViewGroup]? {
    guard hasClusters else { return nil }
    let style = FileStyle(self)
    var levels = [Int](repeating: 0, count: groups.count)
    for (number, group) in groups.enumerated().reversed() where group.isCluster {
      var outer = group.parent
      while let place = outer, !groups[place].isCluster { outer = groups[place].parent }
      if let outer { levels[outer] = max(levels[outer], levels[number] + 1) }
    }
    return zip(groups, levels).compactMap { group, levels in
      guard group.isCluster, !group.nodes.isEmpty else { return nil }
      let outline = style.box(around: group, at: .hull)
      // Invisible clusters have neither an outline nor a name.
      if outline.strokeWidth == 0, outline.fill == .clear, outline.name.isEmpty { return nil }
      return ViewGroup(
        name: outline.name.split(whereSeparator: \.isNewline).joined(separator: " "),
        nodes: group.nodes, levels: levels, fill: outline.fill?.opaqueText,
        stroke: outline.stroke?.opaqueText)
    }
  }
}

extension RGBColor {
  /// The colour as #rrggbb; nil if it is invisible.
  fileprivate var opaqueText: String? { alpha == 0 ? nil : String(hex.prefix(7)) }
}
