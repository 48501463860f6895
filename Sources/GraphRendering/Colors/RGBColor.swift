/// An sRGB colour: red, green, blue and opacity, each 0 to 255.
public struct RGBColor: Hashable, Sendable {
  /// The red component.
  public var red: UInt8
  /// The green component.
  public var green: UInt8
  /// The blue component.
  public var blue: UInt8
  /// The opacity: 255 is opaque, 0 invisible.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Parses `#rgb`, `#rrggbb` or `#rrggbbaa` as in CSS, with or without the `#`; nil for other
  /// text.
  package init?(hex: some StringProtocol) {
    var digits: [UInt8] = []
    for character in hex.first == "#" ? hex.dropFirst() : hex[...] {
      guard let digit = character.hexDigitValue else { return nil }
      digits.append(UInt8(digit))
    }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    if digits.count == 6 { digits += [15, 15] }
    guard digits.count == 8 else { return nil }
    func byte(_ pair: Int) -> UInt8 { 16 * digits[2 * pair] + digits[2 * pair + 1] }
    self.init(red: byte(0), green: byte(1), blue: byte(2), alpha: byte(3))
  }

  /// Creates a constant colour from 0xRRGGBB.
  init(_ code: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: code >> 16), green: UInt8(truncatingIfNeeded: code >> 8),
      blue: UInt8(truncatingIfNeeded: code))
  }

  /// The form `#rrggbb`, without the opacity.
  public var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the interpolation between this colour (`share` 0) and `other` (1). The encoded values
  /// are mixed, without gamma correction, as browsers do.
  public func mixed(with other: RGBColor, share: Double) -> RGBColor {
    let share = share > 0 ? min(share, 1) : 0
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      let (from, to) = (Double(a), Double(b))
      return UInt8((from + (to - from) * share).rounded())
    }
    return RGBColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// The perceived brightness, 0 to 255.
  var brightness: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }

  var opacity: Double { Double(alpha) / 255 }
}
