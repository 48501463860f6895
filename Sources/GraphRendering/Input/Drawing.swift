import GraphModel

/// What is to be drawn: where the nodes are, which edges join them, and how they should look.
///
/// A plain value to fill in. Arrays with one element per node may be left empty; then the picture chooses.
///
/// ```swift
/// var drawing = Drawing(positions: [[0, 0], [10, 0], [5, 8]], edges: [.init(0, 1), .init(1, 2)])
/// drawing.labels = ["a", "b", "c"]
/// let svg = try Picture(of: drawing).svg()
/// ```
public struct Drawing: Sendable {
  /// Where nodes are, in layout units of any kind: the picture chooses its scale.
  public enum Positions: Sendable {
    /// x to the right, y up, as in mathematics; pictures are turned over on writing, as their y points down.
    case plane([SIMD2<Double>])
    /// In space, seen by a camera.
    case space([SIMD3<Double>], Camera)
  }

  /// One for each node. Nodes with a coordinate that is not finite are left out, with their edges, and
  /// counted in the picture's report.
  public var positions: Positions

  /// Drawn below the nodes. Edges with the same ends are bent apart, edges from a node to itself are loops.
  public var edges: [Edge]

  /// How large the nodes are.
  public var nodeSizes: NodeSizes = .automatic

  /// One for each node, or empty for the theme's.
  public var nodeColors: [RGBColor] = []

  /// One for each node, or empty for none. An empty label is none.
  public var labels: [String] = []

  /// Whose label wins where there is not room for all: the greater number. One for each node, or empty
  /// for the size of the nodes, and their degree if they are all of one size.
  public var importance: [Double] = []

  /// Nodes that are more than discs: one for each node, nil for a disc; or empty when all are discs.
  public var figures: [Figure?] = []

  /// The colours of edges that have several, by the numbers of the edges; they count before
  /// `Edge.color`.
  public var edgeColors: [Int: EdgeColors] = [:]

  /// Labels of edges, in any order; an edge may have several.
  public var edgeLabels: [EdgeLabel] = []

  /// The points that edges run through; nil when they run straight. Not for drawings in space.
  public var routes: Routes?

  /// Outlines around nodes, painted in this order. Not for drawings in space.
  public var groups: [Group] = []

  /// A layout unit is a point at the drawing's own size: in pictures of other sizes figures, text and
  /// lines are larger or smaller with it.
  public var isToScale = false

  /// A drawing in the plane.
  public init(positions: [SIMD2<Double>], edges: [Edge] = []) {
    self.positions = .plane(positions)
    self.edges = edges
  }

  /// A drawing in space, seen by `camera`. Literals need one said, or a type: without, `[[0, 0]]` is taken for the plane.
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
    /// Whether it leads from its source to its target, and may have an arrow head.
    public var isDirected: Bool
    /// nil for the theme's.
    public var color: RGBColor?
    /// In points; nil for one that suits the number of edges.
    public var width: Double?
    /// Of its line.
    public var dash = Dash.solid
    /// What it has at its target; nil for an arrow if it is directed, else nothing.
    public var head: Arrow?
    /// What it has at its source; nil for nothing.
    public var tail: Arrow?

    /// An edge between two nodes, numbered by any type of integers. A number that an Int32 cannot
    /// hold becomes the nearest that it can, which no drawing has as a node.
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

  /// How large nodes are. Points are those of the picture: 1/72 inch in print, a pixel of the SVG.
  public enum NodeSizes: Sendable {
    /// All the same, as large as their number and spacing allow.
    case automatic
    /// Areas in proportion to these numbers, such as degrees, as large as their number and spacing
    /// allow, and none so small or so large that the picture suffers. Not negative.
    case byWeight([Double])
    /// Radii in points, whatever the scale. Not negative.
    case points([Double])
    /// Radii in layout units, which grow and shrink with the layout. Not negative.
    case layoutUnits([Double])
  }
}

// MARK: What can be read off the edges

extension Drawing {
  /// The nodes and edges without their looks: for degrees, components and other measures. Directed
  /// when an edge is. O(nodes + edges).
  ///
  ///     drawing.nodeSizes = .byWeight(try drawing.topology.degrees().map(Double.init))
  ///
  /// - Throws: `GraphError` when an edge names a node that does not exist.
  public var topology: GraphTopology {
    get throws(GraphError) {
      try GraphTopology(
        nodeCount: nodeCount, sources: edges.map(\.source), targets: edges.map(\.target),
        isDirected: edges.contains(where: \.isDirected))
    }
  }

  /// `topology` of a drawing whose edges have been checked.
  var checkedTopology: GraphTopology {
    GraphTopology(
      trusted: nodeCount, sources: edges.map(\.source), targets: edges.map(\.target),
      isDirected: edges.contains(where: \.isDirected))
  }

  /// How many edges lead from each node to itself. For drawings whose edges have been checked.
  var loopCounts: [Int] {
    var counts = [Int](repeating: 0, count: nodeCount)
    for edge in edges where edge.source == edge.target { counts[Int(edge.source)] += 1 }
    return counts
  }

  /// Paints edges without a colour of their own in the mixture of their nodes' colours, so that edges
  /// within a group show its colour. Nothing happens while `nodeColors` is empty.
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
