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
  /// The line from the node to a label away from it; nil for a label next to its node.
  var leader: Leader?
  /// The turn of the text; nil for horizontal text.
  var turn: Turn?

  /// A turn around a point of the picture, in degrees clockwise.
  struct Turn: Hashable, Sendable {
    var degrees: Double
    var pivot: SIMD2<Double>
  }

  enum Anchor: Sendable { case start, middle, end }
}

extension PlacedLabel {
  /// A label of the given width whose text is aligned at a point of its base line.
  init(
    _ text: String, size: Double, width: Double, at point: SIMD2<Double>, _ anchor: Anchor,
    node: Int
  ) {
    let left =
      switch anchor {
      case .start: point.x
      case .middle: point.x - width / 2
      case .end: point.x - width
      }
    let (top, height) = (
      point.y - TextMetrics.ascent * size, (TextMetrics.ascent + TextMetrics.descent) * size
    )
    self.init(
      text: text, size: size, anchor: anchor, origin: [left, point.y],
      box: Rectangle(minimum: [left, top], maximum: [left + width, top + height]), node: node)
  }
}

/// Places labels so that readers know at a glance whose they are, the important ones first: inside their
/// node; or beside it, where no other node is as near; or away from it, with a line that leads there. Of
/// these places it takes the one with the fewest edges below, and no other label. Labels without such a
/// place are omitted.
///
/// - Complexity: almost linear in the number of labels tried: obstacles are looked up in grids.
struct LabelPlacement {
  let drawing: Drawing
  /// True for drawings in three dimensions.
  let isSpace: Bool
  let nodes: PlacedNodes
  let options: Picture.Options
  /// The part of the picture in which labels may be: all but a narrow margin.
  let picture: Rectangle
  private let ink: DensitySums
  /// The visibility of edges, 0 to 1: that of the mean edge relative to an edge alone, as faint ones hardly
  /// disturb text. 1 where there are so few labels that all should be drawn.
  private let inkShare: Double
  var taken: LabelGrid
  private(set) var report: Picture.Report

  let covers: CoverMap
  /// Discs of up to this radius, in points, are a texture, on which names of much larger ones may lie: those
  /// that are too small for names of their own.
  let textureRadius: Double
  private let cuts: NameCuts
  /// The obstacles. For pictures with very many edges these are discs only, and `ink` is used.
  let obstacles: LabelObstacles
  /// True if all discs have the same size, and thus all labels.
  let hasOneSize: Bool

  /// The gap around labels, in points.
  private let gap: Double
  let limit: Int
  /// True if there are so few labels that all should be drawn: they give way to each other.
  let wantsAll: Bool
  /// The width at size 1 of the widest label where all should be drawn and all discs have the same size:
  /// either all labels are inside then, or none.
  private(set) var widest = 0.0
  /// The greatest size of each label, and the number of more important ones.
  var ranks: [Int: (size: Double, rank: Int)] = [:]
  /// The places of labels that have been computed, by node and form, if labels are placed more than once.
  private var known: [Int: [[Choice]?]] = [:]

  /// The additional cost of an edge along a label.
  static let struckThrough = 2.0
  /// The least distance of labels from the edges of the picture, in points.
  private static let margin = 6.0
  /// The number of labels up to which all are tried, and above which fewer are drawn than there is room for:
  /// among very many, those of leaves tell little, and bury the others.
  private static let alwaysNamed = 150
  /// The part of the picture that they may cover.
  private static let coveredShare = 0.12

