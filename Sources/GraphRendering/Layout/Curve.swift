/// A piece of an edge, in picture coordinates.
enum Curve: Hashable {
  case line(SIMD2<Double>, SIMD2<Double>)
  /// Start, control point, end.
  case quadratic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  /// Start, two control points, end.
  case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  /// Several cubics, each of which begins where the one before it ends: the start, then for each two
  /// control points and the end. Its parameter goes through all of them in equal parts.
  case spline([SIMD2<Double>])

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

  /// The point at `t`, 0 at the start and 1 at the end.
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

  /// How many cubics a spline has; 1 for all others.
  var segmentCount: Int {
    if case .spline(let points) = self { (points.count - 1) / 3 } else { 1 }
  }

  /// The cubics of a spline; all others as they are.
  var segments: [Curve] {
    guard case .spline(let points) = self else { return [self] }
    return stride(from: 0, to: points.count - 1, by: 3).map {
      .cubic(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3])
    }
  }

  /// The cubic of a spline in which a parameter is, and the parameter there.
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

  /// The piece between two parameters, a curve of the same kind (by blossoms: the control points of the piece are
  /// the curve's polar form at its ends).
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

  /// The first parameter at or after `begin` at which the curve is `distance` from `center`, when it starts nearer
  /// than that; `begin` if it does not; nil if it never gets there.
  func leaves(_ center: SIMD2<Double>, at distance: Double, from begin: Double = 0) -> Double? {
    leaves(from: begin) { ($0 - center).length >= distance }
  }

  /// The first parameter at or after `begin` at which the curve is outside of something; nil if it
  /// stays inside.
  func leaves(from begin: Double, _ isOutsideAt: (SIMD2<Double>) -> Bool) -> Double? {
    func isOutside(_ t: Double) -> Bool { isOutsideAt(point(at: t)) }
    if isOutside(begin) { return begin }
    let steps = 32.0 * Double(segmentCount)
    var inside = begin
    for step in 1...Int(steps) {
      let t = begin + (1 - begin) * Double(step) / steps
      if isOutside(t) {
        var outside = t
        // Halved until the parameter cannot be told from its neighbours.
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

  /// A box that holds the curve: that of its control points.
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

/// An arrow head: its tip is on the rim of the node it points at.
struct ArrowHead: Hashable {
  var tip: SIMD2<Double>
  var left: SIMD2<Double>
  var right: SIMD2<Double>

  /// - Parameter base: the middle of the side the line comes from.
  init(tip: SIMD2<Double>, base: SIMD2<Double>, width: Double) {
    let half = (tip - base).normalized(or: [1, 0]).perpendicular * (width / 2)
    self.tip = tip
    left = base + half
    right = base - half
  }
}
