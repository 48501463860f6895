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
    var logarithmic = false
    /// From the least to the greatest, at equal distances; of sizes nil.
    var colors: [String]?
    /// Of sizes: the least and the greatest radius.
    var radii: [Double]?
  }

  var of: Subject
  var title: String
  var entries: [Entry] = []
  var scale: Scale?

  /// The groups of a colouring, their colours different; nil for what has no legend.
  init?(_ coloring: NodeColoring, numbers: [Double?]?, isLogarithmic: Bool, theme: Theme) {
    guard let legend = coloring.legend else { return nil }
    of = .color
    title = legend.title
    switch legend.meaning {
    case .groups(let groups, let others):
      entries = groups.map { Entry(label: $0.name, color: $0.color.hex, count: $0.count) }
      if others > 0 {
        entries.append(Entry(label: "others", color: Palette.other.hex, count: others))
      }
    case .parts(let count): title += " (\(count))"
    default:
      let finite = (numbers ?? []).compactMap { $0 }.filter(\.isFinite)
      guard let low = finite.min(), let high = finite.max() else { return nil }
      // The colours of the scale at equal distances are those of these numbers.
      let steps = Palette.colors(byNumber: [0, 1, 2, 3, 4, 5, 6, 7, 8], theme: theme)
      scale = Scale(
        low: low, high: high, logarithmic: isLogarithmic, colors: steps.map(\.hex))
    }
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
