/// The layout of a figure around its centre: x to the right, y down, in points.
struct FigureLayout {
  /// The size of the outermost outline.
  private(set) var size: SIMD2<Double>
  /// The size of the innermost outline, and of its content.
  private(set) var innerSize: SIMD2<Double>
  private(set) var lines: [TextLine] = []
  /// The lines between cells.
  private(set) var rules: [Curve] = []
  private(set) var fills: [(box: Rectangle, color: RGBColor, gradient: Drawing.Gradient?)] = []
  /// The borders of tables and their cells; the middle of the line is on the box.
  private(set) var frames: [(box: Rectangle, border: Drawing.Table.Border)] = []
  private(set) var ports: [ExactText: Rectangle] = [:]

  /// A line of text.
  struct TextLine: Hashable {
    var text: String
    /// The parts with their styles; empty if all of it has that of the figure.
    var runs: [Drawing.Text.Run] = []
    var size: Double
    var alignment: Drawing.Text.Alignment
    /// The maximum extent of the text; its base line is `baseline`.
    var box: Rectangle
    var baseline: Double
  }

  /// The distance between outlines.
  static let outlineDistance = 4.0
  /// The distance of base lines, for text of size 1.
  static let leading = 1.2

  init(_ figure: Drawing.Figure) {
    let measured = MeasuredCell(figure.content, figure)
    let shape = figure.shape
    let fit = ShapeFit(shape)
    // A table keeps apart from an outline, as text does.
    var around = SIMD2<Double>.zero
    if case .table = figure.content.content, shape != .plain { around = figure.padding }
    let need = measured.size + 2 * around
    innerSize =
      figure.hasFixedSize
      ? figure.leastSize : fit.size(need, least: figure.leastSize, padding: figure.padding)
    let outer = figure.hasFixedSize ? 0 : Double(figure.outlineCount - 1) * Self.outlineDistance
    size = innerSize + 2 * outer
    if figure.hasFixedSize {
      // In a fixed size, additional outlines go inwards.
      innerSize -= min(
        2 * Double(figure.outlineCount - 1) * Self.outlineDistance,
        0.6 * min(innerSize.x, innerSize.y))
    }
    let center = SIMD2(0, fit.offset * innerSize.y / 2)
    // Cells fill a box; in other shapes they only take the space that they need.
    var room = measured.size
    if fit.isBox { room = pointwiseMax(room, innerSize - 2 * around) }
    place(measured, in: Rectangle(minimum: center - room / 2, maximum: center + room / 2), figure)
  }

  private mutating func place(
    _ measured: MeasuredCell, in box: Rectangle, _ figure: Drawing.Figure
  ) {
    if let port = measured.cell.port { ports[ExactText(port)] = box }
    if let gradient = measured.cell.gradient {
      fills.append((box, gradient.middle, gradient))
    } else if let fill = measured.cell.fill {
      fills.append((box, fill, nil))
    }
    switch measured.cell.content {
    case .text(let text):
      lines += text.laidOut(in: box, size: figure.textSize, padding: measured.padding.x)
    case .table(let table): place(table, measured, in: box, figure)
    case .row: place(measured.children, in: box, along: [1, 0], figure)
    case .column: place(measured.children, in: box, along: [0, 1], figure)
    }
  }

  private mutating func place(
    _ children: [MeasuredCell], in box: Rectangle, along axis: SIMD2<Double>,
    _ figure: Drawing.Figure
  ) {
    let across = SIMD2(1, 1) - axis
    let need = children.reduce(0) { $0 + ($1.size * axis).sum() }
    let more = max((box.size * axis).sum() - need, 0) / Double(max(children.count, 1))
    var begin = box.minimum
    for (index, child) in children.enumerated() {
      let length = (child.size * axis).sum() + more
      let end = begin + axis * length
      place(child, in: Rectangle(minimum: begin, maximum: end + across * box.size), figure)
      if index + 1 < children.count, child.cell.hasBorder {
        rules.append(.line(end, end + across * box.size))
      }
      begin = end
    }
  }

