/// The shape of a self-loop: a drop that begins and ends at the edge of the node.
enum LoopShape {
  /// Returns the extent of the outermost of `count` loops beyond the edge of the node, in points.
  static func reach(radius: Double, count: Int) -> Double {
    // A cubic extends three quarters of the way to its control points.
    count > 0 ? 0.75 * height(radius: radius, number: count - 1, count: count) : 0
  }

  private static func height(radius: Double, number: Int, count: Int) -> Double {
    let first = max(2.2 * radius, min(18, 8 + 3 * radius))
    // The last loop is at most slightly more than three times as high as the first.
    return first * (1 + Double(number) * min(0.4, 2.4 / Double(max(count - 1, 1))))
  }

  /// Returns loop `number` (0 is the innermost) of `count` at a node; `direction` is a unit vector.
  static func curve(
    center: SIMD2<Double>, radius: Double, direction: SIMD2<Double>, number: Int, count: Int
  ) -> Curve {
    let across = direction.perpendicular
    // The loop begins and ends 30 degrees to either side of its direction.
    let start = center + (direction * 0.75.squareRoot() + across * 0.5) * radius
    let end = center + (direction * 0.75.squareRoot() - across * 0.5) * radius
    let height = height(radius: radius, number: number, count: count)
    let spread = across * (0.62 * height + 0.3 * radius)
    let far = center + direction * (radius + height)
    return .cubic(start, far + spread, far - spread, end)
  }

  /// Returns loop `number` of a figure, to the right of its box; it begins inside, where it is
  /// clipped.
  static func curve(beside box: Rectangle, number: Int, scale: Double) -> Curve {
    let (center, half) = (box.center, box.size / 2)
    let out = reach(number: number) * scale
    let start = center + half * SIMD2(0.3, -0.15)
    let end = center + half * SIMD2(0.3, 0.15)
    // A cubic extends three quarters of the way to its control points.
    let far = (box.maximum.x + out - 0.25 * start.x) / 0.75
    let spread = 0.9 * half.y + 0.3 * out
    return .cubic(start, SIMD2(far, center.y - spread), SIMD2(far, center.y + spread), end)
  }

  /// Returns a loop along four points of a layout: from a side of the node's box outwards, along it
  /// and back. It extends as far as the points do. It begins inside the box, so that it meets any
  /// outline.
  static func curve(through points: [SIMD2<Double>], of center: SIMD2<Double>) -> Curve {
    func bent(_ end: SIMD2<Double>, _ corner: SIMD2<Double>) -> (SIMD2<Double>, SIMD2<Double>) {
      let start = center + (end - center) * 0.35
      // A cubic extends three quarters of the way to its control points.
      return (start, start + (corner - start) / 0.75)
    }
    let (first, a) = bent(points[0], points[1])
    let (last, b) = bent(points[3], points[2])
    return .cubic(first, a, b, last)
  }

  /// Returns the extent of such a loop beyond the box, in points of the figure.
  static func reach(number: Int) -> Double { 16 + 8 * Double(min(number, 12)) }
}
