import GraphModel

extension FileStyle {
  /// Returns the outline of a cluster with the style that the file specifies.
  package func box(around group: NodeGroup, at outline: Drawing.Group.Outline) -> Drawing.Group {
    func color(_ name: String) -> RGBColor? {
      group.attributes.colorText(name, dialect).flatMap {
        RGBColor($0, names: dialect == .graphviz ? .x11 : .css)
      }
    }
    let styles = Set(
      (group.attributes["style"]?.description ?? "").split(whereSeparator: { ", ".contains($0) })
        .map(String.init))
    var box = Drawing.Group(
      group.nodes, name: group.title.text.lines.map(\.text).joined(separator: "\n"))
    box.outline = outline
    let label = GroupLabel(group.attributes)
    box.textSize = group.title.textSize
    box.textColor = label.color
    box.textAlignment = label.alignment ?? .center
    box.nameIsBelow = label.isBelow ?? false
    let isFilled = !styles.isDisjoint(with: ["filled", "radial"])
    let stroke = color("pencolor") ?? color("color")
    box.fill =
      isFilled ? color("fillcolor") ?? color("color") ?? color("bgcolor") : color("bgcolor")
    if dialect == .graphviz {
      let names = isFilled ? ["fillcolor", "color", "bgcolor"] : ["bgcolor"]
      let list = names.lazy.compactMap { group.attributes.colorText($0, dialect) }.first ?? ""
      let angle = group.attributes["gradientangle"].flatMap { Double($0.description) } ?? 0
      box.gradient = Drawing.Gradient(
        list: list, angle: angle, isRadial: styles.contains("radial"))
    }
    if box.fill == nil, stroke != nil { box.fill = .clear }
    box.stroke = stroke
    if let width = group.attributes["penwidth"].flatMap({ Double($0.description) }) {
      box.strokeWidth = min(max(width, 0), 50)
    }
    if group.attributes["peripheries"]?.description == "0" || styles.contains("invis") {
      box.strokeWidth = 0
      if styles.contains("invis") { (box.fill, box.name) = (.clear, "") }
    }
    box.dash = styles.contains("dashed") ? .dashed : styles.contains("dotted") ? .dotted : .solid
    return box
  }
}

extension GraphAttributes {
  /// Returns the text of a colour, in Graphviz's files by their `colorscheme`.
  func colorText(_ name: String, _ dialect: Graph.Dialect) -> String? {
    guard let text = self[name]?.description else { return nil }
    guard dialect == .graphviz, let scheme = self["colorscheme"]?.description else { return text }
    return StyleColumns.inScheme(text, scheme.lowercased())
  }
}

extension NodeGroup {
  /// The title of the cluster's box.
  package var title: Drawing.EdgeLabel {
    let text = attributes[StandardAttribute.label]?.description ?? ""
    return Drawing.EdgeLabel(
      0, Drawing.Text(FileStyle.lines(ofLabel: text)), textSize: GroupLabel(attributes).size ?? 14)
  }
}
