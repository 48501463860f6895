extension Simulation {
  /// Changes nodes, links, their values and the forces as one transaction. Nothing is changed when
  /// an error is thrown.
  ///
  ///     try simulation.edit { edit in
  ///       edit.remove(node: 3)
  ///       let node = edit.insert()
  ///       edit.link(node, 7)
  ///       edit.set(\CollideForce.radius, of: "CollideForce", to: 5, forNode: node)
  ///     }
  ///     simulation.reheat()
  ///
  /// Nodes that stay keep their position, velocity, pins and per-node values; links that stay keep
  /// theirs. A force that has a value for each node or link, in an array without a default or from
  /// a function, needs one for each new node or link, or the edit throws
  /// `SimulationError.valueMissing`. Alpha stays as it is.
  ///
  /// - Returns: the new indices of nodes and links.
  /// - Throws: the errors of `body`, and `SimulationError` for indices that do not exist, values
  ///   that are missing, and forces that do not fit. A change of the simulation itself from within
  ///   `body` traps; reading it is fine.
  /// - Complexity: O(nodes + links).
  @discardableResult
  public func edit(_ body: (inout Edit) throws -> Void) throws -> GraphChange {
    try edit(body) { error, _ in error }.change
  }

  /// Applies an edit for callers that identify nodes and links otherwise than by index.
  ///
  /// - Parameter failure: the error to throw when the forces do not fit the graph after the edit.
  /// - Returns: the new indices; and when the edit asks for them, the forces as they were before its
  ///   changes, carried over to the new graph.
  package func edit(
    _ body: (inout Edit) throws -> Void,
    failure: (SimulationError, GraphChange) -> any Error
  ) throws -> (change: GraphChange, carried: Forces?) {
    checkWritable()
    try bindIfNeededOrThrow()
    var edit = Edit(kinetics)
    isEditing = true
    do {
      defer { isEditing = false }
      try body(&edit)
    }
    let (edited, change) = try edit.finish()
    do {
      var forces = forces
      try forces.carry(over: change)
      let carried = edit.returnsCarriedForces ? forces : nil
      for step in edit.forceChanges { try step(&forces, change) }
      try replace(edited, forces)
      return (change, carried)
    } catch let error as SimulationError { throw failure(error, change) }
  }

  /// The changes of one transaction.
  ///
  /// Within an edit, nodes and links have the indices they had before it; new ones get the indices
  /// that follow. After the edit the remaining nodes and links are numbered without gaps, new ones
  /// last. `GraphChange` gives the new indices.
  public struct Edit {
    let old: Kinetics<Vector>
    /// Cooling and friction.
    public var parameters: SimulationParameters<Vector.Scalar>

    var isRemoved: [Bool]
    var hasRemovedNodes = false
    var inserted: [(position: Vector?, velocity: Vector)] = []
    /// The links, removed ones included: those there were, then those that are new.
    public internal(set) var links: [Link<Int>]
    var isLinkRemoved: [Bool]
    var hasRemovedLinks = false
    /// The sequence of the links that `replaceLinks(_:)` has set; nil without one.
    var linkOrder: [Int]?
    /// Pins to set, and to release (nil), by node.
    var pinChanges: [(node: Int, position: Vector?)] = []
    /// The permutation of the nodes that `arrange(_:)` has set; nil without one.
    var order: [Int]?
    var forceChanges: [(inout Forces, GraphChange) throws -> Void] = []
    /// True when the caller compares the forces with those before the edit. Their values are copied
    /// for that.
    package var returnsCarriedForces = false
    /// The first error of the edit.
    var failure: SimulationError?

    init(_ kinetics: Kinetics<Vector>) {
      old = kinetics
      parameters = kinetics.parameters
      isRemoved = Array(repeating: false, count: kinetics.nodeCount)
      links = kinetics.links
      isLinkRemoved = Array(repeating: false, count: kinetics.links.count)
    }
  }
}

// MARK: Nodes and links

extension Simulation.Edit {
  /// The number of nodes, removed ones included: the index that the next new node gets.
  public var nodeCount: Int { isRemoved.count }

  /// The number of links, removed ones included: the index that the next new link gets.
  public var linkCount: Int { links.count }

  /// Adds a node and returns its index. Without a position it starts at the mean of its neighbours
  /// that have one, else at the start position of its index. The edit fails when the position or
  /// the velocity is not finite.
  @discardableResult
  public mutating func insert(at position: Vector? = nil, velocity: Vector = .zero) -> Int {
    check(position ?? .zero, "position", nodeCount)
    check(velocity, "velocity", nodeCount)
    inserted.append((position, velocity))
    isRemoved.append(false)
    return isRemoved.count - 1
  }

