/// A label in the picture.
struct PlacedLabel: Sendable {
  var text: String
  /// The parts with their styles, whose sizes are in points of the picture; empty if all of it has
  /// the same style.
  var runs: [Drawing.Text.Run] = []
  var size: Double
  /// The left end of the base line, for text of the width in the metrics. The text is aligned at
  /// its `anchor`, so that narrower text stays next to the node.
  var anchor: Anchor
  var origin: SIMD2<Double>
  /// The maximum extent of the text, which no other label overlaps.
  var box: Rectangle
  var node: Int
  /// True if the label is inside its own node.
  var isOnNode = false
  /// The turn of the text; nil for horizontal text.
  var turn: Turn?

  /// A turn around a point of the picture, in degrees clockwise.
  struct Turn: Hashable, Sendable {
    var degrees: Double
    var pivot: SIMD2<Double>
  }

  enum Anchor: Sendable { case start, middle, end }
}

/// Places labels, the important ones first: to the right of their node, or left, above, below, or
/// at its corners, wherever the least is covered and no other label is. Labels without such a place
/// are omitted.
///
/// - Complexity: almost linear in the number of labels tried: obstacles are looked up in grids.
struct LabelPlacement {
  let drawing: Drawing
  /// True for drawings in three dimensions.
  let isSpace: Bool
  let nodes: PlacedNodes
  let options: Picture.Options
  let picture: Rectangle
  private let discs: DensitySums
  private let ink: DensitySums
  var taken: LabelGrid
  private(set) var report: Picture.Report

  private let covers: CoverMap
  private let cuts: NameCuts
  /// The obstacles; nil for pictures with very many edges, which use `discs` and `ink`.
  let obstacles: LabelObstacles?
  /// True if all discs have the same size, and thus all labels.
  let hasOneSize: Bool

  /// The gap around labels, in points.
  private let gap: Double
  let limit: Int
  /// True if there are so few labels that all should be drawn: they give way to each other, and
  /// cover no disc.
  private let wantsAll: Bool
  /// The width at size 1 of the widest label for each disc size, if all labels should be drawn: for
  /// equal discs, either all labels are inside or none.
  private var widest: [Int: Double] = [:]

  /// The additional cost of an edge along a label.
  static let struckThrough = 2.0
  /// The number of labels up to which all are tried, at any size of the picture.
  private static let alwaysNamed = 150
  /// The maximum fraction of other nodes that a label may cover.
  private static let greatestCover = 0.3

  init(
    _ drawing: Drawing, _ nodes: PlacedNodes, ink: DensityGrid, _ edges: [RoutedEdge]?,
    _ options: Picture.Options, isSpace: Bool, _ report: Picture.Report
  ) {
    self.drawing = drawing
    self.nodes = nodes
    self.options = options
    self.isSpace = isSpace
    self.report = report
    picture = Rectangle(minimum: .zero, maximum: [options.width, options.height])
    var grid = DensityGrid(width: options.width, height: options.height)
    // Smaller discs are a texture, which text may overlap.
    for node in nodes.isInside.indices where nodes.isInside[node] && nodes.radii[node] > 2 {
      grid.add(disc: nodes.centers[node], radius: nodes.radii[node])
    }
    discs = grid.sums()
    self.ink = ink.sums()
    taken = LabelGrid(picture)
    let candidates = drawing.labels.count { !$0.isEmpty }
    switch options.labels {
    case .none: limit = 0
    case .atMost(let count): limit = max(0, count)
    case .automatic:
      let room = max(8, Int(options.width * options.height / 7000))
      limit = candidates <= Self.alwaysNamed ? max(room, candidates) : room
    }
    wantsAll = options.labels == .automatic && candidates <= Self.alwaysNamed
    obstacles = edges.map { LabelObstacles(nodes, $0, options) }
    let radii = nodes.radii.first.map { first in nodes.radii.allSatisfy { $0 == first } }
    hasOneSize = radii ?? true && drawing.importance.isEmpty
    // If there are very many labels to choose from, they are spread out.
    gap = options.labels != .automatic ? 0.5 : candidates > 4 * limit ? 5 : 1.5
    covers = CoverMap(nodes, options, isSpace: isSpace)
    cuts = NameCuts(
      limit > 0 ? drawing.labels : [], room: options.labelWidth / options.labelSizes.upperBound)
  }

  /// Reserves boxes, such as those of figures and of edge labels.
  mutating func reserve(_ boxes: [Rectangle]) {
    for box in boxes where box.overlaps(picture) { taken.insert(box, of: nil) }
  }

