/// The passes over all nodes of a tick, which an engine implements. The engines are
/// `SequentialPasses`, `ParallelPasses` and `KernelPasses`; forces call them through `Passes`.
protocol EnginePasses {
  /// Adds the many-body force to the velocities. `historyIndex` is the index of the force's history
  /// in `Kinetics.histories`.
  static func manyBody<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, historyIndex: Int, on step: inout StepContext<Vector>)

  /// Adds the t-force to the velocities. The `length` of `links` is the factor of the pull of short
  /// links, their `coefficient` that of the rest; nil for no links.
  static func tForce<Vector>(
    _ law: TForceLaw<Vector.Scalar>, _ links: HalfLinks<Vector.Scalar>?,
    on step: inout StepContext<Vector>)

  /// Adds the pull of the links to the velocities, `iterations` times.
  static func links<Vector>(
    _ links: BoundLinks<Vector.Scalar>, iterations: Int, on step: inout StepContext<Vector>)

  /// Pushes overlapping nodes apart, `iterations` times.
  static func collide<Vector>(
    _ radii: CollideRadii<Vector.Scalar>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>)

  /// Pushes overlapping boxes apart, `iterations` times.
  static func collide<Vector>(
    _ boxes: CollideBoxes<Vector>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>)

  /// Moves all positions, so that their mean comes to `center`.
  static func center<Vector>(
    _ center: Vector, strength: Vector.Scalar, on step: inout StepContext<Vector>)

  /// Moves the nodes by their velocities. Returns the number of nodes kept where they are because
  /// their new state would not be finite.
  static func integrate<Vector>(_ step: inout StepContext<Vector>) -> Int
}

/// The two engines in Swift. A pass that goes node by node is the same in both update orders, and
/// is written once, in an extension of this protocol.
protocol ReferencePasses: EnginePasses {}

/// The passes of the engine that a simulation uses.
///
/// This is the only switch over engines. Calls through a protocol's witness table would not be
/// specialised for the vector type.
struct Passes<Vector: SimulationVector> {
  enum Kind { case sequential, parallel, kernels }

  let kind: Kind

  /// Vectors that the kernels do not know run on the reference.
  init(_ engine: Engine) {
    kind =
      switch engine {
      case .kernels: KernelPasses.support(Vector.self) ? .kernels : .parallel
      case .reference(.parallel): .parallel
      case .reference(.sequential): .sequential
      }
  }

  @inline(__always)
  func manyBody(
    _ law: ManyBodyLaw<Vector.Scalar>, historyIndex: Int, on step: inout StepContext<Vector>
  ) {
    if step.isGuarded { step.stopNonFiniteNodes() }
    switch kind {
    case .sequential: SequentialPasses.manyBody(law, historyIndex: historyIndex, on: &step)
    case .parallel: ParallelPasses.manyBody(law, historyIndex: historyIndex, on: &step)
    case .kernels: KernelPasses.manyBody(law, historyIndex: historyIndex, on: &step)
    }
  }

  @inline(__always)
  func tForce(
    _ law: TForceLaw<Vector.Scalar>, _ links: HalfLinks<Vector.Scalar>?,
    on step: inout StepContext<Vector>
  ) {
    if step.isGuarded { step.stopNonFiniteNodes() }
    switch kind {
    case .sequential: SequentialPasses.tForce(law, links, on: &step)
    case .parallel: ParallelPasses.tForce(law, links, on: &step)
    case .kernels: KernelPasses.tForce(law, links, on: &step)
    }
  }

  @inline(__always)
  func links(
    _ links: BoundLinks<Vector.Scalar>, iterations: Int, on step: inout StepContext<Vector>
  ) {
    if step.isGuarded { step.stopNonFiniteNodes() }
    switch kind {
    case .sequential: SequentialPasses.links(links, iterations: iterations, on: &step)
    case .parallel: ParallelPasses.links(links, iterations: iterations, on: &step)
    case .kernels: KernelPasses.links(links, iterations: iterations, on: &step)
    }
  }

  @inline(__always)
  func collide(
    _ radii: CollideRadii<Vector.Scalar>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    if step.isGuarded { step.stopNonFiniteNodes() }
    switch kind {
    case .sequential:
      SequentialPasses.collide(radii, strength: strength, iterations: iterations, on: &step)
    case .parallel:
      ParallelPasses.collide(radii, strength: strength, iterations: iterations, on: &step)
    case .kernels:
      KernelPasses.collide(radii, strength: strength, iterations: iterations, on: &step)
    }
  }

  @inline(__always)
  func collide(
    _ boxes: CollideBoxes<Vector>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    if step.isGuarded { step.stopNonFiniteNodes() }
    switch kind {
    case .sequential:
      SequentialPasses.collide(boxes, strength: strength, iterations: iterations, on: &step)
    case .parallel:
      ParallelPasses.collide(boxes, strength: strength, iterations: iterations, on: &step)
    case .kernels:
      KernelPasses.collide(boxes, strength: strength, iterations: iterations, on: &step)
    }
  }

  @inline(__always)
  func center(_ center: Vector, strength: Vector.Scalar, on step: inout StepContext<Vector>) {
    if step.isGuarded { step.stopNonFiniteNodes() }
    switch kind {
    case .sequential: SequentialPasses.center(center, strength: strength, on: &step)
    case .parallel: ParallelPasses.center(center, strength: strength, on: &step)
    case .kernels: KernelPasses.center(center, strength: strength, on: &step)
    }
  }

  @inline(__always)
  func integrate(_ step: inout StepContext<Vector>) -> Int {
    switch kind {
    case .sequential: SequentialPasses.integrate(&step)
    case .parallel: ParallelPasses.integrate(&step)
    case .kernels: KernelPasses.integrate(&step)
    }
  }
}
