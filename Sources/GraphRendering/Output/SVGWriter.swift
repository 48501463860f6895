extension Picture {
  /// The options of an SVG file.
  package struct SVGForm: Sendable, Hashable {
    /// True if nodes and edges are separate elements with classes and identifiers: `node-0` and
    /// `edge-0` by their numbers, edges also with `data-source` and `data-target`. nil for pictures
    /// of up to 10,000 nodes and edges; larger ones are smaller files without.
    package var hasIdentifiers: Bool?
    /// True if the image adapts to light and dark pages: the background, text and other elements
    /// with a colour of the theme follow the reader's preference (`prefers-color-scheme`).
    package var followsColorScheme = false

    package init(hasIdentifiers: Bool? = nil, followsColorScheme: Bool = false) {
      self.hasIdentifiers = hasIdentifiers
      self.followsColorScheme = followsColorScheme
    }
  }

  /// Returns the picture as a standalone SVG file, without scripts or fonts. Text remains text, in
  /// Helvetica, Arial or a substitute on the reader's system.
  ///
  /// - Parameters:
  ///   - hasIdentifiers: true if nodes and edges are separate elements with classes and identifiers:
  ///     `node-0` and `edge-0` by their numbers, edges also with `data-source` and `data-target`. Nil
  ///     for pictures of up to 10,000 nodes and edges; larger ones are smaller files without.
  ///   - followsColorScheme: true if the image adapts to light and dark pages: the background, text
  ///     and other elements with a colour of the theme follow the reader's preference
  ///     (`prefers-color-scheme`).
  public func svg(hasIdentifiers: Bool? = nil, followsColorScheme: Bool = false) -> String {
    String(
      decoding: svgBytes(hasIdentifiers: hasIdentifiers, followsColorScheme: followsColorScheme),
      as: UTF8.self)
  }

  /// Returns the SVG file of `svg(hasIdentifiers:followsColorScheme:)` as UTF-8, without creating a
  /// string; compressed, for a file that ends in `.svgz`, if asked for. The same picture gives the same
  /// bytes.
  public func svgBytes(
    hasIdentifiers: Bool? = nil, followsColorScheme: Bool = false, isCompressed: Bool = false
  ) -> [UInt8] {
    let form = SVGForm(hasIdentifiers: hasIdentifiers, followsColorScheme: followsColorScheme)
    return isCompressed ? svgzBytes(form) : svgBytes(form)
  }

  package func svgBytes(_ form: SVGForm) -> [UInt8] {
    var writer = SVGWriter(self, form)
    return writer.write()
  }
}

/// Writes the display list as compact SVG: elements with the same style share attributes, and
/// coordinates are short and relative.
struct SVGWriter {
  private let picture: Picture
  private let list: DisplayList
  private let form: Picture.SVGForm
  let hasIdentifiers: Bool
  var path: SVGPath
  var out = SVGText()
  /// The edges whose identifier has been written.
  private var named: Set<Int> = []
  /// The number of gradients that have been written.
  var gradientCount = 0

  /// The default limit of the number of nodes and edges that are separate elements.
  private static let identifierLimit = 10_000

  init(_ picture: Picture, _ form: Picture.SVGForm) {
    self.picture = picture
    self.form = form
    hasIdentifiers =
      form.hasIdentifiers ?? (picture.nodeCount + picture.edgeCount <= Self.identifierLimit)
    list = picture.list
    let curveCount = list.layers.reduce(0) {
      $0 + $1.strokes.reduce(0) { $0 + $1.curves.count }
        + $1.discs.reduce(0) { $0 + $1.discs.count }
    }
    // A tenth of a pixel is visible in a picture with few shapes, but not in one with many
    // thousands.
    path = SVGPath(decimals: curveCount > 5000 ? 1 : 2)
  }

  mutating func write() -> [UInt8] {
    head()
    figures(list.ground)
    for layer in list.layers {
      for run in runs(layer.strokes, where: { $0.style == $1.style }) { strokes(run) }
      for group in layer.heads { heads(group) }
      for mark in layer.marks { shape(mark) }
      for group in layer.discs { discs(group) }
      figures(layer.figures)
    }
    leaders()
    labels()
    figures(list.furniture)
    out.add("</svg>\n")
    return out.bytes
  }

