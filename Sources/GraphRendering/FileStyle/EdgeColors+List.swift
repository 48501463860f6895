extension Drawing.EdgeColors {
  /// Parses Graphviz's list of colours: parallel, `red:blue`, or with fractions of the edge's
  /// length, `red;0.3:blue`; colours without a fraction share the rest equally
  /// (https://graphviz.org/docs/attr-types/colorList/). Nil if an element is not a colour.
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

  /// The colours as fractions of an area; they are equal if none are given.
  var parts: [Drawing.ColorShare] {
    switch self {
    case .beside(let colors): Self.shared(colors, colors.map { _ in nil })
    case .along(let parts): parts
    }
  }
}
