// Canvases and their drawing context, which records the calls.

public enum ColorRenderingMode: Sendable { case nonLinear, linear, extendedLinear }

nonisolated public struct Canvas<Symbols> where Symbols: View {
  public var symbols: Symbols
  public var renderer: (inout GraphicsContext, CGSize) -> Void
}

extension Canvas where Symbols == EmptyView {
  nonisolated public init(
    opaque: Bool = false, colorMode: ColorRenderingMode = .nonLinear,
    rendersAsynchronously: Bool = false,
    renderer: @escaping (inout GraphicsContext, CGSize) -> Void
  ) {
    symbols = EmptyView()
    self.renderer = renderer
  }
}

extension Canvas: StubView, View {
  @MainActor public var stubChildren: [any View] { [] }
}

public struct GraphicsContext {
  public struct Shading: Sendable {
    public let stubColor: Color
    public static func color(_ color: Color) -> GraphicsContext.Shading {
      Shading(stubColor: color)
    }
  }

  public enum StubCall {
    case fill(Path, Color)
    case stroke(Path, Color, StrokeStyle)
    case text(Text, CGPoint, UnitPoint)
  }

  final class Record {
    var calls: [StubCall] = []
  }

  private let record = Record()
  public var stubCalls: [StubCall] { record.calls }
  public init(stub: Void) {}

  public func fill(
    _ path: Path, with shading: GraphicsContext.Shading, style: FillStyle = FillStyle()
  ) { record.calls.append(.fill(path, shading.stubColor)) }

  public func stroke(_ path: Path, with shading: GraphicsContext.Shading, style: StrokeStyle) {
    record.calls.append(.stroke(path, shading.stubColor, style))
  }

  public func stroke(
    _ path: Path, with shading: GraphicsContext.Shading, lineWidth: CGFloat = 1
  ) { stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth)) }

  public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {
    record.calls.append(.text(text, point, anchor))
  }
}

public struct FillStyle: Equatable, Sendable {
  public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

public struct StrokeStyle: Equatable, Sendable {
  public var lineWidth: CGFloat
  public var lineCap: CGLineCap
  public var lineJoin: CGLineJoin
  public var miterLimit: CGFloat
  public var dash: [CGFloat]
  public var dashPhase: CGFloat
  public init(
    lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter,
    miterLimit: CGFloat = 10, dash: [CGFloat] = [CGFloat](), dashPhase: CGFloat = 0
  ) {
    (self.lineWidth, self.lineCap, self.lineJoin) = (lineWidth, lineCap, lineJoin)
    (self.miterLimit, self.dash, self.dashPhase) = (miterLimit, dash, dashPhase)
  }
}

// Of CoreGraphics.
public enum CGLineCap: Int32, Sendable { case butt, round, square }
public enum CGLineJoin: Int32, Sendable { case miter, round, bevel }
public struct CGAffineTransform: Equatable, Sendable {
  public static let identity = CGAffineTransform()
}

public struct UnitPoint: Hashable, Sendable {
  public var x: CGFloat
  public var y: CGFloat
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let leading = UnitPoint(x: 0, y: 0.5)
}

public struct Path: Equatable, Sendable {
  public enum StubPart: Equatable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case quadratic(CGPoint, control: CGPoint)
    case ellipse(CGRect)
    case close
  }

  public private(set) var stubParts: [StubPart] = []
  public init() {}
  public mutating func move(to end: CGPoint) { stubParts.append(.move(end)) }
  public mutating func addLine(to end: CGPoint) { stubParts.append(.line(end)) }
  public mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
    stubParts.append(.quadratic(end, control: control))
  }
  public mutating func addLines(_ lines: [CGPoint]) {
    for (place, point) in lines.enumerated() {
      if place == 0 { move(to: point) } else { addLine(to: point) }
    }
  }
  public mutating func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    stubParts.append(.ellipse(rect))
  }
  public mutating func closeSubpath() { stubParts.append(.close) }
}

public protocol Shape: Sendable {}

public struct Rectangle: Shape {
  nonisolated public init() {}
}

public protocol ShapeStyle: Sendable {}

public struct Color: Hashable, ShapeStyle, Sendable {
  public enum RGBColorSpace: Sendable { case sRGB, sRGBLinear, displayP3 }
  /// Red, green, blue and opacity.
  public let stubParts: [Double]
  public init(
    _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) { stubParts = [red, green, blue, opacity] }
  public static let accentColor = Color(red: 0, green: 0.5, blue: 1)
}

public struct Font: Hashable, Sendable {
  public struct Weight: Hashable, Sendable {
    let value: Double
    public static let regular = Weight(value: 0)
    public static let semibold = Weight(value: 0.3)
  }
  public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
  public let stubWeight: Font.Weight?
  public static func system(
    size: CGFloat, weight: Font.Weight? = nil, design: Font.Design? = nil
  ) -> Font { Font(stubWeight: weight) }
}

public struct Text: Equatable, Sendable {
  public let stubText: String
  public private(set) var stubFont: Font?
  nonisolated public init(verbatim content: String) { stubText = content }
  nonisolated public func font(_ font: Font?) -> Text {
    var text = self
    text.stubFont = font
    return text
  }
  nonisolated public func foregroundStyle<S>(_ style: S) -> Text where S: ShapeStyle { self }
}

extension Text: StubView, View {
  @MainActor public var stubChildren: [any View] { [] }
}
