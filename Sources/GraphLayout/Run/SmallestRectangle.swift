/// Rotates a drawing in the plane into its smallest bounding rectangle.
///
/// The bounding box of a rectangle that lies askew has up to twice its area. So nodes and names of a picture of
/// given size are larger when the drawing lies straight.
enum SmallestRectangle {
  /// The number of directions in which the outermost nodes are found, in half a turn. What lies beyond
  /// them is at most 1 - cos(quarter turn / directions) of the radius: 0.03 %.
  private static let directions = 64
  /// The angles, in turns, at which areas are compared: all of a quarter turn, then those around the best.
  private static let coarse = 0.25 / 180, fine = 0.25 / 9000
  /// A drawing stays as it is unless the smallest rectangle has less than this share of its area:
  /// round drawings have no best angle.
  private static let leastShare = 0.95

  /// Returns the rotated positions, with the longer side of the rectangle horizontal; the same positions
  /// in space, and if that saves less than a twentieth of the area. O(nodes).
  static func turned<Vector: LayoutVector>(_ positions: [Vector]) -> [Vector] {
    guard Vector.scalarCount == 2, positions.count > 1 else { return positions }
    let corners = outermost(of: positions)
    let now = box(of: corners, turns: 0)
    var best = (turns: 0.0, area: now.width * now.height)
    func compare(_ turns: Double) {
      let size = box(of: corners, turns: turns)
      if size.width * size.height < best.area { best = (turns, size.width * size.height) }
    }
    for number in 1..<180 { compare(Double(number) * coarse) }
    let middle = best.turns
    for number in -50...50 { compare(middle + Double(number) * fine) }
    guard best.area < leastShare * now.width * now.height else { return positions }
    let size = box(of: corners, turns: best.turns)
    let turns = size.width < size.height ? best.turns + 0.25 : best.turns
    let rotation = Rotation(turns: turns)
    return positions.map { rotation.applied(to: $0) }
  }

  /// Returns the nodes that are outermost in some direction: nearly the corners of the convex hull.
  private static func outermost<Vector: LayoutVector>(of positions: [Vector]) -> [SIMD2<Double>] {
    var found: Set<Int> = []
    for direction in 0..<directions {
      let (sine, cosine) = sineAndCosine(turns: Double(direction) / Double(2 * directions))
      var (lowest, highest) = ((at: 0, place: Double.infinity), (at: 0, place: -Double.infinity))
      for index in positions.indices {
        let place = cosine * positions[index][0] + sine * positions[index][1]
        if place < lowest.place { lowest = (index, place) }
        if place > highest.place { highest = (index, place) }
      }
      found.formUnion([lowest.at, highest.at])
    }
    return found.sorted().map { SIMD2(positions[$0][0], positions[$0][1]) }
  }

  /// Returns the size of the bounding box of rotated points.
  private static func box(of points: [SIMD2<Double>], turns: Double) -> (
    width: Double, height: Double
  ) {
    let rotation = Rotation(turns: turns)
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for point in points {
      let turned = rotation.applied(to: point)
      low = pointwiseMin(low, turned)
      high = pointwiseMax(high, turned)
    }
    return (high.x - low.x, high.y - low.y)
  }
}
