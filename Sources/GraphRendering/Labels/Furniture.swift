/// The title and the key of a picture: their positions, and the space that they take from the
/// graph.
struct Furniture {
  private let options: Picture.Options

  /// The line spacing of a title, in multiples of its text size.
  private static let leading = 19.0 / 15
  /// The gap between a title and the graph.
  private static let titleGap = 11.0
  /// The distance from the border of the picture, and between title and key.
  private static let distance = 14.0
  /// The maximum fraction of a key's area that may be covered by edges.
  private static let greatestInk = 0.01

  init(_ options: Picture.Options) { self.options = options }

  private var titleLines: [Substring] {
    (options.title ?? "").split(whereSeparator: \.isNewline)
  }
  private var look: Picture.TitleLook { options.titleLook }
  private var lineHeight: Double { Self.leading * look.size }
  private var titleHeight: Double {
    guard !titleLines.isEmpty else { return 0 }
    return Self.titleGap + lineHeight * Double(titleLines.count)
  }
  /// The heights that the title takes above and below the graph.
  private var titleHeights: (above: Double, below: Double) {
    look.isBelow ? (0, titleHeight) : (titleHeight, 0)
  }

  /// The size that the title needs; the height is 0 without one.
  fileprivate var titleSize: SIMD2<Double> {
    let widths = titleLines.map { TextMetrics.width(of: String($0)) * look.size }
    return [(widths.max() ?? 0).rounded(.up) + 2 * Self.distance, titleHeight]
  }

  /// Returns true if a key leaves a third of the width to the graph, and fits into the height.
  func hasRoom(for panel: KeyPanel) -> Bool {
    1.5 * (panel.size.x + Self.distance) <= room(besides: nil).size.x
      && height(with: panel) <= options.height
  }

  /// Returns the height of the picture that a key needs.
  func height(with panel: KeyPanel) -> Double {
    titleHeight + panel.size.y + 2 * Self.distance
  }

  /// Returns the area for the graph, with its margin.
  func room(besides panel: KeyPanel?) -> Rectangle {
    let margin = min(options.margin, min(options.width, options.height) / 4)
    var room = Rectangle(minimum: .zero, maximum: [options.width, options.height])
      .inset(by: margin)
    let height = min(titleHeight, 0.75 * room.size.y)
    if look.isBelow { room.maximum.y -= height } else { room.minimum.y += height }
    if let panel {
      room.maximum.x -= panel.size.x + Self.distance
    }
    return room
  }

  /// Returns the candidate places of a key, at corners and the middles of sides, the preferred
  /// first.
  private func places(_ size: SIMD2<Double>) -> [Rectangle] {
    let low = SIMD2(Self.distance, Self.distance + titleHeights.above)
    var high = SIMD2(options.width, options.height) - Self.distance - size
    high.y -= titleHeights.below
    let middle = (low + high) / 2
    return [
      SIMD2(high.x, low.y), low, high, SIMD2(low.x, high.y), SIMD2(high.x, middle.y),
      SIMD2(low.x, middle.y), SIMD2(middle.x, high.y), SIMD2(middle.x, low.y),
    ].map { Rectangle(minimum: $0, maximum: $0 + size) }
  }

  /// Returns the place where a key covers no node and the least of edges; nil if that is still too
  /// much.
  ///
  /// - Parameter labels: how far turned labels reach beyond their nodes; empty if there are none.
  func freePlace(
    for panel: KeyPanel, _ nodes: PlacedNodes, _ ink: DensityGrid, labels: [SIMD2<Double>]
  ) -> Rectangle? {
    let sums = ink.sums()
    let taken = nodes.isInside.indices.filter { nodes.isInside[$0] }.map { node in
      let (box, reach) = (nodes.box(node), labels.isEmpty ? .zero : labels[node])
      return Rectangle(minimum: box.minimum - reach, maximum: box.maximum + reach)
    }
    let free = places(panel.size).filter { place in
      let ground = place.inset(by: -6)
      return ground.minimum.x >= 0 && ground.minimum.y >= 0
        && !taken.contains { $0.overlaps(ground) }
    }
    let lines = free.map { (place: $0, ink: sums.mean(in: $0.inset(by: -6))) }
    guard let best = lines.min(by: { $0.ink < $1.ink }) else { return nil }
    return best.ink <= Self.greatestInk ? best.place : nil
  }

  /// Returns the place of a key that the graph does not reach into.
  func place(for panel: KeyPanel) -> Rectangle { places(panel.size)[0] }

  /// Returns the title, at the border of the picture.
  func title() -> PaintedFigure? {
    let lines = titleLines
    guard !lines.isEmpty else { return nil }
    let rest = options.height - 2 * Self.distance - lineHeight * Double(lines.count)
    let top = Self.distance + (look.isBelow ? max(rest, 0) : 0)
    let color = look.color ?? options.theme.text
    return PaintedFigure(
      texts: lines.enumerated().map { number, line in
        let place = top + lineHeight * Double(number)
        return PaintedText(color: color, label: titleLine(String(line), below: place))
      })
  }

  private func titleLine(_ line: String, below place: Double) -> PlacedLabel {
    let size = look.size
    let room = max(options.width - 2 * Self.distance, 0)
    let text = LabelText.shown(line, limit: room / size)
    let width = TextMetrics.width(of: text) * size
    let (share, anchor): (Double, PlacedLabel.Anchor) =
      switch look.alignment {
      case .left: (0, .start)
      case .center: (0.5, .middle)
      case .right: (1, .end)
      }
    let left = Self.distance + share * (room - width)
    let baseline = place + TextMetrics.capitals * size
    let box = Rectangle(
      minimum: [left, baseline - TextMetrics.ascent * size],
      maximum: [left + width, baseline + TextMetrics.descent * size])
    return PlacedLabel(
      text: text, size: size, anchor: anchor, origin: [left, baseline], box: box, node: -1)
  }
}

extension Picture.Options {
  /// Increases the height of a picture to that of its key, unless the height is given.
  package mutating func makeRoomForKey(hasHeight: Bool) {
    let panel = KeyPanel(key, radii: [], widths: [], self)
    guard !hasHeight, !panel.isEmpty else { return }
    height = max(height, min(Furniture(self).height(with: panel).rounded(.up), 16384))
  }

  /// Reduces the height to that of a graph beside its key.
  ///
  /// - Parameters:
  ///   - scale: the scale of the graph relative to that without a key.
  ///   - least: the height that the key needs.
  mutating func fitHeight(besideKeyAt scale: Double, atLeast least: Double) {
    let rest = Furniture(self).titleSize.y + 2 * margin
    height = min(height, max(rest + (height - rest) * scale, least).rounded(.up))
  }

  /// Adds the title to the sides that are not given: its height, and its width up to `leastWidth`.
  package mutating func makeRoomForTitle(hasWidth: Bool, hasHeight: Bool) {
    let size = Furniture(self).titleSize
    guard size.y > 0 else { return }
    if !hasWidth { width = max(width, min(size.x, Self.leastWidth)) }
    if !hasHeight { height = min(height + size.y, max(height, 16384)) }
  }
}
