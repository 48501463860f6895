import GraphRendering

/// The shape of a node.
public enum GraphSymbol: UInt8, Sendable, Hashable, CaseIterable {
  case circle, square, triangle, diamond, plus, cross, star, hexagon

  /// Grape's name of `star`.
  public static let asterisk = GraphSymbol.star
}

/// The shape of a link.
public enum LinkShape: Sendable, Hashable {
  /// A straight line.
  case plain
  /// A line with an arrow head at its target.
  case arrow
  /// A curve: -3 to 3, to the left of its direction when positive; with an arrow head or without.
  case curve(Int, hasArrow: Bool)

  /// Grape's name of `plain`.
  public static let straightLine = LinkShape.plain

  var hasArrow: Bool {
    switch self {
    case .plain: false
    case .arrow: true
    case .curve(_, let hasArrow): hasArrow
    }
  }
}

/// How a link is stroked.
public struct LinkStroke: Sendable, Hashable {
  /// In pixels at the first zoom, up to 31.
  public var lineWidth: Double
  /// Not empty for a dashed line. The page has one pattern of dashes, whatever the lengths.
  public var dash: [Double]

  public init(lineWidth: Double = 1, dash: [Double] = []) {
    (self.lineWidth, self.dash) = (lineWidth, dash)
  }
}

#if !canImport(SwiftUI)
/// SwiftUI's name of `LinkStroke`, where there is no SwiftUI.
public typealias StrokeStyle = LinkStroke
#endif

/// A value of a node by which its colour is chosen, with the name of what it is a value of.
public struct GraphValue: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    case text(String)
    case number(Double)
  }

  let name: String
  let value: Value

  /// A group.
  public static func value(_ name: String, _ group: some StringProtocol) -> GraphValue {
    GraphValue(name: name, value: .text(String(group)))
  }

  /// A number, on a scale.
  public static func value(_ name: String, _ number: some BinaryFloatingPoint) -> GraphValue {
    GraphValue(name: name, value: .number(Double(number)))
  }

  /// The number of a group.
  public static func value(_ name: String, _ group: some BinaryInteger) -> GraphValue {
    GraphValue(name: name, value: .text("\(group)"))
  }
}

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
