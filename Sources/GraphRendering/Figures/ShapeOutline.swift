/// The outline of a shape around the origin, x to the right, y down.
struct ShapeOutline {
  /// The closed path of the outline.
  private(set) var curves: [Curve]
  /// Lines inside the outline.
  private(set) var details: [Curve] = []
  /// The outline as a polygon, with sufficient precision for the ends of edges.
  let polygon: [SIMD2<Double>]

  init(_ shape: Drawing.Shape, size: SIMD2<Double>) {
    let half = size / 2
    switch shape {
    case .box, .square, .plain, .underline: curves = Self.box(half)
    case .ellipse, .circle: curves = Self.ellipse(half)
    case .roundedBox: curves = Self.box(half, rounded: min(7, 0.3 * min(size.x, size.y)))
    case .cylinder: (curves, details) = Self.cylinder(half)
    case .note: (curves, details) = Self.note(half)
    case .tab: (curves, details) = Self.tab(half)
    case .component: (curves, details) = Self.component(half)
    case .rightArrow, .rightPromoter:
      curves = Self.closed(Self.arrow(half, hasFoot: shape == .rightPromoter))
    case .leftArrow, .leftPromoter:
      let toRight = Self.arrow(half, hasFoot: shape == .leftPromoter)
      curves = Self.closed(toRight.map { SIMD2(-$0.x, $0.y) })
    default: curves = Self.closed(Self.corners(shape).map { $0 * half })
    }
    if shape == .underline {
      details = [.line(SIMD2(-half.x, half.y), half)]
    }
    polygon = curves.flatMap { curve -> [SIMD2<Double>] in
      if case .line(let start, _) = curve { return [start] }
      return (0..<16).map { curve.point(at: Double($0) / 16) }
    }
  }

  /// Returns true if a point is inside, by the parity of the sides to its right.
  func contains(_ point: SIMD2<Double>) -> Bool {
    var isInside = false
    guard var last = polygon.last else { return false }
    for corner in polygon {
      if (corner.y > point.y) != (last.y > point.y),
        point.x < corner.x + (last.x - corner.x) * (point.y - corner.y) / (last.y - corner.y)
      {
        isInside.toggle()
      }
      last = corner
    }
    return isInside
  }

  /// Returns the smaller of the distances from the centre line to the outline on the left and on
  /// the right, at a given height.
  func halfWidth(at y: Double) -> Double {
    guard var last = polygon.last else { return 0 }
    var (left, right) = (Double.infinity, Double.infinity)
    for corner in polygon {
      if (corner.y > y) != (last.y > y) {
        let x = corner.x + (last.x - corner.x) * (y - corner.y) / (last.y - corner.y)
        if x < 0 { left = min(left, -x) } else { right = min(right, x) }
      }
      last = corner
    }
    return min(left, right)
  }

  // MARK: Paths

  static func closed(_ corners: [SIMD2<Double>]) -> [Curve] {
    corners.indices.map { .line(corners[$0], corners[($0 + 1) % corners.count]) }
  }

  private static func box(_ half: SIMD2<Double>) -> [Curve] {
    closed([-half, SIMD2(half.x, -half.y), half, SIMD2(-half.x, half.y)])
  }

  /// The offset of the control points of a cubic that approximates a quarter of an ellipse,
  /// relative to the half axes.
  private static let kappa = 0.5522847498

  static func ellipse(_ half: SIMD2<Double>) -> [Curve] {
    (0..<4).map { arc(.zero, half, quarter: $0) }
  }

  /// Returns the arc from direction `quarter` (0 right, 1 down, 2 left, 3 up) to the next.
  private static func arc(_ center: SIMD2<Double>, _ half: SIMD2<Double>, quarter: Int) -> Curve {
    let axes: [SIMD2<Double>] = [SIMD2(1, 0), SIMD2(0, 1), SIMD2(-1, 0), SIMD2(0, -1)]
    let (a, b) = (axes[quarter % 4], axes[(quarter + 1) % 4])
    return .cubic(
      center + half * a, center + half * (a + b * kappa), center + half * (b + a * kappa),
      center + half * b)
  }

  static func box(_ half: SIMD2<Double>, rounded radius: Double) -> [Curve] {
    let inner = half - radius
    let round = SIMD2(repeating: radius)
    var curves: [Curve] = []
    for quarter in 0..<4 {
      let center = inner * SIMD2(quarter == 0 || quarter == 3 ? 1 : -1, quarter < 2 ? 1 : -1)
      let corner = arc(center, round, quarter: quarter)
      if let last = curves.last { curves.append(.line(last.end, corner.start)) }
      curves.append(corner)
    }
    curves.append(.line(curves[curves.count - 1].end, curves[0].start))
    return curves
  }

  private static func cylinder(_ half: SIMD2<Double>) -> ([Curve], [Curve]) {
    let lid = SIMD2(half.x, min(0.18 * half.y, 8))
    let (top, bottom) = (SIMD2(0, lid.y - half.y), SIMD2(0, half.y - lid.y))
    let outline: [Curve] = [
      arc(bottom, lid, quarter: 0), arc(bottom, lid, quarter: 1),
      .line(SIMD2(-half.x, bottom.y), SIMD2(-half.x, top.y)),
      arc(top, lid, quarter: 2), arc(top, lid, quarter: 3),
      .line(SIMD2(half.x, top.y), SIMD2(half.x, bottom.y)),
    ]
    return (outline, [arc(top, lid, quarter: 0), arc(top, lid, quarter: 1)])
  }

