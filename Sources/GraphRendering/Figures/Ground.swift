/// What is behind edges and nodes: the background, and over it the fills of groups.
struct Ground {
  private let theme: Theme
  /// In the order in which they are painted.
  private var areas: [(box: Rectangle, color: RGBColor)] = []

  init(_ theme: Theme) { self.theme = theme }

  mutating func add(_ fill: RGBColor, in box: Rectangle) {
    if fill.alpha > 0 { areas.append((box, fill)) }
  }

  func color(at point: SIMD2<Double>) -> RGBColor {
    areas.reduce(theme.background) { $1.box.contains(point) ? $1.color.over($0) : $0 }
  }

  /// The colour of text without one of its own.
  func text(at point: SIMD2<Double>) -> RGBColor { theme.text(on: color(at: point)) }
}

extension RGBColor {
  /// What is seen of the colour over another one, which is taken for opaque.
  func over(_ ground: RGBColor) -> RGBColor {
    var opaque = self
    opaque.alpha = 255
    return ground.mixed(with: opaque, share: opacity)
  }
}

extension Theme {
  /// The theme's text, or that of the other theme where it stands out better.
  func text(on ground: RGBColor) -> RGBColor {
    let isLight = ground.brightness > RGBColor.middle
    if (text.brightness > RGBColor.middle) != isLight { return text }
    return isLight ? Theme.light.text : Theme.dark.text
  }

  /// Whether light text stands out from the background.
  package var needsLightText: Bool { background.brightness <= RGBColor.middle }
}

extension RGBColor {
  /// Dark text stands out from what is brighter, light text from the rest.
  fileprivate static let middle = 130
}
