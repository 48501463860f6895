/// The specification of exact many-body in Float for a state in Double (docs/determinism.md,
/// "Many-body, direct sum").
///
/// Coordinates are scaled to -1 to 1, and each is split into two Floats: the rounded value, and
/// what rounding has left. Differences of close nodes are then as exact, relative to their size, as
/// those of distant ones.
struct ReferenceSplitSum {
  /// The squared distance, of scaled coordinates, below which a pair is summed in Double.
  private static let close2: Float = 0x1p-46

  private let dimension: Int
  /// Scaled coordinates are (x - origin) * perUnit.
  private let origin: [Double]
  private let perUnit: Double
  private let strengthScale: Double
  private let forceScale: Double
  private let distanceMin2: Float
  private let distanceMax2: Float

  /// Returns nil if the sum is in the scalar type of the state: for a state in Float, a theta, an
  /// accuracy below 1e-5, and numbers beyond the range of Float.
  init?<Vector: SimulationVector>(_ law: ManyBodyLaw<Vector.Scalar>, _ position: [Vector]) {
    guard Vector.Scalar.self == Double.self, law.theta == nil, Double(law.accuracy) >= 0.99e-5
    else { return nil }
    dimension = Vector.scalarCount
    var origin: [Double] = []
    var half = 0.0
    for axis in 0..<Vector.scalarCount {
      var (low, high) = (Double.infinity, -Double.infinity)
      for place in position {
        let x = Double(place[axis])
        low = x < low ? x : low
        high = x > high ? x : high
      }
      origin.append(low / 2 + high / 2)
      let size = high / 2 - low / 2
      half = size > half ? size : half
    }
    let strength = law.strengths.reduce(0) { max($0, abs(Double($1))) }
    guard half < 0x1p400, strength < 0x1p400 else { return nil }
    let (side, size) = (Self.exponent(half), Self.exponent(strength))
    func power(_ exponent: Int) -> Double {
      Double(sign: .plus, exponent: exponent, significand: 1)
    }
    self.origin = origin
    (perUnit, strengthScale) = (power(-side), power(-size))
    forceScale = power(size - side)
    let least = Double(law.distanceMin2).squareRoot() * perUnit
    let most = Double(law.distanceMax2).squareRoot() * perUnit
    guard least <= 0x1p30 else { return nil }
    distanceMin2 = Float(least * least)
    // No two nodes are that far apart.
    distanceMax2 = most < 8 ? Float(most * most) : .infinity
  }

  /// The exponent e for which value / 2^e is at least 1/2 and below 1; 0 for 0; -400 or more.
  private static func exponent(_ value: Double) -> Int {
    value == 0 ? 0 : max(Int(value.exponent) + 1, -400)
  }

  func apply<Vector: SimulationVector>(
    _ law: ManyBodyLaw<Vector.Scalar>, alpha: Vector.Scalar, jiggle: Jiggle, position: [Vector],
    targets: Range<Int>, velocity: inout [Vector]
  ) {
    // Of each node, one after the other, its coordinates and what rounding has left of each.
    var rounded: [Float] = []
    var rest: [Float] = []
    for place in position {
      for axis in 0..<dimension {
        let x = (Double(place[axis]) - origin[axis]) * perUnit
        rounded.append(Float(x))
        rest.append(Float(x - Double(Float(x))))
      }
    }
    let strengths = law.strengths.map { Float(Double($0) * strengthScale) }
    for i in targets {
      var force = [Float](repeating: 0, count: dimension)
      var close = Vector.zero
      for j in position.indices where j != i {
        var difference = [Float](repeating: 0, count: dimension)
        var distance2: Float = 0
        for axis in 0..<dimension {
          let (a, b) = (i * dimension + axis, j * dimension + axis)
          difference[axis] = (rounded[b] - rounded[a]) + (rest[b] - rest[a])
          let square = difference[axis] * difference[axis]
          distance2 = axis == 0 ? square : distance2 + square
        }
        if distance2 < Self.close2 {
          var exact = position[j] - position[i]
          let weight = law.weight(&exact, of: j, on: i, jiggle: jiggle)
          close += exact * weight
          continue
        }
        let weight = ManyBodyLaw<Float>.softenedWeight(
          distance2, strength: strengths[j], distanceMin2: distanceMin2,
          distanceMax2: distanceMax2)
        for axis in 0..<dimension { force[axis] += difference[axis] * weight }
      }
      for axis in 0..<dimension {
        let sum = Double(force[axis]) * forceScale + Double(close[axis])
        velocity[i][axis] += Vector.Scalar(sum) * alpha
      }
    }
  }
}
