import ForceSimulation

// The limit of movement after an edit (`LiveEdit.survivorDistance`). It is implemented as a force
// in the list, so that checkpoints include it.
extension LiveSimulation {
  /// The name of the force that limits the movement after an edit.
  static var anchorName: String { "edit anchors" }

  /// Anchors the existing nodes at their positions. The force must be the last one, as later ones
  /// could exceed its limit.
  func addAnchors(
    to edit: inout Simulation<Vector, ForceList<Vector>>.Edit, _ distance: Scalar
  ) {
    let (old, tick) = (simulation.kinetics.position, simulation.kinetics.tickCount)
    edit.changeForces { forces, change in
      forces[Self.anchorName] = nil
      forces[Self.anchorName] = AnchorForce<Vector>(
        places: change.previousNode.map { previous in previous.map { old[$0] } },
        distance: distance, startTick: tick)
    }
  }

  /// Removes the anchors of nodes that are held or that the edit pins, which would pull them back
  /// to their old positions after a release.
  func removeAnchors(
    ofHeldAnd pinned: Set<Int>, from edit: inout Simulation<Vector, ForceList<Vector>>.Edit
  ) {
    let nodes = pinned.union(holds.compactMap { ids.index(of: $0.id) })
    guard !nodes.isEmpty else { return }
    edit.changeForces { forces, change in
      Self.removeAnchors(of: nodes.compactMap { change.index(ofNode: $0) }, from: &forces)
    }
  }

  /// Removes the anchors of some nodes. If they have none, no force is changed.
  func removeAnchors(of nodes: some Collection<Int>) throws {
    guard let anchors = simulation.forces[Self.anchorName, as: AnchorForce<Vector>.self],
      nodes.contains(where: { anchors.places[$0] != nil })
    else { return }
    let nodes = Array(nodes)
    try changeForces { Self.removeAnchors(of: nodes, from: &$0) }
  }

  /// Removes anchors, and the force together with the last one.
  private static func removeAnchors(of nodes: [Int], from forces: inout ForceList<Vector>) {
    guard var anchors = forces[anchorName, as: AnchorForce<Vector>.self] else { return }
    for node in nodes { anchors.places[node] = nil }
    forces[anchorName] = anchors.places.contains { $0 != nil } ? anchors : nil
  }

  /// Moves the anchors behind forces that were appended after them.
  static func keepAnchorsLast(_ forces: inout ForceList<Vector>) {
    guard let anchors = forces[anchorName], forces.names.last != anchorName else { return }
    let isOn = forces.isOn(anchorName)
    forces[anchorName] = nil
    forces[anchorName] = anchors
    forces.setOn(isOn, anchorName)
  }

  func endAnchors() {
    guard simulation.forces[Self.anchorName] != nil else { return }
    do { try perform(.endAnchors) } catch { eventHub.send(.failed("\(error)")) }
  }
}
