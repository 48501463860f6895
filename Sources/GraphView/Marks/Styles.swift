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
  /// A curve: -3 to 3, to the right of its direction when positive; with an arrow head or without.
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

/// How a link, or the outline of a node, is stroked.
public struct LinkStroke: Sendable, Hashable {
  /// In pixels at the first zoom, up to 31.
  public var lineWidth: Double
  /// Not empty for a dashed line of a link. The page has one pattern of dashes, whatever the lengths.
  public var dash: [Double]

  public init(lineWidth: Double = 1, dash: [Double] = []) {
    (self.lineWidth, self.dash) = (lineWidth, dash)
  }
}

#if !canImport(Darwin)
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
