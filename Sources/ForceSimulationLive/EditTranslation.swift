import ForceSimulation
import RunSupport

/// Thrown from an edit that would change nothing, so that the simulation is left unchanged.
struct NothingChanges: Error {}

/// The effects of an edit, by id.
struct EditOutcome<ID: Hashable & Sendable>: Sendable {
  struct Inserted: Sendable {
    /// The index of the node within the edit.
    var index: Int
    /// True if the edit gives the node a position.
    var isPlaced: Bool
  }

  var change: LiveChange
  /// New nodes that have not been removed again in the same edit.
  var inserted: [ExactKey<ID>: Inserted] = [:]
  /// The ids of the new nodes, in the order of their indices; nil for one that was removed again.
  var insertedIDs: [ID?] = []
  /// Nodes of the previous graph that were removed.
  var removed: Set<ExactKey<ID>> = []
  /// The nodes that the edit pins at another position, by their index within the edit.
  var pinned: Set<Int> = []
  /// The names of the forces that are added, replaced or removed.
  var replacedForces: Set<String> = []
}

/// Translates the changes of a `LiveEdit` into those of a `Simulation.Edit`, and counts what they
/// change.
struct EditTranslation<ID: Hashable & Sendable, Vector: SimulationVector> {
  typealias Edit = Simulation<Vector, ForceList<Vector>>.Edit

  let ids: NodeIDs<ID>
  /// The forces after the changes so far, by name; their arrays have the indices before the edit.
  private(set) var forces: ForceList<Vector>
  private let decode: (CommandForce<Vector>, String) throws -> any Force<Vector>
  let pins: Pins<Vector>
  private(set) var edit: Edit
  private(set) var outcome: EditOutcome<ID>
  private var links: LinkTable
  /// The values and pins that have been set. For these, a comparison with the old values is not
  /// sufficient.
  private var changedValues: Set<ValueKey> = []

  private struct ValueKey: Hashable {
    var force = ""
    var parameter = "pin"
    var index: Int
  }

  init(
    _ live: LiveEdit<ID, Vector>, ids: NodeIDs<ID>, forces: ForceList<Vector>,
    pins: Pins<Vector>, epoch: Int, edit: Edit,
    decode: @escaping (CommandForce<Vector>, String) throws -> any Force<Vector>
  ) throws {
    self.ids = ids
    self.forces = forces
    self.pins = pins
    self.edit = edit
    self.decode = decode
    outcome = EditOutcome(change: LiveChange(epoch: epoch))
    links = LinkTable(
      edit.links, isIndexed: live.changes.reduce(0) { $0 + $1.linkSearches } > 8)
    for change in live.changes { try translate(change) }
    outcome.change.removedNodes = outcome.removed.count
    outcome.change.insertedNodes = outcome.inserted.count
  }

  private mutating func translate(_ step: LiveEdit<ID, Vector>.Change) throws {
    switch step {
    case .insert(let id, let position, let velocity): try insert(id, position, velocity)
    case .remove(let id): try remove(id)
    case .link(let link): try add(link)
    case .unlink(let link): try unlink(link)
    case .pin(let id, let position): try pin(id, position)
    case .unpin(let id): try unpin(id)
    case .nodeValue(let parameter, let force, let value, let id):
      try set(parameter, force, value, index(id))
    case .nodeVector(let parameter, let force, let value, let id):
      try set(parameter, force, value, index(id))
    case .linkValue(let parameter, let force, let value, let link):
      try set(parameter, force, value, link)
    case .nodes(let list): try replace(nodes: list)
    case .links(let list): try replace(links: list)
    case .group(let group, let force, let id): try set(group, force, index(id))
    case .force(let name, let edited): try set(name, edited.force)
    }
  }

  private func index(_ id: ID) throws(LiveError) -> Int {
    if let new = outcome.inserted[ExactKey(id)] { return new.index }
    guard !outcome.removed.contains(ExactKey(id)), let index = ids.index(of: id) else {
      throw .unknownNode("\(id)")
    }
    return index
  }

  private func exists(_ id: ID) -> Bool {
    outcome.inserted[ExactKey(id)] != nil
      || (!outcome.removed.contains(ExactKey(id)) && ids.index(of: id) != nil)
  }

  // MARK: Nodes

  private mutating func insert(_ id: ID, _ position: Vector?, _ velocity: Vector) throws {
    guard !exists(id) else { throw LiveError.nodeExists("\(id)") }
    try LiveError.check(position ?? .zero, "position", "\(id)")
    try LiveError.check(velocity, "velocity", "\(id)")
    outcome.inserted[ExactKey(id)] = .init(
      index: edit.insert(at: position, velocity: velocity), isPlaced: position != nil)
    outcome.insertedIDs.append(id)
  }

  private mutating func remove(_ id: ID) throws {
    let node = try index(id)
    edit.remove(node: node)
    if outcome.inserted.removeValue(forKey: ExactKey(id)) == nil {
      outcome.removed.insert(ExactKey(id))
    } else {
      outcome.insertedIDs[node - ids.count] = nil
    }
  }

