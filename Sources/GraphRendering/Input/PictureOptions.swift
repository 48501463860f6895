extension Picture {
  /// How a picture is made.
  public struct Options: Sendable {
    /// In points (a pixel of the SVG, or of a PNG at scale 1).
    public var width: Double
    /// In points.
    public var height: Double
    /// Free on all sides, in points; at most a quarter of the picture is taken.
    public var margin: Double = 24

    /// The colours of all that has none of its own.
    public var theme: Theme = .light
    /// Nothing is painted behind the graph. Labels keep their rims in the theme's background colour.
    public var isTransparent = false

    /// Written above the graph, and what the picture is called; nil for none.
    public var title: String?
    /// What the picture is called, for people who cannot see it, when it has no title.
    public var name = "Graph"
    /// How the title is written, and where.
    public var titleLook = TitleLook()
    /// What colours and sizes mean, beside the graph.
    public var key = Key()

    /// The part of the plane that is shown, in layout units; nil for all of it. Has no meaning in space.
    public var region: Region?

    /// Which names there are room for.
    public var labels: Labels = .automatic
    /// Sizes of label text in points, for the least and the most important node.
    public var labelSizes: ClosedRange<Double> = 10...15
    /// Longer labels are cut, with an ellipsis. In points.
    public var labelWidth: Double = 180

    /// In points, for edges without a width of their own; nil for one that suits their number.
    public var edgeWidth: Double?
    /// 0 to 1, for all edges; nil for opacity by density: the more edges share a place, the fainter they are.
    public var edgeOpacity: Double?
    /// How far the middle of an edge is from the straight line between its ends, in parts of that line:
    /// from -1 to 1, 0 for straight. Seen from its source an edge bends to the right, with a negative
    /// number to the left, so that those of both directions lie apart. Loops, and edges with a route of
    /// their own, stay as they are.
    public var edgeCurve = 0.0

    /// How much of a dense drawing is drawn.
    public var levelOfDetail: LevelOfDetail = .automatic

    /// 1 to 16,384 points on a side are possible.
    public init(width: Double = 1000, height: Double = 800) {
      self.width = width
      self.height = height
    }
  }

  /// How the title of a picture is written, and where.
  public struct TitleLook: Hashable, Sendable {
    /// Of the text, in points.
    public var size = 15.0
    /// nil for that of the theme's text.
    public var color: RGBColor?
    /// On which side of the picture it stands.
    public var alignment = Drawing.Text.Alignment.left
    /// Whether it stands below the graph instead of above.
    public var isBelow = false

    /// The usual one: of 15 points, in the upper left corner.
    public init() {}
  }

  /// A rectangle of the plane, in layout units.
  public struct Region: Hashable, Sendable {
    /// The corner of the smallest coordinates, in layout units.
    public var minimum: SIMD2<Double>
    /// The corner of the largest coordinates, in layout units.
    public var maximum: SIMD2<Double>

    public init(minimum: SIMD2<Double>, maximum: SIMD2<Double>) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// Which labels are written. None ever overlaps another.
  public enum Labels: Hashable, Sendable {
    /// As many as a picture of this size can show without becoming a page of text, the important ones first.
    case automatic
    /// No more than this many, the important ones first.
    case atMost(Int)
    /// No names.
    case none
  }

  /// What is left out of pictures of large graphs.
  public enum LevelOfDetail: Hashable, Sendable {
    /// Whatever nobody could see, and part of the edges where very many share a place (see docs/rendering.md).
    case automatic
    /// Nothing; files may become large.
    case everything
  }

  /// What became of the nodes, edges and labels. Each is counted once.
  public struct Report: Hashable, Sendable {
    /// Nodes with a coordinate that is not finite.
    public internal(set) var nonFiniteNodes = 0
    /// Edges with such a node.
    public internal(set) var edgesWithoutPlace = 0
    /// Nodes behind the camera, or outside of the picture.
    public internal(set) var nodesOutside = 0
    /// Edges behind the camera, or outside of the picture.
    public internal(set) var edgesOutside = 0
    /// Nodes in the picture.
    public internal(set) var nodesDrawn = 0
    /// Nodes not drawn as they lie under another of the same colour.
    public internal(set) var nodesCovered = 0
    /// Edges in the picture.
    public internal(set) var edgesDrawn = 0
    /// Edges covered by their own nodes, or too short to be seen.
    public internal(set) var edgesTooShort = 0
    /// Edges that lie on another of the same look.
    public internal(set) var edgesMerged = 0
    /// Edges left out where very many share a place.
    public internal(set) var edgesThinned = 0
    /// Labels in the picture.
    public internal(set) var labelsDrawn = 0
    /// Labels of nodes in the picture that found no room, or whose node lies under another one.
    public internal(set) var labelsLeftOut = 0
    /// Labels of nodes in the picture that `Labels.atMost` leaves out.
    public internal(set) var labelsBeyondLimit = 0
    /// Whether the key is not in the picture, as it would take more of it than the graph.
    public internal(set) var keyIsLeftOut = false
    /// Labels in the picture that end with an ellipsis, as they are wider than `Options.labelWidth`.
    public internal(set) var labelsShortened = 0
  }
}
