import Graphs

/// Creates the picture of a layout on demand, for both SVG and PNG.
struct PictureMaker {
  let style: GraphStyle
  let looks: GraphLooks
  let outcome: LayoutPlan.Outcome
  private var made: Picture?

  init(style: GraphStyle, looks: GraphLooks, outcome: LayoutPlan.Outcome) {
    self.style = style
    self.looks = looks
    self.outcome = outcome
  }

  mutating func picture() throws -> Picture {
    if let made { return made }
    let picture = try outcome.graph.picture(
      style, looks, prefersEqualSizes: outcome.method?.abilities.contains(.order) ?? false,
      routes: outcome.routes, hasRoomForText: outcome.hasRoomForText,
      boxes: outcome.boxes)
    made = picture
    return picture
  }

  /// The characters that PNG and PDF files of the picture lack; nil without a picture.
  var missingLetters: String? { made?.missingLetters() }

  /// The description of nodes and edges that the picture does not show; nil without a picture, or
  /// if it shows all.
  var leftOut: String? {
    made?.report.leftOut(
      nodeCount: outcome.graph.nodeCount, edgeCount: outcome.graph.edgeCount)
  }

  /// The description of bundled edges; nil without a picture, or if the style bundles none.
  var bundling: String? {
    guard style.bundlesEdges else { return nil }
    return made?.report.bundling(
      edgeCount: outcome.graph.edgeCount, areRouted: outcome.routes != nil)
  }
}
