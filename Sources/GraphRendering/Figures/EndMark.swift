/// The mark at an end of an edge, other than a plain arrow head.
struct EndMark: Hashable {
  /// The path, which is closed if it is filled or an outline, else a set of lines.
  var path: [Curve]
  var isFilled: Bool

  /// - Parameters:
  ///   - tip: the point where the edge meets the node.
  ///   - back: the unit vector from there along the edge.
  ///   - length: the length of an arrow head.
  /// - Returns: the mark and its length, by which the line of the edge is shortened.
  static func mark(
    _ arrow: Drawing.Arrow, tip: SIMD2<Double>, back: SIMD2<Double>, length: Double
  ) -> (mark: EndMark, length: Double) {
    let half = 0.38 * length
    func point(_ along: Double, _ across: Double) -> SIMD2<Double> {
      tip + back * (along * length) + back.perpendicular * (across * half)
    }
    func closed(_ points: [(Double, Double)], _ isFilled: Bool) -> EndMark {
      EndMark(
        path: ShapeOutline.closed(points.map { point($0.0, $0.1) }), isFilled: isFilled)
    }
    switch arrow {
    case .none: return (EndMark(path: [], isFilled: false), 0)
    case .normal, .open: return (closed([(0, 0), (1, 1), (1, -1)], arrow == .normal), length)
    case .inverted, .openInverted:
      return (closed([(1, 0), (0, 1), (0, -1)], arrow == .inverted), length)
    case .vee: return (closed([(0, 0), (1, 1.1), (0.6, 0), (1, -1.1)], true), 0.6 * length)
    case .diamond, .openDiamond:
      return (closed([(0, 0), (0.6, 0.9), (1.2, 0), (0.6, -0.9)], arrow == .diamond), 1.2 * length)
    case .box, .openBox:
      let side = 2 * half
      return (
        closed([(0, 1), (side / length, 1), (side / length, -1), (0, -1)], arrow == .box), side
      )
    case .dot, .openDot:
      let center = tip + back * half
      let circle = ShapeOutline.ellipse(SIMD2(half, half)).map { $0.moved(by: center) }
      return (EndMark(path: circle, isFilled: arrow == .dot), 2 * half)
    case .crow:
      let lines = [1.2, 0, -1.2].map { Curve.line(point(1, 0), point(0, $0)) }
      return (EndMark(path: lines, isFilled: false), length)
    case .tee:
      let bar = [(0.3, 1.5), (0.52, 1.5), (0.52, -1.5), (0.3, -1.5)]
      return (closed(bar, true), 0)
    }
  }
}

extension Curve {
  /// Returns the curve with all its points mapped.
  func mapped(_ body: (SIMD2<Double>) -> SIMD2<Double>) -> Curve {
    switch self {
    case .line(let a, let b): .line(body(a), body(b))
    case .quadratic(let a, let b, let c): .quadratic(body(a), body(b), body(c))
    case .cubic(let a, let b, let c, let d): .cubic(body(a), body(b), body(c), body(d))
    case .spline(let points): .spline(points.map(body))
    }
  }

  func moved(by offset: SIMD2<Double>) -> Curve { mapped { $0 + offset } }
}
