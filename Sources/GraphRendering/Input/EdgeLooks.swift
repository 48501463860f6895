extension Drawing {
  /// A dash style.
  public enum Dash: UInt8, Hashable, Sendable, CaseIterable {
    case solid, dashed, dotted
  }

  /// The colours of an edge with several, as Graphviz draws lists of colours.
  public enum EdgeColors: Hashable, Sendable {
    /// Parallel lines, from right to left in the direction of the target. An arrow head has the
    /// first colour, the mark at the source the second.
    case beside([RGBColor])
    /// Consecutive pieces from the source, each with its fraction of the edge's length.
    case along([ColorShare])
  }

  /// One of several colours with its fraction.
  public struct ColorShare: Hashable, Sendable {
    /// The colour of the line or area.
    public var color: RGBColor
    /// The fraction of the whole, 0 to 1. The rest is added to the last colour.
    public var share: Double

    public init(_ color: RGBColor, share: Double) {
      self.color = color
      self.share = share
    }
  }

  /// The mark at an end of an edge. Open ones are not filled.
  public enum Arrow: UInt8, Hashable, Sendable, CaseIterable {
    /// No mark.
    case none
    /// A triangle.
    case normal, open
    /// A triangle that points away from the node.
    case inverted, openInverted
    /// A notched triangle.
    case vee
    /// A disc.
    case dot, openDot
    case diamond, openDiamond
    case box, openBox
    /// Three lines that spread towards the node.
    case crow
    /// A transverse line.
    case tee
  }

  /// A label of an edge. It does not overlap edges if there is space.
  public struct EdgeLabel: Hashable, Sendable {
    /// A place along an edge.
    public enum Place: Hashable, Sendable { case source, middle, target }

    /// The number of the edge.
    public var edge: Int
    /// The text.
    public var text: Text
    /// The place along the edge.
    public var place: Place
    /// The text size in points, like lengths of figures.
    public var textSize: Double
    /// The colour; nil for the theme's.
    public var color: RGBColor?
    /// The centre of the label in layout units, if the layout has reserved space; nil to let the
    /// picture find a place. If a coordinate is not finite, the label is not drawn.
    public var position: SIMD2<Double>?

    public init(
      _ edge: Int, _ text: Text, place: Place = .middle, textSize: Double = 10,
      color: RGBColor? = nil, position: SIMD2<Double>? = nil
    ) {
      self.edge = edge
      self.text = text
      self.place = place
      self.textSize = textSize
      self.color = color
      self.position = position
    }
  }

  /// The points of edges, in layout units.
  public struct Routes: Hashable, Sendable {
    /// The points of all edges, one edge after the other: each from the centre or a port of its
    /// source through its bends to its target.
    public var points: [SIMD2<Double>]
    /// The index in `points` where each edge begins, and the end of the last one. An edge with less
    /// than two points is drawn without a route.
    public var offsets: [Int]
    /// Whether edges have corners at their bends; else they are curves along them.
    public var hasCorners = false

    public init(points: [SIMD2<Double>], offsets: [Int]) {
      self.points = points
      self.offsets = offsets
    }

    subscript(edge: Int) -> ArraySlice<SIMD2<Double>> { points[offsets[edge]..<offsets[edge + 1]] }
  }

  /// A group of nodes with an outline, painted below edges and nodes, and above earlier groups.
  public struct Group: Hashable, Sendable {
    /// The shape around a group.
    public enum Outline: Hashable, Sendable {
      /// The bounding box of its nodes.
      case box
      /// The convex hull of its nodes, with rounded corners.
      case hull
      /// A box with the given corners, in layout units.
      case corners(SIMD2<Double>, SIMD2<Double>)
    }

    /// The nodes, by number.
    public var nodes: [Int]
    /// The name, at the top unless `nameIsBelow`; empty for none.
    public var name: String
    /// The shape.
    public var outline: Outline
    /// The fill; nil for a faint one.
    public var fill: RGBColor?
    /// The transition of colours inside, which takes precedence over `fill`.
    public var gradient: Gradient?
    /// The colour of the outline; nil for one that suits the fill.
    public var stroke: RGBColor?
    /// The width of the outline; 0 for none.
    public var strokeWidth: Double
    /// The dash style of the outline.
    public var dash: Dash
    /// The colour of the name; nil for one that suits the fill.
    public var textColor: RGBColor?
    /// The text size of the name, in points.
    public var textSize: Double
    /// The horizontal alignment of the name.
    public var textAlignment = Text.Alignment.center
    /// True if the name is at the bottom instead of the top.
    public var nameIsBelow = false

    public init(
      _ nodes: [Int], name: String = "", outline: Outline = .hull, fill: RGBColor? = nil,
      stroke: RGBColor? = nil, strokeWidth: Double = 1, dash: Dash = .solid,
      textColor: RGBColor? = nil, textSize: Double = 12
    ) {
      self.nodes = nodes
      self.name = name
      self.outline = outline
      self.fill = fill
      self.stroke = stroke
      self.strokeWidth = strokeWidth
      self.dash = dash
      self.textColor = textColor
      self.textSize = textSize
    }
  }
}
