import ForceSimulation
import ForceSimulationLive
import GraphModel

// Supernodes, which viewers open into their members and close again.

extension GraphViewSession {
  /// Lets viewers open the supernodes of the shown graph. Call it before there are viewers.
  ///
  /// The graph must be `supernodes.graph()`, possibly with positions.
  package func setSupernodes(_ supernodes: Supernodes) {
    self.supernodes = supernodes
    snapshot.mark(supernodes)
    shown.looks.nodeFlags = snapshot.looks.nodeFlags
    shown.looks.nodeStrokes = snapshot.looks.nodeStrokes
    shown.looks.setPinned(pins)
  }

  /// Opens supernodes, or closes those of which some nodes are members.
  ///
  /// Members appear where their supernode was and spread over a disc, placed by a layout of their
  /// own; the other nodes make room for the disc, and take it back when the supernode is closed.
  /// Nodes that were at rest at a layout are at rest afterwards.
  func setOpen(_ isOpening: Bool, _ command: TextCommand) async throws {
    await beginChange()
    defer { endChange() }
    try checkEpoch(command)
    guard var next = supernodes else {
      throw GraphViewError.impossible("this view has no supernodes")
    }
    var chosen: [Int] = []
    for node in try nodes(command) {
      guard let found = next.number(of: snapshot.graph.nodeIDs[node]),
        found.isMember != isOpening, !chosen.contains(found.supernode)
      else { continue }
      chosen.append(found.supernode)
    }
    guard !chosen.isEmpty else {
      throw GraphViewError.impossible(
        isOpening ? "none of these nodes is a supernode" : "none of these nodes is in a group")
    }
    let frame = await live.frame
    var places: [ExactText: Vector] = [:]
    for (id, position) in zip(snapshot.graph.nodeIDs, frame.positions) {
      places[ExactText(id)] = position
    }
    var targets = places
    for supernode in chosen {
      if isOpening {
        try await open(supernode, next, &places, &targets)
      } else {
        close(supernode, next, &places, &targets)
      }
      next.setOpen(isOpening, supernode)
    }
    let (isResting, wasRunning) = (layout != nil, isRunning)
    await live.pause()
    var new = try snapshot.edited(next.graph())
    new.mark(next)
    try await change(to: new, variedForces, startingAt: places)
    // An edit warms a simulation that has come to rest, which then runs.
    await live.pause()
    supernodes = next
    let goals = snapshot.graph.nodeIDs.map { targets[ExactText($0)] ?? .zero }
    let hasArrived = try await live.move(to: goals, over: .milliseconds(600))
    if isResting {
      // Nodes that somebody took in the hand on their way go on to their places.
      if hasArrived { try await live.restHere() } else { try await live.rest(at: goals) }
    } else if wasRunning {
      try await live.reheat(to: 0.3)
      try await live.start()
    }
    await refresh()
  }

  /// The radius of the disc for so many members, at the distances that the forces of views keep.
  private func radius(_ members: Int) -> Vector.Scalar {
    18 * Vector.Scalar(members).squareRoot()
  }

  private func open(
    _ supernode: Int, _ supernodes: Supernodes, _ places: inout [ExactText: Vector],
    _ targets: inout [ExactText: Vector]
  ) async throws {
    let id = ExactText(supernodes.ids[supernode])
    let (start, center) = (places[id] ?? .zero, targets[id] ?? .zero)
    let inner = supernodes.inner(supernode)
    let disc = try await discPlaces(of: inner)
    let radius = radius(inner.nodeCount)
    for other in targets.keys where other != id {
      guard let place = targets[other] else { continue }
      targets[other] = Self.shifted(place, from: center) { distance in
        (distance * distance + radius * radius).squareRoot()
      }
    }
    (places[id], targets[id]) = (nil, nil)
    for (member, offset) in zip(inner.nodeIDs, disc) {
      // Members in one point would not know where to go.
      places[ExactText(member)] = start + offset * (radius / 100)
      targets[ExactText(member)] = center + offset * radius
    }
  }

  private func close(
    _ supernode: Int, _ supernodes: Supernodes, _ places: inout [ExactText: Vector],
    _ targets: inout [ExactText: Vector]
  ) {
    let members = supernodes.members(of: supernode).map(ExactText.init)
    func middle(_ of: [ExactText: Vector]) -> Vector {
      let sum = members.reduce(Vector.zero) { $0 + (of[$1] ?? .zero) }
      return sum / Vector.Scalar(max(members.count, 1))
    }
    let (start, center) = (middle(places), middle(targets))
    for member in members { (places[member], targets[member]) = (nil, nil) }
    let radius = radius(members.count)
    for (other, place) in targets {
      targets[other] = Self.shifted(place, from: center) { distance in
        let square = distance * distance
        return max(square - radius * radius, square / 100).squareRoot()
      }
    }
    let id = ExactText(supernodes.ids[supernode])
    (places[id], targets[id]) = (start, center)
  }

  /// Returns a point at another distance from a centre, in the same direction.
  private static func shifted(
    _ point: Vector, from center: Vector, to distance: (Vector.Scalar) -> Vector.Scalar
  ) -> Vector {
    let offset = point - center
    let length = offset.length()
    return length > 0 ? center + offset * (distance(length) / length) : point
  }

  /// Returns places of the members of a supernode in a disc, or ball, of radius 1: those of a
  /// layout, or of a spiral if the program has none.
  private func discPlaces(of inner: Graph) async throws -> [Vector] {
    var points: [Vector] = (0..<inner.nodeCount).map {
      StartPositions.position(of: $0, as: Vector.self)
    }
    if inner.edgeCount > 0, options.layouts.contains(where: { $0.name == "stress" }),
      let positions = try? await options.computeLayout("stress", inner),
      let found: [Vector] = try? Self.vectors(positions), found.count == points.count
    {
      points = found
    }
    let middle = points.reduce(.zero, +) / Vector.Scalar(max(points.count, 1))
    let offsets = points.map { $0 - middle }
    let greatest = offsets.reduce(0) { max($0, $1.length()) }
    return greatest > 0 ? offsets.map { $0 / greatest } : offsets
  }
}

extension GraphSnapshot {
  /// Marks the supernodes, which get outlines, and the members of open ones.
  mutating func mark(_ supernodes: Supernodes) {
    let closed = supernodes.count - supernodes.open.count
    for node in looks.nodeFlags.indices {
      let isSupernode = node < closed
      looks.nodeFlags[node] |=
        (isSupernode ? ViewLooks.NodeFlags.isSupernode : .isMember).rawValue
      if isSupernode { looks.nodeStrokes[node] = Supernodes.outline }
    }
  }
}
