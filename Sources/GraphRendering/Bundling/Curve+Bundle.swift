extension Curve {
  /// The greatest number of control points; longer paths leave out nodes at equal intervals.
  private static let greatestControlCount = 64
  /// The greatest number of cubics.
  private static let greatestPieceCount = 8

  /// Creates the Bézier curve with some control points, which begins and ends at the first and the last
  /// of them: of any degree, as cubics with its places and directions at their ends.
  init(bundledAlong points: [SIMD2<Double>]) {
    let step = (points.count - 2) / (Self.greatestControlCount - 1) + 1
    let controls =
      step == 1
      ? points
      : stride(from: 0, to: points.count - 1, by: step).map { points[$0] } + points.suffix(1)
    switch controls.count {
    case 0: self = .line(.zero, .zero)
    case 1: self = .line(controls[0], controls[0])
    case 2: self = .line(controls[0], controls[1])
    case 3: self = .quadratic(controls[0], controls[1], controls[2])
    case 4: self = .cubic(controls[0], controls[1], controls[2], controls[3])
    default: self = .spline(Self.cubics(controls))
    }
  }

  private static func cubics(_ controls: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let count = min((controls.count + 1) / 2, greatestPieceCount)
    var spline: [SIMD2<Double>] = []
    var last: (point: SIMD2<Double>, direction: SIMD2<Double>)?
    for piece in 0...count {
      let next = point(of: controls, at: Double(piece) / Double(count))
      // A third of the derivative by the parameter of the piece.
      let third = next.direction / Double(3 * count)
      if let last {
        spline += [last.point + last.direction / Double(3 * count), next.point - third, next.point]
      } else {
        spline.append(next.point)
      }
      last = next
    }
    return spline
  }

  /// Returns a point of a Bézier curve and its derivative (de Casteljau's algorithm).
  private static func point(
    of controls: [SIMD2<Double>], at t: Double
  ) -> (point: SIMD2<Double>, direction: SIMD2<Double>) {
    var points = controls
    for count in stride(from: controls.count - 1, to: 1, by: -1) {
      for index in 0..<count { points[index] += (points[index + 1] - points[index]) * t }
    }
    let step = points[1] - points[0]
    return (points[0] + step * t, step * Double(controls.count - 1))
  }
}
