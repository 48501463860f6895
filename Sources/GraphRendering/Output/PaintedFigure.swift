/// A path that is filled, stroked, or both.
struct Shape: Sendable {
  /// The curves of the path; a subpath begins where a curve does not continue the previous one.
  var path: [Curve]
  /// True if the path is closed.
  var isClosed: Bool
  var fill: RGBColor?
  /// The transition of colours inside, instead of `fill`.
  var gradient: Drawing.Gradient?
  var stroke: RGBColor?
  var strokeWidth = 1.0
  var dash = Drawing.Dash.solid
  var opacity = 1.0
}

/// A line of text without an outline.
struct PaintedText: Sendable {
  var color: RGBColor
  var label: PlacedLabel
}

/// The shapes and texts of a node, or of a group of nodes.
struct PaintedFigure: Sendable {
  /// The node; nil for a group.
  var node: Int?
  /// The text of its tooltip.
  var name = ""
  var shapes: [Shape] = []
  var texts: [PaintedText] = []
}

extension Drawing.Dash {
  /// Returns the lengths of dashes and gaps for a line width; empty for a solid line.
  func pattern(width: Double) -> [Double] {
    switch self {
    case .solid: []
    case .dashed: [3 + 2 * width, 2 + 1.5 * width]
    case .dotted: [max(width, 0.8), 1 + 2 * width]
    }
  }
}

/// Creates the shapes and texts of figures.
struct FigurePainter {
  let drawing: Drawing
  let nodes: PlacedNodes
  let theme: Theme
  let ground: Ground

  func painted(_ node: Int) -> PaintedFigure? {
    guard let placed = nodes.figure(node), let figure = drawing.figures[node] else { return nil }
    var painted = PaintedFigure(node: node)
    let colors = colors(figure, node)
    let isDrawn = figure.shape != .plain
    // Plain text has no outline, and a fill if it is given one.
    let isFilled = isDrawn || figure.hasOwnFill
    let layout = placed.layout
    let outline = placed.outline.curves.map { $0.mapped(placed.place) }
    if isFilled, let gradient = figure.gradient {
      painted.shapes.append(Shape(path: outline, isClosed: true, gradient: gradient))
    } else if isFilled, !figure.fillParts.isEmpty {
      painted.shapes += placed.outline.parts(figure.fillParts, isRound: figure.shape.isRound).map {
        Shape(path: $0.path.map { $0.mapped(placed.place) }, isClosed: true, fill: $0.color)
      }
    } else if isFilled, colors.fill.alpha > 0 {
      painted.shapes.append(Shape(path: outline, isClosed: true, fill: colors.fill))
    }
    for (box, color, gradient) in layout.fills where color.alpha > 0 || gradient != nil {
      painted.shapes.append(
        Shape(
          path: path(around: box, placed), isClosed: true, fill: gradient == nil ? color : nil,
          gradient: gradient))
    }
    func line(_ path: [Curve], isClosed: Bool) {
      if figure.strokeWidth == 0 || path.isEmpty || colors.stroke.alpha == 0 { return }
      painted.shapes.append(
        Shape(
          path: path, isClosed: isClosed, stroke: colors.stroke,
          strokeWidth: figure.strokeWidth * placed.scale, dash: figure.dash))
    }
    if isDrawn {
      let count = figure.shape == .underline ? 0 : max(figure.outlineCount, 1)
      for number in 0..<count {
        // Outlines are painted from the outermost to the innermost.
        let share = count > 1 ? Double(number) / Double(count - 1) : 0
        let size = layout.size + (layout.innerSize - layout.size) * share
        let path = number == 0 ? outline : self.outline(figure.shape, size, placed)
        line(path, isClosed: true)
      }
    }
    let cuts = figure.hasCutCorners ? placed.outline.cornerCuts(isRound: figure.shape.isRound) : []
    for curve in cuts { line([curve.mapped(placed.place)], isClosed: false) }
    for curve in placed.outline.details where isDrawn {
      line([curve.mapped(placed.place)], isClosed: false)
    }
    for rule in layout.rules { line([rule.mapped(placed.place)], isClosed: false) }
    for (box, border) in layout.frames {
      let color = border.color ?? figure.stroke ?? theme.text(on: colors.ground)
      if color.alpha == 0 { continue }
      painted.shapes.append(
        Shape(
          path: path(around: box, placed, isRounded: border.isRounded), isClosed: true,
          stroke: color, strokeWidth: border.width * placed.scale, dash: border.dash))
    }
    painted.texts = layout.lines.map { line in
      let cell = layout.fills.last { $0.box.contains(line.box.center) }
      let ground = cell.map { $0.color.over(colors.ground) } ?? colors.ground
      return PaintedText(
        color: figure.textColor ?? theme.text(on: ground),
        label: line.placed(node, placed.place, scale: placed.scale))
    }
    painted.name = layout.lines.map(\.text).joined(separator: " ")
    // A solid outline around a plain fill is combined to one shape.
    if painted.shapes.count > 1, painted.shapes[0].stroke == nil, layout.fills.isEmpty,
      figure.fillParts.isEmpty, painted.shapes[1].isClosed, layout.frames.isEmpty
    {
      painted.shapes[1].fill = painted.shapes[0].fill
      painted.shapes[1].gradient = painted.shapes[0].gradient
      painted.shapes.removeFirst()
    }
    return painted
  }

