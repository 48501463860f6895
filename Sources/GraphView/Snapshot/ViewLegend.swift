import GraphModel
import GraphRendering

/// A legend: the meaning of colours or sizes.
package struct ViewLegend: Sendable, Hashable, Encodable {
  enum Subject: String, Sendable, Hashable, Encodable { case color, size }

  struct Entry: Sendable, Hashable, Encodable {
    var label: String
    var color: String
    var count: Int
  }

  struct Scale: Sendable, Hashable, Encodable {
    var low: Double
    var high: Double
    /// The number at the middle colour, if that is not the midpoint.
    var middle: Double?
    /// The colours from the least to the greatest number, at equal distances; nil for sizes.
    var colors: [String]?
    /// For sizes, the least and the greatest radius.
    var radii: [Double]?
  }

  var of: Subject
  var title: String
  var entries: [Entry] = []
  var scale: Scale?

  /// Creates the legend of a colouring; nil if it has none.
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

  /// Returns the largest of many groups, some of which share a colour.
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

  /// Returns the number at the middle of a scale.
  private static func middle(_ column: AttributeColumn, _ scaling: Palette.Scaling) -> Double? {
    let numbers = (column.numbers ?? []).map { $0 ?? .nan }
    func distance(_ place: Double?) -> Double { place.map { abs($0 - 0.5) } ?? .infinity }
    let nearest = zip(numbers, scaling.places(of: numbers)).min { distance($0.1) < distance($1.1) }
    return nearest.flatMap { $0.0.isFinite ? $0.0 : nil }
  }

  /// Creates a legend of groups that the caller has coloured.
  init(color title: String, entries: [Entry]) {
    of = .color
    self.title = title
    self.entries = entries
  }

  /// Creates a legend of sizes.
  init(size title: String, low: Double, high: Double, radii: [Double]) {
    of = .size
    self.title = title
    scale = Scale(low: low, high: high, radii: radii)
  }
}

/// The palette by which a standalone page shows attributes in the same way as the program.
struct ViewPalette: Sendable, Hashable, Encodable {
  /// The colours of groups, that of the most frequent first.
  var groups = Palette.categorical.map(\.hex)
  /// The colour of further groups.
  var other = Palette.other.hex
  /// The colour of missing values.
  var missing = Palette.missing.hex
  /// The colours of numbers, from the least to the greatest, at equal distances.
  var scale: [String]
  /// The least radius of numbers, and that of the greatest number.
  var radii: [Float]

  init(nodeCount: Int, theme: Theme) {
    scale = Self.scale(theme)
    let sizes = NodeSizes([], count: nodeCount)
    radii = [sizes.least, sizes.greatest]
  }

  static func scale(_ theme: Theme) -> [String] {
    // These numbers yield colours at equal distances.
    Palette.colors(byNumber: [0, 1, 2, 3, 4, 5, 6, 7, 8], theme: theme).map(\.hex)
  }
}
