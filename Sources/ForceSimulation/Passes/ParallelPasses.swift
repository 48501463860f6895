/// The parallel update order in plain Swift: the specification of the kernels
/// (`.reference(.parallel)`). In this order every node sums over the same state, so that nodes
/// could be computed in parallel; the reference runs on one thread.
enum ParallelPasses: ReferencePasses {
  static func manyBody<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, historyIndex: Int, on step: inout StepContext<Vector>
  ) {
    switch ManyBodyAlgorithm(law, nodeCount: step.nodeCount, passes: step.passes) {
    case .directSum:
      step.kinetics.histories.histories[historyIndex].lastError = 0
      ReferenceDirectSum.apply(
        law, alpha: step.alpha, jiggle: step.jiggle, position: step.basePositions,
        targets: 0..<step.nodeCount, velocity: &step.kinetics._velocity.storage)
    case .multipole, .barnesHut, .d3BarnesHut:
      // Known where this is specialised for a vector: only one of the trees is compiled for it.
      guard Vector.hasMultipole else {
        return ReferenceBarnesHut.apply(
          law, alpha: step.alpha, jiggle: step.jiggle, position: step.basePositions,
          velocity: &step.kinetics._velocity.storage)
      }
      step.kinetics.histories.histories[historyIndex].fit(nodeCount: step.nodeCount)
      ReferenceMultipole.apply(
        law, alpha: step.alpha, jiggle: step.jiggle, position: step.basePositions,
        history: &step.kinetics.histories.histories[historyIndex],
        velocity: &step.kinetics._velocity.storage)
    }
  }

  static func links<Vector>(
    _ links: BoundLinks<Vector.Scalar>, iterations: Int, on step: inout StepContext<Vector>
  ) {
    let halfLinks = links.byEnd
    let steps = halfLinks.steps(alpha: step.alpha)
    ReferenceLinks.apply(
      halfLinks, iterations: iterations * steps, alpha: step.alpha / Vector.Scalar(steps),
      jiggle: step.jiggle, position: step.basePositions,
      velocity: &step.kinetics._velocity.storage)
  }

  static func collide<Vector>(
    _ radii: CollideRadii<Vector.Scalar>, strength: Vector.Scalar, iterations: Int,
    on step: inout StepContext<Vector>
  ) {
    for _ in 0..<iterations {
      ReferenceCollide.apply(
        radii, strength: strength, jiggle: step.jiggle, position: step.basePositions,
        velocity: &step.kinetics._velocity.storage)
    }
  }

  static func center<Vector>(
    _ center: Vector, strength: Vector.Scalar, on step: inout StepContext<Vector>
  ) {
    ReferenceCenter.apply(
      center: center, strength: strength, blocks: true,
      position: &step.kinetics._position.storage)
  }
}
