/// Keeps nodes in a region: a box, a disc (ball), or a convex polygon.
///
/// A node's next position is predicted as position + velocityDecay * velocity. Where it is
/// outside, the overshoot is its difference to the nearest point of the region. A hard boundary
/// takes the whole overshoot away, so that the node ends the tick on the boundary. An elastic one
/// adds -share * overshoot / velocityDecay to the velocity, so that nodes swing back over several
/// ticks. Does not depend on alpha. Later forces of the list can move a node beyond it again.
/// O(n), for a polygon O(n * corners).
///
///     BoundaryForce(.box(low: SIMD2(0, 0), high: SIMD2(800, 600)))
///     BoundaryForce(.polygon([SIMD2(0, 0), SIMD2(100, 0), SIMD2(50, 80)]))
public struct BoundaryForce<Vector: SimulationVector>: Force, Hashable, Codable {
  /// The region in which nodes stay, in layout units.
  public enum Region: Sendable, Hashable, Codable {
    /// All points between two corners.
    case box(low: Vector, high: Vector)
    /// All points at most so far from a center: a disc in the plane, a ball in space.
    case disc(center: Vector, radius: Vector.Scalar)
    /// The points of a convex polygon, by its corners in either direction around it. In space a
    /// prism: only the first two coordinates count, and bound nodes.
    case polygon([Vector])
  }

  /// The region in which nodes stay.
  public var region: Region
  /// The share of the overshoot that is taken away in each tick, 0 to 1, dimensionless. 1 is a
  /// hard boundary, less an elastic one.
  public var share: Vector.Scalar

  /// A boundary; hard by default.
  public init(_ region: Region, share: Vector.Scalar = 1) {
    self.region = region
    self.share = share
  }

  /// Throws when a corner, the center or the radius is not finite, the radius is negative, a low
  /// coordinate is above the high one, a polygon is not convex, or the share is not between 0 and
  /// 1.
  mutating func prepare(in context: inout BindingContext<Vector>) throws(SimulationError) {
    try context.check(self)
  }

  /// Changes the velocities of the nodes that would leave the region.
  @_specialize(where Vector == SIMD2<Float>)
  @_specialize(where Vector == SIMD2<Double>)
  @_specialize(where Vector == SIMD3<Float>)
  @_specialize(where Vector == SIMD3<Double>)
  @_specialize(where Vector == SIMD4<Float>)
  @_specialize(where Vector == SIMD4<Double>)
  func act(on step: inout StepContext<Vector>) {
    switch region {
    case .box(let low, let high):
      hold(&step) { $0 - $0.clamped(lowerBound: low, upperBound: high) }
    case .disc(let center, let radius):
      hold(&step) { point in
        let difference = point - center
        let distance = difference.length()
        return distance > radius ? difference * ((distance - radius) / distance) : .zero
      }
    case .polygon(let corners):
      let polygon = ConvexPolygon(corners.map { SIMD2($0[0], $0[1]) })
      hold(&step) { point in
        let difference = polygon.overshoot(of: SIMD2(point[0], point[1]))
        var overshoot = Vector.zero
        (overshoot[0], overshoot[1]) = (difference.x, difference.y)
        return overshoot
      }
    }
  }

  /// - Parameter overshoot: the difference of a point to the nearest point of the region; zero
  ///   inside.
  @inline(__always)
  private func hold(_ step: inout StepContext<Vector>, _ overshoot: (Vector) -> Vector) {
    let decay = step.kinetics.parameters.velocityDecay
    guard decay > 0 else { return }
    for node in 0..<step.nodeCount {
      let velocity = step.kinetics._velocity.storage[node]
      let overshoot = overshoot(step.kinetics._position.storage[node] + velocity * decay)
      if overshoot != .zero {
        step.kinetics._velocity.storage[node] = velocity - overshoot * (share / decay)
      }
    }
  }
}

/// A convex polygon in the plane.
struct ConvexPolygon<Scalar: SimulationScalar> {
  typealias Point = SIMD2<Scalar>

  let corners: [Point]
  /// From each corner to the next one.
  private let sides: [Point]
  /// 1 when the corners go around it from x to y, else -1.
  private let orientation: Scalar

  init(_ corners: [Point]) {
    self.corners = corners
    let sides = corners.indices.map { corners[($0 + 1) % corners.count] - corners[$0] }
    self.sides = sides
    let turns = sides.indices.reduce(Scalar(0)) { sum, side in
      sum + Self.turn(from: sides[side], to: sides[(side + 1) % sides.count])
    }
    orientation = turns < 0 ? -1 : 1
  }

  private static func cross(_ one: Point, _ other: Point) -> Scalar {
    one.x * other.y - one.y * other.x
  }

  /// The sine of the angle from one side to the next one.
  private static func turn(from side: Point, to next: Point) -> Scalar {
    cross(side, next) / ((side * side).sum() * (next * next).sum()).squareRoot()
  }

