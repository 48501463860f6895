import ForceSimulation

/// Random edits, each applied to both the simulation and the mirror.
struct Edits {
  var random: Random
  let nodeCount: Int
  let linkCount: Int
  /// The number of edits of each kind.
  private(set) var made: [Kind: Int] = [:]

  enum Kind: String, CaseIterable {
    case nodes, links, replacedLinks, arrangedNodes, pins, parameters, refused, undone
  }

  init(seed: UInt64, nodeCount: Int, linkCount: Int) {
    random = Random(state: seed)
    self.nodeCount = nodeCount
    self.linkCount = linkCount
  }

  mutating func makeOne(_ simulation: Graph, _ mirror: inout Mirror) throws {
    let kind = Kind.allCases.randomElement(using: &random)!
    switch kind {
    case .nodes: try changeNodes(simulation, &mirror)
    case .links: try changeLinks(simulation, &mirror)
    case .replacedLinks: try replaceLinks(simulation, &mirror)
    case .arrangedNodes: try arrange(simulation, &mirror)
    case .pins: try changePins(simulation, &mirror)
    case .parameters: try changeParameters(simulation)
    case .refused: try refuse(simulation)
    case .undone: try undo(simulation, mirror)
    }
    made[kind, default: 0] += 1
  }

  /// Removes up to 40 nodes and adds as many as are missing, each with links and a radius.
  private mutating func changeNodes(_ simulation: Graph, _ mirror: inout Mirror) throws {
    let gone = Set((0..<random.below(40)).map { _ in mirror.ids[random.below(mirror.ids.count)] })
    let old = try NodeIDs(mirror.ids)
    mirror.remove(nodes: gone)
    let missing = nodeCount + random.below(100) - mirror.ids.count
    let staying = mirror.ids
    try simulation.edit { edit in
      for id in gone { edit.remove(node: old.index(of: id)!) }
      for _ in 0..<max(missing, 0) {
        let id = mirror.newID()
        let node = edit.insert()
        mirror.ids.append(id)
        mirror.radii[id] = Mirror.radius(id)
        edit.set(
          \CollideForce<Vector>.radius, of: "CollideForce", to: Mirror.radius(id), forNode: node)
        for _ in 0...random.below(2) {
          let other = staying[random.below(staying.count)]
          add(Link(id, other), Link(node, old.index(of: other)!), &edit, &mirror)
        }
      }
    }
  }

  private func add(
    _ link: Link<Int>, _ indices: Link<Int>, _ edit: inout Graph.Edit, _ mirror: inout Mirror
  ) {
    mirror.add(link: link)
    let index = edit.link(indices.source, indices.target)
    edit.set(
      \LinkForce<Vector>.length, of: "LinkForce", to: Mirror.length(link), forLink: index)
  }

  /// Removes every link of some nodes' and adds links up to the number there shall be.
  private mutating func changeLinks(_ simulation: Graph, _ mirror: inout Mirror) throws {
    let divisor = 50 + random.below(500)
    let isGone = { (link: Link<Int>) in (link.source &+ 3 &* link.target) % divisor == 0 }
    let nodes = try NodeIDs(mirror.ids)
    mirror.keepLinks { !isGone($0) }
    let missing = linkCount + random.below(200) - mirror.links.count
    try simulation.edit { edit in
      edit.removeLinks { isGone(Link(nodes[$0.source], nodes[$0.target])) }
      for _ in 0..<max(missing, 0) {
        let (source, target) = (random.below(nodes.count), random.below(nodes.count))
        add(Link(nodes[source], nodes[target]), Link(source, target), &edit, &mirror)
      }
    }
  }

  /// The links in another order, without some; those that stay keep their length.
  private mutating func replaceLinks(_ simulation: Graph, _ mirror: inout Mirror) throws {
    var kept = Array(mirror.links.indices).shuffled(using: &random)
    kept.removeLast(min(kept.count, random.below(100)))
    let nodes = try NodeIDs(mirror.ids)
    mirror.lengths = kept.map { mirror.lengths[$0] }
    mirror.links = kept.map { mirror.links[$0] }
    let links = try nodes.links(mirror.links)
    try simulation.edit { $0.replaceLinks(links) }
  }

  /// The nodes in another order, without some.
  private mutating func arrange(_ simulation: Graph, _ mirror: inout Mirror) throws {
    let old = try NodeIDs(mirror.ids)
    mirror.ids.shuffle(using: &random)
    mirror.remove(nodes: Set(mirror.ids.suffix(random.below(30))))
    let ids = try NodeIDs(mirror.ids)
    try simulation.edit { _ = $0.arrange(ids.previousIndices(in: old)) }
  }

  /// Pins some nodes and releases others, in an edit or in the state.
  private mutating func changePins(_ simulation: Graph, _ mirror: inout Mirror) throws {
    let pinned = (0..<random.below(20)).map { _ in random.below(mirror.ids.count) }
    let place = Vector(Double(random.below(2_000)) - 1_000, Double(random.below(2_000)) - 1_000)
    let released = Set(mirror.pins.keys.filter { $0 % 3 == 0 })
    let nodes = try NodeIDs(mirror.ids)
    for id in released { mirror.pins[id] = nil }
    for node in pinned { mirror.pins[mirror.ids[node]] = place }
    if random.below(2) == 0 {
      try simulation.edit { edit in
        for id in released { edit.release(node: nodes.index(of: id)!) }
        for node in pinned { edit.pin(node: node, at: place) }
      }
    } else {
      for id in released { simulation.kinetics.pins.release(nodes.index(of: id)!) }
      for node in pinned { try simulation.kinetics.pins.pin(node, at: place) }
    }
  }

  private mutating func changeParameters(_ simulation: Graph) throws {
    let (strength, theta) = (-10 - Double(random.below(40)), 0.5 + Double(random.below(8)) / 10)
    let (target, iterations) = (0.01 + Double(random.below(50)) / 100, 1 + random.below(2))
    try simulation.edit { edit in
      edit.parameters.alphaTarget = target
      edit.parameters.velocityDecay = 0.3 + target
      edit.changeForces { forces, _ in
        forces["ManyBodyForce", as: ManyBodyForce<Vector>.self]?.strength = .constant(strength)
        forces["ManyBodyForce", as: ManyBodyForce<Vector>.self]?.theta = theta
        forces["CollideForce", as: CollideForce<Vector>.self]?.iterations = iterations
      }
    }
  }

  /// An edit that fails at its end changes nothing.
  private mutating func refuse(_ simulation: Graph) throws {
    let hash = simulation.kinetics.stateHash
    do {
      try simulation.edit { edit in
        edit.remove(node: random.below(nodeCount / 2))
        edit.link(edit.insert(), edit.nodeCount + 5)
      }
    } catch is SimulationError {
      if simulation.kinetics.stateHash == hash { return }
      throw Mistake("a refused edit changed the state")
    }
    throw Mistake("an edit was not refused")
  }

  /// A state and its forces, put back after an edit and a tick, are what they were.
  private mutating func undo(_ simulation: Graph, _ mirror: Mirror) throws {
    let (kinetics, forces, hash) = (
      simulation.kinetics, simulation.forces, simulation.kinetics.stateHash
    )
    try simulation.edit { $0.remove(node: random.below(mirror.ids.count)) }
    simulation.advance()
    try simulation.restore(kinetics, forces: forces)
    if simulation.kinetics.stateHash != hash { throw Mistake("an undone edit left something") }
  }
}

/// A broken promise, as a message.
struct Mistake: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
