/// A piece of an edge, in picture coordinates.
enum Curve: Hashable {
  case line(SIMD2<Double>, SIMD2<Double>)
  /// Start, control point, end.
  case quadratic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)
  /// Start, two control points, end.
  case cubic(SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  var start: SIMD2<Double> {
    switch self {
    case .line(let start, _), .quadratic(let start, _, _), .cubic(let start, _, _, _): start
    }
  }

  var end: SIMD2<Double> {
    switch self {
    case .line(_, let end), .quadratic(_, _, let end), .cubic(_, _, _, let end): end
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
    }
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
    }
  }

  /// The first parameter at or after `begin` at which the curve is `distance` from `center`, when it starts nearer
  /// than that; `begin` if it does not; nil if it never gets there.
  func leaves(_ center: SIMD2<Double>, at distance: Double, from begin: Double = 0) -> Double? {
    func isOutside(_ t: Double) -> Bool { (point(at: t) - center).length >= distance }
    if isOutside(begin) { return begin }
    let steps = 32.0
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
    }
  }

  /// A box that holds the curve: that of its control points.
  var bounds: Rectangle {
    let points: [SIMD2<Double>] =
      switch self {
      case .line(let a, let b): [a, b]
      case .quadratic(let a, let b, let c): [a, b, c]
      case .cubic(let a, let b, let c, let d): [a, b, c, d]
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
