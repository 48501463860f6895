import ForceSimulation

/// Makes the forces of a run.
struct ForceSetup<Vector: SimulatableVector & L2NormCalculatable> {
  let theta: Vector.Scalar
  let linkDistance: Vector.Scalar
  /// A force whose kernel is wrong on purpose.
  let fault: ForceName?

  init(_ plan: RunPlan) {
    theta = Vector.Scalar(plan.theta)
    linkDistance = Vector.Scalar(plan.linkDistance)
    fault = plan.fault
  }

  static var manyBodyStrength: Vector.Scalar { -30 }

  var manyBody: Kinetics<Vector>.ManyBodyForce {
    .init(strength: Self.manyBodyStrength, theta: theta)
  }

  func force(_ name: ForceName) -> any ForceProtocol<Vector> {
    name == fault ? Self.faulty(correct(name)) : correct(name)
  }

  private static func faulty(_ force: some ForceProtocol<Vector>) -> any ForceProtocol<Vector> {
    FaultyForce(base: force)
  }

  private func correct(_ name: ForceName) -> any ForceProtocol<Vector> {
    switch name {
    case .manyBody: manyBody
    case .link:
      Kinetics<Vector>.LinkForce(
        stiffness: .weightedByDegree { _, _ in 1 }, originalLength: .constant(linkDistance))
    case .center: Kinetics<Vector>.CenterForce(center: .zero, strength: 1)
    case .collide: Kinetics<Vector>.CollideForce(radius: .constant(3))
    case .position: towardsOrigin
    case .radial:
      Kinetics<Vector>.RadialForce(
        center: .zero, radius: .constant(100), strength: .constant(0.1))
    }
  }

  /// d3's forceX and forceY (and Z) with their defaults, as one force.
  private var towardsOrigin: any ForceProtocol<Vector> {
    var forces = NamedForces<Vector>()
    for axis in 0..<Vector.scalarCount {
      forces["axis \(axis)"] = Kinetics<Vector>.PositionForce(
        direction: .entryOfVector(axis), targetOnDirection: .constant(0), strength: .constant(0.1))
    }
    return forces
  }

  /// All forces of a list, each with a stopwatch.
  func forces(_ names: [ForceName], stopwatches: [Stopwatch]) -> NamedForces<Vector> {
    var forces = NamedForces<Vector>()
    for (name, stopwatch) in zip(names, stopwatches) {
      forces[name.rawValue] = Self.timed(force(name), by: stopwatch)
    }
    return forces
  }

  private static func timed(
    _ force: some ForceProtocol<Vector>, by stopwatch: Stopwatch
  ) -> any ForceProtocol<Vector> {
    TimedForce(base: force, stopwatch: stopwatch)
  }

  /// How a force is computed, in words.
  func algorithm(of name: ForceName, nodeCount: Int, engine: Engine) -> String {
    switch name {
    case .manyBody: manyBody.algorithm(nodeCount: nodeCount, engine: engine).rawValue
    case .link: "gather over link ends"
    case .center: "sums of blocks"
    case .collide: "cells in \(Vector.scalarCount == 2 ? 9 : 27) colors"
    case .position, .radial: "node by node"
    }
  }

  /// Whether the kernels take many-body as the sum over all pairs, in the order of the reference.
  func sumsDirectly(nodeCount: Int) -> Bool {
    manyBody.algorithm(nodeCount: nodeCount, engine: .kernels) == .directSum
  }
}

/// A force that also takes the time of each of its passes.
struct TimedForce<Base: ForceProtocol>: ForceProtocol {
  typealias Vector = Base.Vector

  var base: Base
  let stopwatch: Stopwatch

  func apply(to kinetics: inout Kinetics<Vector>) {
    let start = ContinuousClock.now
    base.apply(to: &kinetics)
    stopwatch.record(ContinuousClock.now - start)
  }

  mutating func bindKinetics(_ kinetics: Kinetics<Vector>) { base.bindKinetics(kinetics) }

  mutating func bindKinetics(checking kinetics: Kinetics<Vector>) throws(SimulationError) {
    try base.bindKinetics(checking: kinetics)
  }

  func dispose() { base.dispose() }
}

/// A force whose kernel moves one node, the one it moves most, by a thousandth more than it should. The reference
/// engine's is as it was.
struct FaultyForce<Base: ForceProtocol>: ForceProtocol where Base.Vector: L2NormCalculatable {
  typealias Vector = Base.Vector

  var base: Base

  func apply(to kinetics: inout Kinetics<Vector>) {
    let (position, velocity) = (kinetics.position.asArray(), kinetics.velocity.asArray())
    base.apply(to: &kinetics)
    guard kinetics.engine == .kernels else { return }
    func change(_ node: Int) -> (position: Vector, velocity: Vector) {
      (kinetics.position[node] - position[node], kinetics.velocity[node] - velocity[node])
    }
    func size(_ node: Int) -> Vector.Scalar {
      change(node).position.lengthSquared() + change(node).velocity.lengthSquared()
    }
    guard let most = position.indices.max(by: { size($0) < size($1) }) else { return }
    let excess = change(most)
    kinetics.position[most] += excess.position * 0.001
    kinetics.velocity[most] += excess.velocity * 0.001
  }

  mutating func bindKinetics(_ kinetics: Kinetics<Vector>) { base.bindKinetics(kinetics) }

  mutating func bindKinetics(checking kinetics: Kinetics<Vector>) throws(SimulationError) {
    try base.bindKinetics(checking: kinetics)
  }

  func dispose() { base.dispose() }
}
