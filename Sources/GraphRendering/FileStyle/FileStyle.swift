import GraphModel

/// The looks that a file gives its nodes and edges: what the attributes of Graphviz, Gephi, yEd,
/// igraph and Cytoscape mean in a `Drawing`.
///
/// Values are looked at one by one: what cannot be understood of one node changes nothing for the
/// others. What a file asks for and drawings do not have is in `notDrawn`.
public struct FileStyle: Sendable, Hashable {
  /// What the attributes mean: `Graph.dialect`, or found by the attributes.
  public let dialect: Graph.Dialect

  // Columns have one element for each node or edge, or none when the file says nothing of any.

  /// What is inside of nodes; a colour of which nothing is seen for nothing.
  public var nodeFills: [RGBColor?] = []
  /// Nodes of several colours, by number.
  public var nodeFillParts: [Int: [Drawing.ColorShare]] = [:]
  /// The lines around nodes.
  public var nodeOutlines: [NodeOutline] = []
  /// Of what is written in or beside nodes; nil for the theme's.
  public var nodeTextColors: [RGBColor?] = []
  /// In points.
  public var nodeTextSizes: [Double?] = []
  /// Nil when nothing is said.
  public var nodeShapes: [NodeShape?] = []
  /// In points: width and height.
  public var nodeSizes: [SIMD2<Double>?] = []
  /// Radii of discs in the units of the positions (Gephi's `size`).
  public var nodeRadii: [Double?] = []
  /// Nodes of which nothing is drawn.
  public var nodesAreHidden: [Bool] = []
  /// What is written at each node: its name (`Graph.nodeNames`), of records and HTML-like labels the
  /// texts. Empty when no node has a name.
  public var nodeNames: [String] = []
  /// What is in nodes that are more than one text, by node.
  public var nodeCells: [Int: Drawing.Cell] = [:]

  /// Nil for the theme's.
  public var edgeColors: [RGBColor?] = []
  /// Edges of several colours, by number.
  public var edgeColorLists: [Int: Drawing.EdgeColors] = [:]
  /// In points.
  public var edgeWidths: [Double?] = []
  /// How the lines are broken.
  public var edgeDashes: [Drawing.Dash] = []
  /// Edges of which nothing is drawn.
  public var edgesAreHidden: [Bool] = []
  /// What edges have at their targets; nil when nothing is said.
  public var edgeHeads: [Drawing.Arrow?] = []
  /// What edges have at their sources; nil when nothing is said.
  public var edgeTails: [Drawing.Arrow?] = []
  /// What is written at edges.
  public var edgeLabels: [Drawing.EdgeLabel] = []

  /// What is behind the graph.
  public var background: RGBColor?
  /// What is written above the graph, in lines: the `label` of a graph of Graphviz's.
  public var title: String?
  /// How that is written, and where: `fontsize`, `fontcolor`, `labeljust` and `labelloc` of the graph.
  public var titleLook = Picture.TitleLook()

  /// What the file asks for and no drawing has: `peripheries of 3 nodes`.
  public private(set) var notDrawn: [String] = []

  /// The line around a node.
  public struct NodeOutline: Sendable, Hashable {
    /// Nil for one that suits the fill.
    public var color: RGBColor?
    /// In points; nil when nothing is said.
    public var width: Double?
    /// How the line is broken.
    public var dash = Drawing.Dash.solid
    /// How many lines there are.
    public var count = 1
  }

  /// The form of a node.
  public struct NodeShape: Sendable, Hashable {
    /// Its outline.
    public var shape: Drawing.Shape
    /// True for Graphviz's points, which are small and have no text.
    public var isPoint = false
    /// Nodes are as large as the file says, whatever is written in them.
    public var hasFixedSize = false
  }

  /// The looks that the attributes of a graph ask for. A graph that does not say what they mean has
  /// Graphviz's when it has groups, or attributes that only Graphviz has.
  public init(_ graph: Graph) {
    dialect = graph.dialect ?? Graph.Dialect(foundIn: graph)
    var nodes = StyleColumns(graph.nodeAttributes, dialect)
    readNodes(&nodes, graph)
    var edges = StyleColumns(graph.edgeAttributes, dialect)
    readEdges(&edges, graph)
    if case .string(let text)? = graph.attributes["bgcolor"] {
      background = RGBColor(text, names: nodes.colorNames)
    }
    if dialect == .graphviz, let label = graph.attributes[StandardAttribute.label] {
      let lines = Self.lines(ofLabel: label.description).split(whereSeparator: \.isNewline)
      title = lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
    notDrawn = nodes.notDrawn("node") + edges.notDrawn("edge")
    if self.dialect == .graphviz {
      let titles = Self.titles(of: graph)
      titleLook = titles.look
      notDrawn += titles.notDrawn
    }
  }

  /// True when the file says how nodes or edges look, beside what they are called.
  public var isEmpty: Bool {
    nodeFills.isEmpty && nodeOutlines.isEmpty && nodeTextColors.isEmpty && nodeShapes.isEmpty
      && nodeSizes.isEmpty && nodeRadii.isEmpty && nodesAreHidden.isEmpty && edgeColors.isEmpty
      && edgeWidths.isEmpty && edgeDashes.isEmpty && edgesAreHidden.isEmpty && edgeHeads.isEmpty
      && edgeTails.isEmpty && edgeLabels.isEmpty
  }
}

extension Graph.Dialect {
  fileprivate init(foundIn graph: Graph) {
    let names = Set(graph.nodeAttributes.names + graph.edgeAttributes.names)
    let own: Set = [
      "fillcolor", "penwidth", "peripheries", "fontname", "fixedsize", "distortion", "xlabel",
      "dir", "arrowsize", "headlabel", "taillabel", "constraint", "minlen", "headport",
      "tailport",
    ]
    let ownOfGraph: Set = [
      "rankdir", "ranksep", "nodesep", "splines", "overlap", "concentrate", "ratio", "bgcolor",
    ]
    let isGraphviz =
      !graph.groups.isEmpty || !names.isDisjoint(with: own)
      || graph.attributes.names.contains(where: ownOfGraph.contains)
    self = isGraphviz ? .graphviz : .other
  }
}