  private func path(
    around box: Rectangle, _ placed: PlacedFigure, isRounded: Bool = false
  ) -> [Curve] {
    ShapeOutline(isRounded ? .roundedBox : .box, size: box.size).curves
      .map { $0.mapped { placed.place(box.center + $0) } }
  }

  private func outline(
    _ shape: Drawing.Shape, _ size: SIMD2<Double>, _ placed: PlacedFigure
  ) -> [Curve] {
    ShapeOutline(shape, size: size).curves.map { $0.mapped(placed.place) }
  }

  private func colors(
    _ figure: Drawing.Figure, _ node: Int
  ) -> (fill: RGBColor, stroke: RGBColor, ground: RGBColor) {
    let own = drawing.nodeColors.isEmpty ? nil : drawing.nodeColors[node]
    let fill = figure.middleFill ?? own ?? theme.node.mixed(with: theme.background, share: 0.87)
    let given = figure.middleFill ?? own
    let stroke =
      figure.stroke
      ?? (given.map { $0.alpha == 0 ? theme.edge : $0.mixed(with: theme.text, share: 0.4) }
        ?? theme.node)
    let below = ground.color(at: nodes.centers[node])
    let isFilled = figure.shape != .plain || figure.hasOwnFill
    return (fill, stroke, isFilled ? fill.over(below) : below)
  }
}

extension FigureLayout.TextLine {
  /// Returns the line in picture coordinates.
  func placed(
    _ node: Int, _ place: (SIMD2<Double>) -> SIMD2<Double>, scale: Double
  ) -> PlacedLabel {
    let box = Rectangle(minimum: place(box.minimum), maximum: place(box.maximum))
    let anchor: PlacedLabel.Anchor =
      switch alignment {
      case .left: .start
      case .center: .middle
      case .right: .end
      }
    let runs = runs.map { run in
      var run = run
      run.style.size = (run.style.size ?? size) * scale
      return run
    }
    return PlacedLabel(
      text: text, runs: runs, size: size * scale, anchor: anchor,
      origin: SIMD2(box.minimum.x, place(SIMD2(0, baseline)).y), box: box, node: node)
  }
}

extension ShapeOutline {
  /// The lines that cut off the corners of a polygon, or the top and the bottom of a circle.
  fileprivate func cornerCuts(isRound: Bool) -> [Curve] {
    if isRound {
      let reach = polygon.reduce(0) { max($0, $1.y) }
      let half = 0.66 * polygon.reduce(0) { max($0, $1.x) }
      return [0.75, -0.75].map { .line([-half, $0 * reach], [half, $0 * reach]) }
    }
    guard let last = curves.last else { return [] }
    return zip([last] + curves, curves).map { before, after in
      let (corner, one, other) = (after.start, before.start, after.end)
      func point(towards end: SIMD2<Double>) -> SIMD2<Double> {
        let side = end - corner
        return corner + side * min(Self.cutLength / max(side.length, 1e-9), 1.0 / 3)
      }
      return .line(point(towards: one), point(towards: other))
    }
  }

  /// How much of each side a line at a corner cuts off, in points.
  private static let cutLength = 12.0
}
