/// d3-force's update order: one link and one pair of nodes after the other. Equal to d3-force bit
/// for bit (`.reference(.sequential)`).
enum SequentialPasses: ReferencePasses {
  static func manyBody<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, historyIndex: Int, on step: inout StepContext<Vector>
  ) {
    ReferenceBarnesHut.applyAsD3(
      law, alpha: step.alpha, random: &step.kinetics.random,
      position: step.kinetics._position.storage, velocity: &step.kinetics._velocity.storage)
  }

  static func links<Vector>(
    _ links: BoundLinks<Vector.Scalar>, iterations: Int, on step: inout StepContext<Vector>
  ) {
    ReferenceLinks.applySequentially(
      links.inOrder, iterations: iterations, alpha: step.alpha, random: &step.kinetics.random,
      position: step.kinetics._position.storage, velocity: &step.kinetics._velocity.storage)
  }

  static func collide<Vector>(
    _ radii: CollideRadii<Vector.Scalar>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    for _ in 0..<iterations {
      ReferenceCollide.applySequentially(
        radii: radii.values, strength: strength, random: &step.kinetics.random,
        position: step.kinetics._position.storage, velocity: &step.kinetics._velocity.storage)
    }
  }

  static func center<Vector>(
    _ center: Vector, strength: Vector.Scalar, on step: inout StepContext<Vector>
  ) {
    ReferenceCenter.apply(
      center: center, strength: strength, blocks: false,
      position: &step.kinetics._position.storage)
  }
}
