import GraphModel

extension FileStyle {
  mutating func readNodes(_ columns: inout StyleColumns, _ graph: Graph) {
    let styles = columns.values(["style"], "styles") { value -> StyleWords? in
      StyleWords(value.description)
    }
    readColors(&columns, styles)
    readOutlines(&columns, styles)
    if styles.contains(where: { $0?.isHidden ?? false }) {
      nodesAreHidden = styles.map { $0?.isHidden ?? false }
    }
    nodeTextColors = columns.colors(["fontcolor", "labelcolor", "label.color"])
    nodeTextSizes = columns.numbers(["fontsize"], "sizes of text", 1...500)
    readShapes(&columns, styles)
    readSizes(&columns)
    readNames(&columns, graph)
    for word in styles.lazy.flatMap({ $0?.others ?? [] }) { columns.lose("the style \(word)") }
    for name in ["image", "shapefile"] { columns.lose(name, as: "images", unless: \.isEmpty) }
    columns.lose("fontname", as: "fonts", unless: Self.isUsual)
    if dialect == .graphviz {
      columns.lose("labelloc", as: "places of labels (labelloc)") { ["", "c"].contains($0) }
    }
  }

  // MARK: Colours and lines

  /// Reads colours. Graphviz fills nodes with the style `filled`, with `fillcolor`, else `color`,
  /// else light grey, and gives outlines `color`; other formats fill with `color`.
  private mutating func readColors(_ columns: inout StyleColumns, _ styles: [StyleWords?]) {
    let (colors, lists) = columns.colorLists(["color", "colour"])
    let (fills, fillLists) = columns.colorLists(["fillcolor", "fill"])
    var lost = Set(lists.keys).union(fillLists.keys)
    defer { columns.lose("all but the first of several colours", count: lost.count) }
    guard dialect == .graphviz else {
      nodeFills = Self.first(fills, colors)
      return
    }
    let angles = columns.numbers(["gradientangle"], "angles of gradients", -1e6...1e6)
    for (node, style) in styles.enumerated() {
      guard let style, style.isFilled,
        let list = fillLists[node] ?? (fills.isEmpty || fills[node] == nil ? lists[node] : nil)
      else { continue }
      lost.remove(node)
      if style.isParted {
        nodeFillParts[node] = list.parts
      } else {
        let angle = angles.isEmpty ? nil : angles[node]
        nodeGradients[node] = Drawing.Gradient(list, angle: angle ?? 0, isRadial: style.isRadial)
      }
    }
    let outlines = Self.first(columns.colors(["pencolor"]), colors)
    if !outlines.isEmpty { nodeOutlines = outlines.map { NodeOutline(color: $0) } }
    guard styles.contains(where: { $0?.isFilled ?? false }) else { return }
    let given = Self.first(fills, colors)
    nodeFills = styles.indices.map { node in
      guard styles[node]?.isFilled ?? false else { return .clear }
      return (given.isEmpty ? nil : given[node]) ?? RGBColor(0xD3D3D3)
    }
  }

  /// Returns the values of one column, and of another one where it has none.
  private static func first<Value>(_ values: [Value?], _ others: [Value?]) -> [Value?] {
    if values.isEmpty { return others }
    if others.isEmpty { return values }
    return zip(values, others).map { $0 ?? $1 }
  }

  private mutating func readOutlines(_ columns: inout StyleColumns, _ styles: [StyleWords?]) {
    let others = columns.colors(["bordercolor", "border_color", "frame.color", "stroke"])
    let widths = columns.numbers(["penwidth", "borderwidth", "border_width"], "widths", 0...50)
    let counts = columns.numbers(["peripheries"], "peripheries", 0...8)
    let isStyled = styles.contains { $0?.width != nil || $0?.dash ?? .solid != .solid }
    if others.isEmpty, widths.isEmpty, counts.isEmpty, !isStyled { return }
    if nodeOutlines.isEmpty {
      nodeOutlines = Array(repeating: NodeOutline(), count: columns.rowCount)
    }
    for node in nodeOutlines.indices {
      if !others.isEmpty, let color = others[node] { nodeOutlines[node].color = color }
      let style = styles.isEmpty ? nil : styles[node]
      nodeOutlines[node].width = (widths.isEmpty ? nil : widths[node]) ?? style?.width
      nodeOutlines[node].dash = style?.dash ?? .solid
      if !counts.isEmpty, let count = counts[node] {
        nodeOutlines[node].count = max(Int(count), 1)
        if count < 1 { nodeOutlines[node].width = 0 }
      }
    }
  }

