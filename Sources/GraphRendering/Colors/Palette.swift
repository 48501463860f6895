/// Colours for groups and for numbers.
public enum Palette {
  /// Twelve colours for groups. The first six are those of Okabe and Ito (Color Universal Design,
  /// 2008, https://jfly.uni-koeln.de/color), without their black and yellow, which are invisible on
  /// one of the themes; the other six are original. The distance of any two is at least 0.15 in
  /// OKLab (Ottosson 2020), and at least 0.07 with any dichromatic colour-vision deficiency.
  public static let categorical: [RGBColor] = [
    RGBColor(0x0072B2), RGBColor(0xD55E00), RGBColor(0x009E73), RGBColor(0xCC79A7),
    RGBColor(0x56B4E9), RGBColor(0xE69F00), RGBColor(0x8E4C37), RGBColor(0xBA3DCE),
    RGBColor(0x6E1EAA), RGBColor(0x8278FA), RGBColor(0xAA0A6E), RGBColor(0x0A0AFA),
  ]

  /// The colour of groups beyond the last colour.
  public static let other = RGBColor(0x8C9096)

  /// The colour of missing values.
  public static let missing = RGBColor(0xB0B4BA)

  /// A group and its colour, for a legend.
  public struct Entry<Value: Sendable>: Sendable {
    /// The value that the colour represents.
    public let value: Value
    /// The colour.
    public let color: RGBColor
    /// The number of nodes with this value.
    public let count: Int
  }

  /// A colour for each node, with the meaning of the colours.
  public struct Assignment<Value: Sendable>: Sendable {
    /// The colour of each given value.
    public let colors: [RGBColor]
    /// The values with their own colour, the most frequent first.
    public let entries: [Entry<Value>]
    /// The number of nodes whose value has no colour of its own: they get `Palette.other`.
    public let otherCount: Int
    /// The number of nodes without a value: they get `Palette.missing`.
    public let missingCount: Int
  }

  /// Assigns colours by group, in the order of decreasing frequency; ties go to the value that
  /// appears first. Values beyond the last colour get `Palette.other`, and nil gets
  /// `Palette.missing`.
  ///
  /// - Complexity: O(*n*) for *n* values, plus sorting the distinct ones.
  public static func colors<Value: Hashable & Sendable>(
    byGroup values: [Value?], from colors: [RGBColor] = categorical
  ) -> Assignment<Value> {
    var slots: [ExactKey<Value>: Int] = [:]
    var counts: [(value: Value, count: Int)] = []
    let slotOfNode = values.map { value -> Int? in
      guard let value else { return nil }
      let key = ExactKey(value)
      if let slot = slots[key] {
        counts[slot].count += 1
        return slot
      }
      slots[key] = counts.count
      counts.append((value, 1))
      return counts.count - 1
    }
    let order = counts.indices.sorted { (counts[$1].count, $0) < (counts[$0].count, $1) }
    var colorOfSlot = [RGBColor](repeating: other, count: counts.count)
    for (slot, color) in zip(order, colors) { colorOfSlot[slot] = color }
    let entries = order.prefix(colors.count).map { slot in
      Entry(value: counts[slot].value, color: colorOfSlot[slot], count: counts[slot].count)
    }
    let missingCount = slotOfNode.count { $0 == nil }
    return Assignment(
      colors: slotOfNode.map { $0.map { colorOfSlot[$0] } ?? missing }, entries: entries,
      otherCount: values.count - missingCount - entries.reduce(0) { $0 + $1.count },
      missingCount: missingCount)
  }

  /// A mapping of numbers to positions on a scale.
  public enum Scaling: String, Sendable, Hashable, CaseIterable {
    /// Linear, from the least to the greatest value.
    case linear
    /// Logarithmic, from the least positive to the greatest value, for skewed numbers such as
    /// degrees. Numbers that are not positive are at the beginning.
    case logarithmic
    /// By rank: equal intervals of the scale contain equally many values. Equal values share their
    /// mean rank.
    case quantiles

    /// Returns the position of each value, 0 to 1; nil for non-finite values, 0.5 if all are equal.
    ///
    /// - Complexity: O(*n*), for quantiles O(*n* log *n*).
    package func places(of values: [Double]) -> [Double?] {
      let finite = values.filter(\.isFinite)
      guard let least = finite.min(), let greatest = finite.max() else {
        return values.map { _ in nil }
      }
      let place = place(least, greatest, finite)
      return values.map { $0.isFinite ? (least < greatest ? place($0) : 0.5) : nil }
    }

    private func place(
      _ least: Double, _ greatest: Double, _ finite: [Double]
    ) -> (Double) -> Double {
      let positive = finite.lazy.filter { $0 > 0 }.min()
      switch self {
      case .logarithmic where positive.map { $0 < greatest } ?? false:
        let bottom = naturalLogarithm(positive ?? 1)
        let range = naturalLogarithm(greatest) - bottom
        return { $0 > 0 ? (naturalLogarithm($0) - bottom) / range : 0 }
      case .linear, .logarithmic:
        // The terms are halved, as the difference of two finite numbers may overflow.
        return { ($0 / 2 - least / 2) / (greatest / 2 - least / 2) }
      case .quantiles:
        let sorted = finite.sorted()
        var ranks: [Double: Double] = [:]
        var begin = 0
        for end in 1...sorted.count where end == sorted.count || sorted[end] != sorted[begin] {
          ranks[sorted[begin]] = Double(begin + end - 1) / 2
          begin = end
        }
        let (low, high) = (ranks[least] ?? 0, ranks[greatest] ?? 1)
        return { ((ranks[$0] ?? low) - low) / (high - low) }
      }
    }
  }

  /// Returns colours by number, from blue over green to yellow (viridis), restricted to the range
  /// that contrasts with the theme's background. Non-finite values get `Palette.missing`; if all
  /// are equal, all get the middle of the scale.
  ///
  /// - Complexity: that of `Scaling.places(of:)`.
  public static func colors(
    byNumber values: [Double], scaling: Scaling = .linear, theme: Theme = .light
  ) -> [RGBColor] {
    scaling.places(of: values).map { place in place.map { number(at: $0, theme) } ?? missing }
  }

  /// Viridis by Stéfan van der Walt and Nathaniel Smith (2015, CC0), in steps of a tenth.
  private static let viridis: [RGBColor] = [
    RGBColor(0x440154), RGBColor(0x482475), RGBColor(0x414487), RGBColor(0x355F8D),
    RGBColor(0x2A788E), RGBColor(0x21918C), RGBColor(0x22A884), RGBColor(0x44BF70),
    RGBColor(0x7AD151), RGBColor(0xBDDF26), RGBColor(0xFDE725),
  ]

  private static func number(at place: Double, _ theme: Theme) -> RGBColor {
    // The dark end is invisible on a dark background, the yellow one on a light one.
    let shown = theme.isDark ? 0.3...1.0 : 0.0...0.85
    let tenths = 10 * (shown.lowerBound + place * (shown.upperBound - shown.lowerBound))
    let step = min(Int(tenths), 9)
    return viridis[step].mixed(with: viridis[step + 1], share: tenths - Double(step))
  }
}