  mutating func place() -> [PlacedLabel] {
    guard options.labels != .none, !drawing.labels.isEmpty else { return [] }
    let importance = self.importance()
    let labelled = nodes.isInside.indices
      .filter {
        nodes.isInside[$0] && !drawing.labels[$0].isEmpty && nodes.figure($0) == nil
      }
    let isWanted = wantsAll || options.labels != .automatic ? nil : names(worthRoom: importance)
    var order = labelled.filter { !covers.isCovered($0) && isWanted?[$0] ?? true }
      .sorted { (importance[$1], turn(of: $0)) < (importance[$0], turn(of: $1)) }
    let sizes = LabelSizes(
      hasOneSize ? [] : order.map { importance[$0] }, options.labelSizes)
    if wantsAll {
      for node in labelled {
        let (kind, width) = (sizeClass(node), text(of: node, size: 1).width)
        widest[kind] = max(widest[kind] ?? 0, width)
      }
    }
    let turned = placeTurned(order.prefix(limit).map { ($0, sizes.size(of: importance[$0])) })
    if !turned.isEmpty { order.removeAll { turned[$0] != nil } }
    var placed: [Int: Choice] = [:]
    for (rank, node) in order.enumerated() {
      if placed.count + turned.count >= limit { break }
      // Once the first labels have taken the space, others would only fill gaps.
      if options.labels == .automatic && rank > 12 * limit { break }
      if let choice = place(node, upTo: sizes.size(of: importance[node]), rank: rank) {
        take(choice.label)
        placed[node] = choice
      }
    }
    if wantsAll {
      settle(&placed, order.map { ($0, sizes.size(of: importance[$0])) })
    }
    if options.labels == .automatic {
      insist(&placed, order.map { ($0, sizes.size(of: importance[$0])) }, importance)
    }
    for (node, label) in turned { placed[node] = (label, 0) }
    report.labelsDrawn = placed.count
    var wanted = labelled.count
    if case .atMost = options.labels { wanted = min(wanted, limit) }
    report.labelsLeftOut = wanted - placed.count
    report.labelsBeyondLimit = labelled.count - wanted
    report.labelsShortened = placed.values.count {
      $0.label.text != LabelText.shown(drawing.labels[$0.label.node], limit: .infinity)
    }
    return (turned.keys.sorted() + order).compactMap { placed[$0]?.label }
  }

  /// A candidate place with its cost.
  typealias Choice = (label: PlacedLabel, cost: Double)

  /// Returns the rank among equal labels: pseudorandom, as the first of very many may all be in one
  /// corner; or if all are wanted, the order of nodes, so that regular graphs have regular labels.
  private func turn(of node: Int) -> UInt64 { wantsAll ? UInt64(node) : mixedBits(node) }

  /// Returns the class of discs that look equally large, in half points.
  private func sizeClass(_ node: Int) -> Int { Int((2 * nodes.radii[node]).rounded()) }

  mutating func take(_ label: PlacedLabel) {
    taken.insert(label.box.inset(by: -gap), of: label.node)
  }

  mutating func free(_ label: PlacedLabel) {
    taken.remove(label.box.inset(by: -gap), of: label.node)
  }

  /// Returns the best free place for a label at the given size, or else at the minimum size.
  func place(_ node: Int, upTo size: Double, rank: Int) -> Choice? {
    let least = options.labelSizes.lowerBound
    return place(node, size: size, rank: rank)
      ?? (size > least ? place(node, size: least, rank: rank) : nil)
  }

  /// If there is not space for all labels, the least important nodes without edges get none: next
  /// to a graph they form a list, of which a few labels are not informative. Returns nil if all
  /// nodes are of this kind.
  private func names(worthRoom importance: [Double]) -> [Bool]? {
    guard let least = importance.min() else { return nil }
    let degrees = degrees()
    let isWanted = degrees.indices.map { degrees[$0] > 0 || importance[$0] > least }
    return isWanted.contains(true) ? isWanted : nil
  }

  private func degrees() -> [Double] { drawing.checkedTopology.degrees().map(Double.init) }

  private func importance() -> [Double] {
    if !drawing.importance.isEmpty { return drawing.importance }
    let radii = nodes.radii
    if case .automatic = drawing.nodeSizes { return degrees() }
    if let first = radii.first, radii.allSatisfy({ $0 == first }) { return degrees() }
    // The given sizes are used, not those in the picture, which are limited.
    switch drawing.nodeSizes {
    case .automatic: return radii
    case .byWeight(let values), .points(let values), .layoutUnits(let values): return values
    }
  }

  private func place(_ node: Int, size: Double, rank: Int) -> Choice? {
    var best: Choice?
    for place in places(of: node, size: size, rank: rank)
    where place.cost < best?.cost ?? .infinity && !taken.overlaps(place.label.box) {
      best = place
    }
    return best
  }

  /// Returns the candidate places in the picture that discs allow, with their costs.
  func places(of node: Int, size: Double, rank: Int) -> [Choice] {
    let (text, width) = self.text(of: node, size: size)
    if text.isEmpty { return [] }
    var places: [Choice] = []
    for (preference, candidate) in candidates(node, text, size, width).enumerated()
    where picture.contains(candidate.box) {
      let cover = cover(candidate)
      if wantsAll && obstacles != nil {
        if cover > 0 { continue }
      } else if cover > Self.greatestCover && rank > 5 && options.labels == .automatic {
        // The first few are placed even so, as a picture needs its main labels.
        continue
      }
      places.append((candidate, 0.02 * Double(preference) + 2 * cover + ink(candidate)))
    }
    return places
  }

