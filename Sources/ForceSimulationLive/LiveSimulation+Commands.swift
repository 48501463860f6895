import ForceSimulation

extension LiveSimulation {
  /// Executes a command, and records it. If it throws, nothing has changed. Returns the effect of
  /// an edit; other commands return an empty change.
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
      recorded = .edit(asBound(edit), newNodeDistance: distance)
    case .parameters(let parameters): set(parameters)
    case .reheat(let alpha): simulation.parameters.alpha = alpha
    case .setForce(let name, let force):
      try set(name, force)
      // The bound force is recorded, which has the values that functions returned.
      recorded = .setForce(name: name, force: simulation.forces[name].map { .force($0) })
    case .switchForce(let name, let isOn): try changeForces { $0.setOn(isOn, name) }
    case .place(let positions, let share):
      try arrive(at: positions, from: positionsNow, share: share)
    case .endAnchors: try changeForces { $0[Self.anchorName] = nil }
    case .restore(let checkpoint, let restoredTick): try restore(checkpoint, tick: restoredTick)
    }
    finish(recorded, tick)
    return change
  }

  /// Completes an executed command; `tick` is the number of ticks before it.
  func finish(_ command: LiveCommand<ID, Vector>, _ tick: UInt64) {
    version += 1
    record(command, tick)
    resumeIfWarm()
  }

  /// Records an executed command. If it cannot be written, the recording ends.
  func record(_ command: LiveCommand<ID, Vector>, _ tick: UInt64) {
    if let recorder, !recorder(command, tick) { (self.recorder, endRecording) = (nil, nil) }
  }

  /// Resumes a converged run if the simulation has been reheated.
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

  /// Pins a node and moves it there at once, so that a paused layout follows the pointer too. The
  /// anchor of the node is removed, as it would pull the node back after its release.
  private func put(_ node: Int, at point: Vector) throws {
    try removeAnchors(of: CollectionOfOne(node))
    try simulation.kinetics.pins.pin(node, at: point)
    simulation.kinetics.moveToPin(node)
  }

  /// Sets the alphaTarget required by the held nodes and the parameters.
  private func setAlphaTarget() {
    simulation.parameters.alphaTarget =
      holds.isEmpty ? ownAlphaTarget : max(ownAlphaTarget, heldAlphaTarget)
  }

  private func move(_ id: ID, _ point: Vector) throws {
    try put(index(id), at: point)
  }

  /// Releases a node, or drops the hold of a removed node.
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

  /// Returns an edit with its forces as they are bound after it, so that the values that functions
  /// returned can be recorded.
  private func asBound(_ edit: LiveEdit<ID, Vector>) -> LiveEdit<ID, Vector> {
    var edit = edit
    for (place, change) in edit.changes.enumerated() {
      guard case .force(let name, let new) = change, new.force != nil else { continue }
      edit.changes[place] = .force(name: name, to: EditedForce(simulation.forces[name]))
    }
    return edit
  }

  /// Changes the forces. If the new ones do not fit, it throws and the old ones are kept.
  func changeForces(_ body: @escaping (inout ForceList<Vector>) -> Void) throws {
    _ = try simulation.edit { edit in edit.changeForces { forces, _ in body(&forces) } }
  }

  // MARK: Edits

  /// Applies an edit. Everything that can throw is done in the transaction of the simulation,
  /// before anything has changed.
  private func edited(
    by live: LiveEdit<ID, Vector>, newNodeDistance: Scalar
  ) throws -> LiveChange {
    var outcome: EditOutcome<ID>?
    let oldLinks = simulation.kinetics.links.count
    do {
      let (graph, carried) = try simulation.edit { edit in
        let translated = try EditTranslation(
          live, ids: ids, forces: simulation.forces, pins: simulation.kinetics.pins,
          epoch: epoch, edit: edit, decode: force)
        if translated.isEmpty { throw NothingChanges() }
        edit = translated.edit
        if !translated.outcome.replacedForces.isEmpty {
          edit.changeForces { forces, _ in Self.keepAnchorsLast(&forces) }
        }
        if let distance = live.survivorDistance { addAnchors(to: &edit, distance) }
        removeAnchors(ofHeldAnd: translated.outcome.pinned, from: &edit)
        outcome = translated.outcome
      } failure: { error, graph in
        guard let outcome, let named = named(error, graph, outcome, live) else { return error }
        return named
      }
      guard let outcome else { return LiveChange(epoch: epoch) }
      let differences = outcome.replacedForces.map { name -> Double in
        guard let old = carried?[name], let new = simulation.forces[name] else { return 1 }
        return ForceList.difference(of: new, from: old)
      }
      return finish(
        outcome, graph, differences, oldLinkCount: oldLinks, newNodeDistance: newNodeDistance)
    } catch is NothingChanges { return LiveChange(epoch: epoch) }
  }

  /// Translates the error of forces that do not fit an edited graph to the ids of its nodes.
  private func named(
    _ error: SimulationError, _ graph: GraphChange, _ outcome: EditOutcome<ID>,
    _ live: LiveEdit<ID, Vector>
  ) -> LiveError? {
    var edited = ids
    edited.carry(over: graph, newIDs: outcome.insertedIDs.compactMap { $0 })
    var kinds = simulation.forces.names.compactMap { simulation.forces[$0] }.map {
      type(of: $0).kind
    }
    for case .force(_, let new) in live.changes {
      if case .force(let force)? = new.force { kinds.append(type(of: force).kind) }
    }
    return LiveError(error) { words in
      kinds.contains { $0.scope(ofWords: words) == .link }
    } node: {
      edited.indices.contains($0) ? edited[$0] : nil
    } link: { link in
      graph.links.indices.contains(link)
        ? Link(edited[graph.links[link].source], edited[graph.links[link].target]) : nil
    }
  }

  private func finish(
    _ outcome: EditOutcome<ID>, _ graph: GraphChange, _ forceDifferences: [Double],
    oldLinkCount: Int, newNodeDistance: Scalar
  ) -> LiveChange {
    var change = outcome.change
    let keptLinks = graph.keptLinkCount
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
    change.changedForces = forceDifferences.count { $0 > 0 }
    guard !change.isEmpty else { return change }
    let whole = graph.nodeCount + graph.linkCount + change.removedNodes + change.removedLinks
    let share = Scalar(change.total) / Scalar(max(whole, 1))
    let heat = min(1, 0.1 + max(share, 0.2 * Scalar(forceDifferences.max() ?? 0)))
    if simulation.kinetics.alpha < heat { simulation.parameters.alpha = heat }
    epoch += 1
    change.epoch = epoch
    eventHub.send(.edited(epoch: epoch))
    return change
  }

  /// Moves new nodes from the mean of their neighbours to distinct points around it, as several new
  /// neighbours of one node would start at the same point.
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
