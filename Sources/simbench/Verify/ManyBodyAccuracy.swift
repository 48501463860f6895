import ForceSimulation

extension Verification {
  /// The error of many-body against the exact sum in Double.
  struct Accuracy: Equatable {
    /// The root mean square of the errors over that of the exact forces.
    var rms: Double
    /// The 99th percentile of a node's error, relative to its own exact force.
    var p99: Double
    /// The largest error of a node, relative to its own exact force.
    var maximum: Double
    /// The number of nodes that were compared.
    var targets: Int
    /// The promised bound of `rms`; nil when none is promised.
    var bound: Double?

    var isWithinBound: Bool { bound.map { rms <= $0 } ?? rms.isFinite }
  }
}

extension Verification.Accuracy {
  /// Compares as many forces as there are exact ones.
  init(of forces: [SIMD3<Double>], from exact: [SIMD3<Double>], bound: Double?) {
    let error2 = zip(forces, exact).map { ($0 - $1).lengthSquared() }
    let exact2 = exact.map { $0.lengthSquared() }
    let sum2 = exact2.reduce(0, +)
    // A node in balance has almost no force, so its relative error is meaningless.
    let floor2 = sum2 / Double(max(exact.count, 1)) * 1e-6
    rms = Self.ratio(error2.reduce(0, +), sum2)
    let relative = zip(error2, exact2).map { Self.ratio($0, max($1, floor2)) }
    p99 = relative.isEmpty ? 0 : relative.nearestRank(0.99)
    maximum = relative.max() ?? 0
    targets = exact.count
    self.bound = bound
  }

  /// The square root of a / b, 0 when a is 0.
  private static func ratio(_ a: Double, _ b: Double) -> Double {
    a == 0 ? 0 : (a / b).squareRoot()
  }
}

/// Measures the error of the many-body force against the exact sum over all pairs. The exact sum is
/// implemented here again, in Double and independent of the library.
struct ManyBodyAccuracy<Vector: SimulationVector> {
  let plan: RunPlan
  let setup: ForceSetup<Vector>

  private static var targetCount: Int { 1_000 }

  /// Measures the error. `changes` are the velocity changes of all nodes in one tick, for each
  /// state. The worst state counts.
  func measure(_ changes: [[Vector]], in states: [State<Vector>]) -> Verification.Accuracy? {
    var worst: Verification.Accuracy?
    for (changes, state) in zip(changes, states) {
      let targets = Self.targets(nodeCount: state.position.count)
      let exact = Self.exactSum(of: targets, in: state)
      let found = targets.map { SIMD3<Double>(widening: changes[$0]) }
      let accuracy = Verification.Accuracy(of: found, from: exact, bound: bound)
      worst =
        worst.map { worst in
          var both = worst
          both.rms = max(worst.rms, accuracy.rms)
          both.p99 = max(worst.p99, accuracy.p99)
          both.maximum = max(worst.maximum, accuracy.maximum)
          return both
        } ?? accuracy
    }
    return worst
  }

  /// A sample of the nodes. Few nodes are all taken. Of many, one is taken from each of equally
  /// long runs, at a changing place in the run, so that the sample does not follow a regularity of
  /// the scene.
  static func targets(nodeCount: Int) -> [Int] {
    guard nodeCount > targetCount else { return Array(0..<nodeCount) }
    var random = LinearCongruentialGenerator()
    return (0..<targetCount).map { run in
      let begin = run * nodeCount / targetCount
      let end = (run + 1) * nodeCount / targetCount
      return begin + Int(random.next() * Double(end - begin))
    }
  }

  /// The bound of the error: the accuracy, and for a theta up to 0.9 what it gives in usual scenes,
  /// with a margin. Nil for larger thetas. Rounding alone makes about 1e-5 in Float.
  private var bound: Double? {
    if setup.sumsDirectly(nodeCount: plan.scene.nodeCount) {
      // Without a theta, few nodes in Double are summed in Float.
      if plan.precision == .float { return 1e-4 }
      return plan.theta == nil && setup.accuracy > 0 ? 1e-5 : 1e-12
    }
    if let theta = plan.theta {
      return theta > 0.9 ? nil : Vector.scalarCount == 2 ? 3e-3 : 1.5e-2
    }
    return max(Double(setup.accuracy), plan.precision == .float ? 1e-4 : 1e-12)
  }

  /// The sum of strength * alpha * difference / distance² over all other nodes, softened below a
  /// distance of 1, the force's default. Coincident nodes are left out, as their push is random.
  ///
  /// Four targets are computed at a time, on one thread, as libdispatch waits for ever when the
  /// system gives it none. O(targets * n): some seconds for 1,000 targets among a million.
  static func exactSum(of targets: [Int], in state: State<Vector>) -> [SIMD3<Double>] {
    let positions = state.position.map { SIMD3<Double>(widening: $0) }
    let factor = Double(ForceSetup<Vector>.manyBodyStrength) * Double(state.alpha)
    var sums: [SIMD3<Double>] = []
    positions.withUnsafeBufferPointer { positions in
      for first in stride(from: 0, to: targets.count, by: 4) {
        let members = targets[first..<min(first + 4, targets.count)]
        var places = members.map { positions[$0] }
        places += [SIMD3<Double>](repeating: .zero, count: 4 - members.count)
        sums += forces(on: places, of: positions).prefix(members.count).map { $0 * factor }
      }
    }
    return sums
  }

  /// The forces at four places, one in each lane.
  private static func forces(
    on places: [SIMD3<Double>], of sources: UnsafeBufferPointer<SIMD3<Double>>
  ) -> [SIMD3<Double>] {
    typealias Lanes = SIMD4<Double>
    func lanes(_ axis: Int) -> Lanes {
      Lanes(places[0][axis], places[1][axis], places[2][axis], places[3][axis])
    }
    let (x, y, z) = (lanes(0), lanes(1), lanes(2))
    var (sumX, sumY, sumZ) = (Lanes.zero, Lanes.zero, Lanes.zero)
    for source in sources {
      let (dx, dy, dz) = (source.x - x, source.y - y, source.z - z)
      let distance2 = dx * dx + dy * dy + dz * dz
      let softened = distance2.replacing(with: distance2.squareRoot(), where: distance2 .< 1)
      let weight = (1 / softened).replacing(with: 0, where: distance2 .== 0)
      sumX += dx * weight
      sumY += dy * weight
      sumZ += dz * weight
    }
    return (0..<4).map { SIMD3(sumX[$0], sumY[$0], sumZ[$0]) }
  }
}

extension SIMD3<Double> {
  /// The vector in Double; a missing third component is 0.
  init<Vector: SIMD>(widening vector: Vector) where Vector.Scalar: BinaryFloatingPoint {
    self = .zero
    for axis in 0..<Vector.scalarCount { self[axis] = Double(vector[axis]) }
  }
}
