import CommandLineSupport
@_spi(Interfaces) import Graphs

extension PictureOptions {
  /// The options, with their names as on the command line.
  var request: StyleRequest {
    var request = StyleRequest(spelled: { "--" + $0 })
    request.colorBy = colorBy
    request.colorScale = colorScale?.scaling
    request.sizeBy = size
    request.label = label
    request.maxLabels = maxLabels
    request.widthBy = edges.edgeWidth
    request.widthRange = edges.widthRange.map { ($0.low, $0.high) }
    request.edgeColorBy = edges.edgeColorBy
    request.edgeOpacity = edges.edgeOpacity
    request.curve = edges.curve
    request.bundle = edges.bundle
    request.arrows = edges.arrows
    request.textInNodes = textInNodes
    request.groups = groups
    request.theme = theme.theme
    request.background = background
    request.font = font
    request.fontSize = fontSize.map { ($0.low, $0.high) }
    request.transparent = transparent
    (request.width, request.height) = (width, height)
    request.title = title
    request.camera = camera.map { ($0.azimuth, $0.elevation) }
    return request
  }

  /// Returns the style for a graph. Throws if the options refer to something that the graph does
  /// not have.
  func style(_ graph: Graph, name: String) throws(Failure) -> GraphStyle {
    do throws(StyleRequest.Problem) { return try request.style(of: graph, name: name) } catch {
      throw .usage(
        error.description
          + (error.choice.map { Suggestion.sentence(for: $0.word, among: $0.words) } ?? ""))
    }
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
}