  private mutating func place(
    _ table: Drawing.Table, _ measured: MeasuredCell, in box: Rectangle, _ figure: Drawing.Figure
  ) {
    guard let layout = measured.table else { return }
    frame(table.border, box)
    for (number, entry, box) in layout.boxes(in: box) {
      let child = measured.children[number]
      // The colour and the port are those of the whole cell.
      var content = child
      (content.cell.fill, content.cell.gradient, content.cell.port) = (nil, nil, nil)
      if let port = child.cell.port { ports[ExactText(port)] = box }
      if let gradient = child.cell.gradient {
        fills.append((box, gradient.middle, gradient))
      } else if let fill = child.cell.fill {
        fills.append((box, fill, nil))
      }
      place(content, in: entry.contentBox(in: box, content: child.size), figure)
      frame(entry.border, box)
    }
  }

  private mutating func frame(_ border: Drawing.Table.Border, _ box: Rectangle) {
    guard border.width > 0 else { return }
    // Lines of one point are on the edge, so that cells without a distance share them.
    frames.append((box.inset(by: max(border.width - 1, 0) / 2), border))
  }
}

extension Drawing.Text {
  /// Creates text wrapped at words to lines of the given width, in multiples of the text size.
  /// Words of more than 30 characters, such as paths or codes, are broken.
  public init(_ text: String, wrappedTo width: Double, alignment: Alignment = .center) {
    self.init(text, alignment: alignment)
    lines = lines.flatMap { line -> [Line] in
      var wrapped: [String] = []
      var room = 0.0
      for word in line.text.split(whereSeparator: \.isWhitespace).flatMap({ Self.broken($0, width) }
      ) {
        let length = TextMetrics.width(of: word)
        if !wrapped.isEmpty, length + TextMetrics.width(of: " ") <= room {
          wrapped[wrapped.count - 1] += " " + word
          room -= length + TextMetrics.width(of: " ")
        } else {
          wrapped.append(String(word))
          room = width - length
        }
      }
      return wrapped.isEmpty ? [line] : wrapped.map { Line($0, alignment: alignment) }
    }
  }

  /// Splits a word into pieces of the given width.
  private static func broken(_ word: Substring, _ width: Double) -> [Substring] {
    guard word.utf8.count > 30, word.count > 30 else { return [word] }
    var parts: [Substring] = []
    var (begin, end, length) = (word.startIndex, word.startIndex, 0.0)
    while end < word.endIndex {
      let next = word.index(after: end)
      let step = TextMetrics.width(of: word[end..<next])
      if length + step > width, begin < end {
        parts.append(word[begin..<end])
        (begin, length) = (end, 0)
      }
      length += step
      end = next
    }
    return parts + [word[begin...]]
  }

  /// Returns the lines centred in a box, each with its alignment.
  func laidOut(in box: Rectangle, size: Double, padding: Double) -> [FigureLayout.TextLine] {
    if isEmpty { return [] }
    let heights = lines.map { $0.height(size: size) }
    var top = box.center.y - heights.reduce(0, +) / 2
    return lines.indices.compactMap { index in
      let (line, height) = (lines[index], heights[index])
      let middle = top + height / 2
      top += height
      let shown = LabelText.shown(line.text, limit: .infinity)
      if shown.isEmpty { return nil }
      let runs = line.shownRuns
      let width = runs.isEmpty ? TextMetrics.width(of: shown) * size : runs.width(size: size)
      let largest = height / FigureLayout.leading
      let left =
        switch line.alignment {
        case .left: box.minimum.x + padding
        case .center: box.center.x - width / 2
        case .right: box.maximum.x - padding - width
        }
      return FigureLayout.TextLine(
        text: shown, runs: runs, size: size, alignment: line.alignment,
        box: Rectangle(
          minimum: SIMD2(left, middle - height / 2),
          maximum: SIMD2(left + width, middle + height / 2)),
        baseline: middle + TextMetrics.capitals / 2 * largest)
    }
  }

  /// Returns the width and height for a text size.
  func extent(size: Double) -> SIMD2<Double> {
    if isEmpty { return .zero }
    let width = lines.reduce(0) { widest, line in
      let runs = line.shownRuns
      let width =
        runs.isEmpty
        ? TextMetrics.width(of: LabelText.shown(line.text, limit: .infinity)) * size
        : runs.width(size: size)
      return max(widest, width)
    }
    return SIMD2(width, lines.reduce(0) { $0 + $1.height(size: size) })
  }
}

