extension Kinetics {
  /// Binds a force to this state outside of a simulation. Traps where `bind(to:)` throws.
  package func bind(byHand force: inout some Force<Vector>) {
    var context = BindingContext(self, engine: .kernels)
    trapping { () throws(SimulationError) in try force.bind(to: &context) }
  }

  /// Applies a force once outside of a simulation's tick, on the kernels. The force is bound anew,
  /// and its trees have no history. O(nodes + links) besides the force's own cost.
  package mutating func apply(byHand force: some Force<Vector>) {
    var force = force
    let histories = histories
    self.histories = TreeHistories()
    trapping { () throws(SimulationError) in try bind(&force, engine: .kernels) }
    var step = StepContext(
      self, engine: .kernels, kernelOptions: .default, workspace: Workspace())
    let control = KernelPasses.beginDefaultArithmetic()
    step.repair()
    force.apply(to: &step)
    KernelPasses.endDefaultArithmetic(control)
    self = step.kinetics
    self.histories = histories
  }
}