  /// Removes a node and its links. The edit fails when there is no such node.
  public mutating func remove(node: Int) {
    guard exists(node: node, "remove") else { return }
    isRemoved[node] = true
    hasRemovedNodes = true
  }

  /// Adds a link and returns its index. The edit fails when an end does not exist or has been
  /// removed.
  @discardableResult
  public mutating func link(_ source: Int, _ target: Int) -> Int {
    if stays(node: source, "link"), stays(node: target, "link") {
      links.append(Link(source, target))
      isLinkRemoved.append(false)
    }
    return max(links.count - 1, 0)
  }

  /// Removes a link. The edit fails when there is no such link.
  public mutating func remove(link: Int) {
    guard exists(link: link, "remove") else { return }
    isLinkRemoved[link] = true
    hasRemovedLinks = true
  }

  /// Removes the links for which `predicate` holds. Rethrows its errors. O(links).
  public mutating func removeLinks(where predicate: (Link<Int>) throws -> Bool) rethrows {
    for link in links.indices where try predicate(links[link]) {
      isLinkRemoved[link] = true
      hasRemovedLinks = true
    }
  }

  /// Replaces the links by a list, in its sequence. A link that there is already, from the same
  /// source to the same target, keeps its values; of several, the first in the list continues the
  /// first. Links that are not in the list are removed. The edit fails when an end does not exist
  /// or has been removed. O(links).
  public mutating func replaceLinks(_ links: [Link<Int>]) {
    var present: [Link<Int>: [Int]] = [:]
    for index in self.links.indices.reversed() where !isLinkRemoved[index] {
      present[self.links[index], default: []].append(index)
    }
    removeLinks { _ in true }
    linkOrder = links.map { link in
      guard let index = present[link]?.popLast() else { return self.link(link.source, link.target) }
      isLinkRemoved[index] = false
      return index
    }
  }

  /// Pins a node on all axes. The edit fails when there is no such node, or the position is not
  /// finite.
  public mutating func pin(node: Int, at position: Vector) {
    guard exists(node: node, "pin") else { return }
    check(position, "pin", node)
    pinChanges.append((node, position))
  }

  /// Releases a node on all axes. The edit fails when there is no such node.
  public mutating func release(node: Int) {
    if exists(node: node, "release") { pinChanges.append((node, nil)) }
  }

  /// Replaces the nodes by a list. Node i continues old node `previous[i]`; nil makes a new one.
  /// Nodes that are not in the list are removed. `NodeIDs.previousIndices(in:)` gives such a list
  /// for nodes known by ids. Links between nodes that stay are kept. Later calls still use the
  /// indices from before the edit.
  ///
  /// Returns the indices of the nodes in the list, for `link(_:_:)`.
  @discardableResult
  public mutating func arrange(_ previous: [Int?]) -> [Int] {
    var seen: [Int: Int] = [:]
    var nodes: [Int] = []
    for (place, node) in previous.enumerated() {
      guard let node else {
        nodes.append(insert())
        continue
      }
      // The edit fails then; the indices that are returned are of no use, but do no harm.
      guard stays(node: node, "arrange") else { return previous.map { $0 ?? 0 } }
      if let first = seen.updateValue(place, forKey: node) {
        failure = failure ?? .duplicate("previous node \(node)", first: first, second: place)
        return previous.map { $0 ?? 0 }
      }
      nodes.append(node)
    }
    let staying = Set(nodes)
    for node in isRemoved.indices where !staying.contains(node) {
      isRemoved[node] = true
      hasRemovedNodes = true
    }
    order = nodes
    return nodes
  }

  /// True when the index names a node, removed or not. Otherwise the edit fails.
  fileprivate mutating func exists(node: Int, _ what: String) -> Bool {
    if isRemoved.indices.contains(node) { return true }
    failure = failure ?? .nodeOutOfRange(what, node: node, nodeCount: isRemoved.count)
    return false
  }

  /// True when the index names a link, removed or not. Otherwise the edit fails.
  fileprivate mutating func exists(link: Int, _ what: String) -> Bool {
    if links.indices.contains(link) { return true }
    failure = failure ?? .linkOutOfRange(what, link: link, linkCount: links.count)
    return false
  }

  /// True when the index names a node that the edit has not removed. Otherwise the edit fails.
  private mutating func stays(node: Int, _ what: String) -> Bool {
    guard exists(node: node, what) else { return false }
    if !isRemoved[node] { return true }
    failure = failure ?? .nodeRemoved(what, node: node)
    return false
  }

  /// Checks a position or velocity of a node.
  private mutating func check(_ vector: Vector, _ what: String, _ node: Int) {
    do {
      try Validate.finite(vector: vector, what, index: node)
    } catch { failure = failure ?? error }
  }
}

// MARK: Forces and their values