  private static func note(_ half: SIMD2<Double>) -> ([Curve], [Curve]) {
    let fold = min(9, min(half.x, half.y))
    let (left, low) = (SIMD2(half.x - fold, -half.y), SIMD2(half.x, fold - half.y))
    let inner = SIMD2(left.x, low.y)
    return (
      closed([-half, left, low, half, SIMD2(-half.x, half.y)]),
      [.line(left, inner), .line(inner, low)]
    )
  }

  private static func tab(_ half: SIMD2<Double>) -> ([Curve], [Curve]) {
    let (right, low) = (min(24, half.x) - half.x, min(6, half.y) - half.y)
    return (
      closed([
        -half, SIMD2(right, -half.y), SIMD2(right, low), SIMD2(half.x, low), half,
        SIMD2(-half.x, half.y),
      ]), [.line(SIMD2(-half.x, low), SIMD2(right, low))]
    )
  }

  private static func component(_ half: SIMD2<Double>) -> ([Curve], [Curve]) {
    let (out, tall) = (min(6, half.x / 2), min(6, half.y / 3))
    let left = -half.x
    var details: [Curve] = []
    for y in [-half.y / 2, half.y / 2] {
      details += [
        .line(SIMD2(left, y - tall / 2), SIMD2(left + out, y - tall / 2)),
        .line(SIMD2(left + out, y - tall / 2), SIMD2(left + out, y + tall / 2)),
        .line(SIMD2(left + out, y + tall / 2), SIMD2(left, y + tall / 2)),
      ]
    }
    return (box(half), details)
  }

  /// Returns the corners in a square from -1 to 1.
  private static func corners(_ shape: Drawing.Shape) -> [SIMD2<Double>] {
    switch shape {
    case .diamond: return [[0, -1], [1, 0], [0, 1], [-1, 0]]
    case .triangle: return [[0, -1], [1, 1], [-1, 1]]
    case .invertedTriangle: return [[0, 1], [-1, -1], [1, -1]]
    case .pentagon: return regular(5)
    case .hexagon: return [[-0.6, -1], [0.6, -1], [1, 0], [0.6, 1], [-0.6, 1], [-1, 0]]
    case .septagon: return regular(7)
    case .octagon:
      let c = 0.41421356
      return [[-c, -1], [c, -1], [1, -c], [1, c], [c, 1], [-c, 1], [-1, c], [-1, -c]]
    case .house: return [[0, -1], [1, -0.35], [1, 1], [-1, 1], [-1, -0.35]]
    case .invertedHouse: return [[0, 1], [-1, 0.35], [-1, -1], [1, -1], [1, 0.35]]
    case .trapezium: return [[-0.65, -1], [0.65, -1], [1, 1], [-1, 1]]
    case .invertedTrapezium: return [[-1, -1], [1, -1], [0.65, 1], [-0.65, 1]]
    case .parallelogram: return [[-0.65, -1], [1, -1], [0.65, 1], [-1, 1]]
    case .star: return star
    case .codingSequence: return [[-1, -1], [0.56, -1], [1, 0], [0.56, 1], [-1, 1]]
    default: return [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    }
  }

  /// Returns an arrow to the right, with the foot of a promoter at its beginning or without. As in Graphviz,
  /// the head is half as long as the arrow is high, however long the arrow is.
  private static func arrow(_ half: SIMD2<Double>, hasFoot: Bool) -> [SIMD2<Double>] {
    let head = min(half.y, half.x)
    let (neck, side, inner) = (half.x - head, half.y * 2 / 3, head - half.x)
    let begin: [SIMD2<Double>] =
      hasFoot
      ? [SIMD2(inner, side), SIMD2(inner, half.y), SIMD2(-half.x, half.y)]
      : [SIMD2(-half.x, side)]
    return [SIMD2(neck, side)] + begin
      + [
        SIMD2(-half.x, -side), SIMD2(neck, -side), SIMD2(neck, -half.y), SIMD2(half.x, 0),
        SIMD2(neck, half.y),
      ]
  }

  /// Returns a regular polygon with a corner at the top, scaled to fill the square on both axes.
  private static func regular(_ count: Int) -> [SIMD2<Double>] {
    fitted((0..<count).map { direction(Double($0) / Double(count)) })
  }

  private static let star = fitted(
    (0..<10).map { direction(Double($0) / 10) * ($0 % 2 == 0 ? 1 : 0.45) })

  /// Returns the direction at a fraction of a turn from the top.
  private static func direction(_ part: Double) -> SIMD2<Double> {
    SIMD2(sine(degrees: 360 * part), -cosine(degrees: 360 * part))
  }

  private static func fitted(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let low = points.reduce(points[0]) { pointwiseMin($0, $1) }
    let high = points.reduce(points[0]) { pointwiseMax($0, $1) }
    return points.map { ($0 - low) / (high - low) * 2 - 1 }
  }
}