  /// - Parameter share: of the greatest width of labels.
  func text(
    of node: Int, size: Double, share: Double = 1
  ) -> (text: String, width: Double) {
    let text = cuts.shown(node, limit: share * options.labelWidth / size)
    return (text, TextMetrics.width(of: text) * size)
  }

  /// Returns the fraction of a label that covers other nodes.
  private func cover(_ label: PlacedLabel) -> Double {
    if label.isOnNode { return 0 }
    return obstacles?.cover(of: label.box, besides: label.node) ?? discs.mean(in: label.box)
  }

  /// Returns the cost of edges under a label. An edge along half of it strikes it through, which is
  /// worse than any place farther away; one across it costs less than the next place.
  func ink(_ label: PlacedLabel) -> Double {
    if label.isOnNode { return 0 }
    guard let obstacles else { return 1.5 * min(ink.mean(in: label.box), 2) }
    let (across, along) = obstacles.lines(in: label.box)
    return min(0.05 * across + 0.5 * along, 4) + (along >= 0.45 ? Self.struckThrough : 0)
  }

  /// Returns the possible places, the preferred first.
  func candidates(
    _ node: Int, _ text: String, _ size: Double, _ width: Double
  ) -> [PlacedLabel] {
    let center = nodes.centers[node]
    let radius = nodes.radii[node]
    let height = (TextMetrics.ascent + TextMetrics.descent) * size
    func label(_ x: Double, _ baseline: Double, _ anchor: PlacedLabel.Anchor) -> PlacedLabel {
      let left =
        switch anchor {
        case .start: x
        case .middle: x - width / 2
        case .end: x - width
        }
      let top = baseline - TextMetrics.ascent * size
      return PlacedLabel(
        text: text, size: size, anchor: anchor, origin: [left, baseline],
        box: Rectangle(minimum: [left, top], maximum: [left + width, top + height]), node: node)
    }
    let capitals = TextMetrics.capitals * size
    let level = center.y + capitals / 2
    let away = radius + 0.25 * size
    // At the corners the edge of the node is nearer.
    let corner = away * 0.75
    let above = center.y - away
    let below = center.y + away + TextMetrics.ascent * size
    var places = [
      label(center.x + away, level, .start), label(center.x - away, level, .end),
      label(center.x, above, .middle), label(center.x, below, .middle),
      label(center.x + corner, center.y - corner, .start),
      label(center.x + corner, center.y + corner + capitals, .start),
      label(center.x - corner, center.y - corner, .end),
      label(center.x - corner, center.y + corner + capitals, .end),
    ]
    // The places are shifted along the upper and the lower side, then all slightly farther away, or
    // twice as far.
    let far = [(0.25, 0.0), (0, 0.6), (0.25, 0.6)]
    for (shift, lift) in wantsAll ? far + [(0, 1.2), (0.25, 1.2)] : far {
      let (side, lift) = (shift * width, lift * size)
      if shift > 0 {
        for x in [center.x + side, center.x - side] {
          places += [label(x, above - lift, .middle), label(x, below + lift, .middle)]
        }
      } else {
        let (near, far) = (corner + 0.7 * lift, away + lift)
        places += [
          label(center.x + near, center.y - near, .start),
          label(center.x + near, center.y + near + capitals, .start),
          label(center.x - near, center.y - near, .end),
          label(center.x - near, center.y + near + capitals, .end),
          label(center.x, above - lift, .middle), label(center.x, below + lift, .middle),
          label(center.x + far, level, .start), label(center.x - far, level, .end),
        ]
      }
    }
    let widest = widest[sizeClass(node)] ?? 0
    let diagonal = SIMD2(max(width, widest * size) / 2, capitals / 2).length
    if diagonal < radius {
      var inside = label(center.x, level, .middle)
      inside.isOnNode = true
      places.insert(inside, at: 0)
    }
    return places
  }
}

/// The text sizes between the least and the most important label, by the square root of importance.
private struct LabelSizes {
  private let least: Double
  private let range: Double
  private let sizes: ClosedRange<Double>

  init(_ importance: [Double], _ sizes: ClosedRange<Double>) {
    let finite = importance.lazy.filter(\.isFinite)
    least = (finite.min() ?? 0) / 2
    range = (finite.max() ?? 0) / 2 - least
    self.sizes = sizes
  }

  func size(of importance: Double) -> Double {
    let share: Double =
      if range > 0 { max(0, min((importance / 2 - least) / range, 1)).squareRoot() } else { 0.3 }
    let size = sizes.lowerBound + share * (sizes.upperBound - sizes.lowerBound)
    // Sizes are multiples of half a point, so that labels share their style.
    return max(sizes.lowerBound, (size * 2).rounded(.down) / 2)
  }
}
