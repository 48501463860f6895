import ForceSimulation

extension LiveSimulation {
  /// Lets a command act, and records it. When it throws, it has changed nothing. Returns the effect
  /// of an edit; other commands count as empty edits.
  @discardableResult
  func perform(_ command: LiveCommand<ID, Vector>) throws -> LiveChange {
    try validate(command)
    interruptTransition()
    let tick = simulation.kinetics.tickCount
    var recorded = command
    var change = LiveChange(epoch: epoch)
    switch command {
    case .hold(let id, let point, let alphaTarget): try hold(id, point, alphaTarget)
    case .move(let id, let point): try move(id, point)
    case .release(let id, let velocity): release(id, velocity)
    case .edit(let edit, let distance):
      change = try edited(by: edit, newNodeDistance: distance)
      if change.isEmpty { return change }
    case .update(let edit, let distance, let forces):
      change = try edited(by: edit, newNodeDistance: distance, forces: forces)
      recorded = .update(edit: edit, newNodeDistance: distance, forces: forces.map { asBound($0) })
    case .parameters(let parameters): set(parameters)
    case .reheat(let alpha): simulation.parameters.alpha = alpha
    case .setForce(let name, let force):
      try set(name, force)
      // As it is bound: values from functions are then there to be recorded.
      recorded = .setForce(name: name, force: simulation.forces[name].map { .force($0) })
    case .switchForce(let name, let isOn): try changeForces { $0.setOn(isOn, name) }
    case .place(let positions, let share):
      try arrive(at: positions, from: positionsNow, share: share)
    case .endAnchors: try changeForces { $0[Self.anchorName] = nil }
    }
    version += 1
    record(recorded, tick)
    resumeIfWarm()
    return change
  }

  /// Records a command that has acted. A recording that cannot be written ends.
  func record(_ command: LiveCommand<ID, Vector>, _ tick: UInt64) {
    if let recorder, !recorder(command, tick) { (self.recorder, endRecording) = (nil, nil) }
  }

  /// A run that had converged goes on when the simulation is warm again.
  private func resumeIfWarm() {
    if !simulation.isCold { resume() }
  }

  func index(_ id: ID) throws(LiveError) -> Int {
    guard let index = ids.index(of: id) else { throw .unknownNode("\(id)") }
    return index
  }

  // MARK: Touch

  private func hold(_ id: ID, _ point: Vector, _ alphaTarget: Scalar) throws {
    try put(index(id), at: point)
    if holds.insert(ExactKey(id)).inserted { eventHub.send(.held(id)) }
    heldAlphaTarget = alphaTarget
    setAlphaTarget()
  }

  /// Pins a node and moves it there at once: a paused map has to follow the pointer too. The node
  /// loses its anchor, which would pull it back after its release.
  private func put(_ node: Int, at point: Vector) throws {
    try removeAnchors(of: CollectionOfOne(node))
    try simulation.kinetics.pins.pin(node, at: point)
    simulation.kinetics.moveToPin(node)
  }

  /// Sets the alphaTarget that the holds and the parameters ask for.
  private func setAlphaTarget() {
    simulation.parameters.alphaTarget =
      holds.isEmpty ? ownAlphaTarget : max(ownAlphaTarget, heldAlphaTarget)
  }

  private func move(_ id: ID, _ point: Vector) throws {
    try put(index(id), at: point)
  }

  /// Releases a node, or forgets the hold of a node that is gone.
  func release(_ id: ID, _ velocity: Vector?) {
    guard holds.remove(ExactKey(id)) != nil else { return }
    if let node = ids.index(of: id), let velocity {
      simulation.kinetics.pins.release(node)
      simulation.kinetics.velocity[node] = velocity
    }
    setAlphaTarget()
    eventHub.send(.released(id))
  }

  // MARK: Parameters and forces

  private func set(_ parameters: SimulationParameters<Scalar>) {
    ownAlphaTarget = parameters.alphaTarget
    simulation.parameters = parameters
    setAlphaTarget()
  }

  private func set(_ name: String, _ force: CommandForce<Vector>?) throws {
    let new = try force.map { try self.force($0, name) }
    try changeForces { forces in
      forces[name] = new
      Self.keepAnchorsLast(&forces)
    }
  }

  private func force(
    _ force: CommandForce<Vector>, _ name: String
  ) throws -> any Force<Vector> {
    switch force {
    case .force(let force): force
    case .bytes(let bytes): try ForceList.force(name, bytes: bytes, custom: customForces)
    }
  }

