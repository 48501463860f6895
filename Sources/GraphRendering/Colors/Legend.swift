/// The meaning of node colours, for a text or a key beside a picture.
public struct Legend: Sendable, Hashable {
  /// The property that colours represent: the name of an attribute, or "community".
  public var title: String
  /// The meaning of the colours.
  public var meaning: Meaning
  /// The number of nodes without a value, which have `Palette.missing`.
  public var missing: Int

  /// Groups, or a scale.
  public enum Meaning: Sendable, Hashable {
    /// A colour for each of the most frequent groups; `others` is the number of nodes with
    /// `Palette.other`.
    case groups([Group], others: Int)
    /// This number of groups, among which groups joined by many edges have different colours, like
    /// countries on a map.
    case parts(Int)
    /// A scale of numbers, with the colours of its ends. The colours in between are those of
    /// `Palette.colors(byNumber:scaling:theme:)` for numbers in the range, its ends included.
    case scale(ClosedRange<Double>, Palette.Scaling, low: RGBColor, high: RGBColor)
  }

  /// A group of nodes with its colour.
  public struct Group: Sendable, Hashable {
    /// The name of the group.
    public var name: String
    /// The colour of its nodes.
    public var color: RGBColor
    /// The number of its nodes.
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

/// The text form: `colours by group: 1 #0072b2 (12), 2 #d55e00 (9), no value #b0b4ba (3)`.
extension Legend: CustomStringConvertible {
  public var description: String {
    words + (missing > 0 ? ", \(Self.noValue) \(Palette.missing.hex) (\(missing))" : "")
  }

  /// The name of missing values in keys.
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

  /// Returns a number as text, integers without a fraction.
  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(\.description) ?? number.description
  }
}
