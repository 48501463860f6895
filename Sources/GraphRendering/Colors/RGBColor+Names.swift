/// The colours with SwiftUI's names, in shades that contrast with light and dark backgrounds.
extension RGBColor {
  private static func shade(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> RGBColor {
    RGBColor(red: red, green: green, blue: blue)
  }

  /// `#E5484D`.
  public static let red = shade(0xE5, 0x48, 0x4D)
  /// `#E67E22`.
  public static let orange = shade(0xE6, 0x7E, 0x22)
  /// `#D9A406`.
  public static let yellow = shade(0xD9, 0xA4, 0x06)
  /// `#2F9E54`.
  public static let green = shade(0x2F, 0x9E, 0x54)
  /// `#1FA88F`.
  public static let mint = shade(0x1F, 0xA8, 0x8F)
  /// `#168FA3`.
  public static let teal = shade(0x16, 0x8F, 0xA3)
  /// `#1E9BC7`.
  public static let cyan = shade(0x1E, 0x9B, 0xC7)
  /// `#2F74D0`.
  public static let blue = shade(0x2F, 0x74, 0xD0)
  /// `#5B5BD6`.
  public static let indigo = shade(0x5B, 0x5B, 0xD6)
  /// `#9B51C9`.
  public static let purple = shade(0x9B, 0x51, 0xC9)
  /// `#D6409F`.
  public static let pink = shade(0xD6, 0x40, 0x9F)
  /// `#9A6A45`.
  public static let brown = shade(0x9A, 0x6A, 0x45)
  /// `#8C9096`.
  public static let gray = shade(0x8C, 0x90, 0x96)
  /// `#FFFFFF`.
  public static let white = shade(0xFF, 0xFF, 0xFF)
  /// `#000000`.
  public static let black = shade(0x00, 0x00, 0x00)
  /// The invisible colour: a link with it only acts as a force.
  public static let clear = RGBColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// Returns the colour with its opacity multiplied by `share`, from 0 (invisible) to 1
  /// (unchanged).
  public func opacity(_ share: Double) -> RGBColor {
    var color = self
    let bounded = share > 0 ? min(share, 1) : 0
    color.alpha = UInt8((Double(alpha) * bounded).rounded())
    return color
  }
}
