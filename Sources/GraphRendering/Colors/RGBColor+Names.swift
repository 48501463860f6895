/// The colours with SwiftUI's names, in shades that stand out on light and on dark ground.
extension RGBColor {
  private static func shade(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> RGBColor {
    RGBColor(red: red, green: green, blue: blue)
  }

  public static let red = shade(0xE5, 0x48, 0x4D)
  public static let orange = shade(0xE6, 0x7E, 0x22)
  public static let yellow = shade(0xD9, 0xA4, 0x06)
  public static let green = shade(0x2F, 0x9E, 0x54)
  public static let mint = shade(0x1F, 0xA8, 0x8F)
  public static let teal = shade(0x16, 0x8F, 0xA3)
  public static let cyan = shade(0x1E, 0x9B, 0xC7)
  public static let blue = shade(0x2F, 0x74, 0xD0)
  public static let indigo = shade(0x5B, 0x5B, 0xD6)
  public static let purple = shade(0x9B, 0x51, 0xC9)
  public static let pink = shade(0xD6, 0x40, 0x9F)
  public static let brown = shade(0x9A, 0x6A, 0x45)
  public static let gray = shade(0x8C, 0x90, 0x96)
  public static let white = shade(0xFF, 0xFF, 0xFF)
  public static let black = shade(0x00, 0x00, 0x00)
  /// Invisible: a link of this colour only pulls.
  public static let clear = RGBColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// The same colour, less opaque: `share` 0 is invisible, 1 as it is.
  public func opacity(_ share: Double) -> RGBColor {
    var color = self
    let bounded = share > 0 ? min(share, 1) : 0
    color.alpha = UInt8((Double(alpha) * bounded).rounded())
    return color
  }
}
