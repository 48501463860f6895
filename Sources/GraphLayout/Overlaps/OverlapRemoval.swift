/// Moves discs and boxes until none overlaps another, and as little as that takes.
///
///     let bodies = radii.map { OverlapRemoval.Body.disc(radius: $0) }
///     let positions = try OverlapRemoval.separated(positions, bodies, gap: 2).positions
///
/// A forest is grown (after Nachmanson, Nocaj, Bereg, Zhang and Holroyd 2017,
/// doi:10.7155/jgaa.00442): the deepest overlaps of each crowd are the edges of a spanning tree,
/// each edge is stretched until its ends touch, and the crowd keeps its middle. What touches keeps
/// its place beside its neighbour, so that a crowd grows as a whole and not from its rim. The
/// forest is grown anew until nothing overlaps. A body that overlaps nothing moves only when others
/// grow into it.
///
/// The same input gives the same bits, and an input without overlaps comes back as it is.
public enum OverlapRemoval {
  /// What is drawn at a position, around it: a rectangle with round corners. Without corners of its
  /// own it is a box; with nothing but corners, a disc.
  public struct Body: Hashable, Sendable {
    /// Half the width and the height of the rectangle whose corners are the middles of the round
    /// ones.
    var half: SIMD2<Double>
    /// Of the corners.
    var radius: Double

    /// A box by its sides.
    public static func box(width: Double, height: Double) -> Body {
      Body(half: SIMD2(width, height) * 0.5, radius: 0)
    }

    /// A disc around the place of the node.
    public static func disc(radius: Double) -> Body { Body(half: .zero, radius: radius) }

    /// Half the sides of the box around it.
    var reach: SIMD2<Double> { half + radius }
  }

  /// Bodies that have been moved.
  public struct Result: Sendable, Hashable {
    /// One for each body.
    public var positions: [SIMD2<Double>]
    /// Pairs of pinned bodies that overlap, which nothing could part.
    public var pinnedOverlaps: Int
  }

  /// Bodies at places where no two of them overlap, pinned ones apart. Bodies that share no more
  /// than a border do not overlap.
  ///
  /// - Parameters:
  ///   - positions: the middles.
  ///   - bodies: one for each position.
  ///   - gap: free between any two.
  ///   - pinned: bodies that stay, to the bit.
  /// - Throws: `LayoutError` for arrays of different lengths, and numbers that are not finite or
  ///   sizes that are negative.
  /// - Complexity: O(*n* log *n*) a round for *n* bodies of similar sizes; some ten rounds.
  public static func separated(
    _ positions: [SIMD2<Double>], _ bodies: [Body], gap: Double = 0, pinned: [Int] = []
  ) throws(LayoutError) -> Result {
    try check(positions, bodies, gap, pinned)
    var isPinned = [Bool](repeating: false, count: positions.count)
    for body in pinned { isPinned[body] = true }
    // Half the gap belongs to each of two neighbours.
    let grown = bodies.map { body in
      body.radius > 0 || body.half == .zero
        ? Body(half: body.half, radius: body.radius + gap / 2)
        : Body(half: body.half + gap / 2, radius: 0)
    }
    var crowd = Crowd(positions: positions, bodies: grown, isPinned: isPinned)
    return Result(pinnedOverlaps: crowd.separate(), crowd)
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

extension OverlapRemoval.Result {
  fileprivate init(pinnedOverlaps: Int, _ crowd: Crowd) {
    self.init(positions: crowd.positions, pinnedOverlaps: pinnedOverlaps)
  }
}

// MARK: Two bodies

/// Two bodies as one: they overlap where the middle of one is inside the Minkowski sum of their
/// shapes, which is a rectangle with round corners again.
struct BodyPair {
  let half: SIMD2<Double>
  let radius: Double

  /// Two bodies touch if they would overlap when both were larger by this share.
  static let touch = 1e-5
  /// Bodies are moved apart by this share farther than needed, so that rounding leaves no overlap.
  static let slack = 1e-6

  @inline(__always)
  init(_ a: OverlapRemoval.Body, _ b: OverlapRemoval.Body) {
    half = a.half + b.half
    radius = a.radius + b.radius
  }

  /// Whether bodies so far from one another overlap when both are `scale` times as large.
  @inline(__always)
  func overlap(_ offset: SIMD2<Double>, scale: Double = 1) -> Bool {
    let (half, radius) = (half * scale, radius * scale)
    let (x, y) = (offset.x.magnitude, offset.y.magnitude)
    if x >= half.x + radius || y >= half.y + radius { return false }
    let (beyondX, beyondY) = (max(x - half.x, 0), max(y - half.y, 0))
    return radius == 0 || beyondX * beyondX + beyondY * beyondY < radius * radius
  }

  /// The offset in the same direction at which they just do not overlap. Bodies on one point are
  /// parted along their shorter side.
  func apart(_ offset: SIMD2<Double>) -> SIMD2<Double> {
    let reach = half + radius
    if offset == .zero {
      let isWide = reach.x > reach.y
      return SIMD2(isWide ? 0 : reach.x, isWide ? reach.y : 0) * (1 + Self.slack)
    }
    return offset * (factor(SIMD2(offset.x.magnitude, offset.y.magnitude)) * (1 + Self.slack))
  }

  /// The factor by which `offset`, with positive coordinates, reaches the outline of the round
  /// rectangle.
  private func factor(_ offset: SIMD2<Double>) -> Double {
    let right = (half.x + radius) / offset.x
    let top = (half.y + radius) / offset.y
    if radius == 0 { return min(right, top) }
    if right * offset.y <= half.y { return right }
    if top * offset.x <= half.x { return top }
    // Through the round corner: the larger solution of |factor * offset - half| = radius.
    let along = offset.dot(half)
    let square = offset.dot(offset)
    let room = along * along - square * (half.dot(half) - radius * radius)
    return (along + max(room, 0).squareRoot()) / square
  }
}

extension SIMD2<Double> {
  fileprivate func dot(_ other: Self) -> Double { x * other.x + y * other.y }
}