  // MARK: Shapes and sizes

  private mutating func readShapes(_ columns: inout StyleColumns, _ styles: [StyleWords?]) {
    let names = columns.values(["shape"], "shapes") { NamedShape($0.description) }
    let sides = columns.numbers(["sides"], "sides", 0...1000)
    let areRegular = columns.values(["regular"], "values of regular", Self.truth)
    let areFixed = columns.values(["fixedsize"], "values of fixedsize") { value in
      value == .string("shape") ? true : Self.truth(value)
    }
    for name in ["skew", "distortion", "orientation"] {
      columns.lose(name, as: name) { (Double($0) ?? 1).truncatingRemainder(dividingBy: 360) == 0 }
    }
    let isRounded = styles.contains { $0?.isRounded ?? false }
    if names.isEmpty, areFixed.isEmpty, !isRounded { return }
    var polygons = 0
    nodeShapes = (0..<columns.rowCount).map { node in
      let style = styles.isEmpty ? nil : styles[node]
      let isFixed = (areFixed.isEmpty ? nil : areFixed[node]) ?? false
      guard var name = (names.isEmpty ? nil : names[node]) ?? Self.usualShape(isFixed, style)
      else { return nil }
      if name.isPolygon {
        let count = Int((sides.isEmpty ? nil : sides[node]) ?? 4)
        name.shape = .polygon(sides: count)
        if count > 8 { polygons += 1 }
      }
      if !areRegular.isEmpty, areRegular[node] == true { name.makeRegular() }
      if style?.isRounded == true { name.makeRounded() }
      return NodeShape(
        shape: name.shape, isPoint: name.isPoint, hasFixedSize: isFixed,
        hasCutCorners: name.hasCutCorners)
    }
    setOutlineCounts(names)
    columns.lose("more than 8 sides", count: polygons)
  }

  /// Returns the default shape of a node that only has a size or a style.
  private static func usualShape(_ isFixed: Bool, _ style: StyleWords?) -> NamedShape? {
    isFixed || style?.isRounded == true ? NamedShape("ellipse") : nil
  }

  private mutating func setOutlineCounts(_ names: [NamedShape?]) {
    guard names.contains(where: { $0?.outlineCount ?? 1 > 1 }) else { return }
    if nodeOutlines.isEmpty {
      nodeOutlines = Array(repeating: NodeOutline(), count: names.count)
    }
    for (node, name) in names.enumerated() {
      nodeOutlines[node].count += (name?.outlineCount ?? 1) - 1
    }
  }

  private static func truth(_ value: AttributeValue) -> Bool? {
    switch value.description.lowercased() {
    case "true", "yes", "1": true
    case "false", "no", "0": false
    default: nil
    }
  }

  private mutating func readSizes(_ columns: inout StyleColumns) {
    nodeRadii = columns.numbers([StandardAttribute.size], "sizes", 0...1e9)
    let unit: Double = dialect == .graphviz ? 72 : 1
    let widths = columns.numbers(["width", "w"], "widths", 0...1e6)
    let heights = columns.numbers(["height", "h"], "heights", 0...1e6)
    if widths.isEmpty, heights.isEmpty { return }
    nodeSizes = (0..<columns.rowCount).map { node in
      let width = widths.isEmpty ? nil : widths[node]
      let height = heights.isEmpty ? nil : heights[node]
      if width == nil, height == nil { return nil }
      // These are the defaults of Graphviz.
      let usual: (Double, Double) = dialect == .graphviz ? (0.75, 0.5) : (0, 0)
      return unit * SIMD2(width ?? usual.0, height ?? usual.1)
    }
  }

  // MARK: Names

