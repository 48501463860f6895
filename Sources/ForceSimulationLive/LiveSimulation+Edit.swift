import ForceSimulation

extension LiveSimulation {
  /// Changes nodes, links, their values and forces by id, atomically.
  ///
  /// Existing nodes keep their position, velocity, pins and values to the bit. New nodes start next
  /// to their neighbours. Alpha is raised to a minimum that depends on the size of the change: 0.1
  /// plus the fraction of nodes, links and values that changed, at most 1; for a replaced force,
  /// 0.1 plus 0.2 times the fraction of its values per node or link that differ, or 0.3 if anything
  /// else of it differs or it is added or removed. An edit without effect changes nothing.
  ///
  /// - Returns: the effect of the edit.
  /// - Throws: `LiveError` and `SimulationError` for ids that do not exist, or exist already,
  ///   missing values, and invalid numbers. Nothing has changed then.
  /// - Complexity: O(nodes + links).
  @discardableResult
  public func apply(_ edit: LiveEdit<ID, Vector>) throws -> LiveChange {
    try perform(.edit(edit, newNodeDistance: settings.newNodeDistance))
  }

  /// Applies the edit that `body` makes, on the caller's actor. Rethrows its errors.
  @discardableResult
  public nonisolated(nonsending) func edit(
    _ body: (inout LiveEdit<ID, Vector>) throws -> Void
  ) async throws -> LiveChange {
    var edit = LiveEdit<ID, Vector>()
    try body(&edit)
    return try await apply(edit)
  }

  // MARK: Parameters and forces

  /// Sets cooling and friction. While a node is held, alphaTarget is at least
  /// `LiveOptions.heldAlphaTarget`. If a parameter is out of range, it throws and the old ones are
  /// kept.
  public func setParameters(_ parameters: SimulationParameters<Scalar>) throws {
    try perform(.parameters(parameters))
  }

  /// Replaces a force, adds one, or removes one with nil. Alpha is raised to at least 0.3. If a
  /// parameter is invalid, it throws and the old force is kept. O(nodes + links).
  public func setForce(_ name: String, to force: (any Force<Vector>)?) throws {
    try perform(.setForce(name: name, force: force.map { .force($0) }))
    try warm()
  }

  /// Changes parameters of a force in place. Errors and alpha are as for `setForce(_:to:)`; a
  /// missing force throws `LiveError.unknownForce`.
  public func changeForce<F: Force<Vector>>(
    _ name: String, as type: F.Type, _ body: @Sendable (inout F) -> Void
  ) throws {
    guard var force = simulation.forces[name, as: F.self] else {
      throw LiveError.unknownForce(name)
    }
    body(&force)
    try setForce(name, to: force)
  }

  /// Switches a force off, so that ticks skip it, or on again. It keeps its parameters and values.
  /// Alpha is raised to at least 0.3. Throws if there is no such force; does nothing if it is
  /// already in this state.
  public func setForce(_ name: String, isOn: Bool) throws {
    if simulation.forces[name] != nil, simulation.forces.isOn(name) == isOn { return }
    try perform(.switchForce(name: name, isOn: isOn))
    try warm()
  }

  private func warm() throws {
    if simulation.kinetics.alpha < 0.3 { try perform(.reheat(alpha: 0.3)) }
  }
}
