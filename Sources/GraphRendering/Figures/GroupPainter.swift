/// Makes the shapes and names of groups.
struct GroupPainter {
  let drawing: Drawing
  let nodes: PlacedNodes
  let theme: Theme

  /// The shapes, below everything.
  func painted() -> [PaintedFigure] {
    figures.map { figure in
      var shapes = figure
      shapes.texts = []
      return shapes
    }
  }

  /// The names, above the edges that lead into the groups.
  func names() -> [LabelGroup] {
    figures.flatMap { figure in
      let ground = figure.shapes.first?.fill ?? theme.background
      return figure.texts.map { LabelGroup(color: $0.color, rim: ground, labels: [$0.label]) }
    }
  }

  private var figures: [PaintedFigure] { drawing.groups.compactMap { painted($0) } }

  private func painted(_ group: Drawing.Group) -> PaintedFigure? {
    let padding = Drawing.Group.padding * nodes.scale
    let title = FigureLayout.leading * group.textSize * nodes.scale
    let path: [Curve]
    var box: Rectangle
    switch group.outline {
    case .corners(let first, let second):
      let (a, b) = (nodes.place(first), nodes.place(second))
      box = Rectangle(minimum: pointwiseMin(a, b), maximum: pointwiseMax(a, b))
      path = Self.path(of: box, nodes.scale)
    case .box:
      guard var inner = bounds(group.nodes)?.inset(by: -padding) else { return nil }
      if !group.name.isEmpty { inner.minimum.y -= title }
      box = inner
      path = Self.path(of: box, nodes.scale)
    case .hull:
      let hull = hull(group.nodes, padding)
      guard hull.count > 2 else { return nil }
      path = ShapeOutline.closed(hull)
      let low = hull.reduce(hull[0]) { pointwiseMin($0, $1) }
      let high = hull.reduce(hull[0]) { pointwiseMax($0, $1) }
      box = Rectangle(minimum: SIMD2(low.x, low.y - title), maximum: high)
      // Above the highest point.
      if let top = hull.min(by: { $0.y < $1.y }) {
        let half = box.size.x / 2
        box.minimum.x = top.x - half
        box.maximum.x = top.x + half
      }
    }
    guard box.minimum.isFinite, box.maximum.isFinite else { return nil }
    let colors = colors(group)
    var painted = PaintedFigure(name: group.name)
    painted.shapes = [
      Shape(
        path: path, isClosed: true, fill: colors.fill.alpha > 0 ? colors.fill : nil,
        stroke: group.strokeWidth > 0 ? colors.stroke : nil,
        strokeWidth: group.strokeWidth * nodes.scale, dash: group.dash)
    ]
    painted.texts = self.title(group, box, height: title)
    return painted
  }

  private func title(
    _ group: Drawing.Group, _ box: Rectangle, height: Double
  ) -> [PaintedText] {
    let text = Drawing.Text(group.name)
    let head = Rectangle(
      minimum: SIMD2(box.minimum.x, box.minimum.y + 2 * nodes.scale),
      maximum: SIMD2(
        box.maximum.x, box.minimum.y + 2 * nodes.scale + height * Double(text.lines.count)))
    // A name that is a little too wide for its box is written smaller.
    let width = text.extent(size: group.textSize * nodes.scale).x
    let fit = width > 0 ? (box.size.x - 4 * nodes.scale) / width : 1
    let share = max(min(fit, 1), 0.6)
    return text.laidOut(in: head, size: share * group.textSize * nodes.scale, padding: 0).map {
      PaintedText(
        color: group.textColor ?? theme.text, label: $0.placed(-1, { $0 }, scale: 1))
    }
  }

  private static func path(of box: Rectangle, _ scale: Double) -> [Curve] {
    let radius = min(6 * scale, 0.2 * min(box.size.x, box.size.y))
    return ShapeOutline.box(box.size / 2, rounded: radius).map { $0.moved(by: box.center) }
  }

  /// Those of the nodes where they all have one colour, else the theme's; faint.
  private func colors(_ group: Drawing.Group) -> (fill: RGBColor, stroke: RGBColor) {
    var own = theme.node
    if !drawing.nodeColors.isEmpty, let first = group.nodes.first,
      group.nodes.allSatisfy({ drawing.nodeColors[$0] == drawing.nodeColors[first] })
    {
      own = drawing.nodeColors[first]
    }
    let fill = group.fill ?? own.mixed(with: theme.background, share: 0.9)
    let stroke =
      group.stroke
      ?? (group.fill ?? own).mixed(with: theme.text, share: 0.2)
      .mixed(with: theme.background, share: 0.5)
    return (fill, stroke)
  }

  private func bounds(_ members: [Int]) -> Rectangle? {
    let boxes = members.filter { nodes.centers[$0].isFinite }.map { nodes.box($0) }
    guard let first = boxes.first else { return nil }
    return boxes.reduce(first) {
      Rectangle(
        minimum: pointwiseMin($0.minimum, $1.minimum), maximum: pointwiseMax($0.maximum, $1.maximum)
      )
    }
  }

  /// The corners of the convex hull of discs around the corners of nodes (Andrew's monotone chain,
  /// doi:10.1016/0020-0190(79)90072-3).
  private func hull(_ members: [Int], _ padding: Double) -> [SIMD2<Double>] {
    var points: [SIMD2<Double>] = []
    for node in members where nodes.centers[node].isFinite {
      let figure = nodes.figure(node)
      let reach = padding + (figure == nil ? nodes.radii[node] : 0)
      let corners = figure.map { $0.outline.polygon.map($0.place) } ?? [nodes.centers[node]]
      for corner in corners {
        for step in 0..<24 {
          let angle = 15 * Double(step)
          points.append(corner + reach * SIMD2(cosine(degrees: angle), sine(degrees: angle)))
        }
      }
    }
    points.sort { ($0.x, $0.y) < ($1.x, $1.y) }
    guard points.count > 2 else { return points }
    func half(_ points: some Sequence<SIMD2<Double>>) -> [SIMD2<Double>] {
      var chain: [SIMD2<Double>] = []
      for point in points {
        while chain.count > 1 {
          let (a, b) = (
            chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 1]
          )
          if a.x * b.y - a.y * b.x > 0 { break }
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return half(points) + half(points.reversed())
  }
}