extension Simulation.Edit {
  /// Changes the forces at the end of the edit, after the values of the remaining nodes and links
  /// have been carried over. `Simulation.edit(_:)` throws the errors of `body`.
  public mutating func changeForces(
    _ body: @escaping (inout Forces, GraphChange) throws -> Void
  ) {
    forceChanges.append(body)
  }
}

extension Simulation.Edit where Forces == ForceList<Vector> {
  /// Sets the value of a force for a node:
  ///
  ///     set(\CollideForce.radius, of: "CollideForce", to: 5, forNode: node)
  ///
  /// A value for all nodes stays that of the others and of later nodes. The edit fails when there
  /// is no such node, or no force of that name and type.
  public mutating func set<F: Force<Vector>>(
    _ values: WritableKeyPath<F, NodeValues<Vector.Scalar>>, of name: String,
    to value: Vector.Scalar, forNode node: Int
  ) {
    setValue(values, of: name, to: value, forNode: node)
  }

  /// Sets the vector of a force for a node:
  ///
  ///     set(\BoxCollideForce.halfSides, of: "BoxCollideForce", to: SIMD2(30, 6), forNode: node)
  ///
  /// In all else as the method for numbers.
  public mutating func set<F: Force<Vector>>(
    _ values: WritableKeyPath<F, NodeValues<Vector>>, of name: String, to value: Vector,
    forNode node: Int
  ) {
    setValue(values, of: name, to: value, forNode: node)
  }

  private mutating func setValue<F: Force<Vector>, Value>(
    _ values: WritableKeyPath<F, NodeValues<Value>>, of name: String, to value: Value,
    forNode node: Int
  ) {
    guard exists(node: node, "set") else { return }
    changeForces { forces, change in
      guard let index = change.index(ofNode: node) else { return }
      try forces.change(name, as: F.self) { force in
        force[keyPath: values].set(value, index, of: change.nodeCount)
      }
    }
  }

  /// Sets the group of a node; nil takes it out of its group. The edit fails when there is no such
  /// node, or no group force of that name.
  public mutating func setGroup(_ group: Int?, of name: String, forNode node: Int) {
    guard exists(node: node, "set") else { return }
    changeForces { forces, change in
      guard let index = change.index(ofNode: node) else { return }
      try forces.change(name, as: GroupForce<Vector>.self) { $0.groups[index] = group }
    }
  }

  /// Sets the value of a declared parameter of a force for a node or link, whichever it is of. The
  /// edit fails when there is no such node or link.
  @_spi(Interfaces)
  public mutating func set(
    _ parameter: ForceParameter<Vector>, of name: String, to value: ParameterElement<Vector>,
    at index: Int
  ) {
    let isOfLinks = parameter.scope == .link
    guard isOfLinks ? exists(link: index, "set") : exists(node: index, "set") else { return }
    changeForces { forces, change in
      let index = isOfLinks ? change.index(ofLink: index) : change.index(ofNode: index)
      guard let index, var force = forces[name] else { return }
      // The list lets go of the force meanwhile, so that its values are not copied.
      forces[name] = ForceList()
      parameter.access.set(value, at: index, after: change, of: &force)
      forces[name] = force
    }
  }

  /// Sets the value of a force for a link:
  ///
  ///     set(\LinkForce.length, of: "LinkForce", to: 50, forLink: link)
  ///
  /// A value for all links stays that of the others and of later links. The edit fails when there
  /// is no such link, or no force of that name and type.
  public mutating func set<F: Force<Vector>>(
    _ values: WritableKeyPath<F, LinkValues<Vector.Scalar>>, of name: String,
    to value: Vector.Scalar, forLink link: Int
  ) {
    guard exists(link: link, "set") else { return }
    changeForces { forces, change in
      guard let index = change.index(ofLink: link) else { return }
      try forces.change(name, as: F.self) { force in
        force[keyPath: values].set(value, index, of: change.links)
      }
    }
  }
}

// MARK: The end of an edit

extension Simulation.Edit {
  /// The edited state, and the change of indices.
  func finish() throws(SimulationError) -> (Kinetics<Vector>, GraphChange) {
    if let failure { throw failure }
    try parameters.validate()
    var change = GraphChange(
      nodes: renumbering(isRemoved, hasRemoved: hasRemovedNodes, order, oldCount: old.nodeCount),
      allLinks: links, linkOrder: linkOrder.map { inOrder($0, count: links.count) },
      isLinkRemoved: hasRemovedLinks ? isLinkRemoved : [], oldLinkCount: old.links.count)
    change.changesForces = !forceChanges.isEmpty
    try Validate.nodeCount(change.nodeCount)
    var edited = old
    edited.parameters = parameters
    if !change.keepsGraph {
      edited = Kinetics(
        unchecked: change.links, parameters: parameters,
        positions: positions(change, old._position.storage, inserted),
        velocities: velocities(change.nodes, old._velocity.storage, inserted),
        pins: pins(change.nodes, old._pins), seed: old.seed)
      edited.tickCount = old.tickCount
      edited.random = old.random
      edited.nonFiniteNodeCount = old.nonFiniteNodeCount
      edited.histories = old.histories
      edited.positionsWereWritten = old.positionsWereWritten
      if !change.keepsNodes { edited.histories.reset() }
    }
    for (node, position) in pinChanges {
      if let index = change.index(ofNode: node) { edited._pins[index] = position }
    }
    return (edited, change)
  }
}

