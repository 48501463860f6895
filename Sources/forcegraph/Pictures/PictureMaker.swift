import Graphs

/// The picture of a layout, made when it is asked for; SVG and PNG share it.
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
      routes: outcome.routes, hasRoomForText: outcome.hasRoomForText)
    made = picture
    return picture
  }

  /// The letters that PNG and PDF files made of the picture lack; nil without a picture.
  var missingLetters: String? { made?.missingLetters() }

  /// The nodes and edges that the picture does not show, and why; nil without a picture, and when it
  /// shows all.
  var leftOut: String? {
    made?.report.leftOut(
      nodeCount: outcome.graph.nodeCount, edgeCount: outcome.graph.edgeCount)
  }
}
