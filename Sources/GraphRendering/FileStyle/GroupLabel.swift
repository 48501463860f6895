import GraphModel

/// The style and position of the label of a Graphviz graph or cluster.
package struct GroupLabel {
  /// The text size in points.
  package var size: Double?
  package var color: RGBColor?
  package var alignment: Drawing.Text.Alignment?
  package var isBelow: Bool?
  /// The styles of the label and the outline that are not drawn.
  var lost: [String] = []

  package init(_ attributes: GraphAttributes) {
    func value<Value>(
      _ name: String, _ what: String, _ parse: (String) -> Value?
    ) -> Value? {
      guard let text = attributes[name]?.description, !text.isEmpty else { return nil }
      let value = parse(text)
      if value == nil { lost.append("\(what) \"\(text.prefix(40))\"") }
      return value
    }
    size = value("fontsize", "the size of text") { text in
      Double(text).flatMap { $0 >= 1 ? min($0, 500) : nil }
    }
    color = value("fontcolor", "the colour") { _ in
      attributes.colorText("fontcolor", .graphviz).flatMap { RGBColor($0, names: .x11) }
    }
    alignment = value("labeljust", "labeljust") { ["l": .left, "c": .center, "r": .right][$0] }
    isBelow = value("labelloc", "labelloc") { ["t": false, "b": true][$0] }
    if let font = attributes["fontname"]?.description, !FileStyle.isUsual(font: font) {
      lost.append("the font")
    }
    for name in ["color", "pencolor"]
    where attributes[name]?.description.contains(":") ?? false {
      lost.append("all but the first of several colours")
    }
  }
}

extension FileStyle {
  /// Returns true if a font of a file is the one used in pictures.
  static func isUsual(font: String) -> Bool {
    let first = font.prefix { $0 != "," }.lowercased()
    let usual: Set = [
      "", "helvetica", "arial", "liberation sans", "dejavu sans", "sans", "sans-serif",
    ]
    return usual.contains(first.filter { $0 != "\"" && $0 != "'" })
  }

  /// Returns the style of a graph's title, and the styles of it and of clusters that are not drawn.
  static func titles(of graph: Graph) -> (look: Picture.TitleLook, notDrawn: [String]) {
    let label = GroupLabel(graph.attributes)
    var look = Picture.TitleLook()
    look.size = label.size ?? look.size
    look.color = label.color
    look.alignment = label.alignment ?? look.alignment
    look.isBelow = label.isBelow ?? look.isBelow
    var counts: [String: Int] = [:]
    var order: [String] = []
    for group in graph.groups where group.isCluster {
      for what in GroupLabel(group.attributes).lost {
        if counts[what] == nil { order.append(what) }
        counts[what, default: 0] += 1
      }
    }
    let ofClusters = order.map { what in
      let count = counts[what] ?? 0
      return "\(what) of \(count) cluster\(count == 1 ? "" : "s")"
    }
    return (look, label.lost.map { "\($0) of the graph" } + ofClusters)
  }
}
