import ForceSimulation
import ForceSimulationLive

/// A consistent state of a simulation for viewers.
struct LiveFacts<ID: Hashable & Sendable, Vector: SimulationVector>: Sendable {
  var frame: LiveFrame<ID, Vector>
  var forces: [ForceDescription]
  /// The indices of the pinned nodes that nobody holds.
  var pins: [Int]
}

// Operations of the session on the simulation. Each runs as one step on its executor, without a
// tick in between.

extension LiveSimulation {
  var facts: LiveFacts<ID, Vector> {
    LiveFacts(frame: frame, forces: ForceControls.describe(forces), pins: pinnedNodes)
  }

  /// The forces for a standalone file of the present positions.
  var filePhysics: FilePhysics {
    get throws {
      try FilePhysics(
        forces, links: kinetics.links, positions: kinetics.position.asArray(),
        motion: FilePhysics.Motion(kinetics.parameters, options))
    }
  }

  var pinnedNodes: [Int] {
    let pins = kinetics.pins
    guard !pins.isEmpty else { return [] }
    return ids.indices.filter { pins[$0] != nil && !isHeld(ids[$0]) }
  }

  /// Holds a node. Returns the version of the state after it.
  func drag(_ id: ID, to point: Vector) throws -> UInt64 {
    try hold(id, at: point)
    // A short drag would end before it is warm enough for the nodes to come back to the layout.
    if forces.isOn(ViewForces.anchors), kinetics.alpha < 0.3 { try reheat(to: 0.3) }
    return frame.version
  }

  /// Releases a node. Returns the version of the state after it.
  func drop(_ id: ID, _ release: LiveRelease<Vector>) throws -> UInt64 {
    try self.release(id, release)
    return frame.version
  }

  /// Pins nodes at points, or at their current positions. If it throws, no node has moved.
  func pin(_ places: [(id: ID, point: Vector?)]) throws {
    for (id, point) in places {
      guard ids.index(of: id) != nil else { throw LiveError.unknownNode("\(id)") }
      if let point, !point.isFinite {
        throw LiveError.wrongValue(
          of: "pin", at: "node \"\(id)\"", value: "\(point)", allowed: "finite")
      }
    }
    for (id, point) in places {
      guard let node = ids.index(of: id) else { continue }
      let wasHeld = isHeld(id)
      try hold(id, at: point ?? kinetics.position[node])
      if !wasHeld { try release(id, .pinned) }
    }
  }

  /// Unpins nodes. Nodes that a viewer holds stay held.
  func unpin(_ nodes: [ID]) throws {
    for id in nodes where !isHeld(id) {
      guard let node = ids.index(of: id), kinetics.pins[node] != nil else { continue }
      try hold(id, at: kinetics.position[node])
      try release(id, .free)
    }
  }

  /// Sets a parameter of a force, and returns the resulting forces.
  func setForce(_ name: String, _ parameter: String, to value: Double) throws -> [ForceDescription]
  {
    guard let force = forces[name] else { throw LiveError.unknownForce(name) }
    let changed = try ForceControls.setting(parameter, of: force, named: name, to: value)
    try setForce(name, to: changed)
    return ForceControls.describe(forces)
  }

  func switchForce(_ name: String, isOn: Bool) throws -> [ForceDescription] {
    try setForce(name, isOn: isOn)
    return ForceControls.describe(forces)
  }

  /// Takes the nodes to be at rest where they are (`ViewForces.resting(at:links:)`), unless the
  /// program has chosen other forces than `ViewForces`.
  func restHere() throws {
    guard forces.isOfView else { return }
    try setForces(
      ViewForces.resting(at: kinetics.position.asArray(), links: kinetics.links))
    try reheat(to: 0)
    try start()
  }

  /// Lets the nodes go to places and be at rest there, unless the program has chosen other forces
  /// than `ViewForces`.
  func rest(at places: [Vector]) throws {
    guard forces.isOfView else { return }
    try setForces(ViewForces.resting(at: places, links: kinetics.links))
    try reheat(to: 0.3)
    try start()
  }

  /// Makes nodes and links that an edit has added to a layout at rest a part of it: the nodes rest
  /// where they begin, beside their neighbours, and links have the lengths between the places of
  /// their ends. Without such a layout, nothing changes. O(nodes + links).
  func joinLayout() throws {
    guard forces.isOfView,
      var anchors = forces[ViewForces.anchors] as? AnchorForce<Vector>, anchors.isLasting
    else { return }
    let places = zip(anchors.places, kinetics.position).map { $0 ?? $1 }
    if anchors.places.contains(nil) {
      anchors.places = places
      try setForce(ViewForces.anchors, to: anchors)
    }
    // A constant is the choice of somebody who looks.
    guard var links = forces["links"] as? LinkForce<Vector>, case .array(let old, _) = links.length
    else { return }
    let lengths = ViewForces.lengths(at: places, links: kinetics.links)
    guard lengths != old else { return }
    links.length = .array(lengths, default: ViewForces.usualLength())
    try setForce("links", to: links)
  }

  /// Lets the standard forces act, unless the program has chosen other forces than `ViewForces`.
  func freeFromLayout() throws {
    guard forces.isOfView, forces[ViewForces.anchors] != nil else { return }
    try setForces(ViewForces.standard(ids.count, Vector.self))
  }

  /// Replaces the forces of the view.
  private func setForces(_ new: ForceList<Vector>) throws {
    for name in forces.names where name == ViewForces.anchors { try setForce(name, to: nil) }
    for name in new.names {
      try setForce(name, to: new[name])
      try setForce(name, isOn: new.isOn(name))
    }
  }

  /// - Parameter frequency: the ticks per second, if the speed is not free.
  func setPace(_ speed: ViewSpeed, frequency: Double) throws {
    var options = options
    switch speed {
    case .ticksPerFrame(let count):
      (options.frequency, options.ticksPerFrame) = (frequency, count)
    case .free:
      (options.frequency, options.ticksPerFrame) = (nil, 1)
    }
    try setOptions(options)
  }
}
