/// The initial positions of nodes that have been given none (docs/determinism.md, "Start
/// positions").
///
/// In the plane the arrangement is d3-force's phyllotaxis: node i is on a spiral at radius 10 *
/// sqrt(0.5 + i), one golden angle after node i - 1 (d3-force, "simulation.nodes"; Vogel 1979,
/// doi:10.1016/0025-5564(79)90080-4). In space it is the analogue in a ball. Angles are counted in
/// 2^-64 turns, so that the angles of a million nodes are still exact. Sine and cosine are
/// implemented here, so that every machine starts from the same bits.
package enum StartPositions {
  package static func position<Vector: SimulationVector>(of node: Int, as: Vector.Type) -> Vector {
    let index = UInt64(node)
    let steps = 0.5 + Double(node)
    switch Vector.scalarCount {
    case 2:
      let (sine, cosine) = sineAndCosine(turn: index &* goldenTurn)
      let radius = 10 * steps.squareRoot()
      return vector(radius * cosine, radius * sine)
    case 3:
      let (sinRoll, cosRoll) = sineAndCosine(turn: index &* goldenTurn)
      let (sinYaw, cosYaw) = sineAndCosine(turn: index &* yawTurn)
      let radius = 10 * cubeRoot(steps)
      return vector(radius * sinRoll * cosYaw, radius * cosRoll, radius * sinRoll * sinYaw)
    case 4:
      return onSphereOfFour(index, radius: 10 * steps.squareRoot().squareRoot())
    default:
      return inCube(node)
    }
  }

  static func all<Vector: SimulationVector>(count: Int, as: Vector.Type) -> [Vector] {
    (0..<count).map { position(of: $0, as: Vector.self) }
  }

  /// (3 - sqrt 5) / 2 turns: the golden angle.
  private static let goldenTurn: UInt64 = 0x61C8_8646_80B5_83EA
  /// 10 / (9 + sqrt 221) turns: d3-force-3d's second angle.
  private static let yawTurn: UInt64 = 0x6B43_E7E3_8F01_AB1E

  /// Hopf coordinates from the first three powers of the inverse of the root of x^4 = x + 1, which
  /// fill the cube evenly (the plastic-number sequence).
  private static func onSphereOfFour<Vector: SimulationVector>(
    _ index: UInt64, radius: Double
  ) -> Vector {
    let share = Double((index &* 0xD1B5_4A32_D192_ED04) >> 11) * 0x1p-53
    let (sinA, cosA) = sineAndCosine(turn: index &* 0xABC9_8388_FB8F_AC03)
    let (sinB, cosB) = sineAndCosine(turn: index &* 0x8CB9_2BA7_2F3D_8DD7)
    let near = radius * (1 - share).squareRoot()
    let far = radius * share.squareRoot()
    return vector(near * sinA, near * cosA, far * sinB, far * cosB)
  }

  /// Start positions for other dimensions: uniformly random in a cube. The cube grows with the node
  /// number, by about the volume of a cube of 20 units a side for each node.
  private static func inCube<Vector: SimulationVector>(_ node: Int) -> Vector {
    let jiggle = Jiggle(seed: 0, tick: 0)
    var side = 20.0
    while side < 20.0 * Double(node + 1), pow(side / 20, Vector.scalarCount) < Double(node + 1) {
      side *= 1.25
    }
    var position = Vector.zero
    for axis in 0..<Vector.scalarCount {
      position[axis] = Vector.Scalar(jiggle.value(node, node, axis: axis) * 1e6 * side)
    }
    return position
  }

  private static func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }

  private static func vector<Vector: SimulationVector>(_ components: Double...) -> Vector {
    var vector = Vector.zero
    for (axis, component) in components.enumerated() { vector[axis] = Vector.Scalar(component) }
    return vector
  }

  // MARK: Functions that are the same everywhere

  /// Sine and cosine of an angle in 2^-64 turns, to about one unit in the last place.
  package static func sineAndCosine(turn: UInt64) -> (sine: Double, cosine: Double) {
    // The nearest quarter turn, and the signed rest: at most an eighth of a turn either way.
    let quarter = Int((turn &+ (1 << 61)) >> 62)
    let rest = Int64(bitPattern: turn &- UInt64(quarter & 3) << 62)
    let angle = Double(rest) * (0x1p-63 * Double.pi)
    let (sine, cosine) = sineAndCosineOfSmall(angle)
    switch quarter & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }

  /// Taylor series, for angles of at most pi/4: the first term left out is below 2^-57 of the
  /// result.
  private static func sineAndCosineOfSmall(_ angle: Double) -> (sine: Double, cosine: Double) {
    let square = angle * angle
    var sine = 0.0
    var cosine = 0.0
    for term in stride(from: 17.0, through: 3.0, by: -2.0) {
      sine = -square * (1 + sine) / (term * (term - 1))
    }
    for term in stride(from: 18.0, through: 2.0, by: -2.0) {
      cosine = -square * (1 + cosine) / (term * (term - 1))
    }
    return (angle + angle * sine, 1 + cosine)
  }

  /// The cube root of a number of at least 0.5, to about one unit in the last place. Newton's
  /// iteration starts above the root and decreases until it stops changing.
  package static func cubeRoot(_ value: Double) -> Double {
    var root = Double(sign: .plus, exponent: Int(value.exponent) / 3 + 1, significand: 1)
    while true {
      let next = root - (root - value / (root * root)) / 3
      if !(next < root) { return root }
      root = next
    }
  }
}
