extension Picture {
  /// The options of a picture.
  public struct Options: Sendable {
    /// The width in points (a pixel of the SVG, or of a PNG at scale 1).
    public var width: Double
    /// The height in points.
    public var height: Double
    /// The margin on all sides, in points; it is limited to a quarter of the picture.
    public var margin: Double = 24

    /// The default colours.
    public var theme: Theme = .light
    /// True for no background. Labels keep their outlines in the theme's background colour.
    public var isTransparent = false

    /// The title above the graph, and of the picture; nil for none.
    public var title: String?
    /// The text alternative of a picture without a title.
    public var name = "Graph"
    /// The style and position of the title.
    public var titleLook = TitleLook()
    /// The key of colours and sizes.
    public var key = Key()
    /// True if the height may be less than `height` where the key has a column of its own, and the
    /// graph is smaller.
    package var fitsHeightBesideKey = false

    /// The region of the plane to show, in layout units; nil for everything. It has no meaning in
    /// three dimensions.
    public var region: Region?

    /// The labels to draw.
    public var labels: Labels = .automatic
    /// The text sizes in points, for the least and the most important label.
    public var labelSizes: ClosedRange<Double> = 10...15
    /// The family of all text, such as "DejaVu Serif"; nil for a sans-serif one. Text is placed as
    /// wide as that of the usual fonts: in a wider one labels of an SVG may touch.
    public var font: String?
    /// Longer labels are cut where they do not differ from others, with an ellipsis. In points.
    public var labelWidth: Double = 180

    /// The width of edges without their own, in points; nil for one that depends on their number.
    public var edgeWidth: Double?
    /// The opacity of all edges, 0 to 1; nil to set it by density: the more edges overlap, the
    /// fainter they are.
    public var edgeOpacity: Double?
    /// The distance of the middle of an edge from the straight line between its ends, relative to
    /// that line: -1 to 1, 0 for straight. Edges bend to the right as seen from their source, or to
    /// the left if it is negative, so those of both directions are separate. Loops, and edges with
    /// a route, are not changed.
    public var edgeCurve = 0.0
    /// True to draw longer edges along paths of shorter ones between the same nodes, as bundles, in
    /// pictures of up to `bundledEdgeLimit` edges: edge-path bundling (Wallinger, Archambault, Auber, Nöllenburg
    /// and Peltonen 2021, doi:10.1109/TVCG.2021.3114795). Directed edges follow directed paths only.
    /// Edges with a route are not changed. A bundle shows that its nodes are connected, but hides
    /// which of them are by an edge: see docs/rendering.md.
    public var bundlesEdges = false
    /// The number of edges above which `bundlesEdges` changes none: 20,000.
    package static let bundledEdgeLimit = 20_000

    /// The level of detail of dense drawings.
    public var levelOfDetail: LevelOfDetail = .automatic

    /// Creates options for a size of 1 to 16,384 points on each side.
    public init(width: Double = 1000, height: Double = 800) {
      self.width = width
      self.height = height
    }
  }

  /// The style and position of a picture's title.
  public struct TitleLook: Hashable, Sendable {
    /// The text size, in points.
    public var size = 15.0
    /// The colour; nil for the theme's text colour.
    public var color: RGBColor?
    /// The horizontal alignment in the picture.
    public var alignment = Drawing.Text.Alignment.left
    /// True if it is below the graph instead of above.
    public var isBelow = false

    /// Creates the default style: 15 points, in the upper left corner.
    public init() {}
  }

  /// A rectangular region of the plane, in layout units.
  public struct Region: Hashable, Sendable {
    /// The corner with the smallest coordinates, in layout units.
    public var minimum: SIMD2<Double>
    /// The corner with the largest coordinates, in layout units.
    public var maximum: SIMD2<Double>

    public init(minimum: SIMD2<Double>, maximum: SIMD2<Double>) {
      self.minimum = minimum
      self.maximum = maximum
    }
  }

  /// The labels to draw. They never overlap.
  public enum Labels: Hashable, Sendable {
    /// As many as are legible in a picture of this size, the important ones first.
    case automatic
    /// At most this many, the important ones first.
    case atMost(Int)
    /// No labels.
    case none
  }

  /// The reduction of pictures of large graphs.
  public enum LevelOfDetail: Hashable, Sendable {
    /// Invisible elements are omitted, and a fraction of the edges where very many overlap (see
    /// docs/rendering.md).
    case automatic
    /// Nothing is omitted; files may become large.
    case everything
  }

  /// The numbers of drawn and omitted nodes, edges and labels. Each element is counted once.
  public struct Report: Hashable, Sendable {
    /// Nodes with a coordinate that is not finite.
    public internal(set) var nonFiniteNodes = 0
    /// Edges of such a node.
    public internal(set) var edgesWithoutPlace = 0
    /// Nodes behind the camera, or outside the picture.
    public internal(set) var nodesOutside = 0
    /// Edges behind the camera, or outside the picture.
    public internal(set) var edgesOutside = 0
    /// Nodes in the picture.
    public internal(set) var nodesDrawn = 0
    /// Nodes omitted because they are hidden by another one of the same colour.
    public internal(set) var nodesCovered = 0
    /// Edges in the picture.
    public internal(set) var edgesDrawn = 0
    /// Edges in the picture or outside it that are drawn along a path of others, see
    /// `Options.bundlesEdges`.
    public internal(set) var edgesBundled = 0
    /// Edges hidden by their own nodes, or too short to be visible.
    public internal(set) var edgesTooShort = 0
    /// Edges that coincide with another one of the same style.
    public internal(set) var edgesMerged = 0
    /// Edges omitted where very many overlap.
    public internal(set) var edgesThinned = 0
    /// Labels in the picture.
    public internal(set) var labelsDrawn = 0
    /// Labels of nodes in the picture for which there was no space, or whose node is hidden.
    public internal(set) var labelsLeftOut = 0
    /// Labels of nodes in the picture that exceed `Labels.atMost`.
    public internal(set) var labelsBeyondLimit = 0
    /// Groups without a hull, as it would contain more nodes of others than their own.
    package internal(set) var groupsWithoutHull = 0
    /// True if the key is omitted, as it would take more space than the graph.
    public internal(set) var keyIsLeftOut = false
    /// Labels in the picture that are truncated with an ellipsis, as they are wider than
    /// `Options.labelWidth`.
    public internal(set) var labelsShortened = 0
  }
}