extension Drawing.Text.Line {
  /// Returns the distance to the next base line, for the largest letters.
  fileprivate func height(size: Double) -> Double {
    let sizes = runs.isEmpty ? [size] : runs.map { $0.style.size ?? size }
    return FigureLayout.leading * (sizes.max() ?? size)
  }

  /// The parts as they are drawn: without control characters, and with single blanks.
  fileprivate var shownRuns: [Drawing.Text.Run] {
    var isBlank = true
    var shown = runs.compactMap { run -> Drawing.Text.Run? in
      // A letter keeps the blanks at both ends.
      var text = LabelText.shown("|" + run.text.prefix(4096) + "|", limit: .infinity)
      text = String(text.dropFirst().dropLast())
      if isBlank { text = String(text.drop(while: \.isWhitespace)) }
      if let last = text.last { isBlank = last.isWhitespace }
      return text.isEmpty ? nil : .init(text, run.style)
    }
    while let last = shown.last?.text.last, last.isWhitespace {
      shown[shown.count - 1].text.removeLast()
      if shown[shown.count - 1].text.isEmpty { shown.removeLast() }
    }
    return shown
  }
}

extension [Drawing.Text.Run] {
  /// Returns the width for a text size.
  fileprivate func width(size: Double) -> Double { reduce(0) { $0 + $1.width(size: size) } }
}

extension Drawing.Text.Run {
  /// Bold letters of the fonts in `TextMetrics` are up to this much wider.
  private static let boldWidth = 1.14

  /// Returns the width for a text size.
  func width(size: Double) -> Double {
    TextMetrics.width(of: text) * (style.size ?? size) * (style.isBold ? Self.boldWidth : 1)
  }
}

/// A cell with the space that it and its nested cells need.
private struct MeasuredCell {
  var cell: Drawing.Cell
  let children: [MeasuredCell]
  let size: SIMD2<Double>
  /// The space around text.
  let padding: SIMD2<Double>
  /// The layout of a table; nil for other cells.
  var table: TableLayout?

  /// - Parameter padding: the space around text; nil for that of the figure.
  init(_ cell: Drawing.Cell, _ figure: Drawing.Figure, padding: SIMD2<Double>? = nil) {
    self.cell = cell
    self.padding = padding ?? figure.padding
    switch cell.content {
    case .text(let text):
      children = []
      size = text.extent(size: figure.textSize) + 2 * self.padding
    case .table(let table):
      // Entries have paddings of their own.
      children = table.entries.map { MeasuredCell($0.cell, figure, padding: .zero) }
      let layout = TableLayout(table, contents: children.map(\.size))
      size = layout.size
      self.table = layout
    case .row(let cells):
      children = cells.map { MeasuredCell($0, figure) }
      size = children.reduce(.zero) { SIMD2($0.x + $1.size.x, max($0.y, $1.size.y)) }
    case .column(let cells):
      children = cells.map { MeasuredCell($0, figure) }
      size = children.reduce(.zero) { SIMD2(max($0.x, $1.size.x), $0.y + $1.size.y) }
    }
  }
}

/// The relation between the size of a shape and the text inside.
private struct ShapeFit {
  let shape: Drawing.Shape
  /// The ratio of the shape's height to that of the text, if no height is given.
  let factor: Double
  /// The offset of the text below the centre, in half heights.
  let offset: Double

  init(_ shape: Drawing.Shape) {
    self.shape = shape
    (factor, offset) =
      switch shape {
      case .ellipse, .circle: (2.0.squareRoot(), 0)
      case .diamond: (2, 0)
      case .triangle: (2.4, 0.36)
      case .invertedTriangle: (2.4, -0.36)
      case .pentagon: (1.5, 0.12)
      case .septagon: (1.4, 0)
      case .hexagon, .octagon, .trapezium, .invertedTrapezium, .parallelogram: (1.15, 0)
      case .house: (1.5, 0.3)
      case .invertedHouse: (1.5, -0.3)
      case .star: (2.6, 0.05)
      case .cylinder: (1.45, 0.15)
      case .rightArrow, .leftArrow, .rightPromoter, .leftPromoter: (1.6, 0)
      default: (1, 0)
      }
  }

