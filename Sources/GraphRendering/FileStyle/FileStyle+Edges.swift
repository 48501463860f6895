import GraphModel

extension FileStyle {
  mutating func readEdges(_ columns: inout StyleColumns, _ graph: Graph) {
    (edgeColors, edgeColorLists) = columns.colorLists(["color", "colour"])
    edgeWidths = columns.numbers(["penwidth", "thickness", "width"], "widths", 0...50)
    let styles = columns.values(["style", "shape", "line"], "styles") { value -> StyleWords? in
      StyleWords(value.description)
    }
    if styles.contains(where: { $0?.dash ?? .solid != .solid }) {
      edgeDashes = styles.map { $0?.dash ?? .solid }
    }
    if styles.contains(where: { $0?.isHidden ?? false }) {
      edgesAreHidden = styles.map { $0?.isHidden ?? false }
    }
    if styles.contains(where: { $0?.width != nil }) {
      let given = edgeWidths
      edgeWidths = styles.indices.map { (given.isEmpty ? nil : given[$0]) ?? styles[$0]?.width }
    }
    for word in styles.lazy.flatMap({ $0?.others ?? [] }) { columns.lose("the style \(word)") }
    readArrows(&columns, graph)
    readEdgeLabels(&columns)
    columns.lose("arrowsize", as: "sizes of arrows", unless: { Double($0) == 1 })
  }

  // MARK: Arrows

  private mutating func readArrows(_ columns: inout StyleColumns, _ graph: Graph) {
    var multiple = 0
    func arrow(_ value: AttributeValue) -> Drawing.Arrow? {
      guard let (arrow, isAlone) = Drawing.Arrow.named(value.description) else { return nil }
      if !isAlone { multiple += 1 }
      return arrow
    }
    edgeHeads = columns.values(["arrowhead", "targetarrow"], "arrows", arrow)
    edgeTails = columns.values(["arrowtail", "sourcearrow"], "arrows", arrow)
    columns.lose("all but the first of several arrows", count: multiple)
    guard dialect == .graphviz else { return }
    // `dir` specifies which of the two exist.
    let directions = columns.values(["dir"], "directions") { value -> Ends? in
      Ends(rawValue: value.description.lowercased())
    }
    if edgeTails.isEmpty, directions.isEmpty { return }
    let (heads, tails) = (edgeHeads, edgeTails)
    let usual = graph.isDirected ? Ends.forward : .none
    let ends = (0..<graph.edgeCount).map { (directions.isEmpty ? nil : directions[$0]) ?? usual }
    edgeHeads = ends.indices.map { edge in
      ends[edge].hasHead ? heads.isEmpty ? .normal : heads[edge] ?? .normal : Drawing.Arrow.none
    }
    edgeTails = ends.indices.map { edge in
      ends[edge].hasTail ? tails.isEmpty ? .normal : tails[edge] ?? .normal : nil
    }
  }

  /// The values of Graphviz's `dir`.
  private enum Ends: String {
    case forward, back, both, none
    var hasHead: Bool { self == .forward || self == .both }
    var hasTail: Bool { self == .back || self == .both }
  }

  // MARK: Labels

  private mutating func readEdgeLabels(_ columns: inout StyleColumns) {
    for name in ["fontname", "labelfontname"] {
      columns.lose(name, as: "fonts", unless: Self.isUsual)
    }
    let colors = columns.colors(["fontcolor", "labelcolor"])
    let sizes = columns.numbers(["fontsize"], "sizes of text", 1...500)
    let endColors = columns.colors(["labelfontcolor"])
    let endSizes = columns.numbers(["labelfontsize"], "sizes of text", 1...500)
    let usualSize: Double = dialect == .graphviz ? 14 : 10
    func at<Value>(_ values: [Value?], _ row: Int) -> Value? { values.isEmpty ? nil : values[row] }
    let places: [(String, Drawing.EdgeLabel.Place)] = [
      ("label", .middle), ("xlabel", .middle), ("headlabel", .target), ("taillabel", .source),
    ]
    for (name, place) in places {
      // In other formats the label may be any name of the edge.
      let texts = columns.texts([name])
      for (edge, text) in texts.enumerated() {
        guard let text else { continue }
        let lines = Self.plainLabel(text)
        if lines.isEmpty { continue }
        let isEnd = place != .middle
        edgeLabels.append(
          Drawing.EdgeLabel(
            edge, Drawing.Text(lines), place: place,
            textSize: (isEnd ? at(endSizes, edge) : nil) ?? at(sizes, edge) ?? usualSize,
            color: (isEnd ? at(endColors, edge) : nil) ?? at(colors, edge)))
      }
    }
  }

  /// Returns the label of a Graphviz graph or cluster with its escapes (`\n`, `\l`, `\r`) as line
  /// ends.
  package static func lines(ofLabel label: String) -> String {
    var text = label
    for end in ["\\n", "\\l", "\\r"] {
      text = text.split(separator: end, omittingEmptySubsequences: false).joined(separator: "\n")
    }
    return plainLabel(text)
  }

  /// Returns a label without tags, in lines.
  package static func plainLabel(_ text: String) -> String {
    Drawing.Cell(markup: text).map { $0.texts.joined(separator: " ") } ?? text
  }
}

extension Drawing.Arrow {
  /// Returns the first arrow of a Graphviz name (https://graphviz.org/doc/info/arrows.html), or the
  /// arrow of a yEd or Cytoscape name; `isAlone` is true if the name has no further arrows. Nil for
  /// other names.
  static func named(_ name: String) -> (arrow: Drawing.Arrow, isAlone: Bool)? {
    let name = name.lowercased()
    if let arrow = names[name] { return (arrow, true) }
    // Modifiers: o for open, l and r for one half.
    var rest = name[...]
    let isOpen = rest.hasPrefix("o")
    if isOpen { rest = rest.dropFirst() }
    let isHalf = rest.hasPrefix("l") || rest.hasPrefix("r")
    if isHalf { rest = rest.dropFirst() }
    let forms: [(String, Drawing.Arrow, Drawing.Arrow)] = [
      ("normal", .normal, .open), ("inv", .inverted, .openInverted), ("dot", .dot, .openDot),
      ("diamond", .diamond, .openDiamond), ("box", .box, .openBox), ("crow", .crow, .crow),
      ("tee", .tee, .tee), ("vee", .vee, .vee), ("none", .none, .none), ("icurve", .tee, .tee),
      ("curve", .tee, .tee),
    ]
    guard let (prefix, filled, open) = forms.first(where: { rest.hasPrefix($0.0) }) else {
      return nil
    }
    rest = rest.dropFirst(prefix.count)
    let isKnown = rest.isEmpty || named(String(rest)) != nil
    return isKnown ? (isOpen ? open : filled, rest.isEmpty && !isHalf) : nil
  }

  private static let names: [String: Drawing.Arrow] = [
    // Legacy names of Graphviz.
    "empty": .open, "invempty": .openInverted, "invdot": .inverted, "invodot": .inverted,
    "open": .vee, "halfopen": .vee, "ediamond": .openDiamond,
    // Names of yEd.
    "standard": .normal, "delta": .normal, "short": .normal, "white_delta": .open, "plain": .vee,
    "white_diamond": .openDiamond, "circle": .dot, "transparent_circle": .openDot, "t_shape": .tee,
    "crows_foot_many": .crow, "concave": .vee, "convex": .normal,
    // Names of Cytoscape.
    "triangle": .normal, "arrow": .normal, "t": .tee, "square": .box,
  ]
}
