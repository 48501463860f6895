#if canImport(SwiftUI)
import GraphRendering
import SwiftUI

/// The drawing of a graph at one moment. It is a value, so that any thread may draw it.
struct GraphDrawing<NodeID: Hashable & Sendable>: Sendable {
  var placed: GraphScene<NodeID>
  var selection: Set<NodeID>
  var theme: Theme

  private func isSelected(_ node: Int) -> Bool { selection.contains(placed.ids[node]) }

  func draw(in context: inout GraphicsContext) {
    drawLinks(in: &context)
    drawNodes(in: &context)
    drawLabels(in: &context)
  }

  private struct LinkStyle: Hashable {
    var color: RGBColor?
    var width: Double
    var isDashed: Bool
  }

  private func drawLinks(in context: inout GraphicsContext) {
    // Links of the same style share a path, since the cost of a stroke hardly depends on its
    // length.
    var (lines, heads): ([LinkStyle: Path], [LinkStyle: Path]) = ([:], [:])
    for (number, link) in placed.links.enumerated() {
      guard let course = placed.course(number) else { continue }
      let width = placed.camera.points(ofWidth: link.width)
      let style = LinkStyle(color: link.color, width: width, isDashed: link.isDashed)
      switch course {
      case .loop(let center, let radius):
        lines[style, default: Path()].addEllipse(in: CGRect(around: center, radius: radius))
      case .line(let begin, let end, let control, let head):
        lines[style, default: Path()].move(to: CGPoint(begin))
        // For a straight link, a control point in the middle has no effect.
        lines[style, default: Path()].addQuadCurve(
          to: CGPoint(end), control: CGPoint(control ?? (begin + end) / 2))
        if !head.isEmpty { heads[style, default: Path()].addPolygon(head) }
      }
    }
    let plain = theme.edge.opacity(0.6)
    for (style, path) in lines {
      context.stroke(
        path, with: .color(Color(style.color ?? plain)),
        style: SwiftUI.StrokeStyle(lineWidth: style.width, dash: style.isDashed ? [5.5, 3.5] : []))
    }
    for (style, path) in heads { context.fill(path, with: .color(Color(style.color ?? plain))) }
  }

  private func drawNodes(in context: inout GraphicsContext) {
    var discs: [RGBColor?: Path] = [:]
    var (rings, pins) = (Path(), Path())
    for (node, look) in placed.nodes.enumerated() where placed.isSeen(node) {
      let radius = placed.radius(node)
      add(node, radius, to: &discs[look.color, default: Path()])
      if isSelected(node) { add(node, radius + 3, to: &rings) }
      if look.isPinned { add(node, radius + 2, to: &pins) }
    }
    for (color, path) in discs { context.fill(path, with: .color(Color(color ?? theme.node))) }
    context.stroke(pins, with: .color(Color(theme.text)), lineWidth: 1.5)
    context.stroke(rings, with: .color(.accentColor), lineWidth: 3)
  }

  private func add(_ node: Int, _ radius: Double, to path: inout Path) {
    let middle = placed.point(node)
    let corners = placed.nodes[node].symbol.corners
    if corners.isEmpty {
      path.addEllipse(in: CGRect(around: middle, radius: radius))
    } else {
      path.addPolygon(corners.map { middle + $0 * radius })
    }
  }

  private func drawLabels(in context: inout GraphicsContext) {
    for node in placed.labelledNodes(isImportant: isSelected) {
      let text = Text(verbatim: placed.nodes[node].label)
        .font(.system(size: 12, weight: isSelected(node) ? .semibold : .regular))
        .foregroundStyle(Color(theme.text))
      let beside = placed.point(node) + SIMD2(placed.radius(node) + 4, 0)
      context.draw(text, at: CGPoint(beside), anchor: .leading)
    }
  }
}

extension Path {
  fileprivate mutating func addPolygon(_ corners: [SIMD2<Double>]) {
    addLines(corners.map { CGPoint($0) })
    closeSubpath()
  }
}

extension CGRect {
  fileprivate init(around center: SIMD2<Double>, radius: Double) {
    self.init(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
  }
}

extension CGPoint {
  init(_ point: SIMD2<Double>) { self.init(x: point.x, y: point.y) }
}

extension SIMD2<Double> {
  init(_ point: CGPoint) { self.init(point.x, point.y) }
  init(_ size: CGSize) { self.init(size.width, size.height) }
}

extension Color {
  init(_ color: RGBColor) {
    self.init(
      .sRGB, red: Double(color.red) / 255, green: Double(color.green) / 255,
      blue: Double(color.blue) / 255, opacity: Double(color.alpha) / 255)
  }
}
#endif
