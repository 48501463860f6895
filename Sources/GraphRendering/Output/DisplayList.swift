/// Everything a picture consists of, in painting order and in picture coordinates (points, y down). What writes a
/// picture follows it to the letter, so that all kinds of pictures show the same.
struct DisplayList: Sendable {
  var width: Double
  var height: Double
  /// nil for a transparent picture.
  var background: RGBColor?
  /// Below all layers: groups of nodes.
  var ground: [PaintedFigure] = []
  var layers: [Layer] = []
  var labels: [LabelGroup] = []
}

/// The edges and nodes at one depth. A picture of the plane has one layer.
struct Layer: Sendable {
  var strokes: [Stroke] = []
  var heads: [HeadGroup] = []
  /// What edges have at their ends beside plain heads.
  var marks: [Shape] = []
  var discs: [DiscGroup] = []
  var figures: [PaintedFigure] = []
}

struct StrokeStyle: Hashable, Sendable {
  var color: RGBColor
  var opacity: Double
  var width: Double
  var dash = Drawing.Dash.solid
}

/// Curves painted as one shape: where they cross, they do not add up.
struct Stroke: Sendable {
  var style: StrokeStyle
  var curves: [Curve]
}

/// Arrow heads painted as one shape.
struct HeadGroup: Sendable {
  var color: RGBColor
  var opacity: Double
  var heads: [ArrowHead]
}

struct Disc: Sendable {
  var center: SIMD2<Double>
  /// Of the whole disc, with its rim.
  var radius: Double
  var node: Int
}

/// Discs of one colour. The rim lies inside of the radius.
struct DiscGroup: Sendable {
  var color: RGBColor
  var rim: RGBColor
  /// 0 for none.
  var rimWidth: Double
  var discs: [Disc]
}

/// Labels of one colour.
struct LabelGroup: Sendable {
  var color: RGBColor
  /// What the letters are outlined with, so that they can be read on anything.
  var rim: RGBColor
  var labels: [PlacedLabel]

  static let rimOpacity = 0.85
  static let rimWidth = 3.0
}