  private mutating func head() {
    let (width, height) = (SVGText.number(list.width), SVGText.number(list.height))
    out.add("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\"")
    out.add(" viewBox=\"0 0 \(width) \(height)\" role=\"img\">\n<title>")
    out.add(escaping: picture.title)
    out.add("</title>\n<desc>\(picture.nodeCount) nodes, \(picture.edgeCount) edges</desc>\n")
    out.add("<metadata>swift-force-simulation</metadata>\n")
    if form.followsColorScheme { colorScheme() }
    if let background = list.background {
      out.add("<rect width=\"\(width)\" height=\"\(height)\"")
      paint("fill", background)
      out.add("/>\n")
    }
  }

  /// Writes the other theme's colours for readers who prefer it.
  private mutating func colorScheme() {
    let theme = picture.theme
    let other = theme.isDark ? Theme.light : Theme.dark
    let pairs = [
      (theme.background, other.background), (theme.text, other.text), (theme.node, other.node),
      (theme.edge, other.edge),
    ]
    out.add("<style>@media (prefers-color-scheme: \(theme.isDark ? "light" : "dark")) {\n")
    for (own, others) in pairs {
      for name in ["fill", "stroke"] {
        out.add("[\(name)=\"\(own.hex)\"] { \(name): \(others.hex) }\n")
      }
    }
    out.add("}</style>\n")
  }

  private func runs<Element>(
    _ elements: [Element], where isSame: (Element, Element) -> Bool
  ) -> [ArraySlice<Element>] {
    var runs: [ArraySlice<Element>] = []
    var begin = 0
    for end in elements.indices.dropFirst() where !isSame(elements[begin], elements[end]) {
      runs.append(elements[begin..<end])
      begin = end
    }
    if begin < elements.count { runs.append(elements[begin...]) }
    return runs
  }

  /// Writes attributes such as ` name="#rrggbb" name-opacity="..."`
  ///
  /// - Parameter suffix: the rest of the name of the colour, as in `stop-color`.
  mutating func paint(
    _ name: String, _ color: RGBColor, opacity: Double = 1, suffix: String = ""
  ) {
    out.add(" \(name)\(suffix)=\"\(color.hex)\"")
    let opacity = opacity * color.opacity
    if opacity < 1 { out.add(" \(name)-opacity=\"\(SVGText.number(opacity))\"") }
  }

  private mutating func strokes(_ strokes: ArraySlice<Stroke>) {
    guard let style = strokes.first?.style else { return }
    out.add("<g fill=\"none\" stroke-width=\"\(SVGText.number(style.width))\"")
    paint("stroke", style.color, opacity: style.opacity)
    dashes(style.dash, width: style.width)
    out.add(">\n")
    for stroke in strokes {
      if hasIdentifiers {
        for (curve, edge) in zip(stroke.curves, stroke.edges) { self.edge(curve, Int(edge)) }
        continue
      }
      out.add("<path d=\"")
      path.begin()
      for curve in stroke.curves { path.add(curve, to: &out) }
      out.add("\"/>\n")
    }
    out.add("</g>\n")
  }

  /// Writes an edge as a separate element. One that is split into layers, or has several colours,
  /// has several elements.
  private mutating func edge(_ curve: Curve, _ edge: Int) {
    out.add("<path")
    out.add(named.insert(edge).inserted ? " id=\"edge-\(edge)\"" : " data-edge=\"edge-\(edge)\"")
    out.add(" class=\"edge\"")
    ends(ofEdge: edge)
    out.add(" d=\"")
    path.begin()
    path.add(curve, to: &out)
    out.add("\"/>\n")
  }

  private mutating func ends(ofEdge edge: Int) {
    guard edge < picture.edgeEnds.count else { return }
    let ends = picture.edgeEnds[edge]
    out.add(" data-source=\"node-\(ends.x)\" data-target=\"node-\(ends.y)\"")
  }

  private mutating func heads(_ group: HeadGroup) {
    if hasIdentifiers {
      out.add("<g")
      paint("fill", group.color, opacity: group.opacity)
      out.add(">\n")
      for (head, edge) in zip(group.heads, group.edges) {
        out.add("<path class=\"head\" data-edge=\"edge-\(edge)\" d=\"")
        path.begin()
        path.add(head, to: &out)
        out.add("\"/>\n")
      }
      out.add("</g>\n")
      return
    }
    out.add("<path")
    paint("fill", group.color, opacity: group.opacity)
    out.add(" d=\"")
    path.begin()
    for head in group.heads { path.add(head, to: &out) }
    out.add("\"/>\n")
  }

