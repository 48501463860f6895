extension Drawing {
  /// How a line is drawn.
  public enum Dash: UInt8, Hashable, Sendable, CaseIterable {
    case solid, dashed, dotted
  }

  /// The colours of an edge that has several, as Graphviz draws lists of colours.
  public enum EdgeColors: Hashable, Sendable {
    /// Lines side by side, from the right of one who walks to the target to the left. An arrow head has
    /// the first colour, what is at the source the second.
    case beside([RGBColor])
    /// One after the other from the source, each with its share of the edge's length.
    case along([ColorShare])
  }

  /// One of several colours.
  public struct ColorShare: Hashable, Sendable {
    /// Of a line or an area.
    public var color: RGBColor
    /// Of the whole, 0 to 1. What all shares leave is the last colour's too.
    public var share: Double

    public init(_ color: RGBColor, share: Double) {
      self.color = color
      self.share = share
    }
  }

  /// What an edge has at an end. Open ones are not filled.
  public enum Arrow: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A triangle.
    case normal, open
    /// A triangle that points away from the node.
    case inverted, openInverted
    /// A triangle with a notch.
    case vee
    /// A disc.
    case dot, openDot
    case diamond, openDiamond
    case box, openBox
    /// Three lines that spread towards the node.
    case crow
    /// A line across.
    case tee
  }

  /// Text at an edge. No label lies on an edge where there is room beside.
  public struct EdgeLabel: Hashable, Sendable {
    /// Where along an edge.
    public enum Place: Hashable, Sendable { case source, middle, target }

    /// The number of the edge.
    public var edge: Int
    /// What it says.
    public var text: Text
    /// Where along the edge.
    public var place: Place
    /// In points, as lengths of figures are.
    public var textSize: Double
    /// nil for the theme's.
    public var color: RGBColor?
    /// The middle of the label in layout units, where the layout has made room; nil for a place that
    /// the picture finds. The label is not drawn when a coordinate is not finite.
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

  /// The points that edges run through, in layout units.
  public struct Routes: Hashable, Sendable {
    /// The points of all edges, one edge after the other: for each from the middle of its source, or
    /// a port there, through its bends to its target.
    public var points: [SIMD2<Double>]
    /// Where the points of each edge begin in `points`, and the end of the last. An edge with less
    /// than two points is drawn as if there were no routes.
    public var offsets: [Int]

    public init(points: [SIMD2<Double>], offsets: [Int]) {
      self.points = points
      self.offsets = offsets
    }

    subscript(edge: Int) -> ArraySlice<SIMD2<Double>> { points[offsets[edge]..<offsets[edge + 1]] }
  }

  /// Nodes with an outline around them, painted below edges and nodes, and over the groups before it.
  public struct Group: Hashable, Sendable {
    /// The shape around a group.
    public enum Outline: Hashable, Sendable {
      /// The smallest box around its nodes.
      case box
      /// The smallest convex shape around its nodes, with round corners.
      case hull
      /// A box with these corners, in layout units.
      case corners(SIMD2<Double>, SIMD2<Double>)
    }

    /// Its nodes, by number.
    public var nodes: [Int]
    /// Written at its top, unless `nameIsBelow`; empty for none.
    public var name: String
    /// Its shape.
    public var outline: Outline
    /// nil for a faint one.
    public var fill: RGBColor?
    /// nil for one that suits the fill.
    public var stroke: RGBColor?
    /// 0 for no line.
    public var strokeWidth: Double
    /// Of its line.
    public var dash: Dash
    /// Of its name; nil for one that suits the fill.
    public var textColor: RGBColor?
    /// Of its name, in points.
    public var textSize: Double
    /// On which side of the group its name stands.
    public var textAlignment = Text.Alignment.center
    /// Whether its name stands at the bottom instead of the top.
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
