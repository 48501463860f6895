import ForceSimulation

/// Positions that have broken force simulations, each with a name for messages of failing tests.
public struct PointSet<Vector: SimulationVector>: CustomStringConvertible, Sendable {
  public let name: String
  public let points: [Vector]

  public var description: String { "\(name), \(points.count) points" }

  private init(_ name: String, _ points: [Vector]) {
    self.name = name
    self.points = points
  }

  /// One of each kind. Some have random parts, which `seed` fixes.
  public static func all(count: Int, seed: UInt64 = 1) -> [PointSet] {
    [
      coincident(count), twoCoincident(count, seed: seed), collinear(count, axis: 0),
      collinear(count, axis: Vector.scalarCount - 1), diagonal(count), lattice(count),
      outlier(count, seed: seed), subnormal(count, seed: seed), huge(count, seed: seed),
      clustered(count, seed: seed), uniform(count, seed: seed),
    ]
  }

  /// Every point at the same place, away from the origin.
  public static func coincident(_ count: Int) -> PointSet {
    PointSet("coincident", Array(repeating: Vector(repeating: 3.5), count: count))
  }

  /// Random points, of which the first and the last are the same.
  public static func twoCoincident(_ count: Int, seed: UInt64 = 1) -> PointSet {
    var points = uniform(count, seed: seed).points
    if let first = points.first { points[count - 1] = first }
    return PointSet("two coincident", points)
  }

  /// Points on a line along one axis, evenly spaced; all other coordinates are zero.
  public static func collinear(_ count: Int, axis: Int) -> PointSet {
    PointSet(
      "collinear along axis \(axis)",
      (0..<count).map { index in
        var point = Vector()
        point[axis] = Vector.Scalar(2 * index)
        return point
      })
  }

  /// Points on the line where all coordinates are equal.
  public static func diagonal(_ count: Int) -> PointSet {
    PointSet("diagonal", (0..<count).map { Vector(repeating: Vector.Scalar($0)) })
  }

  /// The first points of an integer lattice in rows of equal length: most distances occur many
  /// times.
  public static func lattice(_ count: Int) -> PointSet {
    var side = 1
    while power(side, Vector.scalarCount) < count { side += 1 }
    return PointSet(
      "lattice",
      (0..<count).map { index in
        var point = Vector()
        for axis in 0..<Vector.scalarCount {
          point[axis] = Vector.Scalar(index / power(side, axis) % side)
        }
        return point
      })
  }

  /// Random points in the unit box, but for the last, a million times as far out.
  public static func outlier(_ count: Int, seed: UInt64 = 1) -> PointSet {
    var random = SplitMix64(seed: seed)
    var points: [Vector] = (0..<count).map { _ in random.vector(in: 0...1) }
    if count > 0 { points[count - 1] = Vector(repeating: 1_000_000) }
    return PointSet("one far outlier", points)
  }

  /// Coordinates below the smallest normal number, some of them zero.
  public static func subnormal(_ count: Int, seed: UInt64 = 1) -> PointSet {
    var random = SplitMix64(seed: seed)
    return PointSet(
      "subnormal",
      (0..<count).map { _ in
        var point = Vector()
        for axis in 0..<Vector.scalarCount {
          point[axis] =
            Vector.Scalar(Int.random(in: -1000...1000, using: &random))
            * Vector.Scalar.leastNonzeroMagnitude
        }
        return point
      })
  }

  /// Coordinates up to 1e300 in size for Double, 1e30 for Float: their squares overflow.
  public static func huge(_ count: Int, seed: UInt64 = 1) -> PointSet {
    var random = SplitMix64(seed: seed)
    let size = Vector.Scalar.greatestFiniteMagnitude > 1e38 * 1e3 ? 1e300 : 1e30
    return PointSet("huge", (0..<count).map { _ in random.vector(in: -size...size) })
  }

  /// Four tight groups far from each other.
  public static func clustered(_ count: Int, seed: UInt64 = 1) -> PointSet {
    var random = SplitMix64(seed: seed)
    let centers: [Vector] = (0..<4).map { _ in random.vector(in: -1000...1000) }
    return PointSet(
      "clustered",
      (0..<count).map { index in
        let offset: Vector = random.vector(in: -0.5...0.5)
        return centers[index % 4] + offset
      })
  }

  /// Random points in a box of side 100 about the origin.
  public static func uniform(_ count: Int, seed: UInt64 = 1) -> PointSet {
    var random = SplitMix64(seed: seed)
    return PointSet("uniform", (0..<count).map { _ in random.vector(in: -50...50) })
  }
}

private func power(_ base: Int, _ exponent: Int) -> Int {
  (0..<exponent).reduce(1) { product, _ in product * base }
}
