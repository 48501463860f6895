/// A label in the picture.
struct PlacedLabel: Sendable {
  var text: String
  var size: Double
  /// The left end of the base line, for text of the width the metrics say. It is written around its `anchor`, so
  /// that narrower text keeps its place next to the node.
  var anchor: Anchor
  var origin: SIMD2<Double>
  /// What the text needs at most, and no other label has.
  var box: Rectangle
  var node: Int
  /// Whether it is written on its own node.
  var isOnNode = false

  enum Anchor: Sendable { case start, middle, end }
}

/// Gives labels their places, the important ones first: right of their node, or left, above, below, or at its corners,
/// wherever the least is covered and no other label is. What finds no such place is left out.
///
/// - Complexity: almost linear in the number of labels tried: what is in the way is looked up in grids.
struct LabelPlacement {
  private let drawing: Drawing
  let nodes: PlacedNodes
  let options: Picture.Options
  private let picture: Rectangle
  private let discs: DensitySums
  private let ink: DensitySums
  var taken: LabelGrid
  private(set) var report: Picture.Report

  private let covers: CoverMap
  /// Nil for pictures with very many edges, where `discs` and `ink` have to do.
  private let obstacles: LabelObstacles?
  /// Discs of one size have names of one size.
  private let hasOneSize: Bool

  /// Free on all sides of a label, in points.
  private let gap: Double
  private let limit: Int
  /// Whether names are so few that all are wanted: they make room for one another, and cover no disc.
  private let wantsAll: Bool
  /// The width at size 1 of the widest name of all discs of a size, where all names are wanted: of equal
  /// discs all have their names inside, or none has.
  private var widest: [Int: Double] = [:]

  /// What an edge along a name costs more than one beside it.
  static let struckThrough = 2.0
  /// Up to this many names are all tried, whatever the size of the picture.
  private static let alwaysNamed = 150
  /// Labels that cover more of other nodes than this are left out.
  private static let greatestCover = 0.3

  init(
    _ drawing: Drawing, _ nodes: PlacedNodes, ink: DensityGrid, _ edges: [RoutedEdge]?,
    _ options: Picture.Options, isSpace: Bool, _ report: Picture.Report
  ) {
    self.drawing = drawing
    self.nodes = nodes
    self.options = options
    self.report = report
    picture = Rectangle(minimum: .zero, maximum: [options.width, options.height])
    var grid = DensityGrid(width: options.width, height: options.height)
    // Smaller discs are a texture that text may lie on.
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
    // With very many labels to choose from, they are spread out.
    gap = options.labels != .automatic ? 0.5 : candidates > 4 * limit ? 5 : 1.5
    covers = CoverMap(nodes, options, isSpace: isSpace)
  }

  /// Keeps labels off boxes: those of figures and of labels of edges.
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
    let order = labelled.filter { !covers.isCovered($0) && isWanted?[$0] ?? true }
      .sorted { (importance[$1], turn(of: $0)) < (importance[$0], turn(of: $1)) }
    let sizes = LabelSizes(
      hasOneSize ? [] : order.map { importance[$0] }, options.labelSizes)
    if wantsAll {
      for node in labelled {
        let (kind, width) = (sizeClass(node), text(of: node, size: 1).width)
        widest[kind] = max(widest[kind] ?? 0, width)
      }
    }
    var placed: [Int: Choice] = [:]
    for (rank, node) in order.enumerated() {
      if placed.count == limit { break }
      // Where the first ones have taken all the room, the rest would only fill cracks.
      if options.labels == .automatic && rank > 12 * limit { break }
      if let choice = place(node, upTo: sizes.size(of: importance[node]), rank: rank) {
        take(choice.label)
        placed[node] = choice
      }
    }
    if wantsAll {
      settle(&placed, order.map { ($0, sizes.size(of: importance[$0])) })
    }
    report.labelsDrawn = placed.count
    var wanted = labelled.count
    if case .atMost = options.labels { wanted = min(wanted, limit) }
    report.labelsLeftOut = wanted - placed.count
    report.labelsBeyondLimit = labelled.count - wanted
    report.labelsShortened = placed.values.count { $0.label.text.last == LabelText.ellipsis }
    return order.compactMap { placed[$0]?.label }
  }

  /// A place for a name, and what it costs.
  typealias Choice = (label: PlacedLabel, cost: Double)

  /// Equals come by lot, as the first of very many may all stand in one corner; if all are wanted, in
  /// the order of nodes, so that what is regular has regular names.
  private func turn(of node: Int) -> UInt64 { wantsAll ? UInt64(node) : mixedBits(node) }

  /// The same for discs that look alike: half points.
  private func sizeClass(_ node: Int) -> Int { Int((2 * nodes.radii[node]).rounded()) }

  mutating func take(_ label: PlacedLabel) {
    taken.insert(label.box.inset(by: -gap), of: label.node)
  }

  mutating func free(_ label: PlacedLabel) {
    taken.remove(label.box.inset(by: -gap), of: label.node)
  }

  /// The best free place for a name in a size, or else in the least size.
  func place(_ node: Int, upTo size: Double, rank: Int) -> Choice? {
    let least = options.labelSizes.lowerBound
    return place(node, size: size, rank: rank)
      ?? (size > least ? place(node, size: least, rank: rank) : nil)
  }

  /// Where there is no room for all names, none is for the least important nodes without edges: beside a
  /// graph they are a list, of which a few names say nothing. Nil when all nodes are so.
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
    // The given sizes, not those in the picture, which have bounds.
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

  /// The places in the picture where a name may stand as far as discs are concerned, and what each costs.
  func places(of node: Int, size: Double, rank: Int) -> [Choice] {
    let (text, width) = text(of: node, size: size)
    if text.isEmpty { return [] }
    var places: [Choice] = []
    for (preference, candidate) in candidates(node, text, size, width).enumerated()
    where picture.contains(candidate.box) {
      let cover = cover(candidate)
      if wantsAll && obstacles != nil {
        if cover > 0 { continue }
      } else if cover > Self.greatestCover && rank > 5 && options.labels == .automatic {
        // The first few are placed even so: a picture without its main names says nothing.
        continue
      }
      places.append((candidate, 0.02 * Double(preference) + 2 * cover + ink(candidate)))
    }
    return places
  }

  private func text(of node: Int, size: Double) -> (text: String, width: Double) {
    let text = LabelText.shown(drawing.labels[node], limit: options.labelWidth / size)
    return (text, TextMetrics.width(of: text) * size)
  }

  /// The part of a label that lies on nodes that are not its own.
  private func cover(_ label: PlacedLabel) -> Double {
    if label.isOnNode { return 0 }
    return obstacles?.cover(of: label.box, besides: label.node) ?? discs.mean(in: label.box)
  }

  /// What edges under a label cost. One along half of it strikes it through, which is worse than any
  /// place farther away; one across it, less than the next place.
  private func ink(_ label: PlacedLabel) -> Double {
    if label.isOnNode { return 0 }
    guard let obstacles else { return 1.5 * min(ink.mean(in: label.box), 2) }
    let (across, along) = obstacles.lines(in: label.box)
    return min(0.05 * across + 0.5 * along, 4) + (along >= 0.45 ? Self.struckThrough : 0)
  }

  /// The possible places, the preferred first.
  private func candidates(
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
    // At the corners the rim is nearer.
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
    // Shifted along the upper and the lower side, and then all a little farther away, or two little.
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

/// Sizes of text between the least and the most important node, by the square root, as areas are.
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
    // In half points, so that labels share their style.
    return max(sizes.lowerBound, (size * 2).rounded(.down) / 2)
  }
}
