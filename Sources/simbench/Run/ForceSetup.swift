import ForceSimulation

/// The factory of the forces of a run.
struct ForceSetup<Vector: SimulationVector> {
  let nodeCount: Int
  let accuracy: Vector.Scalar
  let theta: Vector.Scalar?
  let linkLength: Vector.Scalar
  /// A force that is computed incorrectly on purpose; nil for none.
  let fault: ForceName?

  init(_ plan: RunPlan) {
    nodeCount = plan.scene.nodeCount
    accuracy = plan.accuracy.map { Vector.Scalar($0) } ?? ManyBodyForce<Vector>.defaultAccuracy
    theta = plan.theta.map { Vector.Scalar($0) }
    linkLength = Vector.Scalar(plan.linkLength)
    fault = plan.fault
  }

  static var manyBodyStrength: Vector.Scalar { -30 }

  /// Half the sides of a label with about the area of a disc of radius 3.
  private static var halfSides: Vector {
    var sides = Vector(repeating: 1.5)
    sides[0] = 5
    return sides
  }

  private static var xAxis: Vector {
    var axis = Vector.zero
    axis[0] = 1
    return axis
  }

  var manyBody: ManyBodyForce<Vector> {
    ManyBodyForce(
      strength: .constant(Self.manyBodyStrength), accuracy: accuracy, theta: theta, distanceMin: 1,
      distanceMax: .infinity)
  }

  func force(_ name: ForceName) -> any Force<Vector> {
    name == fault ? Self.faulty(correct(name)) : correct(name)
  }

  private static func faulty(_ force: some Force<Vector>) -> any Force<Vector> {
    FaultyForce(base: force)
  }

  private func correct(_ name: ForceName) -> any Force<Vector> {
    switch name {
    case .manyBody: manyBody
    case .tForce: TForce<Vector>(distance: 10)
    case .link:
      LinkForce<Vector>(strength: .byDegree, length: .constant(linkLength), iterations: 1)
    case .center: CenterForce<Vector>(center: .zero, strength: 1)
    case .collide: CollideForce<Vector>(radius: 3, strength: 1, iterations: 1)
    case .boxCollide: BoxCollideForce<Vector>(halfSides: .constant(Self.halfSides))
    case .position: towardsOrigin
    case .radial:
      RadialForce<Vector>(radius: 100, center: .zero, strength: 0.1)
    case .gravity: GravityForce<Vector>()
    case .group: GroupForce<Vector>(groups: (0..<nodeCount).map { $0 % 10 })
    case .spring: SpringForce<Vector>(length: .constant(linkLength))
    case .magnetic: MagneticForce<Vector>(direction: Self.xAxis)
    case .pointer: PointerForce<Vector>(at: .zero)
    case .anchor: AnchorForce<Vector>(places: Array(repeating: .zero, count: nodeCount))
    case .boundary: BoundaryForce<Vector>(.disc(center: .zero, radius: 50))
    case .velocityLimit: VelocityLimit<Vector>(0.1)
    }
  }

  /// d3's forceX and forceY (and Z) with their defaults, as one force.
  private var towardsOrigin: any Force<Vector> {
    var forces = ForceList<Vector>()
    for axis in 0..<Vector.scalarCount {
      forces["axis \(axis)"] = PositionForce<Vector>(axis: Axis(axis), target: 0, strength: 0.1)
    }
    return forces
  }

  /// All forces of a list, each with a stopwatch.
  func forces(_ names: [ForceName], stopwatches: [Stopwatch]) -> ForceList<Vector> {
    var forces = ForceList<Vector>()
    for (name, stopwatch) in zip(names, stopwatches) {
      forces[name.rawValue] = Self.timed(force(name), by: stopwatch)
    }
    return forces
  }

  private static func timed(
    _ force: some Force<Vector>, by stopwatch: Stopwatch
  ) -> any Force<Vector> {
    TimedForce(base: force, stopwatch: stopwatch)
  }

  /// The algorithm of a force, in words.
  func algorithm(of name: ForceName, nodeCount: Int, engine: Engine) -> String {
    switch name {
    case .manyBody: manyBody.algorithm(nodeCount: nodeCount, engine: engine).rawValue
    case .tForce: Vector.scalarCount < 4 ? "Barnes-Hut" : "direct sum"
    case .link: "gather over link ends"
    case .spring, .magnetic: "link by link"
    case .group: "group by group"
    case .center: "sums of blocks"
    case .collide, .boxCollide: "cells in \(Vector.scalarCount == 2 ? 9 : 27) colors"
    case .position, .radial, .gravity, .pointer, .anchor, .boundary, .velocityLimit: "node by node"
    }
  }

  /// True when the kernels compute many-body as the direct sum, in the update order of the
  /// reference.
  func sumsDirectly(nodeCount: Int) -> Bool {
    manyBody.algorithm(nodeCount: nodeCount, engine: .kernels) == .directSum
  }
}

/// A force that also records the duration of each of its passes.
struct TimedForce<Base: Force>: Force, UnguardedForce {
  typealias Vector = Base.Vector

  var base: Base
  let stopwatch: Stopwatch

  func apply(to step: inout StepContext<Vector>) {
    let start = ContinuousClock.now
    base.apply(to: &step)
    stopwatch.record(ContinuousClock.now - start)
  }

  mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try base.bind(to: &context)
  }
}

/// A force with a faulty kernel: the node that moves most is moved by a thousandth more. The
/// reference engine's pass is unchanged.
struct FaultyForce<Base: Force>: Force where Base.Vector: SimulationVector {
  typealias Vector = Base.Vector

  var base: Base

  func apply(to step: inout StepContext<Vector>) {
    let (position, velocity) = (step.position.asArray(), step.velocity.asArray())
    base.apply(to: &step)
    guard step.usesKernels else { return }
    let after = step.kinetics
    func change(_ node: Int) -> (position: Vector, velocity: Vector) {
      (after.position[node] - position[node], after.velocity[node] - velocity[node])
    }
    func size(_ node: Int) -> Vector.Scalar {
      change(node).position.lengthSquared() + change(node).velocity.lengthSquared()
    }
    guard let most = position.indices.max(by: { size($0) < size($1) }) else { return }
    let excess = change(most)
    step.position[most] += excess.position * 0.001
    step.velocity[most] += excess.velocity * 0.001
  }

  mutating func bind(to context: inout BindingContext<Vector>) throws(SimulationError) {
    try base.bind(to: &context)
  }
}
