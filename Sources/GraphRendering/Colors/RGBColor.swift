/// A colour: red, green and blue as in sRGB, and how opaque it is, each 0 to 255.
public struct RGBColor: Hashable, Sendable {
  /// `#E5484D`.
  public var red: UInt8
  /// `#2F9E54`.
  public var green: UInt8
  /// `#2F74D0`.
  public var blue: UInt8
  /// 255 is opaque, 0 invisible.
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The colour that CSS writes as `#rgb`, `#rrggbb` or `#rrggbbaa`, with or without the `#`; nil for other text.
  public init?(hex: some StringProtocol) {
    let digits = (hex.first == "#" ? hex.dropFirst() : hex[...]).map(\.hexDigitValue)
    guard digits.allSatisfy({ $0 != nil }) else { return nil }
    var values = digits.compactMap { $0 }
    if values.count == 3 { values = values.flatMap { [$0, $0] } }
    if values.count == 6 { values += [15, 15] }
    guard values.count == 8 else { return nil }
    let bytes = stride(from: 0, to: 8, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes[3])
  }

  /// A colour known at compile time: 0xRRGGBB.
  init(_ code: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: code >> 16), green: UInt8(truncatingIfNeeded: code >> 8),
      blue: UInt8(truncatingIfNeeded: code))
  }

  /// `#rrggbb`, without the alpha.
  public var hex: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The colour on the way from this one to `other`: `share` 0 is this one, 1 the other. Mixed as the
  /// numbers stand (gamma included), which is what browsers do too.
  public func mixed(with other: RGBColor, share: Double) -> RGBColor {
    let share = share > 0 ? min(share, 1) : 0
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded())
    }
    return RGBColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha))
  }

  /// As eyes weigh the three, 0 to 255.
  var brightness: Int { (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) / 1000 }

  var opacity: Double { Double(alpha) / 255 }
}
