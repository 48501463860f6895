/// The ground behind edges and nodes: the background with the fills of groups.
struct Ground {
  private let theme: Theme
  /// The areas in painting order.
  private var areas: [(box: Rectangle, color: RGBColor)] = []

  init(_ theme: Theme) { self.theme = theme }

  mutating func add(_ fill: RGBColor, in box: Rectangle) {
    if fill.alpha > 0 { areas.append((box, fill)) }
  }

  func color(at point: SIMD2<Double>) -> RGBColor {
    areas.reduce(theme.background) { $1.box.contains(point) ? $1.color.over($0) : $0 }
  }

  /// Returns the default colour of text at a point.
  func text(at point: SIMD2<Double>) -> RGBColor { theme.text(on: color(at: point)) }
}

extension RGBColor {
  /// Returns the visible colour over another one, which is treated as opaque.
  func over(_ ground: RGBColor) -> RGBColor {
    var opaque = self
    opaque.alpha = 255
    return ground.mixed(with: opaque, share: opacity)
  }
}

extension Theme {
  /// Returns the theme's text colour, or that of the other theme if it has more contrast.
  func text(on ground: RGBColor) -> RGBColor {
    let isLight = ground.brightness > RGBColor.middle
    if (text.brightness > RGBColor.middle) != isLight { return text }
    return isLight ? Theme.light.text : Theme.dark.text
  }

  /// True if light text contrasts with the background.
  package var needsLightText: Bool { background.brightness <= RGBColor.middle }
}

extension RGBColor {
  /// The brightness above which dark text has more contrast.
  fileprivate static let middle = 130
}
