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
  private let nodes: PlacedNodes
  private let options: Picture.Options
  private let picture: Rectangle
  private let discs: DensitySums
  private let ink: DensitySums
  private var taken: LabelGrid
  private(set) var report: Picture.Report

  private let covers: CoverMap

  /// Free on all sides of a label, in points.
  private let gap: Double
  private let limit: Int

  /// Labels that cover more of other nodes than this are left out.
  private static let greatestCover = 0.3

  init(
    _ drawing: Drawing, _ nodes: PlacedNodes, ink: DensityGrid, _ options: Picture.Options,
    isSpace: Bool, _ report: Picture.Report
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
    switch options.labels {
    case .none: limit = 0
    case .atMost(let count): limit = max(0, count)
    case .automatic: limit = max(8, Int(options.width * options.height / 7000))
    }
    let candidates = drawing.labels.count { !$0.isEmpty }
    // With very many labels to choose from, they are spread out.
    gap = options.labels != .automatic ? 0.5 : candidates > 4 * limit ? 5 : 1.5
    covers = CoverMap(nodes, options, isSpace: isSpace)
  }

  /// Keeps labels off boxes: those of figures and of labels of edges.
  mutating func reserve(_ boxes: [Rectangle]) {
    for box in boxes where box.overlaps(picture) { taken.insert(box) }
  }

  mutating func place() -> [PlacedLabel] {
    guard limit > 0, !drawing.labels.isEmpty else { return [] }
    let importance = self.importance()
    let labelled = nodes.isInside.indices
      .filter {
        nodes.isInside[$0] && !drawing.labels[$0].isEmpty && nodes.figure($0) == nil
      }
    let order = labelled.filter { !covers.isCovered($0) }
      // Equals by lot, as in the order of their numbers they may all stand in one corner.
      .sorted { (importance[$1], mixedBits($0)) < (importance[$0], mixedBits($1)) }
    let sizes = LabelSizes(order.map { importance[$0] }, options.labelSizes)
    var placed: [PlacedLabel] = []
    for (rank, node) in order.enumerated() {
      if placed.count == limit { break }
      // Where the first ones have taken all the room, the rest would only fill cracks.
      if options.labels == .automatic && rank > 12 * limit { break }
      if let label = place(node, size: sizes.size(of: importance[node]), rank: rank) {
        taken.insert(label.box.inset(by: -gap))
        placed.append(label)
      }
    }
    report.labelsDrawn = placed.count
    report.labelsLeftOut = labelled.count - placed.count
    return placed
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

  private mutating func place(_ node: Int, size: Double, rank: Int) -> PlacedLabel? {
    let text = LabelText.shown(drawing.labels[node], limit: options.labelWidth / size)
    if text.isEmpty { return nil }
    let width = TextMetrics.width(of: text) * size
    var best: (label: PlacedLabel, cost: Double)?
    for (preference, candidate) in candidates(node, text, size, width).enumerated() {
      guard picture.contains(candidate.box), !taken.overlaps(candidate.box) else { continue }
      let cover = candidate.isOnNode ? 0 : discs.mean(in: candidate.box)
      // The first few are placed even so: a picture without its main names says nothing.
      if cover > Self.greatestCover && rank > 5 && options.labels == .automatic { continue }
      let cost = 0.02 * Double(preference) + cover + 0.25 * min(ink.mean(in: candidate.box), 2)
      if cost < best?.cost ?? .infinity { best = (candidate, cost) }
    }
    return best?.label
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
    let level = center.y + TextMetrics.capitals / 2 * size
    let away = radius + 0.25 * size
    // At the corners the rim is nearer.
    let corner = away * 0.75
    let above = center.y - away
    let below = center.y + away + TextMetrics.ascent * size
    var places = [
      label(center.x + away, level, .start), label(center.x - away, level, .end),
      label(center.x, above, .middle), label(center.x, below, .middle),
      label(center.x + corner, center.y - corner, .start),
      label(center.x + corner, center.y + corner + TextMetrics.capitals * size, .start),
      label(center.x - corner, center.y - corner, .end),
      label(center.x - corner, center.y + corner + TextMetrics.capitals * size, .end),
    ]
    let diagonal = SIMD2(width / 2, TextMetrics.capitals * size / 2).length
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

/// The boxes that labels have taken, by the cells of a grid they touch.
private struct LabelGrid {
  private static let cell = SIMD2(64.0, 16.0)
  private let columns: Int
  private let rows: Int
  private var cells: [[Rectangle]]

  init(_ picture: Rectangle) {
    columns = Int(picture.size.x / Self.cell.x) + 1
    rows = Int(picture.size.y / Self.cell.y) + 1
    cells = Array(repeating: [], count: columns * rows)
  }

  private func touched(_ box: Rectangle) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    func clamp(_ value: Double, _ count: Int) -> Int {
      Int(max(0, min(value.rounded(.down), Double(count - 1))))
    }
    let low = box.minimum / Self.cell
    let high = box.maximum / Self.cell
    return (
      clamp(low.x, columns)...clamp(high.x, columns), clamp(low.y, rows)...clamp(high.y, rows)
    )
  }

  mutating func insert(_ box: Rectangle) {
    let touched = touched(box)
    for row in touched.rows {
      for column in touched.columns { cells[row * columns + column].append(box) }
    }
  }

  func overlaps(_ box: Rectangle) -> Bool {
    let touched = touched(box)
    return touched.rows.contains { row in
      touched.columns.contains { column in
        cells[row * columns + column].contains { $0.overlaps(box) }
      }
    }
  }
}
