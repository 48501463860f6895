import CForceKernels

extension KernelPasses {
  static func manyBody<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, history: Int, on step: inout StepContext<Vector>
  ) {
    switch ManyBodyAlgorithm(law, nodeCount: step.nodeCount, passes: step.passes) {
    case .directSum: directSum(law, on: &step)
    case .multipole: multipole(law, history: history, on: &step)
    case .barnesHut, .d3BarnesHut:
      // The tree of other dimensions has no kernel.
      ParallelPasses.manyBody(law, history: history, on: &step)
    }
  }

  /// Many-body by tree, added to the velocities.
  private static func multipole<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, history which: Int, on step: inout StepContext<Vector>
  ) {
    let count = Int64(step.nodeCount)
    var settings = step.kernelOptions.settings
    let tree = step.workspace.manyBodyTree.handle
    let (alpha, jiggle, base) = (step.alpha, step.ckJiggle, step.basePositions)
    step.kinetics.histories.histories[which].fit(nodeCount: step.nodeCount)
    var state = step.kinetics.histories.histories[which].numbers
    var report = ck_many_body_report()
    base.withUnsafeScalars { position in
      law.strengths.withUnsafeBufferPointer { strengths in
        step.kinetics.histories.histories[which].slots.withUnsafeMutableBufferPointer { order in
          step.kinetics._velocity.storage.withUnsafeMutableScalars { velocity in
            if Vector.Scalar.self == Double.self {
              ck_many_body_f64(
                &settings, dimension(Vector.self), count, position.cast(),
                strengths.baseAddress?.cast(), Double(law.theta), Double(law.distanceMin2),
                Double(law.distanceMax2), Double(alpha), jiggle, order.baseAddress, &state, tree,
                velocity.cast(), &report)
            } else {
              ck_many_body_f32(
                &settings, dimension(Vector.self), count, position.cast(),
                strengths.baseAddress?.cast(), Float(law.theta), Float(law.distanceMin2),
                Float(law.distanceMax2), Float(alpha), jiggle, order.baseAddress, &state, tree,
                velocity.cast(), &report)
            }
          }
        }
      }
    }
    step.kinetics.histories.histories[which].numbers = state
  }
}

/// The memory of the many-body kernel. It belongs to one workspace.
final class ManyBodyTree {
  fileprivate let handle = ck_many_body_create()

  deinit { ck_many_body_destroy(handle) }
}

extension TreeHistory {
  /// The numbers of the history, as the kernels take them.
  fileprivate var numbers: ck_many_body_order {
    get {
      ck_many_body_order(
        sorted: isSorted ? 1 : 0, sorts: Int32(clamping: sortCount), divided: isDivided ? 1 : 0,
        next_trial: Int32(clamping: nextTrial), staleness: staleness, work: work, excess: excess)
    }
    set {
      isSorted = newValue.sorted != 0
      sortCount = Int(newValue.sorts)
      isDivided = newValue.divided != 0
      nextTrial = Int(newValue.next_trial)
      (staleness, work, excess) = (newValue.staleness, newValue.work, newValue.excess)
    }
  }
}
