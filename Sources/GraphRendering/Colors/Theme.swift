/// The colours of a picture where nothing else is said.
public struct Theme: Hashable, Sendable {
  /// Behind everything, unless the picture is transparent.
  public var background: RGBColor
  /// Labels. They have a rim in the background's colour, so that they can be read on anything.
  public var text: RGBColor
  /// Nodes without a colour of their own.
  public var node: RGBColor
  /// Edges without a colour of their own.
  public var edge: RGBColor

  public init(background: RGBColor, text: RGBColor, node: RGBColor, edge: RGBColor) {
    self.background = background
    self.text = text
    self.node = node
    self.edge = edge
  }

  /// On white.
  public static let light = Theme(
    background: RGBColor(0xFFFFFF), text: RGBColor(0x1F2328), node: RGBColor(0x2F6FA8),
    edge: RGBColor(0x6E7781))

  /// On nearly black.
  public static let dark = Theme(
    background: RGBColor(0x12161C), text: RGBColor(0xE8EBEF), node: RGBColor(0x5CA6E0),
    edge: RGBColor(0x98A2AD))

  /// Whether the background is darker than the text.
  public var isDark: Bool { background.brightness < text.brightness }
}
