/// The default colours of a picture.
public struct Theme: Hashable, Sendable {
  /// The background, unless the picture is transparent.
  public var background: RGBColor
  /// The colour of labels. They have an outline in the background's colour, to be readable
  /// everywhere.
  public var text: RGBColor
  /// The default colour of nodes.
  public var node: RGBColor
  /// The default colour of edges.
  public var edge: RGBColor

  public init(background: RGBColor, text: RGBColor, node: RGBColor, edge: RGBColor) {
    self.background = background
    self.text = text
    self.node = node
    self.edge = edge
  }

  /// A white background.
  public static let light = Theme(
    background: RGBColor(0xFFFFFF), text: RGBColor(0x1F2328), node: RGBColor(0x2F6FA8),
    edge: RGBColor(0x6E7781))

  /// A nearly black background.
  public static let dark = Theme(
    background: RGBColor(0x12161C), text: RGBColor(0xE8EBEF), node: RGBColor(0x5CA6E0),
    edge: RGBColor(0x98A2AD))

  /// The theme with another background: where text would not stand out from it, the colours are those of
  /// the other theme.
  public func on(_ background: RGBColor) -> Theme {
    var theme = self
    theme.background = background
    if theme.needsLightText != isDark {
      theme = theme.needsLightText ? .dark : .light
      theme.background = background
    }
    return theme
  }

  /// True if the background is darker than the text.
  package var isDark: Bool { background.brightness < text.brightness }
}