// Free functions, as the types within a simulation are not specialised.

/// Returns the nodes after an edit. `order`: of the nodes that it has listed.
private func renumbering(
  _ isRemoved: [Bool], hasRemoved: Bool, _ order: [Int]?, oldCount: Int
) -> Renumbering {
  guard hasRemoved || order != nil else {
    return Renumbering(oldCount: oldCount, addedTo: isRemoved.count)
  }
  var all = Array(isRemoved.indices)
  if let order {
    // Nodes inserted after the list follow it; old ones that it does not have were removed.
    let isListed = Set(order)
    all = order + (oldCount..<isRemoved.count).filter { !isListed.contains($0) }
  }
  return Renumbering(
    all.filter { !isRemoved[$0] }, oldCount: oldCount, allCount: isRemoved.count)
}

/// Returns the links of a list, and then the others.
private func inOrder(_ list: [Int], count: Int) -> [Int] {
  let isListed = Set(list)
  return list + (0..<count).filter { !isListed.contains($0) }
}

/// The positions of the nodes after an edit. A node without one is put at the mean of its placed
/// neighbours. Nodes that have placed neighbours come before the neighbours of these.
@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
private func positions<Vector: SimulationVector>(
  _ change: GraphChange, _ old: [Vector], _ inserted: [(position: Vector?, velocity: Vector)]
) -> [Vector] {
  // The caller may have set another rounding mode.
  let control = KernelPasses.beginDefaultArithmetic()
  defer { KernelPasses.endDefaultArithmetic(control) }
  var unplaced: [Int] = []
  var places = change.nodes.carry(old) { inserted[$0].position ?? .zero }
  for (number, node) in inserted.enumerated() where node.position == nil {
    if let index = change.index(ofNode: old.count + number) { unplaced.append(index) }
  }
  if unplaced.isEmpty { return places }
  var isPlaced = [Bool](repeating: true, count: places.count)
  for node in unplaced { isPlaced[node] = false }
  var neighbours = Dictionary(uniqueKeysWithValues: unplaced.map { ($0, [Int]()) })
  for link in change.links where link.source != link.target {
    if !isPlaced[link.source] { neighbours[link.source]?.append(link.target) }
    if !isPlaced[link.target] { neighbours[link.target]?.append(link.source) }
  }
  // Breadth first: the nodes with a placed neighbour, then the neighbours of these.
  var front = unplaced.filter { node in neighbours[node]!.contains { isPlaced[$0] } }
  while !front.isEmpty {
    for node in front {
      let placed = neighbours[node]!.filter { isPlaced[$0] }
      places[node] = placed.reduce(.zero) { $0 + places[$1] / Vector.Scalar(placed.count) }
    }
    for node in front { isPlaced[node] = true }
    front = Array(Set(front.flatMap { neighbours[$0]! }.filter { !isPlaced[$0] }))
  }
  for node in unplaced where !isPlaced[node] {
    places[node] = StartPositions.position(of: node, as: Vector.self)
  }
  return places
}

/// The velocities of the nodes after an edit.
@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
private func velocities<Vector: SimulationVector>(
  _ nodes: Renumbering, _ old: [Vector], _ inserted: [(position: Vector?, velocity: Vector)]
) -> [Vector] {
  nodes.carry(old) { inserted[$0].velocity }
}

/// The pins of the nodes after an edit, without those that it changes.
@_specialize(where Vector == SIMD2<Float>)
@_specialize(where Vector == SIMD2<Double>)
@_specialize(where Vector == SIMD3<Float>)
@_specialize(where Vector == SIMD3<Double>)
@_specialize(where Vector == SIMD4<Float>)
@_specialize(where Vector == SIMD4<Double>)
private func pins<Vector: SimulationVector>(
  _ nodes: Renumbering, _ old: Pins<Vector>
) -> Pins<Vector> {
  var pins = Pins<Vector>(count: nodes.count)
  if old.isEmpty { return pins }
  pins.positions = nodes.carry(old.positions) { _ in .zero }
  pins.axes = nodes.carry(old.axes) { _ in 0 }
  return pins
}
