import GraphModel

extension FileStyle {
  /// Returns the colours of nodes drawn as discs: the fill, else the outline; nil for a node
  /// without one. Nil if the file has none.
  package func discColors() -> [RGBColor?]? {
    let lines = nodeOutlines.lazy.map(\.color)
    guard !nodeFills.isEmpty || lines.contains(where: { $0 != nil }) || !nodesAreHidden.isEmpty
    else { return nil }
    let count = [nodeFills.count, nodeOutlines.count, nodesAreHidden.count].max() ?? 0
    return (0..<count).map { node in
      if !nodesAreHidden.isEmpty, nodesAreHidden[node] { return .clear }
      if !nodeFills.isEmpty, let fill = nodeFills[node], fill.alpha > 0 { return fill }
      return nodeOutlines.isEmpty ? nil : nodeOutlines[node].color
    }
  }

  /// Returns `discColors` for a graph, or colours for the groups of an integer attribute `color`,
  /// as in igraph. Nil if the file has neither.
  package func discColoring(_ graph: Graph, _ theme: Theme) -> NodeColoring? {
    if let colors = discColors() { return NodeColoring(colors.map { $0 ?? theme.node }) }
    guard let column = graph.nodeAttributes[StandardAttribute.color], column.type == .integer else {
      return nil
    }
    return NodeColoring(by: column, theme: theme)
  }

  /// Returns the figure of a node with its text inside.
  package func figure(of node: Int) -> Drawing.Figure {
    let shape = nodeShapes.isEmpty ? nil : nodeShapes[node]
    if !nodesAreHidden.isEmpty, nodesAreHidden[node] { return hiddenFigure(node) }
    let name = nodeNames.isEmpty ? "" : nodeNames[node]
    let isPoint = shape?.isPoint ?? false
    let content = isPoint ? Drawing.Cell("") : nodeCells[node] ?? Drawing.Cell(name)
    var figure = Drawing.Figure(content, shape: shape?.shape ?? usualShape)
    figure.textSize = (nodeTextSizes.isEmpty ? nil : nodeTextSizes[node]) ?? usualTextSize
    figure.textColor = nodeTextColors.isEmpty ? nil : nodeTextColors[node]
    figure.fill = nodeFills.isEmpty ? nil : nodeFills[node]
    figure.fillParts = nodeFillParts[node] ?? []
    figure.gradient = nodeGradients[node]
    if !nodeOutlines.isEmpty {
      let outline = nodeOutlines[node]
      figure.stroke = outline.color
      figure.strokeWidth = outline.width ?? 1
      figure.dash = outline.dash
      figure.outlineCount = outline.count
      // An outline with its own colour does not go with the theme's fill.
      if outline.color != nil, figure.fill == nil { figure.fill = .clear }
    }
    figure.leastSize = leastSize(node, shape)
    figure.hasFixedSize = isPoint || shape?.hasFixedSize ?? false
    figure.hasCutCorners = shape?.hasCutCorners ?? false
    if isPoint { figure.fill = figure.fill ?? figure.stroke ?? RGBColor(0x000000) }
    return figure
  }

  private var usualShape: Drawing.Shape { dialect == .graphviz ? .ellipse : .roundedBox }
  private var usualTextSize: Double { dialect == .graphviz ? 14 : 12 }

  private func hiddenFigure(_ node: Int) -> Drawing.Figure {
    var figure = Drawing.Figure("", shape: .plain)
    (figure.fill, figure.stroke, figure.strokeWidth) = (.clear, .clear, 0)
    figure.leastSize = leastSize(node, nil)
    return figure
  }

  private func leastSize(_ node: Int, _ shape: NodeShape?) -> SIMD2<Double> {
    if !nodeSizes.isEmpty, let size = nodeSizes[node] {
      return shape?.isPoint ?? false ? SIMD2(repeating: min(size.x, size.y)) : size
    }
    guard dialect == .graphviz else { return .zero }
    switch shape?.shape {
    case _ where shape?.isPoint ?? false: return [3.6, 3.6]
    case .circle, .square: return [36, 36]
    case .plain: return .zero
    default: return [54, 36]
    }
  }

  /// The number of edges above which labels are omitted as unreadable.
  private static let labelLimit = 500

  /// Applies the style of edges, and their labels, to a drawing of the graph.
  ///
  /// - Parameters:
  ///   - hasColors: false to leave out colours, if they represent something else.
  ///   - hasArrows: false for no arrow heads.
  package func dressEdges(of drawing: inout Drawing, hasColors: Bool = true, hasArrows: Bool = true)
  {
    for edge in drawing.edges.indices {
      if hasColors, !edgeColors.isEmpty { drawing.edges[edge].color = edgeColors[edge] }
      if !edgeWidths.isEmpty, let width = edgeWidths[edge] { drawing.edges[edge].width = width }
      if !edgeDashes.isEmpty { drawing.edges[edge].dash = edgeDashes[edge] }
      if hasArrows, !edgeHeads.isEmpty { drawing.edges[edge].head = edgeHeads[edge] }
      if hasArrows, !edgeTails.isEmpty { drawing.edges[edge].tail = edgeTails[edge] }
      if isHidden(edge: edge) {
        drawing.edges[edge].color = .clear
        (drawing.edges[edge].head, drawing.edges[edge].tail) = (Drawing.Arrow.none, nil)
      }
    }
    if hasColors { drawing.edgeColors = edgeColorLists.filter { !isHidden(edge: $0.key) } }
    guard drawing.edges.count <= Self.labelLimit else { return }
    drawing.edgeLabels += edgeLabels.filter { !isHidden(edge: $0.edge) }
  }

  private func isHidden(edge: Int) -> Bool { !edgesAreHidden.isEmpty && edgesAreHidden[edge] }
}
