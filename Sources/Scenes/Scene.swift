import ForceSimulation

/// A graph with initial positions, for benchmarks, tests and pictures.
///
/// The same name, size and seed give the same scene on every machine, to the bit.
public struct Scene: Sendable {
  /// "random", "miserables", "grid", "clusters", or the name of a file.
  public let name: String
  public let nodeCount: Int
  /// The links by node index, in the order of the source. Duplicates and self-loops are kept.
  public let links: [Link<Int>]
  /// The names of nodes in the source; nil if nodes have only indices.
  public let nodeNames: [String]?
  /// Notes on what the reader of a file omitted or guessed; empty for named scenes.
  public internal(set) var notes: [String] = []

  let start: Start

  /// The kind of initial positions.
  enum Start: Sendable {
    /// The library's own initial positions.
    case library
    /// Uniform in a disc (2D) or ball, from a generator that has drawn the links already.
    case ball(LinearCongruentialGenerator)
    /// Node i on a lattice of `side` nodes along each axis, first axis fastest.
    case lattice(dimension: Int, side: Int)
    /// Like `ball`, but nodes are grouped in small balls, whose centres are uniform in the large
    /// one.
    case clusters(count: Int, LinearCongruentialGenerator)
  }

  /// A scene without nodes, in place of a graph of which nobody has all.
  package static func placeholder(named name: String) -> Scene {
    Scene(name: name, nodeCount: 0, links: [], nodeNames: nil, start: .library)
  }

  /// Returns the initial position of each node, in layout units; nil if the scene leaves that to
  /// the library.
  ///
  /// Float and Double give the same points, except for rounding. O(nodes).
  public func positions<Vector: SimulationVector>(of: Vector.Type = Vector.self) -> [Vector]? {
    switch start {
    case .library:
      return nil
    case .ball(var random):
      let radius = radius(Vector.self)
      return (0..<nodeCount).map { _ in
        Vector(rounding: Ball.point(in: Vector.self, radius: radius, &random))
      }
    case .lattice(let dimension, let side):
      precondition(
        dimension == Vector.scalarCount,
        "the scene \"\(name)\" was made for \(dimension) dimensions, not \(Vector.scalarCount)")
      return (0..<nodeCount).map { Self.latticePoint($0, side: side) }
    case .clusters(let count, var random):
      return clusteredPositions(count: count, &random)
    }
  }

  /// Returns the radius at which each node has about as much space as in the settled layout.
  private func radius<Vector: SIMD>(_: Vector.Type) -> Double {
    let count = Double(nodeCount)
    switch Vector.scalarCount {
    case 2: return 10 * count.squareRoot()
    case 3: return 20 * StartPositions.cubeRoot(count)
    default: return 30 * count.squareRoot().squareRoot()
    }
  }

  /// Returns a point of the lattice. The spacing of 20 units makes both collisions and links act.
  private static func latticePoint<Vector: SimulationVector>(_ node: Int, side: Int) -> Vector {
    var point = Vector.zero
    var rest = node
    for axis in 0..<Vector.scalarCount {
      point[axis] = 20 * (Vector.Scalar(rest % side) - Vector.Scalar(side - 1) / 2)
      rest /= side
    }
    return point
  }

  private func clusteredPositions<Vector: SimulationVector>(
    count: Int, _ random: inout LinearCongruentialGenerator
  ) -> [Vector] {
    let large = radius(Vector.self)
    let centers = (0..<count).map { _ in Ball.point(in: Vector.self, radius: large, &random) }
    // If they were placed side by side, the small balls would span a quarter of the large one's
    // diameter.
    let share =
      Vector.scalarCount == 2 ? Double(count).squareRoot() : StartPositions.cubeRoot(Double(count))
    let small = large / (4 * share)
    return (0..<nodeCount).map { node in
      let center = centers[Scene.cluster(of: node, of: nodeCount, clusters: count)]
      return Vector(rounding: center + Ball.point(in: Vector.self, radius: small, &random))
    }
  }
}

/// Uniform points in a disc (2D), a ball (3D) or a four-dimensional ball.
enum Ball {
  /// Returns a uniform point. It draws two numbers in 2D, three in 3D and four in 4D, the radius
  /// first.
  static func point<Vector: SIMD>(
    in: Vector.Type, radius: Double, _ random: inout LinearCongruentialGenerator
  ) -> SIMD4<Double> {
    let share = random.next()
    switch Vector.scalarCount {
    case 2:
      let r = radius * share.squareRoot()
      let (sine, cosine) = angle(&random)
      return [r * cosine, r * sine, 0, 0]
    case 3:
      let r = radius * (share > 0 ? StartPositions.cubeRoot(share) : 0)
      let height = 2 * random.next() - 1
      let width = (1 - height * height).squareRoot()
      let (sine, cosine) = angle(&random)
      return [r * width * cosine, r * width * sine, r * height, 0]
    default:
      precondition(Vector.scalarCount == 4, "scenes have 2, 3 or 4 dimensions")
      // These are Hopf coordinates: the point is uniform on the 3-sphere if `share` is uniform.
      let r = radius * share.squareRoot().squareRoot()
      let near = random.next()
      let (sinA, cosA) = angle(&random)
      let (sinB, cosB) = angle(&random)
      let (a, b) = (r * near.squareRoot(), r * (1 - near).squareRoot())
      return [a * cosA, a * sinA, b * cosB, b * sinB]
    }
  }

  private static func angle(
    _ random: inout LinearCongruentialGenerator
  ) -> (sine: Double, cosine: Double) {
    // The number is a multiple of 2^-32, so this is exact in units of 2^-64 turns.
    StartPositions.sineAndCosine(turn: UInt64(random.next() * 0x1p64))
  }
}

extension SimulationVector {
  /// Creates a vector of the first components of `point`, rounded to `Scalar`.
  fileprivate init(rounding point: SIMD4<Double>) {
    self = .zero
    for axis in 0..<Self.scalarCount { self[axis] = Scalar(point[axis]) }
  }
}
