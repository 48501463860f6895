/// An edge from a node to itself: a drop that leaves the rim and comes back to it.
enum LoopShape {
  /// How far beyond the rim the outermost of `count` loops goes, in points.
  static func reach(radius: Double, count: Int) -> Double {
    // The bulge of a cubic is three quarters of that of its control points.
    count > 0 ? 0.75 * height(radius: radius, number: count - 1, count: count) : 0
  }

  private static func height(radius: Double, number: Int, count: Int) -> Double {
    let first = max(2.2 * radius, min(18, 8 + 3 * radius))
    // However many there are, the last is not much more than three times as high as the first.
    return first * (1 + Double(number) * min(0.4, 2.4 / Double(max(count - 1, 1))))
  }

  /// Loop `number` (0 is the innermost) of `count` at a node, on the side of `direction`, a vector of length 1.
  static func curve(
    center: SIMD2<Double>, radius: Double, direction: SIMD2<Double>, number: Int, count: Int
  ) -> Curve {
    let across = direction.perpendicular
    // From the rim 30 degrees to one side, to the rim 30 degrees to the other.
    let start = center + (direction * 0.75.squareRoot() + across * 0.5) * radius
    let end = center + (direction * 0.75.squareRoot() - across * 0.5) * radius
    let height = height(radius: radius, number: number, count: count)
    let spread = across * (0.62 * height + 0.3 * radius)
    let far = center + direction * (radius + height)
    return .cubic(start, far + spread, far - spread, end)
  }

  /// Loop `number` of a figure, to the right of its box: from inside, where it is clipped.
  static func curve(beside box: Rectangle, number: Int, scale: Double) -> Curve {
    let (center, half) = (box.center, box.size / 2)
    let out = reach(number: number) * scale
    let start = center + half * SIMD2(0.3, -0.15)
    let end = center + half * SIMD2(0.3, 0.15)
    // A cubic goes three quarters of the way to its control points.
    let far = (box.maximum.x + out - 0.25 * start.x) / 0.75
    let spread = 0.9 * half.y + 0.3 * out
    return .cubic(start, SIMD2(far, center.y - spread), SIMD2(far, center.y + spread), end)
  }

  /// A loop along four points of a layout: from a side of the node's box out, along and back. It reaches
  /// as far out as the points do. It begins inside of the box, from where it meets any outline.
  static func curve(through points: [SIMD2<Double>], of center: SIMD2<Double>) -> Curve {
    func bent(_ end: SIMD2<Double>, _ corner: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>) {
      let start = center + (end - center) * 0.35
      // A cubic goes three quarters of the way to its control points.
      return (start, start + (corner - start) / 0.75)
    }
    let (first, a) = bent(points[0], points[1])
    let (last, b) = bent(points[3], points[2])
    return .cubic(first, a, b, last)
  }

  /// How far such a loop goes out of the box, in points of the figure.
  static func reach(number: Int) -> Double { 16 + 8 * Double(min(number, 12)) }
}
