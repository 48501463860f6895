/// All elements of a picture, in painting order and in picture coordinates (points, y down).
/// Writers follow it exactly, so that all formats show the same.
struct DisplayList: Sendable {
  var width: Double
  var height: Double
  /// The background; nil for a transparent picture.
  var background: RGBColor?
  /// The family of all text; nil for a sans-serif one.
  var font: String?
  /// The groups of nodes, below all layers.
  var ground: [PaintedFigure] = []
  var layers: [Layer] = []
  /// The lines that lead to labels away from their nodes.
  var leaders: [Shape] = []
  var labels: [LabelGroup] = []
  /// The title and the key, above everything.
  var furniture: [PaintedFigure] = []
}

/// The edges and nodes at one depth. A two-dimensional picture has one layer.
struct Layer: Sendable {
  var strokes: [Stroke] = []
  var heads: [HeadGroup] = []
  /// The marks at the ends of edges, except plain heads.
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

/// Curves painted as one shape, whose opacities do not add up at crossings.
struct Stroke: Sendable {
  var style: StrokeStyle
  var curves: [Curve]
  /// The edge of each curve.
  var edges: [Int32]
}

/// Arrow heads painted as one shape.
struct HeadGroup: Sendable {
  var color: RGBColor
  var opacity: Double
  var heads: [ArrowHead]
  /// The edge of each head.
  var edges: [Int32]
}

struct Disc: Sendable {
  var center: SIMD2<Double>
  /// The outer radius, including the outline.
  var radius: Double
  var node: Int
}

/// Discs of one colour. The outline is inside the radius.
struct DiscGroup: Sendable {
  var color: RGBColor
  var rim: RGBColor
  /// The width of the outline; 0 for none.
  var rimWidth: Double
  var discs: [Disc]
}

/// Labels of one colour.
struct LabelGroup: Sendable {
  var color: RGBColor
  /// The colour of the outline of letters, which makes them readable everywhere.
  var rim: RGBColor
  var labels: [PlacedLabel]

  static let rimOpacity = 0.85
  static let rimWidth = 3.0
}
