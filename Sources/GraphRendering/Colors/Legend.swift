/// What the colours of nodes mean, for words or a key beside a picture.
public struct Legend: Sendable, Hashable {
  /// What the colours are by: the name of an attribute, or "community".
  public var title: String
  /// What the colours stand for.
  public var meaning: Meaning
  /// How many have no value: they have `Palette.missing`.
  public var missing: Int

  /// Groups, or a scale.
  public enum Meaning: Sendable, Hashable {
    /// A colour for each of the most frequent groups; `others` nodes have `Palette.other`.
    case groups([Group], others: Int)
    /// So many parts of the graph, of which those that many edges join have different colours, as
    /// countries on a map.
    case parts(Int)
    /// A scale of numbers, from the colour of the least to that of the greatest. Those between are
    /// `Palette.colors(byNumber:scaling:theme:)` of numbers in the range, its ends included.
    case scale(ClosedRange<Double>, Palette.Scaling, low: RGBColor, high: RGBColor)
  }

  /// A group of nodes with a colour of its own.
  public struct Group: Sendable, Hashable {
    /// What the group is called.
    public var name: String
    /// The colour of its nodes.
    public var color: RGBColor
    /// How many nodes are in it.
    public var count: Int

    public init(name: String, color: RGBColor, count: Int) {
      self.name = name
      self.color = color
      self.count = count
    }
  }

  public init(title: String, meaning: Meaning, missing: Int = 0) {
    self.title = title
    self.meaning = meaning
    self.missing = missing
  }
}

/// A sentence: `colours by group: 1 #0072b2 (12), 2 #d55e00 (9), no value #b0b4ba (3)`.
extension Legend: CustomStringConvertible {
  public var description: String {
    words + (missing > 0 ? ", \(Self.noValue) \(Palette.missing.hex) (\(missing))" : "")
  }

  /// What keys call those without a value.
  package static let noValue = "no value"

  private var words: String {
    switch meaning {
    case .groups(let groups, let others):
      let shown = groups.map { "\($0.name) \($0.color.hex) (\($0.count))" }
      let rest = others > 0 ? ["others \(Palette.other.hex) (\(others))"] : []
      return "colours by \(title): " + (shown + rest).joined(separator: ", ")
    case .parts(let count):
      return "colours by \(title): \(count) of them, neighbours in different colours"
    case .scale(let range, let scaling, _, _):
      return "colours by \(title): \(Self.text(range.lowerBound)) (blue) to "
        + "\(Self.text(range.upperBound)) (yellow)"
        + Self.words(scaling)
    }
  }

  private static func words(_ scaling: Palette.Scaling) -> String {
    switch scaling {
    case .linear: ""
    case .logarithmic: ", by logarithm"
    case .quantiles: ", by rank"
    }
  }

  /// Whole numbers without a fraction.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(\.description) ?? number.description
  }
}
