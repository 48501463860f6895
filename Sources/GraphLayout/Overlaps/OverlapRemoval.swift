/// Moves discs and boxes as little as possible until none overlap.
///
///     let bodies = radii.map { OverlapRemoval.Body.disc(radius: $0) }
///     let positions = try OverlapRemoval.separated(positions, bodies, gap: 2).positions
///
/// It grows a forest (after Nachmanson, Nocaj, Bereg, Zhang and Holroyd 2017,
/// doi:10.7155/jgaa.00442): the deepest overlaps of each crowd are the edges of a spanning tree,
/// each edge is stretched until its ends touch, and the crowd keeps its centre. Touching bodies
/// stay next to each other, so that a crowd grows as a whole and not from its edge. This is
/// repeated until nothing overlaps. A body without overlaps moves only if others grow into it.
///
/// It is deterministic, and an input without overlaps is returned unchanged.
public enum OverlapRemoval {
  /// The shape drawn around a position: a rectangle with rounded corners. With radius 0 it is a
  /// box; with half sides 0, a disc.
  public struct Body: Hashable, Sendable {
    /// Half the width and height of the rectangle formed by the centres of the rounded corners.
    var half: SIMD2<Double>
    /// The radius of the corners.
    var radius: Double

    /// Returns a box with the given sides.
    public static func box(width: Double, height: Double) -> Body {
      Body(half: SIMD2(width, height) * 0.5, radius: 0)
    }

    /// Returns a disc around the position of the node.
    public static func disc(radius: Double) -> Body { Body(half: .zero, radius: radius) }

    /// Half the sides of its bounding box.
    var reach: SIMD2<Double> { half + radius }
  }

  /// Returns positions at which no bodies overlap, except pinned ones. Bodies that only share a
  /// border do not overlap.
  ///
  /// - Parameters:
  ///   - positions: the centres.
  ///   - bodies: the shape at each position.
  ///   - gap: the minimum gap between bodies.
  ///   - pinned: bodies that keep their exact positions.
  /// - Returns: the position of each body, and the number of overlapping pairs of pinned bodies, which
  ///   cannot be separated.
  /// - Throws: `LayoutError` for arrays of different lengths, non-finite numbers or negative sizes.
  /// - Complexity: O(*n* log *n*) per round for *n* bodies of similar sizes; some ten rounds.
  public static func separated(
    _ positions: [SIMD2<Double>], _ bodies: [Body], gap: Double = 0, pinned: [Int] = []
  ) throws(LayoutError) -> (positions: [SIMD2<Double>], pinnedOverlaps: Int) {
    try check(positions, bodies, gap, pinned)
    var isPinned = [Bool](repeating: false, count: positions.count)
    for body in pinned { isPinned[body] = true }
    // Each body is enlarged by half the gap.
    let grown = bodies.map { body in
      body.radius > 0 || body.half == .zero
        ? Body(half: body.half, radius: body.radius + gap / 2)
        : Body(half: body.half + gap / 2, radius: 0)
    }
    var crowd = Crowd(positions: positions, bodies: grown, isPinned: isPinned)
    let pinnedOverlaps = crowd.separate()
    return (crowd.positions, pinnedOverlaps)
  }

  private static func check(
    _ positions: [SIMD2<Double>], _ bodies: [Body], _ gap: Double, _ pinned: [Int]
  ) throws(LayoutError) {
    guard bodies.count == positions.count else {
      throw .wrongLength(of: "bodies", expected: positions.count, found: bodies.count)
    }
    try Check.notNegative(gap, "gap")
    for (node, position) in positions.enumerated() { try Check.start(position, of: node) }
    for (node, body) in bodies.enumerated() {
      let least = min(body.half.x, body.half.y, body.radius)
      guard least >= 0, body.reach.isFinite, body.reach.max() <= Check.farthest else {
        throw .badOption(
          "the size of body \(node)", value: "\(body.half * 2), radius \(body.radius)",
          expected: "not negative, and at most \(Check.farthest)")
      }
    }
    for body in pinned { try Check.node(body, "a pinned body", nodeCount: positions.count) }
  }
}

// MARK: Two bodies

/// A pair of bodies combined: they overlap if the centre of one is inside the Minkowski sum of
/// their shapes, which is again a rectangle with rounded corners.
struct BodyPair {
  let half: SIMD2<Double>
  let radius: Double

  /// The relative enlargement at which bodies that touch would overlap.
  static let touch = 1e-5
  /// The relative excess of moves, so that rounding leaves no overlap.
  static let slack = 1e-6

  @inline(__always)
  init(_ a: OverlapRemoval.Body, _ b: OverlapRemoval.Body) {
    half = a.half + b.half
    radius = a.radius + b.radius
  }

  /// Returns true if bodies at this offset overlap when both are scaled by `scale`.
  @inline(__always)
  func overlap(_ offset: SIMD2<Double>, scale: Double = 1) -> Bool {
    let (half, radius) = (half * scale, radius * scale)
    let (x, y) = (offset.x.magnitude, offset.y.magnitude)
    if x >= half.x + radius || y >= half.y + radius { return false }
    let (beyondX, beyondY) = (max(x - half.x, 0), max(y - half.y, 0))
    return radius == 0 || beyondX * beyondX + beyondY * beyondY < radius * radius
  }

  /// Returns the offset in the same direction at which they just do not overlap. Coincident bodies
  /// are separated along their shorter side.
  func apart(_ offset: SIMD2<Double>) -> SIMD2<Double> {
    let reach = half + radius
    if offset == .zero {
      let isWide = reach.x > reach.y
      return SIMD2(isWide ? 0 : reach.x, isWide ? reach.y : 0) * (1 + Self.slack)
    }
    return offset * (factor(SIMD2(offset.x.magnitude, offset.y.magnitude)) * (1 + Self.slack))
  }

  /// Returns the factor by which `offset`, with positive coordinates, reaches the outline of the
  /// rounded rectangle.
  private func factor(_ offset: SIMD2<Double>) -> Double {
    let right = (half.x + radius) / offset.x
    let top = (half.y + radius) / offset.y
    if radius == 0 { return min(right, top) }
    if right * offset.y <= half.y { return right }
    if top * offset.x <= half.x { return top }
    // The ray meets the rounded corner: this is the larger solution of |factor * offset - half| =
    // radius.
    let along = offset.dot(half)
    let square = offset.dot(offset)
    let room = along * along - square * (half.dot(half) - radius * radius)
    return (along + max(room, 0).squareRoot()) / square
  }
}

extension SIMD2<Double> {
  fileprivate func dot(_ other: Self) -> Double { x * other.x + y * other.y }
}
