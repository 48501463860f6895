import CommandLineSupport
import Graphs

extension PictureOptions {
  /// Returns the style for a graph. Throws if the options refer to something that the graph does
  /// not have.
  func style(_ graph: Graph, name: String) throws(Failure) -> GraphStyle {
    var style = GraphStyle()
    style.colors = try colors(graph)
    style.colorScale = colorScale?.scaling
    style.sizes = try sizes(graph)
    style.labels = try labels(graph)
    try edges.dress(&style, of: graph)
    if let textInNodes { style.nodes = textInNodes ? .text : .discs }
    style.groups = try groups(graph)
    style.theme = background.map { theme.theme.on($0) } ?? theme.theme
    style.font = font
    style.textSizes = fontSize.map { $0.low...$0.high }
    style.isTransparent = transparent
    if let camera {
      style.camera = .around(azimuth: camera.azimuth, elevation: camera.elevation)
    }
    (style.width, style.height) = (width, height)
    (style.title, style.name) = (title, name)
    style.labelLimit = maxLabels
    return style
  }

  /// Returns a note that colours are by the node attribute, if edges have one of the same name;
  /// else nil.
  func colorMeaning(_ graph: Graph) -> String? {
    guard let colorBy, graph.nodeAttributes[colorBy] != nil, graph.edgeAttributes[colorBy] != nil
    else { return nil }
    return "--color-by \(colorBy) is the attribute of the nodes, not that of the edges"
  }

  /// Returns notes on words that name attributes of the file as well as measures.
  func hiddenMeasures(_ graph: Graph) -> [String] {
    [(colorBy, "--color-by"), (size, "--size-by"), (groups, "--groups")].compactMap {
      graph.note(onHidden: $0.0, $0.1)
    }
  }

  /// Throws if PNG is not supported by this build, or the picture would have too many pixels.
  func checkPNG() throws(RenderingError) {
    // Automatic sizes are at least this large.
    let width = width ?? Picture.Options.leastWidth
    try Picture.checkPNG(width: width, height: height ?? 0.5 * width, scale: scale)
  }

  private func colors(_ graph: Graph) throws(Failure) -> GraphStyle.Colors {
    guard let colorBy else { return .ofFile }
    if let property = NodeProperty(colorBy, of: graph) { return .by(property) }
    if colorBy == "none" { return .none }
    throw unknown("--color-by", colorBy, graph, NodeMeasure.all.map(\.id).sorted() + ["none"])
  }

  private func sizes(_ graph: Graph) throws(Failure) -> GraphStyle.Sizes {
    guard let size else { return .automatic }
    if let column = graph.nodeAttributes[size], column.numbers == nil {
      throw .usage("--size-by \(size): the attribute is no number, but of type \(column.type).")
    }
    if let property = NodeProperty(size, of: graph), !property.isGroup { return .by(property) }
    if size == "same" { return .same }
    guard let points = Double(size) else {
      let measures = NodeMeasure.all.filter { !$0.isGroup }.map(\.id).sorted()
      throw unknown("--size-by", size, graph, measures + ["same", "a radius in points"])
    }
    guard points >= 0, points <= 1000 else {
      throw .usage("--size-by is 0 to 1000 points, not \(size).")
    }
    return .points(points)
  }

  private func groups(_ graph: Graph) throws(Failure) -> GraphStyle.Groups {
    guard let groups else { return .ofFile }
    if groups == "none", graph.nodeAttributes[groups] == nil { return .none }
    if let property = NodeProperty(groups, of: graph) {
      if graph.nodeAttributes[groups] != nil || property.isGroup { return .by(property) }
    }
    let measures = NodeMeasure.all.filter(\.isGroup).map(\.id).sorted()
    throw unknown("--groups", groups, graph, measures + ["none"])
  }

  private func labels(_ graph: Graph) throws(Failure) -> GraphStyle.Labels {
    guard let label else { return .automatic }
    if graph.nodeAttributes[label] != nil { return .attribute(label) }
    if label == "id" { return .ids }
    if label == "none" { return .none }
    throw unknown("--label", label, graph, ["id", "none"])
  }

  private func unknown(
    _ option: String, _ value: String, _ graph: Graph, _ others: [String]
  ) -> Failure {
    .usage(
      "\(option) \(value): nodes have no such attribute; \(Attributes.list(graph.nodeAttributes))"
        + (graph.edgeAttributes[value] == nil ? ". " : ". Edges have one, which it is not about. ")
        + "\(option) also takes \(others.dropLast().joined(separator: ", ")) and "
        + "\(others.last ?? "")."
        + Suggestion.sentence(for: value, among: graph.nodeAttributes.names + others))
  }
}
