import GraphModel

/// The style of nodes and edges in a file: the attributes of Graphviz, Gephi, yEd, igraph and
/// Cytoscape, converted to those of a `Drawing`.
///
/// Values are read individually: an invalid value of one node does not affect others. Styles that
/// drawings do not support are listed in `notDrawn`.
package struct FileStyle: Sendable, Hashable {
  /// The meaning of the attributes: `Graph.dialect`, or inferred from them.
  package let dialect: Graph.Dialect

  // Each column has one element per node or edge, or is empty if the file specifies nothing.

  /// The fill of nodes; an invisible colour for none.
  package var nodeFills: [RGBColor?] = []
  /// The fills of nodes with several colours, by number.
  package var nodeFillParts: [Int: [Drawing.ColorShare]] = [:]
  /// The transitions of colours in nodes, by number.
  package var nodeGradients: [Int: Drawing.Gradient] = [:]
  /// The outlines of nodes.
  package var nodeOutlines: [NodeOutline] = []
  /// The colour of text in or beside nodes; nil for the theme's.
  package var nodeTextColors: [RGBColor?] = []
  /// The text size of nodes, in points.
  package var nodeTextSizes: [Double?] = []
  /// The shape of nodes; nil if not specified.
  package var nodeShapes: [NodeShape?] = []
  /// The width and height of nodes, in points.
  package var nodeSizes: [SIMD2<Double>?] = []
  /// The radii of discs in the units of the positions (Gephi's `size`).
  package var nodeRadii: [Double?] = []
  /// True for invisible nodes.
  package var nodesAreHidden: [Bool] = []
  /// The text of each node: its name (`Graph.nodeNames`), or the texts of a record or HTML-like
  /// label. Empty if no node has a name.
  package var nodeNames: [String] = []
  /// The content of nodes with more than one text, by node.
  package var nodeCells: [Int: Drawing.Cell] = [:]

  /// The colour of edges; nil for the theme's.
  package var edgeColors: [RGBColor?] = []
  /// The colours of edges with several, by number.
  package var edgeColorLists: [Int: Drawing.EdgeColors] = [:]
  /// The width of edges, in points.
  package var edgeWidths: [Double?] = []
  /// The dash style of edges.
  package var edgeDashes: [Drawing.Dash] = []
  /// True for invisible edges.
  package var edgesAreHidden: [Bool] = []
  /// The arrows of edges at their targets; nil if not specified.
  package var edgeHeads: [Drawing.Arrow?] = []
  /// The arrows of edges at their sources; nil if not specified.
  package var edgeTails: [Drawing.Arrow?] = []
  /// The labels of edges.
  package var edgeLabels: [Drawing.EdgeLabel] = []

  /// The background of the graph.
  package var background: RGBColor?
  /// The title above the graph, in lines: the `label` of a Graphviz graph.
  package var title: String?
  /// The style and position of the title: `fontsize`, `fontcolor`, `labeljust` and `labelloc` of
  /// the graph.
  package var titleLook = Picture.TitleLook()

  /// The styles in the file that no drawing supports: `peripheries of 3 nodes`.
  package private(set) var notDrawn: [String] = []

  /// The outline of a node.
  package struct NodeOutline: Sendable, Hashable {
    /// The colour; nil for one that suits the fill.
    package var color: RGBColor?
    /// The width in points; nil if not specified.
    package var width: Double?
    /// The dash style.
    package var dash = Drawing.Dash.solid
    /// The number of outlines.
    package var count = 1
  }

  /// The shape of a node.
  package struct NodeShape: Sendable, Hashable {
    /// The outline.
    package var shape: Drawing.Shape
    /// True for Graphviz's points, which are small and have no text.
    package var isPoint = false
    /// True if the size does not depend on the text.
    package var hasFixedSize = false
    /// True for lines that cut off the corners.
    package var hasCutCorners = false
  }

  /// Reads the style of a graph. If it does not specify a dialect, that is Graphviz's if it has
  /// groups, or attributes that only Graphviz has.
  package init(_ graph: Graph) {
    dialect = graph.dialect ?? Graph.Dialect(foundIn: graph)
    var nodes = StyleColumns(graph.nodeAttributes, dialect)
    readNodes(&nodes, graph)
    var edges = StyleColumns(graph.edgeAttributes, dialect)
    readEdges(&edges, graph)
    if let text = graph.attributes.colorText("bgcolor", dialect) {
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

  /// True if the file specifies no style of nodes or edges, apart from names.
  package var isEmpty: Bool {
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