  /// Throws when the corners are not those of a convex polygon. Angles that exceed 180 degrees by
  /// rounding alone, less than the root of the scalar's precision, are straight.
  func check(_ what: String) throws(SimulationError) {
    func failure(_ found: String) -> SimulationError {
      .outOfRange(
        what, value: found,
        allowed: "three or more corners of a convex polygon, in their sequence around it")
    }
    guard corners.count > 2 else { throw failure("a polygon of \(corners.count) corners") }
    for index in corners.indices where sides[index] == .zero {
      throw failure("a polygon whose corner \(index) comes twice")
    }
    let tolerance = Scalar.ulpOfOne.squareRoot()
    var hasArea = false
    for side in sides.indices {
      let next = (side + 1) % sides.count
      let turn = orientation * Self.turn(from: sides[side], to: sides[next])
      let isReversal = abs(turn) <= tolerance && (sides[side] * sides[next]).sum() < 0
      // A turn that is NaN overflows.
      guard turn >= -tolerance, !isReversal else {
        throw failure("a polygon that is not convex at corner \(next)")
      }
      if turn > tolerance { hasArea = true }
    }
    // A star turns to one side at all corners, but goes around more than once.
    guard hasArea, Self.signChanges(sides.map(\.x)) <= 2, Self.signChanges(sides.map(\.y)) <= 2
    else { throw failure("a polygon that goes around more than once") }
  }

  /// How often the sign changes around the list; zeros have none.
  private static func signChanges(_ values: [Scalar]) -> Int {
    let signs = values.filter { $0 != 0 }.map { $0 < 0 }
    return signs.indices.count { signs[$0] != signs[($0 + 1) % signs.count] }
  }

  /// The difference of a point to the nearest point of the polygon; zero inside.
  func overshoot(of point: Point) -> Point {
    var isOutside = false
    for index in corners.indices
    where orientation * Self.cross(sides[index], point - corners[index]) < 0 {
      isOutside = true
      break
    }
    guard isOutside else { return .zero }
    var (nearest, distance2) = (Point.zero, Scalar.infinity)
    for (corner, side) in zip(corners, sides) {
      let difference = point - corner
      let share = (difference * side).sum() / (side * side).sum()
      let candidate = difference - side * min(max(share, 0), 1)
      let square = (candidate * candidate).sum()
      if square < distance2 { (nearest, distance2) = (candidate, square) }
    }
    return nearest
  }
}

extension BoundaryForce.Region {
  func check(_ what: String) throws(SimulationError) {
    switch self {
    case .box(let low, let high):
      try Validate.finite(vector: low, "low corner of \(what)")
      try Validate.finite(vector: high, "high corner of \(what)")
      for axis in 0..<Vector.scalarCount where low[axis] > high[axis] {
        throw .outOfRange(
          "low corner of \(what)", value: "\(low)", allowed: "at most the high one, \(high)")
      }
    case .disc(let center, let radius):
      try Validate.finite(vector: center, "center of \(what)")
      try Validate.range([radius], .notNegative, "radius of \(what)", hasIndex: false)
    case .polygon(let corners):
      try Validate.finite(vectors: corners, "corner of \(what)")
      try ConvexPolygon(corners.map { SIMD2($0[0], $0[1]) }).check(what)
    }
  }

  func write(to writer: inout ByteWriter) {
    switch self {
    case .box(let low, let high):
      writer.write(UInt8(0))
      writer.write(vector: low)
      writer.write(vector: high)
    case .disc(let center, let radius):
      writer.write(UInt8(1))
      writer.write(vector: center)
      writer.write(radius)
    case .polygon(let corners):
      writer.write(UInt8(2))
      writer.write(UInt64(corners.count))
      for corner in corners { writer.write(vector: corner) }
    }
  }

  init(from reader: inout ByteReader) throws(SimulationError) {
    switch try reader.read(UInt8.self) {
    case 0:
      self = .box(
        low: try reader.readVector(Vector.self), high: try reader.readVector(Vector.self))
    case 1:
      self = .disc(
        center: try reader.readVector(Vector.self), radius: try reader.read(Vector.Scalar.self))
    case 2:
      var corners: [Vector] = []
      for _ in 0..<(try reader.readCount(of: 1)) {
        corners.append(try reader.readVector(Vector.self))
      }
      self = .polygon(corners)
    case let shape:
      throw .unreadableCheckpoint("a boundary has a shape of an unknown kind, number \(shape)")
    }
  }
}

extension BoundaryForce: ForceOnEachNode {}

extension BoundaryForce: BuiltInForce, CustomStringConvertible {
  static var code: UInt8 { 10 }

  static var declaration: ForceKind<Vector> {
    ForceKind(
      Self(.disc(center: .zero, radius: .infinity)), title: "Boundary",
      parameters: [
        ForceParameter(
          \Self.region, .region, name: "region", unit: "layout units",
          write: { $0.write(to: &$1) },
          read: { reader throws(SimulationError) in try Region(from: &reader) },
          check: { region, what throws(SimulationError) in try region.check(what) }
        ).required(),
        ForceParameter(\Self.share, name: "share", range: 0...1, slider: 0...1),
      ])
  }
}
