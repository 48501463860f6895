import CForceKernels

extension KernelPasses {
  static func manyBody<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, historyIndex: Int, on step: inout StepContext<Vector>
  ) {
    switch ManyBodyAlgorithm(law, nodeCount: step.nodeCount, passes: step.passes) {
    case .directSum:
      step.kinetics.histories.histories[historyIndex].lastError = 0
      directSum(law, on: &step)
    case .multipole: multipole(law, historyIndex: historyIndex, on: &step)
    case .barnesHut, .d3BarnesHut:
      // The tree of other dimensions has no kernel, and d3's is not of the kernels.
      ParallelPasses.manyBody(law, historyIndex: historyIndex, on: &step)
    }
  }

  private static func multipole<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, historyIndex: Int, on step: inout StepContext<Vector>
  ) {
    let alpha = Double(step.alpha)
    // The history is moved out of the state, so that writing to it does not copy it.
    var history = TreeHistory()
    swap(&history, &step.kinetics.histories.histories[historyIndex])
    history.fit(nodeCount: step.nodeCount)
    step.withKernelPass { context, points, jiggle, velocity in
      law.withKernelLaw { law in
        history.withKernelState { state in
          ck_many_body(context, points, law, alpha, jiggle, state, velocity, nil)
        }
      }
    }
    swap(&history, &step.kinetics.histories.histories[historyIndex])
  }

  static func tForce<Vector>(
    _ law: TForceLaw<Vector.Scalar>, _ links: HalfLinks<Vector.Scalar>?,
    on step: inout StepContext<Vector>
  ) {
    guard Vector.hasMultipole else { return ParallelPasses.tForce(law, links, on: &step) }
    let alpha = Double(step.alpha)
    let kernelLaw = ck_t_law(
      strength: Double(law.strength), distance: Double(law.distance), cutoff: Double(law.cutoff),
      theta: Double(law.theta))
    step.withKernelPass { context, points, jiggle, velocity in
      guard let links else {
        return ck_t_force(context, points, kernelLaw, nil, alpha, jiggle, velocity)
      }
      links.withKernelLinks(isLimited: false) { ends in
        var ends = ck_t_links(
          begin: ends.begin, other: ends.other, near: ends.length, far: ends.coefficient,
          common_near: ends.common_length)
        ck_t_force(context, points, kernelLaw, &ends, alpha, jiggle, velocity)
      }
    }
  }

  private static func directSum<Vector>(
    _ law: ManyBodyLaw<Vector.Scalar>, on step: inout StepContext<Vector>
  ) {
    let alpha = Double(step.alpha)
    step.withKernelPass { context, points, jiggle, velocity in
      law.withKernelLaw { law in
        ck_direct_sum(context, points, law, alpha, jiggle, 0, points.count, velocity)
      }
    }
  }
}

extension ManyBodyLaw {
  fileprivate func withKernelLaw(_ body: (ck_law) -> Void) {
    strengths.withUnsafeBytes {
      body(
        ck_law(
          strength: $0.baseAddress, accuracy: theta == nil ? Double(accuracy) : 0,
          theta: theta.map { Double($0) } ?? 0, distance_min2: Double(distanceMin2),
          distance_max2: Double(distanceMax2)))
    }
  }
}

extension TreeHistory {
  fileprivate mutating func withKernelState(
    _ body: (UnsafeMutablePointer<ck_many_body_state>) -> Void
  ) {
    var numbers = ck_many_body_history(
      sorted: isSorted ? 1 : 0, sorts: Int32(clamping: sortCount), divided: isDivided ? 1 : 0,
      next_trial: Int32(clamping: nextTrial), staleness: staleness, work: work, excess: excess,
      level: Int32(clamping: level), measured: Int32(clamping: measured), error2: error2,
      force: force,
      last_error: lastError)
    permutation.withUnsafeMutableBufferPointer { permutation in
      var state = ck_many_body_state(permutation: permutation.baseAddress, history: numbers)
      body(&state)
      numbers = state.history
    }
    (isSorted, sortCount) = (numbers.sorted != 0, Int(numbers.sorts))
    (isDivided, nextTrial) = (numbers.divided != 0, Int(numbers.next_trial))
    (staleness, work, excess) = (numbers.staleness, numbers.work, numbers.excess)
    (level, measured) = (Int(numbers.level), Int(numbers.measured))
    (error2, force, lastError) = (numbers.error2, numbers.force, numbers.last_error)
  }
}
