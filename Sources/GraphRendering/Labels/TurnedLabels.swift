/// The geometry of a label that leads away from its node.
struct TurnedLabel {
  /// The label, with its turn.
  let label: PlacedLabel
  /// Boxes along the text, which cover about what it covers.
  let boxes: [Rectangle]

  /// The gap between a disc and its label, at size 1.
  private static let gap = 0.35

  /// - Parameter angle: the direction away from the node, in degrees counterclockwise from the right.
  init(
    _ text: String, width: Double, size: Double, node: Int, at center: SIMD2<Double>,
    radius: Double, angle: Double
  ) {
    let away = SIMD2(cosine(degrees: angle), -sine(degrees: angle))
    let pivot = center + away * (radius + Self.gap * size)
    // Text that would be upside down leads towards its node.
    let isTurnedBack = away.x < -1e-9
    let left = isTurnedBack ? pivot.x - width : pivot.x
    let top = pivot.y + (TextMetrics.capitals / 2 - TextMetrics.ascent) * size
    let height = (TextMetrics.ascent + TextMetrics.descent) * size
    var label = PlacedLabel(
      text: text, size: size, anchor: isTurnedBack ? .end : .start,
      origin: [left, pivot.y + TextMetrics.capitals / 2 * size],
      box: Rectangle(minimum: [left, top], maximum: [left + width, top + height]), node: node)
    let degrees = (isTurnedBack ? 180 - angle : -angle).remainder(dividingBy: 360)
    if degrees != 0 { label.turn = .init(degrees: degrees, pivot: pivot) }
    self.label = label
    let half = 0.36 * size
    let count = max(Int((width / (1.5 * half)).rounded(.up)), 1)
    boxes = (0...count).map { step in
      let middle = pivot + away * (width * Double(step) / Double(count))
      return Rectangle(minimum: middle - half, maximum: middle + half)
    }
  }

  /// Returns the space that turned labels of the least size need beyond the discs, to all sides; empty
  /// if there are none.
  static func reach(_ drawing: Drawing, _ options: Picture.Options) -> [SIMD2<Double>] {
    guard drawing.labelAngles.contains(where: { $0 != nil }), !drawing.labels.isEmpty,
      options.labels != .none
    else { return [] }
    let size = options.labelSizes.lowerBound
    return drawing.labelAngles.indices.map { node in
      guard let angle = drawing.labelAngles[node], !drawing.labels[node].isEmpty else {
        return .zero
      }
      let shown = LabelText.shown(drawing.labels[node], limit: options.labelWidth / size)
      let length = (TextMetrics.width(of: shown) + gap + 0.4) * size
      return SIMD2(abs(cosine(degrees: angle)), abs(sine(degrees: angle))) * length
    }
  }
}

extension LabelPlacement {
  /// Places the labels that lead away from their nodes, and takes their space. Those that would lie on
  /// others, on discs or outside the picture are left for the usual places.
  ///
  /// - Parameter names: nodes and sizes of their labels, the most important first.
  mutating func placeTurned(_ names: [(node: Int, size: Double)]) -> [Int: PlacedLabel] {
    var placed: [Int: PlacedLabel] = [:]
    let angles = drawing.labelAngles
    guard angles.contains(where: { $0 != nil }), !isSpace else { return placed }
    for (node, size) in names {
      guard let angle = angles[node] else { continue }
      for size in [size, options.labelSizes.lowerBound] {
        let (text, width) = self.text(of: node, size: size)
        if text.isEmpty { break }
        let turned = TurnedLabel(
          text, width: width, size: size, node: node, at: nodes.centers[node],
          radius: nodes.radii[node], angle: angle)
        let isFree = turned.boxes.allSatisfy { box in
          picture.contains(box) && !taken.overlaps(box)
            && obstacles.allDiscs(near: box, reach: 0, besides: node) { other, _ in
              nodes.radii[other] <= Self.leastTexture
            }
        }
        guard isFree else { continue }
        for box in turned.boxes { taken.insert(box, of: nil) }
        placed[node] = turned.label
        break
      }
    }
    return placed
  }
}
