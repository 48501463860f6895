extension Drawing {
  /// Returns the bounding box of everything in a drawing to scale, in layout units, y up; nil if it
  /// is empty. O(nodes + points of routes + labels + groups).
  func extent(_ layouts: [FigureLayout?]) -> Rectangle? {
    guard case .plane(let points) = positions else { return nil }
    var low = SIMD2<Double>(repeating: .infinity)
    var high = -low
    func add(_ point: SIMD2<Double>, _ reach: SIMD2<Double> = .zero) {
      guard point.isFinite else { return }
      low = pointwiseMin(low, point - reach)
      high = pointwiseMax(high, point + reach)
    }
    for (node, point) in points.enumerated() { add(point, reach(of: node, layouts)) }
    for point in routes?.points ?? [] { add(point) }
    for edge in edges where edge.source == edge.target && routes == nil {
      let (node, reach) = (Int(edge.source), LoopShape.reach(number: 0))
      if points.indices.contains(node) {
        add(points[node], self.reach(of: node, layouts) + SIMD2(reach, 0))
      }
    }
    for label in edgeLabels {
      guard let place = label.position else { continue }
      add(place, label.text.extent(size: label.textSize) / 2)
    }
    for group in groups { reach(of: group, points, layouts, add) }
    return low.x <= high.x ? Rectangle(minimum: low, maximum: high) : nil
  }

  private func reach(
    of group: Group, _ points: [SIMD2<Double>], _ layouts: [FigureLayout?],
    _ add: (SIMD2<Double>, SIMD2<Double>) -> Void
  ) {
    let line = group.strokeWidth / 2
    if case .corners(let first, let last) = group.outline {
      add(first, SIMD2(repeating: line))
      add(last, SIMD2(repeating: line))
      return
    }
    let title = group.name.isEmpty ? 0 : FigureLayout.leading * group.textSize
    for node in group.nodes where points.indices.contains(node) {
      add(points[node], reach(of: node, layouts) + Group.padding + SIMD2(line, line + title))
    }
  }

  /// Returns half the width and height of a figure; discs are left to the margin of the picture.
  private func reach(of node: Int, _ layouts: [FigureLayout?]) -> SIMD2<Double> {
    guard layouts.indices.contains(node), let layout = layouts[node] else { return .zero }
    return layout.size / 2
  }

  var figureLayouts: [FigureLayout?] { figures.map { $0.map { FigureLayout($0) } } }
}

extension Drawing.Group {
  /// The space between the nodes of a group and its outline, in points.
  static let padding = 10.0
}

/// A figure in the picture.
struct PlacedFigure {
  let layout: FigureLayout
  /// The outermost outline, in the figure's own points around its centre.
  let outline: ShapeOutline
  let center: SIMD2<Double>
  /// The number of points of the picture per point of the figure.
  let scale: Double

  init(
    _ layout: FigureLayout, _ shape: Drawing.Shape, center: SIMD2<Double>, scale: Double
  ) {
    self.layout = layout
    self.center = center
    self.scale = scale
    outline = ShapeOutline(shape, size: layout.size)
  }

  var box: Rectangle {
    let half = layout.size / 2 * scale
    return Rectangle(minimum: center - half, maximum: center + half)
  }

  func contains(_ point: SIMD2<Double>) -> Bool {
    box.contains(point) && outline.contains((point - center) / scale)
  }

  func place(_ point: SIMD2<Double>) -> SIMD2<Double> { center + point * scale }
}