  /// A force of a command as the simulation has it now: values from functions are then there to be
  /// recorded.
  private func asBound(_ named: NamedForce<Vector>) -> NamedForce<Vector> {
    guard let bound = simulation.forces[named.name] else { return named }
    return NamedForce(name: named.name, force: .force(bound))
  }

  /// Changes the forces; when the new ones do not fit, it throws and the old ones stay.
  func changeForces(_ body: @escaping (inout ForceList<Vector>) -> Void) throws {
    _ = try simulation.edit { edit in edit.changeForces { forces, _ in body(&forces) } }
  }

  // MARK: Edits

  /// Applies an edit, and puts `new` in the place of the forces of the same names. All that can
  /// throw does so in the transaction of the simulation, before anything has changed.
  private func edited(
    by live: LiveEdit<ID, Vector>, newNodeDistance: Scalar, forces new: [NamedForce<Vector>] = []
  ) throws -> LiveChange {
    let replacements = try new.map { ($0.name, try force($0.force, $0.name)) }
    var outcome: EditOutcome<ID>?
    let oldLinks = simulation.kinetics.links.count
    let graph: GraphChange
    do {
      graph = try simulation.edit { edit in
        let translated = try EditTranslation(
          live, ids: ids, forces: simulation.forces, pins: simulation.kinetics.pins,
          epoch: epoch, edit: edit)
        if translated.isEmpty, new.isEmpty { throw NothingChanges() }
        edit = translated.edit
        edit.changeForces { forces, _ in
          for (name, force) in replacements where forces[name] != nil { forces[name] = force }
        }
        if let distance = live.survivorDistance { addAnchors(to: &edit, distance) }
        removeAnchors(ofHeldAnd: translated.outcome.pinned, from: &edit)
        outcome = translated.outcome
      }
    } catch is NothingChanges { return LiveChange(epoch: epoch) }
    guard let outcome else { return LiveChange(epoch: epoch) }
    return finish(
      outcome, graph, oldLinkCount: oldLinks, newNodeDistance: newNodeDistance)
  }

  private func finish(
    _ outcome: EditOutcome<ID>, _ graph: GraphChange, oldLinkCount: Int,
    newNodeDistance: Scalar
  ) -> LiveChange {
    var change = outcome.change
    let keptLinks = graph.previousLink.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    change.insertedLinks = graph.linkCount - keptLinks
    change.removedLinks = oldLinkCount - keptLinks
    let released =
      holds.isEmpty
      ? [] : ids.filter { outcome.removed.contains(ExactKey($0)) && holds.contains(ExactKey($0)) }
    ids.carry(over: graph, newIDs: outcome.insertedIDs.compactMap { $0 })
    for id in released { release(id, nil) }
    spread(outcome, graph, newNodeDistance)
    for node in outcome.pinned.compactMap({ graph.index(ofNode: $0) }) {
      simulation.kinetics.moveToPin(node)
    }
    guard !change.isEmpty else { return change }
    let whole = graph.nodeCount + graph.linkCount + change.removedNodes + change.removedLinks
    let share = Scalar(change.total) / Scalar(max(whole, 1))
    let heat = min(1, 0.1 + share)
    if simulation.kinetics.alpha < heat { simulation.parameters.alpha = heat }
    epoch += 1
    change.epoch = epoch
    eventHub.send(.edited(epoch: epoch))
    return change
  }

  /// Moves new nodes from the mean of their neighbours to a place beside it: several new neighbours
  /// of one node would all begin at one point.
  private func spread(
    _ outcome: EditOutcome<ID>, _ graph: GraphChange, _ distance: Scalar
  ) {
    guard distance > 0 else { return }
    var isNew: [Bool] = []
    for new in outcome.inserted.values where !new.isPlaced {
      guard let node = graph.index(ofNode: new.index) else { continue }
      if isNew.isEmpty { isNew = Array(repeating: false, count: graph.nodeCount) }
      isNew[node] = true
    }
    guard !isNew.isEmpty else { return }
    var linked: Set<Int> = []
    for link in simulation.kinetics.links where link.source != link.target {
      if isNew[link.source] { linked.insert(link.source) }
      if isNew[link.target] { linked.insert(link.target) }
    }
    for node in linked.sorted() {
      let spiral = StartPositions.position(of: node, as: Vector.self)
      let place = simulation.kinetics.position[node] + spiral * (distance / spiral.length())
      if place.isFinite { simulation.kinetics.position[node] = place }
    }
  }
}
