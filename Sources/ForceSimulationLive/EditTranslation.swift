@_spi(Interfaces) import ForceSimulation
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
      try set(parameter, of: force, .node, to: .scalar(value), at: index(id))
    case .nodeVector(let parameter, let force, let value, let id):
      try set(parameter, of: force, .node, to: .vector(value), at: index(id))
    case .linkValue(let parameter, let force, let value, let link):
      try set(parameter, of: force, .link, to: .scalar(value), at: index(link))
    case .nodes(let list): try replace(nodes: list)
    case .links(let list): try replace(links: list)
    case .group(let group, let force, let id):
      try set("groups", of: force, .node, to: .group(group), at: index(id))
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

  /// Sets the value of a node or link by its index.
  private mutating func set(
    _ parameter: String, of name: String, _ scope: ForceParameter<Vector>.Scope,
    to value: ParameterElement<Vector>, at index: Int
  ) throws {
    guard let force = forces[name] else { throw LiveError.unknownForce(name) }
    guard let found = type(of: force).kind.parameter(parameter), found.scope == scope,
      found.accepts(value)
    else { throw LiveError.noParameter(parameter, force: name) }
    let key = ValueKey(force: name, parameter: "\(scope) \(found.name)", index: index)
    let isSame =
      !outcome.replacedForces.contains(name) && found.isKnown(value, at: index, of: force)
    if mark(key, isSame: isSame) { edit.set(found, of: name, to: value, at: index) }
  }

  private func index(_ link: Link<ID>) throws -> Int {
    let ends = Link(try index(link.source), try index(link.target))
    guard let index = links.first(ends) else {
      throw LiveError.unknownLink(source: "\(link.source)", target: "\(link.target)")
    }
    return index
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