  init(
    _ drawing: Drawing, _ nodes: PlacedNodes, ink: DensityGrid,
    _ edges: [(edge: RoutedEdge, opacity: Double)], _ options: Picture.Options, isSpace: Bool,
    _ report: Picture.Report
  ) {
    self.drawing = drawing
    self.nodes = nodes
    self.options = options
    self.isSpace = isSpace
    self.report = report
    let whole = Rectangle(minimum: .zero, maximum: [options.width, options.height])
    picture = whole.inset(by: min(Self.margin, 0.02 * min(options.width, options.height)))
    self.ink = ink.sums()
    taken = LabelGrid(whole)
    let candidates = drawing.labels.count { !$0.isEmpty }
    switch options.labels {
    case .none: limit = 0
    case .atMost(let count): limit = max(0, count)
    case .automatic:
      let share = max((Double(Self.alwaysNamed) / Double(max(candidates, 1))).squareRoot(), 0.25)
      let room = max(8, Int(options.width * options.height / 7000 * min(share, 1)))
      // Names that lead away from their nodes have room outside.
      let hasAngles = drawing.labelAngles.contains { $0 != nil }
      let most = hasAngles ? candidates : max(8, Self.count(of: drawing.labels, options))
      limit = candidates > Self.alwaysNamed ? room : min(candidates, most)
    }
    wantsAll = options.labels == .automatic && candidates <= Self.alwaysNamed
    let opacity = edges.reduce(0) { $0 + $1.opacity } / Double(max(edges.count, 1))
    let namesAll = limit >= candidates
    inkShare = namesAll ? 1 : min(opacity / EdgeDetail.greatestOpacity, 1)
    let needsNone = candidates == 0 || limit == 0
    let lines = edges.count <= LabelObstacles.edgeLimit ? edges.map(\.edge) : nil
    obstacles = LabelObstacles(nodes, needsNone ? [] : lines, options, isEmpty: needsNone)
    textureRadius = Self.textureRadius(nodes, names: namesAll || needsNone ? .max : limit)
    let radii = nodes.radii.first.map { first in nodes.radii.allSatisfy { $0 == first } }
    hasOneSize = radii ?? true && drawing.importance.isEmpty
    // If there are very many labels to choose from, they are spread out.
    gap = options.labels != .automatic ? 0.5 : candidates > 4 * limit ? 5 : 1.5
    covers = CoverMap(nodes, options, isSpace: isSpace)
    cuts = NameCuts(
      limit > 0 ? drawing.labels : [], room: options.labelWidth / options.labelSizes.upperBound)
  }

  /// Returns how many names of the mean length the part of the picture has room for that names may cover.
  private static func count(of names: [String], _ options: Picture.Options) -> Int {
    let size = options.labelSizes.lowerBound
    let widths = names.lazy.filter { !$0.isEmpty }
      .map { min(TextMetrics.width(of: $0) * size, options.labelWidth) }
    let area = size * widths.reduce(0, +) / Double(max(widths.count, 1))
    return Int(coveredShare * options.width * options.height / max(area, 1))
  }