  var isBox: Bool {
    switch shape {
    case .box, .roundedBox, .square, .plain, .underline, .note, .tab, .component: true
    default: false
    }
  }

  /// True for arrows, whose head is as long as half their height.
  private var hasHead: Bool {
    switch shape {
    case .rightArrow, .leftArrow, .rightPromoter, .leftPromoter: true
    default: false
    }
  }

  /// Returns the size of the shape around a box.
  ///
  /// - Parameter padding: the space around text in the box.
  func size(_ box: SIMD2<Double>, least: SIMD2<Double>, padding: SIMD2<Double>) -> SIMD2<Double> {
    if shape == .circle {
      return SIMD2(repeating: max(box.length, least.x, least.y))
    }
    var size = pointwiseMax(box, least)
    if shape == .square { return SIMD2(repeating: max(size.x, size.y)) }
    if shape == .component { size.x = max(size.x, box.x + 12) }
    if isBox || box == .zero { return size }
    size.y = max(box.y * factor, least.y)
    if hasHead {
      // The space around text reaches into the head, which is as high as it is far from the tip.
      let slack = max(box.y - 2 * (padding.x + padding.y), 0) + 2
      return SIMD2(max(box.x + slack, size.y, least.x), size.y)
    }
    // The width of the shape must contain the upper and lower edge of the text.
    let unit = ShapeOutline(shape, size: SIMD2(2, 2))
    let reach = min(box.y / size.y, 0.999)
    let width = [-1, 0, 1].map { unit.halfWidth(at: offset + reach * $0) }.min() ?? 1
    size.x = max(width > 0 && width < .infinity ? box.x / width : 3 * box.x, least.x)
    return size
  }
}

// MARK: For layouts

extension Drawing.Figure {
  /// The width and height in points.
  public var size: SIMD2<Double> { FigureLayout(self).size }

  /// A side of a figure or of a cell, as a compass point.
  package enum Side: String, Hashable, Sendable, CaseIterable {
    case north = "n"
    case northEast = "ne"
    case east = "e"
    case southEast = "se"
    case south = "s"
    case southWest = "sw"
    case west = "w"
    case northWest = "nw"

    /// The direction, with x to the right and y down.
    fileprivate var direction: SIMD2<Double> {
      let x: Double = rawValue.hasSuffix("e") ? 1 : rawValue.hasSuffix("w") ? -1 : 0
      let y: Double = rawValue.hasPrefix("n") ? -1 : rawValue.hasPrefix("s") ? 1 : 0
      return SIMD2(x, y)
    }
  }

  /// Returns the width and height of the cell with a port, in points; nil if there is none.
  package func size(ofPort port: String) -> SIMD2<Double>? {
    FigureLayout(self).ports[ExactText(port)]?.size
  }

  /// Returns the point where an edge ends that specifies a cell: relative to the centre of the
  /// figure, in points, x to the right and y up. nil if there is no such cell.
  public func place(ofPort port: String) -> SIMD2<Double>? { place(ofPort: port, side: nil) }

  /// Returns the point where an edge ends that specifies a cell, a side or both, as above. nil if
  /// neither is given.
  package func place(ofPort port: String?, side: Side?) -> SIMD2<Double>? {
    let layout = FigureLayout(self)
    var box = Rectangle(minimum: -layout.size / 2, maximum: layout.size / 2)
    if let port {
      guard let cell = layout.ports[ExactText(port)] else { return nil }
      box = cell
    } else if side == nil {
      return nil
    }
    guard let side else { return SIMD2(box.center.x, -box.center.y) }
    var place = box.center + side.direction * box.size / 2
    if port == nil, side.direction.x != 0, side.direction.y != 0 {
      // The point is on the outline, not on the bounding box.
      let outline = ShapeOutline(shape, size: layout.size)
      let line = Curve.line(.zero, place)
      place = line.leaves(from: 0) { !outline.contains($0) }.map(line.point) ?? place
    }
    return SIMD2(place.x, -place.y)
  }
}