  private mutating func replace(nodes list: [ID]) throws {
    var places: [ExactKey<ID>: Int] = [:]
    for (place, id) in list.enumerated() {
      if let first = places.updateValue(place, forKey: ExactKey(id)) {
        throw SimulationError.duplicate("id \"\(id)\"", first: first, second: place)
      }
    }
    for id in ids where exists(id) && places[ExactKey(id)] == nil { try remove(id) }
    for id in outcome.insertedIDs.compactMap({ $0 }) where places[ExactKey(id)] == nil {
      try remove(id)
    }
    for id in list where !exists(id) { try insert(id, nil, .zero) }
  }

  private mutating func pin(_ id: ID, _ position: Vector) throws {
    let node = try index(id)
    try LiveError.check(position, "pin", "\(id)")
    let isSame = node < pins.count && pins[node] == position
    guard mark(ValueKey(index: node), isSame: isSame) else { return }
    edit.pin(node: node, at: position)
    outcome.pinned.insert(node)
    outcome.inserted[ExactKey(id)]?.isPlaced = true
  }

  private mutating func unpin(_ id: ID) throws {
    let node = try index(id)
    let isFree =
      node >= pins.count
      || (0..<Vector.scalarCount).allSatisfy { pins.coordinate(of: node, axis: Axis($0)) == nil }
    guard mark(ValueKey(index: node), isSame: isFree) else { return }
    edit.release(node: node)
    outcome.pinned.remove(node)
  }

  /// Records a change of a value, unless it equals the value before the edit and has not been
  /// changed by the edit. Returns true if it has to be set.
  private mutating func mark(_ key: ValueKey, isSame: Bool) -> Bool {
    if changedValues.contains(key) { return true }
    if isSame { return false }
    changedValues.insert(key)
    outcome.change.changedValues += 1
    return true
  }

  // MARK: Links

  /// True if nothing has been changed.
  var isEmpty: Bool {
    outcome.change.isEmpty && !links.hasChanged && outcome.replacedForces.isEmpty
  }

  private mutating func add(_ link: Link<ID>) throws {
    let ends = Link(try index(link.source), try index(link.target))
    guard links.first(ends) == nil else { return }
    links.append(ends, index: edit.link(ends.source, ends.target))
  }

  private mutating func unlink(_ link: Link<ID>) throws {
    let ends = Link(try index(link.source), try index(link.target))
    guard links.first(ends) != nil else {
      throw LiveError.unknownLink(source: "\(link.source)", target: "\(link.target)")
    }
    while let found = links.removeFirst(ends) { edit.remove(link: found) }
  }

  private mutating func replace(links list: [Link<ID>]) throws {
    var wanted: Set<Link<Int>> = []
    var missing: [Link<ID>] = []
    for link in list {
      let ends = Link(try index(link.source), try index(link.target))
      if wanted.insert(ends).inserted, links.first(ends) == nil { missing.append(link) }
    }
    for found in links.removeAll(where: { !wanted.contains($0) }) { edit.remove(link: found) }
    for link in missing { try add(link) }
  }

  // MARK: Forces

  private mutating func set(_ name: String, _ new: CommandForce<Vector>?) throws {
    let force = try new.map { try decode($0, name) }
    guard force != nil || forces[name] != nil else { throw LiveError.unknownForce(name) }
    outcome.replacedForces.insert(name)
    forces[name] = force
    edit.returnsCarriedForces = true
    edit.changeForces { forces, _ in forces[name] = force }
  }

  // MARK: Values

  private mutating func set(
    _ parameter: NodeParameter, _ name: String, _ value: Vector.Scalar, _ node: Int
  ) throws {
    func set<F: Force<Vector>>(
      _ force: F, _ path: WritableKeyPath<F, NodeValues<Vector.Scalar>>
    ) {
      let key = ValueKey(force: name, parameter: parameter.rawValue, index: node)
      let isSame =
        !outcome.replacedForces.contains(name) && force[keyPath: path].isKnown(value, at: node)
      guard mark(key, isSame: isSame) else { return }
      edit.set(path, of: name, to: value, forNode: node)
    }
    switch (forces[name], parameter) {
    case (nil, _): throw LiveError.unknownForce(name)
    case (let force as ManyBodyForce<Vector>, .strength): set(force, \.strength)
    case (let force as CollideForce<Vector>, .radius): set(force, \.radius)
    case (let force as PositionForce<Vector>, .strength): set(force, \.strength)
    case (let force as PositionForce<Vector>, .target): set(force, \.target)
    case (let force as RadialForce<Vector>, .strength): set(force, \.strength)
    case (let force as RadialForce<Vector>, .radius): set(force, \.radius)
    case (let force as GroupForce<Vector>, .strength): set(force, \.strength)
    default: throw LiveError.noParameter(parameter.rawValue, force: name)
    }
  }