  private mutating func readNames(_ columns: inout StyleColumns, _ graph: Graph) {
    nodeNames = graph.nodeNames
    let shapes = graph.nodeAttributes["shape"]
    var areTurned = false
    if case .string(let direction)? = graph.attributes["rankdir"] {
      areTurned = ["LR", "RL"].contains(direction.uppercased())
    }
    var misread = 0
    let labels = graph.nodeAttributes[StandardAttribute.label]
    for node in nodeNames.indices {
      // Escapes of labels have been expanded; an id used as a label has not.
      if dialect == .graphviz, labels?[node] == nil, nodeNames[node].contains("\\") {
        nodeNames[node] = Self.lines(ofLabel: nodeNames[node])
      }
      let name = nodeNames[node]
      var cell: Drawing.Cell?
      if case .string(let shape)? = shapes?[node], ["record", "Mrecord"].contains(shape) {
        cell = Drawing.Cell(record: name)
        if cell == nil { misread += 1 }
        if areTurned { cell = cell?.turned }
      } else if dialect == .graphviz, name.hasPrefix("<"), name.hasSuffix(">") {
        cell = Drawing.Cell(markup: name)
        if cell != nil { for what in Self.lost(inMarkup: name) { columns.lose(what) } }
      }
      guard let cell else { continue }
      nodeCells[node] = cell
      nodeNames[node] = cell.texts.joined(separator: " | ")
    }
    columns.lose("cells (of labels whose braces do not fit)", count: misread)
    columns.lose("xlabel", as: "labels outside (xlabel)", unless: \.isEmpty)
  }
}

extension FileStyle {
  /// Returns the features of an HTML-like label that cells do not support.
  private static func lost(inMarkup label: String) -> [String] {
    let label = label.lowercased()
    let kinds = [
      ([" face=", "<o>", "<s>", "<sub>", "<sup>"], "fonts inside labels"),
      (["<img"], "images inside labels"), (["<hr", "<vr"], "lines inside labels"),
    ]
    return kinds.compactMap { marks, what in
      marks.contains { label.contains($0) } ? what : nil
    }
  }
}

/// A shape by its name in a file.
private struct NamedShape {
  var shape: Drawing.Shape
  var outlineCount = 1
  var isPoint = false
  /// True if another attribute specifies the number of sides.
  var isPolygon = false
  /// True for lines that cut off the corners.
  var hasCutCorners = false

  /// Parses a name of Graphviz, Gephi, yEd, Pajek, igraph or Cytoscape.
  init?(_ name: String) {
    var word = name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }
    if word.hasPrefix("double") {
      outlineCount = 2
      word.removeFirst("double".count)
    } else if word.hasPrefix("triple") {
      outlineCount = 3
      word.removeFirst("triple".count)
    }
    guard
      let shape = Self.shapes[word]
        ?? Drawing.Shape.allCases.first(where: {
          $0.rawValue.lowercased() == word
        })
    else { return nil }
    self.shape = shape
    hasCutCorners = ["mdiamond", "msquare", "mcircle"].contains(word)
    isPoint = word == "point"
    isPolygon = word == "polygon"
  }

  mutating func makeRegular() {
    if shape == .ellipse { shape = .circle }
    if shape == .box { shape = .square }
  }

  mutating func makeRounded() {
    if shape == .box || shape == .square { shape = .roundedBox }
  }

  private static let shapes: [String: Drawing.Shape] = [
    // Names of Graphviz.
    "rect": .box, "rectangle": .box, "record": .box, "mrecord": .roundedBox, "oval": .ellipse,
    "egg": .ellipse, "point": .circle, "plaintext": .plain, "none": .plain, "plain": .plain,
    "invtriangle": .invertedTriangle, "invhouse": .invertedHouse,
    "invtrapezium": .invertedTrapezium, "mcircle": .circle, "msquare": .square,
    "mdiamond": .diamond, "polygon": .box, "folder": .tab, "box3d": .box,
    "rarrow": .rightArrow, "larrow": .leftArrow, "rpromoter": .rightPromoter,
    "lpromoter": .leftPromoter, "cds": .codingSequence,
    // Names of yEd.
    "roundrectangle": .roundedBox, "parallelogram2": .parallelogram, "trapezoid": .trapezium,
    "trapezoid2": .invertedTrapezium, "star5": .star, "star6": .star, "star8": .star,
    "rectangle3d": .box, "triangle2": .invertedTriangle,
    // Names of Gephi, igraph and Cytoscape.
    "disc": .circle, "sphere": .circle, "csquare": .square, "crectangle": .box,
    "vrectangle": .box, "vee": .invertedTriangle,
  ]
}

extension Drawing.Shape {
  /// Returns the shape with this number of sides.
  static func polygon(sides: Int) -> Drawing.Shape {
    switch sides {
    case 3: .triangle
    case 4: .box
    case 5: .pentagon
    case 6: .hexagon
    case 7: .septagon
    case 8: .octagon
    default: .ellipse
    }
  }
}
