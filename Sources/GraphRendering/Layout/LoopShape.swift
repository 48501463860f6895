/// An edge from a node to itself: a drop that leaves the rim and comes back to it.
enum LoopShape {
  /// How far beyond the rim loop `number` of a node goes, in points.
  static func reach(radius: Double, number: Int) -> Double {
    // The bulge of a cubic is three quarters of that of its control points.
    0.75 * height(radius: radius, number: number)
  }

  private static func height(radius: Double, number: Int) -> Double {
    let first = max(2.2 * radius, min(18, 8 + 3 * radius))
    return first * (1 + 0.4 * Double(min(number, 20)))
  }

  /// Loop `number` (0 is the innermost) of a node, on the side of `direction`, a vector of length 1.
  static func curve(
    center: SIMD2<Double>, radius: Double, direction: SIMD2<Double>, number: Int
  ) -> Curve {
    let across = direction.perpendicular
    // From the rim 30 degrees to one side, to the rim 30 degrees to the other.
    let start = center + (direction * 0.75.squareRoot() + across * 0.5) * radius
    let end = center + (direction * 0.75.squareRoot() - across * 0.5) * radius
    let height = height(radius: radius, number: number)
    let spread = across * (0.62 * height + 0.3 * radius)
    let far = center + direction * (radius + height)
    return .cubic(start, far + spread, far - spread, end)
  }
}