  private mutating func set(
    _ parameter: NodeVectorParameter, _ name: String, _ value: Vector, _ node: Int
  ) throws {
    guard let force = forces[name] else { throw LiveError.unknownForce(name) }
    guard let force = force as? BoxCollideForce<Vector> else {
      throw LiveError.noParameter(parameter.rawValue, force: name)
    }
    let path: WritableKeyPath<BoxCollideForce<Vector>, NodeValues<Vector>> =
      switch parameter {
      case .halfSides: \.halfSides
      case .offsets: \.offsets
      }
    let key = ValueKey(force: name, parameter: parameter.rawValue, index: node)
    let isSame =
      !outcome.replacedForces.contains(name) && force[keyPath: path].isKnown(value, at: node)
    guard mark(key, isSame: isSame) else { return }
    edit.set(path, of: name, to: value, forNode: node)
  }

  private mutating func set(_ group: Int?, _ name: String, _ node: Int) throws {
    guard let force = forces[name] else { throw LiveError.unknownForce(name) }
    guard let force = force as? GroupForce<Vector> else {
      throw LiveError.noParameter("group", force: name)
    }
    // New nodes have no group yet.
    let old = force.groups.indices.contains(node) ? force.groups[node] : nil
    let key = ValueKey(force: name, parameter: "group", index: node)
    if mark(key, isSame: !outcome.replacedForces.contains(name) && group == old) {
      edit.setGroup(group, of: name, forNode: node)
    }
  }

  private mutating func set(
    _ parameter: LinkParameter, _ name: String, _ value: Vector.Scalar, _ link: Link<ID>
  ) throws {
    let ends = Link(try index(link.source), try index(link.target))
    guard let index = links.first(ends) else {
      throw LiveError.unknownLink(source: "\(link.source)", target: "\(link.target)")
    }
    func set<F: Force<Vector>>(
      _ force: F, _ path: WritableKeyPath<F, LinkValues<Vector.Scalar>>
    ) {
      let key = ValueKey(force: name, parameter: "link " + parameter.rawValue, index: index)
      let isSame =
        !outcome.replacedForces.contains(name) && force[keyPath: path].isKnown(value, at: index)
      guard mark(key, isSame: isSame) else { return }
      edit.set(path, of: name, to: value, forLink: index)
    }
    switch (forces[name], parameter) {
    case (nil, _): throw LiveError.unknownForce(name)
    case (let force as LinkForce<Vector>, .length): set(force, \.length)
    case (let force as LinkForce<Vector>, .strength): set(force, \.strength.values)
    case (let force as SpringForce<Vector>, .length): set(force, \.length)
    case (let force as SpringForce<Vector>, .strength): set(force, \.stiffness)
    default: throw LiveError.noParameter(parameter.rawValue, force: name)
    }
  }
}

extension LiveEdit.Change {
  /// The number of link searches by ends that the change needs.
  fileprivate var linkSearches: Int {
    switch self {
    case .link, .unlink, .linkValue: 1
    case .links(let list): list.count
    default: 0
    }
  }
}

extension NodeValues where Value: Equatable {
  /// Returns true if the node certainly has this value already.
  fileprivate func isKnown(_ value: Value, at node: Int) -> Bool {
    switch self {
    case .constant(let constant): constant == value
    case .array(let values, _): values.indices.contains(node) && values[node] == value
    case .function: false
    }
  }
}

extension LinkValues where Value: Equatable {
  /// Returns true if the link certainly has this value already.
  fileprivate func isKnown(_ value: Value, at link: Int) -> Bool {
    switch self {
    case .constant(let constant): constant == value
    case .array(let values, _): values.indices.contains(link) && values[link] == value
    case .function: false
    }
  }
}

/// The links of an edit by their ends. Few queries search the list; many use a table.
struct LinkTable {
  private var links: [Link<Int>]
  private var isRemoved: [Int: Bool] = [:]
  private(set) var hasChanged = false
  /// The links by their ends, the highest index first.
  private var table: [Link<Int>: [Int]]?

  init(_ links: [Link<Int>], isIndexed: Bool) {
    self.links = links
    guard isIndexed else { return }
    var table: [Link<Int>: [Int]] = [:]
    for index in links.indices.reversed() { table[links[index], default: []].append(index) }
    self.table = table
  }

  /// Returns the first link with these ends.
  func first(_ ends: Link<Int>) -> Int? {
    if let table { return table[ends]?.last }
    return links.indices.first { links[$0] == ends && isRemoved[$0] == nil }
  }

  mutating func append(_ ends: Link<Int>, index: Int) {
    links.append(ends)
    hasChanged = true
    table?[ends, default: []].insert(index, at: 0)
  }

  mutating func removeFirst(_ ends: Link<Int>) -> Int? {
    guard let index = first(ends) else { return nil }
    isRemoved[index] = true
    hasChanged = true
    table?[ends]?.removeLast()
    return index
  }

  /// Removes the links whose ends satisfy the condition, and returns them.
  mutating func removeAll(where condition: (Link<Int>) -> Bool) -> [Int] {
    let found = links.indices.filter { isRemoved[$0] == nil && condition(links[$0]) }
    for index in found {
      isRemoved[index] = true
      hasChanged = true
      table?[links[index]]?.removeAll { $0 == index }
    }
    return found
  }
}
