import GraphModel
import GraphRendering

/// What colours or sizes mean, for the key beside the graph.
public struct ViewLegend: Sendable, Hashable, Encodable {
  enum Subject: String, Sendable, Hashable, Encodable { case color, size }

  struct Entry: Sendable, Hashable, Encodable {
    var label: String
    var color: String
    var count: Int
  }

  struct Scale: Sendable, Hashable, Encodable {
    var low: Double
    var high: Double
    /// The number that has the colour in the middle, where it is not half way.
    var middle: Double?
    /// From the least to the greatest, at equal distances; of sizes nil.
    var colors: [String]?
    /// Of sizes: the least and the greatest radius.
    var radii: [Double]?
  }

  var of: Subject
  var title: String
  var entries: [Entry] = []
  var scale: Scale?

  /// What the colours of a colouring mean; nil for what has no legend.
  init?(_ coloring: NodeColoring, _ column: AttributeColumn, theme: Theme) {
    guard let legend = coloring.legend else { return nil }
    of = .color
    title = legend.title
    switch legend.meaning {
    case .groups(let groups, let others):
      entries = groups.map { Entry(label: $0.name, color: $0.color.hex, count: $0.count) }
      if others > 0 {
        entries.append(Entry(label: "others", color: Palette.other.hex, count: others))
      }
    case .parts(let count):
      title += " (\(count))"
      entries = Self.largestParts(column, coloring)
    case .scale(let range, let scaling, _, _):
      scale = Scale(
        low: range.lowerBound, high: range.upperBound,
        middle: scaling == .linear ? nil : Self.middle(column, scaling),
        colors: ViewPalette.scale(theme))
    }
    if legend.missing > 0 {
      entries.append(
        Entry(label: Legend.noValue, color: Palette.missing.hex, count: legend.missing))
    }
  }

  /// The largest of many parts, some of which share a colour.
  private static func largestParts(_ column: AttributeColumn, _ coloring: NodeColoring) -> [Entry] {
    var first: [Int: Int] = [:]
    var counts: [Int: Int] = [:]
    for (node, number) in (column.numbers ?? []).enumerated() {
      guard let part = number.flatMap({ Int(exactly: $0) }) else { continue }
      counts[part, default: 0] += 1
      if first[part] == nil { first[part] = node }
    }
    return counts.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }
      .prefix(Palette.categorical.count).map { part, count in
        Entry(
          label: "\(part)", color: coloring.colors[first[part] ?? 0].hex, count: count)
      }
  }

  /// The number in the middle of a scale.
  private static func middle(_ column: AttributeColumn, _ scaling: Palette.Scaling) -> Double? {
    let numbers = (column.numbers ?? []).map { $0 ?? .nan }
    func distance(_ place: Double?) -> Double { place.map { abs($0 - 0.5) } ?? .infinity }
    let nearest = zip(numbers, scaling.places(of: numbers)).min { distance($0.1) < distance($1.1) }
    return nearest.flatMap { $0.0.isFinite ? $0.0 : nil }
  }

  /// A legend of groups that the caller has coloured.
  init(color title: String, entries: [Entry]) {
    of = .color
    self.title = title
    self.entries = entries
  }

  /// A legend of sizes.
  init(size title: String, low: Double, high: Double, radii: [Double]) {
    of = .size
    self.title = title
    scale = Scale(low: low, high: high, radii: radii)
  }
}

/// The colours and radii by which a page without a program shows attributes, as the program would.
struct ViewPalette: Sendable, Hashable, Encodable {
  /// Of groups: the most frequent one has the first.
  var groups = Palette.categorical.map(\.hex)
  /// Of groups beyond those.
  var other = Palette.other.hex
  /// Of what has no value.
  var missing = Palette.missing.hex
  /// Of numbers, from the least to the greatest, at equal distances.
  var scale: [String]
  /// Of numbers: the least radius, and that of the greatest number.
  var radii: [Float]

  init(nodeCount: Int, theme: Theme) {
    scale = Self.scale(theme)
    let sizes = NodeSizes([], count: nodeCount)
    radii = [sizes.least, sizes.greatest]
  }

  static func scale(_ theme: Theme) -> [String] {
    // The colours at equal distances are those of these numbers.
    Palette.colors(byNumber: [0, 1, 2, 3, 4, 5, 6, 7, 8], theme: theme).map(\.hex)
  }
}
