import ForceSimulation
import _TestSupport

/// The error of a many-body force against the exact sum, at a sample of the nodes.
struct ManyBodyError {
  /// Root mean square of the errors over that of the exact velocity changes.
  var rms = 0.0
  /// 99 of 100 nodes have an error, relative to their own exact change, of at most this. A node in
  /// balance, with next to no change, counts as if it had a thousandth of the usual one.
  var p99 = 0.0
  /// The sum of the changes of all nodes, over the sum of their lengths: 0 where momentum is kept.
  var net = 0.0

  init() {}

  /// Each number the larger one of two.
  mutating func formMaximum(_ other: ManyBodyError) {
    rms = max(rms, other.rms)
    p99 = max(p99, other.p99)
    net = max(net, other.net)
  }
}

/// A many-body force on nodes at rest, with the exact velocity changes of a sample of them.
/// O(sample * n).
struct ManyBodyProbe<Vector: SimulationVector> {
  typealias Force = ManyBodyForce<Vector>

  private let state: Kinetics<Vector>
  private let engine: Engine
  /// Nodes in a row, as each row costs a pass over all velocities.
  private let rows: [Range<Int>]
  private let exact: [Vector]
  private let force: Force

  init(_ force: Force, at points: [Vector], engine: Engine = .kernels, sample: Int = 240) throws {
    var state = try Kinetics(nodeCount: points.count, position: points)
    let length = 12
    let count = max(sample / length, 1)
    rows =
      points.count <= sample
      ? [0..<points.count]
      : (0..<count).map { row in
        let begin = row * (points.count - length) / max(count - 1, 1)
        return begin..<begin + length
      }
    let force = try force.bound(to: &state, engine: engine)
    (self.force, self.state, self.engine) = (force, state, engine)
    exact = rows.flatMap { [state] in force.exactVelocityChange(of: $0, in: state) }
  }

  var algorithm: ManyBodyAlgorithm {
    force.algorithm(nodeCount: state.nodeCount, engine: engine)
  }

  /// The velocity changes of all nodes.
  func changes(theta: Vector.Scalar) -> NodeArray<Vector> {
    var (force, pushed) = (force, state)
    force.theta = theta
    force.apply(to: &pushed, engine: engine)
    return pushed.velocity
  }

  func error(theta: Vector.Scalar) -> ManyBodyError {
    let changes = changes(theta: theta)
    let found = rows.flatMap { changes[$0] }
    let errors2 = zip(found, exact).map { Double($0.distanceSquared(to: $1)) }
    let sizes2 = exact.map { Double($0.lengthSquared()) }
    let sum2 = sizes2.reduce(0, +)
    let floor2 = sum2 / Double(exact.count) * 1e-6
    let relative = zip(errors2, sizes2).map { ($0 / max($1, floor2)).squareRoot() }.sorted()
    var error = ManyBodyError()
    error.rms = (errors2.reduce(0, +) / sum2).squareRoot()
    error.p99 = relative[(relative.count * 99 + 99) / 100 - 1]
    let total = changes.reduce(SIMD4<Double>.zero) { $0 + widened($1) }
    error.net = length(total) / changes.reduce(0) { $0 + length(widened($1)) }
    return error
  }

  private func widened(_ vector: Vector) -> SIMD4<Double> {
    var wide = SIMD4<Double>.zero
    for axis in 0..<Vector.scalarCount { wide[axis] = Double(vector[axis]) }
    return wide
  }

  private func length(_ vector: SIMD4<Double>) -> Double { (vector * vector).sum().squareRoot() }
}
