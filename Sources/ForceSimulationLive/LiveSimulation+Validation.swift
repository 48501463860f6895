import ForceSimulation

// The validation of commands, whether they come from programs, viewers or recordings.

extension LiveSimulation {
  /// Throws if a command is invalid in the current state. Values of forces, and ids in an edit, are
  /// validated by `Simulation.edit`, atomically.
  func validate(_ command: LiveCommand<ID, Vector>) throws {
    switch command {
    case .hold(let id, let point, let alphaTarget):
      _ = try index(id)
      try LiveError.check(point, "pin", "\(id)")
      try validate(size: alphaTarget, "heldAlphaTarget")
    case .move(let id, let point):
      let node = try index(id)
      guard holds.contains(ExactKey(id)) || simulation.kinetics.pins[node] != nil else {
        throw LiveError.outOfRange(
          "the node \"\(id)\"", value: "neither held nor pinned",
          allowed: "one of both to be moved")
      }
      try LiveError.check(point, "pin", "\(id)")
    case .release(_, let velocity):
      if let velocity { try validate(velocity: velocity) }
    case .edit(let edit, let distance):
      try validate(size: distance, "newNodeDistance")
      // Infinity means no limit.
      if let distance = edit.survivorDistance, !(distance >= 0) {
        throw LiveError.outOfRange(
          "survivorDistance", value: "\(distance)", allowed: "not negative")
      }
    case .parameters(let parameters): try parameters.validate()
    case .reheat(let alpha):
      var parameters = simulation.parameters
      parameters.alpha = alpha
      try parameters.validate()
    case .setForce(let name, nil), .switchForce(let name, _):
      guard simulation.forces[name] != nil else { throw LiveError.unknownForce(name) }
    case .place(let positions, let share):
      try validate(positions: positions)
      guard share >= 0, share <= 1 else {
        throw LiveError.outOfRange(
          "the share of the way", value: "\(share)", allowed: "from 0 to 1")
      }
    case .setForce, .endAnchors, .restore: break
    }
  }

  private func validate(size: Scalar, _ name: String) throws {
    guard size.isFinite, size >= 0 else {
      throw LiveError.outOfRange(name, value: "\(size)", allowed: "finite and not negative")
    }
  }

  /// Validates the velocity of a thrown node.
  func validate(velocity: Vector) throws {
    guard velocity.isFinite else {
      throw LiveError.outOfRange("the velocity", value: "\(velocity)", allowed: "finite")
    }
    let speed = velocity.length()
    guard speed.isFinite else {
      throw LiveError.outOfRange("the speed", value: "\(speed)", allowed: "finite")
    }
  }

  /// Validates the target of a transition: a finite position per node, at a finite distance.
  func validate(positions: [Vector]) throws {
    guard positions.count == ids.count else {
      throw SimulationError.wrongLength(
        of: "positions", expected: ids.count, found: positions.count)
    }
    for (node, position) in positions.enumerated() {
      guard position.isFinite else {
        throw SimulationError.notFinite("positions", index: node, value: "\(position)")
      }
      let way = position - simulation.kinetics.position[node]
      guard way.isFinite else {
        throw SimulationError.notFinite("way to positions", index: node, value: "\(way)")
      }
    }
  }
}
