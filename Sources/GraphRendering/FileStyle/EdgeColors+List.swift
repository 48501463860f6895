extension Drawing.EdgeColors {
  /// Graphviz's list of colours: side by side, `red:blue`, or with shares of the edge's length,
  /// `red;0.3:blue`; colours without a share get equal parts of the rest
  /// (https://graphviz.org/docs/attr-types/colorList/). Nil when a part is no colour.
  init?(list text: String, names: ColorNames) {
    var colors: [RGBColor] = []
    var shares: [Double?] = []
    for part in text.split(separator: ":") {
      let halves = part.split(separator: ";", maxSplits: 1)
      guard let name = halves.first, let color = RGBColor(name, names: names) else { return nil }
      let share = halves.count == 2 ? Double(halves[1].filter { !$0.isWhitespace }) : nil
      if halves.count == 2, !(share.map { (0...1).contains($0) } ?? false) { return nil }
      colors.append(color)
      shares.append(share)
    }
    if colors.isEmpty { return nil }
    self = shares.allSatisfy { $0 == nil } ? .beside(colors) : .along(Self.shared(colors, shares))
  }

  private static func shared(_ colors: [RGBColor], _ shares: [Double?]) -> [Drawing.ColorShare] {
    let rest = max(1 - shares.reduce(0) { $0 + ($1 ?? 0) }, 0)
    let each = rest / Double(max(shares.count { $0 == nil }, 1))
    return zip(colors, shares).map { Drawing.ColorShare($0, share: $1 ?? each) }
  }

  /// The same as parts of an area; without shares, they are equal.
  var parts: [Drawing.ColorShare] {
    switch self {
    case .beside(let colors): Self.shared(colors, colors.map { _ in nil })
    case .along(let parts): parts
    }
  }
}
