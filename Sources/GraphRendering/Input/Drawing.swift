import GraphModel

/// A graph drawing: the positions of nodes, the edges, and their style.
///
/// It is a plain value. Arrays with one element per node may be left empty for defaults.
///
/// ```swift
/// var drawing = Drawing(positions: [[0, 0], [10, 0], [5, 8]], edges: [.init(0, 1), .init(1, 2)])
/// drawing.labels = ["a", "b", "c"]
/// let svg = try Picture(of: drawing).svg()
/// ```
public struct Drawing: Sendable {
  /// The positions of nodes, in arbitrary layout units: the picture chooses the scale.
  public enum Positions: Sendable {
    /// Two-dimensional, with x to the right and y up, as in mathematics; pictures invert y.
    case plane([SIMD2<Double>])
    /// Three-dimensional, seen by a camera.
    case space([SIMD3<Double>], Camera)
  }

  /// The position of each node. Nodes with a non-finite coordinate are not drawn, nor are their
  /// edges; the picture's report counts them.
  public var positions: Positions

  /// The edges, drawn below the nodes. Parallel edges are drawn as separate curves, self-loops as
  /// loops.
  public var edges: [Edge]

  /// The sizes of nodes.
  public var nodeSizes: NodeSizes = .automatic

  /// The colour of each node; empty for the theme's.
  public var nodeColors: [RGBColor] = []

  /// The label of each node; empty for none. An empty text is no label.
  public var labels: [String] = []

  /// The priority of each node's label if there is not space for all: greater numbers win. Empty
  /// for the node size, or the degree if all have the same size.
  public var importance: [Double] = []

  /// The direction in which the label of each node leads away from it, in degrees counterclockwise
  /// from the right, as in radial trees: the text is turned, and never upside down. Where it has no
  /// place it stands beside the node. Nil for one beside the node; empty for none. Not for nodes with a
  /// figure and three-dimensional drawings.
  public var labelAngles: [Double?] = []

  /// The figure of each node, nil for a disc; empty if all are discs.
  public var figures: [Figure?] = []

  /// The colours of edges with several, by number; they take precedence over `Edge.color`.
  public var edgeColors: [Int: EdgeColors] = [:]

  /// The labels of edges, in any order; an edge may have several.
  public var edgeLabels: [EdgeLabel] = []

  /// The points of edges; nil for straight lines. Not for three-dimensional drawings.
  public var routes: Routes?

  /// Outlines around groups of nodes, in painting order. Not for three-dimensional drawings.
  public var groups: [Group] = []

  /// Lines below everything else, such as borders on a map, in layout units.
  package var backdrop: [[SIMD2<Double>]] = []

  /// True if a layout unit is one point at the drawing's own size: figures, text and lines scale
  /// with the picture.
  public var isToScale = false

  /// Creates a two-dimensional drawing.
  public init(positions: [SIMD2<Double>], edges: [Edge] = []) {
    self.positions = .plane(positions)
    self.edges = edges
  }

  /// Creates a three-dimensional drawing, seen by `camera`. Literals need a camera or a type: `[[0,
  /// 0]]` alone is two-dimensional.
  public init(positions: [SIMD3<Double>], edges: [Edge] = [], camera: Camera = .around()) {
    self.positions = .space(positions, camera)
    self.edges = edges
  }

  /// The number of nodes.
  public var nodeCount: Int {
    switch positions {
    case .plane(let points): points.count
    case .space(let points, _): points.count
    }
  }
}

extension Drawing {
  /// A line between two nodes, with an arrow head at its target if it is directed.
  public struct Edge: Hashable, Sendable {
    /// The node where it begins, from 0.
    public var source: Int32
    /// The node where it ends.
    public var target: Int32
    /// True if it is directed, and may have an arrow head.
    public var isDirected: Bool
    /// The colour; nil for the theme's.
    public var color: RGBColor?
    /// The width in points; nil for one that depends on the number of edges.
    public var width: Double?
    /// The dash style.
    public var dash = Dash.solid
    /// The mark at its target; nil for an arrow if it is directed, else none.
    public var head: Arrow?
    /// The mark at its source; nil for none.
    public var tail: Arrow?

    /// Creates an edge between two nodes, numbered by any integer type. A number out of the range
    /// of Int32 is clamped, and thus invalid as a node.
    @_specialize(where Node == Int)
    @_specialize(where Node == Int32)
    public init<Node: BinaryInteger>(
      _ source: Node, _ target: Node, isDirected: Bool = false, color: RGBColor? = nil,
      width: Double? = nil
    ) {
      self.source = Int32(clamping: source)
      self.target = Int32(clamping: target)
      self.isDirected = isDirected
      self.color = color
      self.width = width
    }
  }

  /// The sizes of nodes. Points are those of the picture: 1/72 inch in print, a pixel of the SVG.
  public enum NodeSizes: Sendable {
    /// The same size for all, as large as their number and spacing allow.
    case automatic
    /// Areas proportional to these numbers, such as degrees, as large as their number and spacing
    /// allow, within limits. Not negative.
    case byWeight([Double])
    /// Radii in points, at any scale. Not negative.
    case points([Double])
    /// Radii in layout units, which scale with the layout. Not negative.
    case layoutUnits([Double])
  }
}

// MARK: What can be read off the edges

extension Drawing {
  /// The nodes and edges without their style, for degrees, components and other measures. It is
  /// directed if any edge is. O(nodes + edges).
  ///
  ///     drawing.nodeSizes = .byWeight(try drawing.topology.degrees().map(Double.init))
  ///
  /// - Throws: `GraphError` if an edge refers to a node that does not exist.
  public var topology: GraphTopology {
    get throws(GraphError) {
      try GraphTopology(
        nodeCount: nodeCount, sources: edges.map(\.source), targets: edges.map(\.target),
        isDirected: edges.contains(where: \.isDirected))
    }
  }

  /// The topology of a drawing whose edges have been validated.
  var checkedTopology: GraphTopology {
    GraphTopology(
      trusted: nodeCount, sources: edges.map(\.source), targets: edges.map(\.target),
      isDirected: edges.contains(where: \.isDirected))
  }

  /// The number of self-loops of each node, for drawings whose edges have been validated.
  var loopCounts: [Int] {
    var counts = [Int](repeating: 0, count: nodeCount)
    for edge in edges where edge.source == edge.target { counts[Int(edge.source)] += 1 }
    return counts
  }

  /// Gives edges without a colour the blend of their nodes' colours, so that edges within a group
  /// show its colour. It has no effect if `nodeColors` is empty.
  public mutating func colorEdgesByNodes() {
    for index in edges.indices where edges[index].color == nil {
      let (source, target) = (Int(edges[index].source), Int(edges[index].target))
      guard nodeColors.indices.contains(source), nodeColors.indices.contains(target) else {
        continue
      }
      edges[index].color = nodeColors[source].mixed(with: nodeColors[target], share: 0.5)
    }
  }
}
