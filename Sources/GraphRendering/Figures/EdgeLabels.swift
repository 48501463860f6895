extension Drawing.EdgeLabel {
  /// The width and height in points.
  public var size: SIMD2<Double> { text.extent(size: textSize) }

  /// Returns the box in the picture; nil if the label has no given position.
  func box(_ nodes: PlacedNodes) -> Rectangle? {
    position.map { position in
      let (center, half) = (nodes.place(position), extent(nodes.scale) / 2)
      return Rectangle(minimum: center - half, maximum: center + half)
    }
  }

  fileprivate func extent(_ scale: Double) -> SIMD2<Double> { size * scale }
}

/// Places labels of edges: at the positions of the layout, else beside the middle or an end of
/// their edge, where they overlap no edge, node or other label if possible.
///
/// - Complexity: O(*l* *k*) for *l* labels with *k* edge segments near each of them.
struct EdgeLabelPlacement {
  private let drawing: Drawing
  private let nodes: PlacedNodes
  private let nodeBoxes: BoxGrid
  private let chords: [(start: SIMD2<Double>, end: SIMD2<Double>)]
  private let chordBoxes: BoxGrid
  private var curves: [Int: Curve] = [:]

  init(_ drawing: Drawing, _ nodes: PlacedNodes, _ edges: [RoutedEdge]) {
    self.drawing = drawing
    self.nodes = nodes
    // Without labels the grids are not needed.
    let isNeeded = !drawing.edgeLabels.isEmpty
    nodeBoxes = BoxGrid(isNeeded ? nodes.centers.indices.map { nodes.box($0) } : [])
    chords = isNeeded ? edges.flatMap { $0.curve.chords }.map { (start: $0.0, end: $0.1) } : []
    chordBoxes = BoxGrid(
      chords.map {
        Rectangle(minimum: pointwiseMin($0.start, $0.end), maximum: pointwiseMax($0.start, $0.end))
      })
    let labelled = Set(drawing.edgeLabels.map(\.edge))
    for edge in edges where labelled.contains(edge.index) { curves[edge.index] = edge.curve }
  }

  /// Returns the labels in the picture, line by line, and their boxes.
  func place(in picture: Rectangle) -> (labels: [(PlacedLabel, RGBColor?)], boxes: [Rectangle]) {
    var boxes: [Rectangle] = []
    var labels: [(PlacedLabel, RGBColor?)] = []
    // Labels with a given position come first, as others must avoid them.
    let order = drawing.edgeLabels.indices.sorted {
      let (a, b) = (drawing.edgeLabels[$0].position == nil, drawing.edgeLabels[$1].position == nil)
      return a != b ? b : $0 < $1
    }
    for index in order {
      let label = drawing.edgeLabels[index]
      if label.text.isEmpty { continue }
      guard curves[label.edge] != nil, let box = label.box(nodes) ?? found(label, boxes, picture),
        box.minimum.isFinite, box.overlaps(picture)
      else { continue }
      boxes.append(box)
      let size = label.textSize * nodes.scale
      labels += label.text.laidOut(in: box, size: size, padding: 0).map {
        ($0.placed(-1, { $0 }, scale: 1), label.color)
      }
    }
    return (labels, boxes)
  }

  private func found(
    _ label: Drawing.EdgeLabel, _ boxes: [Rectangle], _ picture: Rectangle
  ) -> Rectangle? {
    guard let curve = curves[label.edge] else { return nil }
    let places: [Double] =
      switch label.place {
      case .middle: [0.5, 0.42, 0.58, 0.34, 0.66, 0.25, 0.75]
      case .source: [0.12, 0.18, 0.06, 0.25]
      case .target: [0.88, 0.82, 0.94, 0.75]
      }
    var best: (box: Rectangle, cost: Double)?
    for (preference, t) in places.enumerated() {
      for side in [1.0, -1.0] {
        let box = box(label, beside: curve, at: t, side)
        var cost = 0.1 * Double(preference) + cost(of: box, boxes)
        if !picture.contains(box) { cost += 8 }
        if cost < best?.cost ?? .infinity { best = (box, cost) }
      }
    }
    return best?.box
  }

  /// Returns the box of a label that touches the curve's tangent, with its gap.
  private func box(
    _ label: Drawing.EdgeLabel, beside curve: Curve, at t: Double, _ side: Double
  ) -> Rectangle {
    let half = label.extent(nodes.scale) / 2
    let along = (curve.point(at: min(t + 0.02, 1)) - curve.point(at: max(t - 0.02, 0)))
      .normalized(or: [1, 0])
    // Above or to the right is preferred.
    var out = along.perpendicular
    if out.y > 0.01 || (abs(out.y) <= 0.01 && out.x < 0) { out = -out }
    out *= side
    let gap = 3 * nodes.scale
    let reach = abs(out.x) * half.x + abs(out.y) * half.y + gap
    let center = curve.point(at: t) + out * reach
    return Rectangle(minimum: center - half, maximum: center + half)
  }

  private func cost(of box: Rectangle, _ boxes: [Rectangle]) -> Double {
    var cost = 0.0
    for other in boxes where other.overlaps(box) { cost += 4 }
    _ = nodeBoxes.contains(near: box) { node, _ in
      if nodes.centers[node].isFinite { cost += 3 }
      return false
    }
    _ = chordBoxes.contains(near: box) { number, _ in
      let (start, end) = chords[number]
      if box.clip(from: start, to: end) != nil { cost += 1 }
      return false
    }
    return cost
  }
}
