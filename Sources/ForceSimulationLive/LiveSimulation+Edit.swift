import ForceSimulation

extension LiveSimulation {
  /// Changes nodes, links, their values and forces by id, all or nothing.
  ///
  /// Nodes that stay keep their position, velocity, pins and values to the bit. New nodes start
  /// beside their neighbours. Alpha rises with the size of the change, unless it is higher: to 0.1
  /// and the share of nodes, links and values that changed, at most 1; for a force that is replaced,
  /// to 0.1 and 0.2 times the share of its values by node or link that are others, and to 0.3 when
  /// something else of it is, or it is added or removed. An edit that changes nothing does nothing.
  ///
  /// - Returns: what has changed.
  /// - Throws: `LiveError` and `SimulationError` for ids that do not exist, or exist already, values
  ///   that are missing, and numbers that are wrong. Nothing has changed then, whatever threw.
  /// - Complexity: O(nodes + links).
  @discardableResult
  public func apply(_ edit: LiveEdit<ID, Vector>) throws -> LiveChange {
    try perform(.edit(edit, newNodeDistance: settings.newNodeDistance))
  }

  /// The same, of an edit that `body` makes, on the caller's own actor. Rethrows its errors.
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
  /// `LiveOptions.heldAlphaTarget`. Throws when one is out of range; the old ones stay then.
  public func setParameters(_ parameters: SimulationParameters<Scalar>) throws {
    try perform(.parameters(parameters))
  }

  /// The names of the forces, in the sequence in which they act.
  public var forceNames: [String] { simulation.forces.names }

  /// Replaces a force, adds one, or removes one with nil. Alpha rises to 0.3, unless it is higher.
  /// Throws when a parameter is wrong; the old force stays then. O(nodes + links).
  public func setForce(_ name: String, to force: (any Force<Vector>)?) throws {
    try perform(.setForce(name: name, force: force.map { .force($0) }))
    try warm()
  }

  /// Changes parameters of a force in place. Errors and heat are those of `setForce(_:to:)`; a
  /// missing force is `LiveError.unknownForce`.
  public func changeForce<F: Force<Vector>>(
    _ name: String, as type: F.Type, _ body: @Sendable (inout F) -> Void
  ) throws {
    guard var force = simulation.forces[name, as: F.self] else {
      throw LiveError.unknownForce(name)
    }
    body(&force)
    try setForce(name, to: force)
  }

  /// Switches a force off, so that ticks leave it out, or on again. It keeps its parameters and
  /// values. Alpha rises to 0.3, unless it is higher. Throws when there is no such force; does
  /// nothing when it is as asked already.
  public func setForce(_ name: String, isOn: Bool) throws {
    if simulation.forces[name] != nil, simulation.forces.isOn(name) == isOn { return }
    try perform(.switchForce(name: name, isOn: isOn))
    try warm()
  }

  private func warm() throws {
    if simulation.kinetics.alpha < 0.3 { try perform(.reheat(alpha: 0.3)) }
  }
}