  /// Returns whether a node that is seen has a label: figures have their text inside. The maps of discs and lines take
  /// 7 % of the time of a small picture of boxes, which needs none of them.
  static func isNeeded(
    _ drawing: Drawing, _ nodes: PlacedNodes, _ options: Picture.Options
  ) -> Bool {
    options.labels != .none
      && drawing.labels.indices.contains {
        nodes.isInside[$0] && !drawing.labels[$0].isEmpty && nodes.figure($0) == nil
      }
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
    var order = labelled.filter { isWanted?[$0] ?? true }
      .sorted { (importance[$1], turn(of: $0)) < (importance[$0], turn(of: $1)) }
    // A node that others cover in part can have a label with a line.
    let mayBeCovered = isSpace ? 0 : wantsAll ? order.count : Self.mostLines
    order = order.enumerated().filter { $0 < mayBeCovered || !covers.isCovered($1) }.map(\.element)
    if wantsAll { order = Array(order.prefix(limit)) }
    let sizes = LabelSizes(
      hasOneSize ? [] : order.map { importance[$0] }, preferredSizes(order.count))
    if wantsAll, hasOneSize {
      widest = labelled.reduce(0) { max($0, text(of: $1, size: 1).width) }
    }
    let turned = placeTurned(order.prefix(limit).map { ($0, sizes.size(of: importance[$0])) })
    if !turned.isEmpty { order.removeAll { turned[$0] != nil } }
    var placed: [Int: Choice] = [:]
    for (rank, node) in order.enumerated() {
      if placed.count + turned.count >= limit { break }
      // Once the first labels have taken the space, others would only fill gaps.
      if options.labels == .automatic && !wantsAll && rank > 3 * limit { break }
      ranks[node] = (sizes.size(of: importance[node]), rank)
      if let choice = place(node) {
        take(choice.label)
        placed[node] = choice
      }
    }
    if wantsAll { settle(&placed, order) }
    insist(&placed, order, importance)
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

  /// The numbers of names up to which small ones are larger than they need to be, and from which they are not.
  private static let fewNames = (all: 30, none: 80)
  private static let moreSize = 2.0

  /// Returns the sizes of so many labels, if there is room.
  private func preferredSizes(_ count: Int) -> ClosedRange<Double> {
    let sizes = options.labelSizes
    let few = Self.fewNames
    let share = max(0, min(Double(few.none - count) / Double(few.none - few.all), 1))
    let least = min(sizes.lowerBound + Self.moreSize * share, sizes.upperBound)
    return least...sizes.upperBound
  }

  /// A candidate place with its cost.
  typealias Choice = (label: PlacedLabel, cost: Double)

  /// Returns the rank among equal labels: pseudorandom, as the first of very many may all be in one
  /// corner; or if all are wanted, the order of nodes, so that regular graphs have regular labels.
  private func turn(of node: Int) -> UInt64 { wantsAll ? UInt64(node) : mixedBits(node) }

  mutating func take(_ label: PlacedLabel) {
    for box in boxes(of: label) { taken.insert(box, of: label.node) }
  }

  mutating func free(_ label: PlacedLabel) {
    for box in boxes(of: label) { taken.remove(box, of: label.node) }
  }

  /// The boxes that no other label may touch: that of the text, and those along its line.
  private func boxes(of label: PlacedLabel) -> [Rectangle] {
    [label.box.inset(by: -gap)] + (label.leader?.boxes ?? [])
  }

  /// The nodes whose labels, or their lines, are where a label would be; nil if a fixed box is there.
  func nodes(inTheWayOf label: PlacedLabel) -> [Int]? {
    guard var found = taken.nodes(overlapping: label.box) else { return nil }
    for box in label.leader?.boxes ?? [] {
      guard let more = taken.nodes(overlapping: box) else { return nil }
      for node in more where !found.contains(node) { found.append(node) }
    }
    return found
  }

  private func isFree(_ label: PlacedLabel) -> Bool {
    !taken.overlaps(label.box) && label.leader?.boxes.allSatisfy { !taken.overlaps($0) } ?? true
  }

  /// Returns the best free place for a label.
  mutating func place(_ node: Int) -> Choice? {
    var best: Choice?
    for (number, form) in forms(of: node).enumerated() {
      // What follows costs more.
      if best?.cost ?? .infinity <= form.penalty { break }
      for place in places(of: node, form, number) {
        if place.cost >= best?.cost ?? .infinity { break }
        if isFree(place.label) { best = place }
      }
    }
    return best
  }

  /// Returns the places of a label in one of its forms, the cheapest first.
  mutating func places(of node: Int, _ form: Form, _ number: Int) -> [Choice] {
    if let found = known[node], number < found.count, let places = found[number] { return places }
    let places = places(of: node, form).sorted { $0.cost < $1.cost }
    if wantsAll {
      var all = known[node] ?? []
      while all.count <= number { all.append(nil) }
      all[number] = places
      known[node] = all
    }
    return places
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

  /// - Parameter share: of the greatest width of labels.
  func text(
    of node: Int, size: Double, share: Double = 1
  ) -> (text: String, width: Double) {
    let text = cuts.shown(node, limit: share * options.labelWidth / size)
    return (text, TextMetrics.width(of: text) * size)
  }

  /// Returns the cost of edges under a label. An edge along half of it strikes it through, which is
  /// worse than any place farther away if edges are dark; one across it costs less than the next place.
  func ink(_ label: PlacedLabel) -> Double {
    if label.isOnNode { return 0 }
    guard obstacles.hasLines else { return inkShare * 1.5 * min(ink.mean(in: label.box), 2) }
    let (across, along) = obstacles.lines(in: label.box)
    let cost = min(0.05 * across + 0.5 * along, 4) + (along >= 0.45 ? Self.struckThrough : 0)
    return inkShare * cost
  }

  /// Returns the possible places beside a node, the preferred first.
  func placesBeside(
    _ node: Int, _ text: String, _ size: Double, _ width: Double
  ) -> [PlacedLabel] {
    let center = nodes.centers[node]
    let radius = nodes.radii[node]
    func label(_ x: Double, _ baseline: Double, _ anchor: PlacedLabel.Anchor) -> PlacedLabel {
      PlacedLabel(text, size: size, width: width, at: [x, baseline], anchor, node: node)
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
    // The places are shifted along the upper and the lower side, then all slightly farther away.
    for (shift, lift) in [(0.25, 0.0), (0, 0.6), (0.25, 0.6)] {
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