  private mutating func discs(_ group: DiscGroup) {
    if !hasIdentifiers, group.rimWidth == 0, let first = group.discs.first, group.discs.count > 1 {
      // Points with a round pen take a fifth of the size of circles.
      out.add("<path fill=\"none\" stroke-linecap=\"round\"")
      out.add(" stroke-width=\"\(SVGText.number(2 * first.radius))\"")
      paint("stroke", group.color)
      out.add(" d=\"")
      path.begin()
      for disc in group.discs { path.add(dot: disc.center, to: &out) }
      out.add("\"/>\n")
      return
    }
    out.add("<g")
    paint("fill", group.color)
    if group.rimWidth > 0 {
      out.add(" stroke-width=\"\(SVGText.number(group.rimWidth))\"")
      paint("stroke", group.rim)
    }
    out.add(">\n")
    for disc in group.discs { circle(disc, rimWidth: group.rimWidth) }
    out.add("</g>\n")
  }

  /// Returns attributes such as ` id="node-3" class="node"`, if nodes have identifiers.
  func identifier(ofNode node: Int) -> String {
    hasIdentifiers ? " id=\"node-\(node)\" class=\"node\"" : ""
  }

  private mutating func circle(_ disc: Disc, rimWidth: Double) {
    // SVG strokes extend to both sides of their line.
    let radius = max(disc.radius - rimWidth / 2, 0)
    out.add(
      "<circle\(identifier(ofNode: disc.node)) cx=\"\(path.text(disc.center.x))\" cy=\"\(path.text(disc.center.y))\""
    )
    out.add(" r=\"\(SVGText.number(radius))\"")
    if picture.names.isEmpty || picture.names[disc.node].isEmpty {
      out.add("/>\n")
    } else {
      out.add("><title>")
      out.add(escaping: LabelText.shown(picture.names[disc.node], limit: 200))
      out.add("</title></circle>\n")
    }
  }

  private static let usualFonts = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

  /// ` font-family="..."`: the chosen font, and others in case that a reader has not got it.
  mutating func fonts() {
    out.add(" font-family=\"")
    if let font = list.font, !font.isEmpty {
      // A quotation mark or a backslash would end the name, or begin an escape.
      out.add(escaping: "'" + font.filter { $0 != "'" && $0 != "\\" } + "', ")
    }
    out.add("\(Self.usualFonts)\"")
  }

  private mutating func leaders() {
    if list.leaders.isEmpty { return }
    out.add("<g class=\"leaders\">\n")
    for leader in list.leaders { shape(leader) }
    out.add("</g>\n")
  }

  private mutating func labels() {
    if list.labels.isEmpty { return }
    out.add("<g")
    fonts()
    out.add(">\n")
    for group in list.labels {
      // The outline is painted first, below the letters.
      out.add("<g paint-order=\"stroke\" stroke-linejoin=\"round\"")
      out.add(" stroke-width=\"\(SVGText.number(LabelGroup.rimWidth))\"")
      paint("stroke", group.rim, opacity: LabelGroup.rimOpacity)
      paint("fill", group.color)
      out.add(">\n")
      texts(group.labels)
      out.add("</g>\n")
    }
    out.add("</g>\n")
  }

  private mutating func texts(_ labels: [PlacedLabel]) {
    for label in labels { text(label) }
  }

  mutating func text(_ label: PlacedLabel, color: RGBColor? = nil) {
    let x: Double
    let anchor: String
    switch label.anchor {
    case .start: (x, anchor) = (label.box.minimum.x, "")
    case .middle: (x, anchor) = (label.box.center.x, " text-anchor=\"middle\"")
    case .end: (x, anchor) = (label.box.maximum.x, " text-anchor=\"end\"")
    }
    out.add("<text")
    if hasIdentifiers, label.node >= 0 {
      out.add(" class=\"label\" data-node=\"node-\(label.node)\"")
    }
    out.add(" x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(label.origin.y))\"")
    out.add(" font-size=\"\(SVGText.number(label.size))\"\(anchor)")
    if let turn = label.turn {
      let (x, y) = (SVGText.number(turn.pivot.x), SVGText.number(turn.pivot.y))
      out.add(" transform=\"rotate(\(SVGText.number(turn.degrees)) \(x) \(y))\"")
    }
    if let color { paint("fill", color) }
    out.add(">")
    if label.runs.isEmpty { out.add(escaping: label.text) }
    for run in label.runs { self.run(run, textSize: label.size) }
    out.add("</text>\n")
  }
}
