/// A curve of an edge, in picture coordinates.
enum Curve: Hashable {
  case line(SIMD2<Double>, SIMD2<Double>)
  /// A quadratic curve: start, control point, end.
  case quadratic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  /// A cubic curve: start, two control points, end.
  case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  /// A chain of cubics: the start, then for each two control points and the end. Its parameter
  /// covers them in equal intervals.
  case spline([SIMD2<Double>])

  /// Creates straight lines through two points or more.
  init(polyline points: [SIMD2<Double>]) {
    var spline = [points[0]]
    for (start, end) in zip(points, points.dropFirst()) {
      let third = (end - start) / 3
      spline += [start + third, end - third, end]
    }
    self = .spline(spline)
  }

  var start: SIMD2<Double> {
    switch self {
    case .line(let start, _), .quadratic(let start, _, _), .cubic(let start, _, _, _): start
    case .spline(let points): points[0]
    }
  }

  var end: SIMD2<Double> {
    switch self {
    case .line(_, let end), .quadratic(_, _, let end), .cubic(_, _, _, let end): end
    case .spline(let points): points[points.count - 1]
    }
  }

  /// Returns the point at `t`, 0 at the start and 1 at the end.
  func point(at t: Double) -> SIMD2<Double> {
    switch self {
    case .line(let a, let b):
      return a + (b - a) * t
    case .quadratic(let a, let b, let c):
      let s = 1 - t
      return a * (s * s) + b * (2 * s * t) + c * (t * t)
    case .cubic(let a, let b, let c, let d):
      let s = 1 - t
      return a * (s * s * s) + b * (3 * s * s * t) + c * (3 * s * t * t) + d * (t * t * t)
    case .spline:
      let (cubic, rest) = cubic(at: t)
      return cubic.point(at: rest)
    }
  }

  /// The number of cubics of a spline; 1 for others.
  var segmentCount: Int {
    if case .spline(let points) = self { (points.count - 1) / 3 } else { 1 }
  }

  /// The cubics of a spline; others as they are.
  var segments: [Curve] {
    guard case .spline(let points) = self else { return [self] }
    return stride(from: 0, to: points.count - 1, by: 3).map {
      .cubic(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3])
    }
  }

  /// Returns the cubic of a spline that contains a parameter, and the parameter in it.
  private func cubic(at t: Double) -> (Curve, Double) {
    guard case .spline(let points) = self else { return (self, t) }
    let count = (points.count - 1) / 3
    let place = t * Double(count)
    let index = max(0, min(Int(place), count - 1))
    let first = 3 * index
    let cubic = Curve.cubic(
      points[first], points[first + 1], points[first + 2], points[first + 3])
    return (cubic, place - Double(index))
  }

  /// Returns the piece between two parameters, a curve of the same kind (by blossoming: the control
  /// points of the piece are values of the curve's polar form).
  func piece(from t: Double, to u: Double) -> Curve {
    switch self {
    case .line:
      return .line(point(at: t), point(at: u))
    case .quadratic(let a, let b, let c):
      let control = a * ((1 - t) * (1 - u)) + b * (t * (1 - u) + u * (1 - t)) + c * (t * u)
      return .quadratic(point(at: t), control, point(at: u))
    case .cubic(let a, let b, let c, let d):
      func polar(_ p: Double, _ q: Double, _ r: Double) -> SIMD2<Double> {
        let (np, nq, nr) = (1 - p, 1 - q, 1 - r)
        return a * (np * nq * nr) + b * (p * nq * nr + np * q * nr + np * nq * r)
          + c * (p * q * nr + p * nq * r + np * q * r) + d * (p * q * r)
      }
      return .cubic(polar(t, t, t), polar(t, t, u), polar(t, u, u), polar(u, u, u))
    case .spline:
      return splinePiece(from: t, to: u)
    }
  }

  private func splinePiece(from t: Double, to u: Double) -> Curve {
    let parts = segments
    let count = Double(parts.count)
    let first = max(0, min(Int(t * count), parts.count - 1))
    let last = max(first, min(Int(u * count), parts.count - 1))
    var points: [SIMD2<Double>] = []
    for index in first...last {
      let begin = index == first ? t * count - Double(index) : 0
      let end = index == last ? u * count - Double(index) : 1
      guard case .cubic(let a, let b, let c, let d) = parts[index].piece(from: begin, to: end)
      else { continue }
      if points.isEmpty { points.append(a) }
      points += [b, c, d]
    }
    return .spline(points)
  }

  /// Returns the first parameter from `begin` on at which the curve is `distance` from `center`;
  /// `begin` if it is not nearer there; nil if it never gets that far.
  func leaves(_ center: SIMD2<Double>, at distance: Double, from begin: Double = 0) -> Double? {
    leaves(from: begin) { ($0 - center).length >= distance }
  }

  /// Returns the first parameter from `begin` on at which the curve is outside of something; nil if
  /// it stays inside.
  func leaves(from begin: Double, _ isOutsideAt: (SIMD2<Double>) -> Bool) -> Double? {
    func isOutside(_ t: Double) -> Bool { isOutsideAt(point(at: t)) }
    if isOutside(begin) { return begin }
    let steps = 32.0 * Double(segmentCount)
    var inside = begin
    for step in 1...Int(steps) {
      let t = begin + (1 - begin) * Double(step) / steps
      if isOutside(t) {
        var outside = t
        // The interval is halved until the parameter is determined to full precision.
        for _ in 0..<52 {
          let middle = (inside + outside) / 2
          if isOutside(middle) { outside = middle } else { inside = middle }
        }
        return outside
      }
      inside = t
    }
    return nil
  }

  var reversed: Curve {
    switch self {
    case .line(let a, let b): .line(b, a)
    case .quadratic(let a, let b, let c): .quadratic(c, b, a)
    case .cubic(let a, let b, let c, let d): .cubic(d, c, b, a)
    case .spline(let points): .spline(points.reversed())
    }
  }

  /// The bounding box of the control points, which contains the curve.
  var bounds: Rectangle {
    let points: [SIMD2<Double>] =
      switch self {
      case .line(let a, let b): [a, b]
      case .quadratic(let a, let b, let c): [a, b, c]
      case .cubic(let a, let b, let c, let d): [a, b, c, d]
      case .spline(let points): points
      }
    return points.reduce(Rectangle(minimum: points[0], maximum: points[0])) {
      Rectangle(
        minimum: pointwiseMin($0.minimum, $1), maximum: pointwiseMax($0.maximum, $1))
    }
  }
}

/// An arrow head, whose tip is on the edge of the node to which it points.
struct ArrowHead: Hashable {
  var tip: SIMD2<Double>
  var left: SIMD2<Double>
  var right: SIMD2<Double>

  /// - Parameter base: the middle of the side opposite to the tip.
  init(tip: SIMD2<Double>, base: SIMD2<Double>, width: Double) {
    let half = (tip - base).normalized(or: [1, 0]).perpendicular * (width / 2)
    self.tip = tip
    left = base + half
    right = base - half
  }
}
