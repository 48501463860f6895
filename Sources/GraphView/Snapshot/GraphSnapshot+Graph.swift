import GraphModel
import GraphRendering

extension GraphSnapshot where ID == String {
  /// Creates a snapshot of a graph from a file, with the colours and labels of the file, and sizes
  /// by degree. O(nodes + edges).
  public init(_ graph: Graph, theme: ViewTheme = .auto) {
    let colors: Theme = theme == .dark ? .dark : .light
    let style = FileStyle(graph)
    self.init(
      ids: Array(graph.nodeIDs), graph: graph, looks: ViewLooks(graph, style, colors),
      labels: style.nodeNames, hasPlainLooks: true)
  }
}

extension ViewLooks {
  /// Creates the style of a graph from a file.
  init(_ graph: Graph, _ style: FileStyle, _ theme: Theme) {
    self.init(nodeCount: graph.nodeCount, linkCount: graph.edgeCount)
    let degrees = graph.topology.degrees()
    nodeRadii = NodeSizes(degrees.map { Double($0 + 1) }, count: graph.nodeCount).radii
    if let colors = style.discColors() { nodeColors = colors.map(Self.word) }
    for (node, shape) in style.nodeShapes.enumerated() {
      guard let shape else { continue }
      nodeShapes[node] = GraphSymbol(nearest: shape.shape).rawValue
      if shape.isPoint { nodeRadii[node] = min(nodeRadii[node], 3) }
    }
    // Discs without a fill have the colour of their outline, and need none.
    for (node, outline) in style.nodeOutlines.enumerated() where !style.nodeFills.isEmpty {
      guard let color = outline.color, style.nodeFills[node]?.alpha ?? 0 > 0 else { continue }
      nodeStrokes[node] = color.outline(min(max(outline.width ?? 1, 0), 4))
    }
    // Discs in the colour of a background would not be seen.
    for (node, word) in nodeColors.enumerated() where nodeStrokes[node] == 0 && word != 0 {
      let color = RGBColor(word: word)
      let isFaint = [Theme.light, .dark].contains { color.isNear($0.background) }
      if isFaint, color.alpha > 0 {
        nodeStrokes[node] = RGBColor(red: 0x8C, green: 0x90, blue: 0x96).outline(1)
      }
    }
    let directions: [Bool?]? =
      if case .booleans(let values)? = graph.edgeAttributes[StandardAttribute.directed]?.values {
        values
      } else { nil }
    let bends = LinkLook.bends(sources: graph.sources, targets: graph.targets)
    linkFlags = (0..<graph.edgeCount).map { edge in
      var look = LinkLook(hasArrow: graph.isDirected && directions?[edge] ?? true)
      if !style.edgeHeads.isEmpty, let head = style.edgeHeads[edge] {
        look.hasArrow = head != .none
      }
      if !style.edgeDashes.isEmpty { look.isDashed = style.edgeDashes[edge] != .solid }
      look.bend = bends[edge]
      return look.flags
    }
    for (edge, width) in style.edgeWidths.enumerated() {
      if let width { linkWidths[edge] = LinkLook.width(min(max(width, 0), 12)) }
    }
    if !style.edgeColors.isEmpty { linkColors = style.edgeColors.map(Self.word) }
    for (edge, isHidden) in style.edgesAreHidden.enumerated() where isHidden {
      linkColors[edge] = Self.word(.clear)
    }
  }
}

extension ViewLooks {
  /// Returns the word of a colour from a file; 0, which means the theme's colour, for none. A
  /// transparent black gets another word.
  private static func word(_ color: RGBColor?) -> UInt32 { color.map { max($0.word, 1) } ?? 0 }
}

extension RGBColor {
  /// True if the two can hardly be told apart.
  fileprivate func isNear(_ other: RGBColor) -> Bool {
    func differ(_ first: UInt8, _ second: UInt8) -> Bool { abs(Int(first) - Int(second)) > 24 }
    return !differ(red, other.red) && !differ(green, other.green) && !differ(blue, other.blue)
  }
}

extension GraphSymbol {
  /// Creates the symbol that looks most like a shape of a file.
  init(nearest shape: Drawing.Shape) {
    self =
      switch shape {
      case .ellipse, .circle, .plain, .underline: .circle
      case .diamond: .diamond
      case .triangle, .invertedTriangle, .house, .invertedHouse, .trapezium, .invertedTrapezium:
        .triangle
      case .pentagon, .hexagon, .septagon, .octagon: .hexagon
      case .star: .star
      case .box, .roundedBox, .square, .parallelogram, .cylinder, .note, .tab, .component,
        .rightArrow, .leftArrow, .rightPromoter, .leftPromoter, .codingSequence:
        .square
      }
  }
}

// MARK: What there is to choose from

extension Graph {
  /// The attributes of nodes and edges that the page offers.
  var offeredAttributes: [Hello.Attribute] {
    func offered(_ table: AttributeTable, _ owner: Hello.Attribute.Owner) -> [Hello.Attribute] {
      table.columns.map { Hello.Attribute($0, of: owner) }
    }
    return offered(nodeAttributes, .nodes) + offered(edgeAttributes, .links)
  }
}

extension AttributeColumn {
  /// The use of an attribute: for scales, for groups, or only as text.
  var kind: Hello.Attribute.Kind {
    /// Returns true if there are few distinct values, which then name groups.
    func isFew<Value: Hashable>(_ values: [Value?], _ limit: Int) -> Bool {
      var different: Set<ExactKey<Value>> = []
      for case let value? in values {
        different.insert(ExactKey(value))
        if different.count > limit { return false }
      }
      return true
    }
    switch values {
    case .doubles: return .number
    case .integers(let values): return isFew(values, 20) ? .category : .number
    case .booleans: return .category
    case .strings(let values): return isFew(values, 50) ? .category : .text
    }
  }
}
