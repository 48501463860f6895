import GraphRendering

/// The shape of a node.
public enum GraphSymbol: UInt8, Sendable, Hashable, CaseIterable {
  case circle, square, triangle, diamond, plus, cross, star, hexagon

  /// The name of `star` in Grape.
  public static let asterisk = GraphSymbol.star
}

/// The shape of a link.
public enum LinkShape: Sendable, Hashable {
  /// A straight line.
  case plain
  /// A line with an arrow head at its target.
  case arrow
  /// A curve with a bend of -3 to 3, positive to the right of its direction, with or without an
  /// arrow head.
  case curve(Int, hasArrow: Bool)

  /// The name of `plain` in Grape.
  public static let straightLine = LinkShape.plain

  var hasArrow: Bool {
    switch self {
    case .plain: false
    case .arrow: true
    case .curve(_, let hasArrow): hasArrow
    }
  }
}

/// The line style of a link or of a node outline.
public struct LinkStroke: Sendable, Hashable {
  /// The width in pixels at the initial zoom, at most 31.
  public var lineWidth: Double
  /// Not empty for a dashed link. The page has one dash pattern, whatever the lengths are.
  public var dash: [Double]

  public init(lineWidth: Double = 1, dash: [Double] = []) {
    (self.lineWidth, self.dash) = (lineWidth, dash)
  }
}

#if !canImport(Darwin)
/// The name of `LinkStroke` in SwiftUI, for platforms without SwiftUI.
public typealias StrokeStyle = LinkStroke
#endif

/// A named value of a node that determines its colour.
public struct GraphValue: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    case text(String)
    case number(Double)
  }

  let name: String
  let value: Value

  /// Returns a categorical value.
  public static func value(_ name: String, _ group: some StringProtocol) -> GraphValue {
    GraphValue(name: name, value: .text(String(group)))
  }

  /// Returns a number, shown on a colour scale.
  public static func value(_ name: String, _ number: some BinaryFloatingPoint) -> GraphValue {
    GraphValue(name: name, value: .number(Double(number)))
  }

  /// Returns a categorical value given as the number of a group.
  public static func value(_ name: String, _ group: some BinaryInteger) -> GraphValue {
    GraphValue(name: name, value: .text("\(group)"))
  }
}
