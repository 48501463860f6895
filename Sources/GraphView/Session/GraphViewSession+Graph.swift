import ForceSimulation
import ForceSimulationLive
import GraphModel
import GraphRendering

// Changes of the graph and its layout.

extension GraphViewSession {
  /// Shows another graph, which is applied as a difference to the current one.
  ///
  /// If they are equal, nothing happens. If only the style differs, only that is sent, and nothing
  /// moves. Otherwise nodes that remain keep position, velocity and pins; new ones start next to
  /// their neighbours, and the simulation is reheated according to the size of the change. Steps
  /// are dropped when the graph changes.
  ///
  /// Forces are kept. Those whose values depend on ids are recreated for the new graph.
  ///
  /// - Throws: `GraphViewError` and the errors of `LiveSimulation.apply(_:)`. Nothing has changed
  ///   then.
  /// - Complexity: O(nodes + links).
  package func update(
    _ new: GraphSnapshot<ID>, variedForces: (@Sendable ([ID]) -> ForceList<Vector>)? = nil
  ) async throws {
    await beginChange()
    defer { endChange() }
    try await change(to: new, variedForces ?? self.variedForces)
    if let variedForces { self.variedForces = variedForces }
    // The edits of viewers and the supernodes were of the previous graph.
    (undoable, supernodes) = ([], nil)
  }

  /// Changes the graph, once the caller has begun a change. All steps that can throw come first.
  ///
  /// - Parameter starts: the positions of new nodes, by the ids of the graph; others begin next to
  ///   their neighbours.
  func change(
    to new: GraphSnapshot<ID>, _ variedForces: (@Sendable ([ID]) -> ForceList<Vector>)?,
    startingAt starts: [ExactText: Vector] = [:]
  ) async throws {
    let next = new.arranged(snapshot.order(of: new))
    let difference = snapshot.difference(to: next)
    if difference == .none { return }
    // A choice that is missing in the new graph falls back to the graph's own style.
    var choice = shown.choice
    var columns = ShownLooks.Columns()
    do {
      columns = try await ShownLooks.columns(choice, of: next.graph, options)
    } catch is GraphViewError { choice = Hello.Looks() }
    let newShown = ShownLooks(next, choice, columns, options)
    guard difference == .graph else {
      let hasOtherAttributes = snapshot.graph.offeredAttributes != next.graph.offeredAttributes
      snapshot = next
      broadcast(StateMessage(parts: pageParts.drawing))
      show(newShown)
      if hasOtherAttributes {
        broadcast(StateMessage(attributes: next.graph.offeredAttributes))
      }
      return
    }
    var edit = LiveEdit<ID, Vector>()
    if !starts.isEmpty {
      let known = Set(snapshot.ids.map { ExactKey($0) })
      for (id, name) in zip(next.ids, next.graph.nodeIDs) where !known.contains(ExactKey(id)) {
        edit.insert(id, at: starts[ExactText(name)])
      }
    }
    edit.replaceNodes(next.ids)
    edit.replaceLinks(next.links)
    let facts = try await live.change(by: edit, variedForces?(next.ids) ?? ForceList())
    adopt(next, newShown, facts)
  }

  /// Makes an edited graph the current one.
  private func adopt(
    _ next: GraphSnapshot<ID>, _ newShown: ShownLooks, _ facts: LiveFacts<ID, Vector>
  ) {
    let previous = snapshot.previousIndices(of: next)
    let kept = Set(next.ids.map { ExactKey($0) })
    for id in holders.keys where !kept.contains(id) { holders[id] = nil }
    heldPins.formIntersection(kept)
    // An empty list removes the outlines of the previous graph.
    let groups = next.graph.viewGroups ?? (snapshot.graph.hasClusters ? [] : nil)
    snapshot = next
    shown = newShown
    pins = facts.pins
    shown.looks.setPinned(pins)
    selection = []
    let hadSteps = steps != nil
    (steps, step) = (nil, 0)
    epoch = facts.frame.epoch
    broadcast(shown.looks.graphMessage(next.ends, previous: previous, epoch: wireEpoch))
    broadcast(shown.importantLabels().bytes(epoch: wireEpoch))
    if let ids = next.idsMessage() { broadcast(ids.bytes(epoch: wireEpoch)) }
    broadcast(
      StateMessage(
        forces: facts.forces, looks: shown.choice, legend: shown.legend,
        attributes: next.graph.offeredAttributes, pins: pins, groups: groups,
        parts: pageParts.drawing,
        message: hadSteps ? "The steps were of another graph, and are gone" : nil))
    offer(facts.frame)
  }

  // MARK: Edits by viewers

  func edit(_ command: TextCommand) async throws {
    guard options.allowsEditing, supernodes == nil else {
      throw GraphViewError.impossible("this view does not allow changes of the graph")
    }
    await beginChange()
    defer { endChange() }
    // Another change may have been made while this one waited.
    try checkEpoch(command)
    if command.do == "undo" {
      guard let last = undoable.last else {
        throw GraphViewError.impossible("there is nothing to undo")
      }
      try await change(to: last, variedForces)
      undoable.removeLast()
    } else {
      let graph = try command.do == "add" ? added(command) : removed(command)
      let before = snapshot
      try await change(to: snapshot.edited(graph), variedForces)
      undoable = undoable.suffix(Self.undoLimit - 1) + [before]
    }
    eventHub.send(.edited)
  }

  /// The maximum number of edits that can be undone.
  private static var undoLimit: Int { 50 }

  private func added(_ command: TextCommand) throws -> Graph {
    var graph = snapshot.graph
    var edit = Graph.Edit()
    if case .new(let nodes)? = command.nodes {
      for node in nodes {
        guard !node.id.isEmpty, node.id.utf8.count <= 1000 else {
          throw GraphViewError.outOfRange(
            "the length of an id", value: "\(node.id.utf8.count) bytes", allowed: "1 to 1000")
        }
        edit.insert(node.id)
        if let label = node.label {
          edit.set(StandardAttribute.label, to: .string(label), for: node.id)
        }
      }
    }
    if case .new(let links)? = command.links {
      for ends in links {
        guard ends.count == 2 else {
          throw GraphViewError.impossible("a link of \"add\" needs two ids, not \(ends.count)")
        }
        edit.link(ends[0], ends[1])
      }
    }
    guard !edit.isEmpty else {
      throw GraphViewError.impossible("\"add\" needs \"nodes\" with ids, or \"links\" between ids")
    }
    try graph.apply(edit)
    return graph
  }

  private func removed(_ command: TextCommand) throws -> Graph {
    var graph = snapshot.graph
    var edit = Graph.Edit()
    if case .indices(let links)? = command.links {
      // Parallel links are removed together, as an edit identifies links by their ends.
      var ends: Set<SIMD2<Int32>> = []
      for index in links {
        let link = try link(index)
        let (source, target) = (graph.sources[link], graph.targets[link])
        ends.insert(
          graph.isDirected
            ? SIMD2(source, target) : SIMD2(min(source, target), max(source, target)))
      }
      for pair in ends.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) {
        edit.unlink(graph.nodeIDs[Int(pair.x)], graph.nodeIDs[Int(pair.y)])
      }
    }
    if command.nodes != nil {
      for node in Set(try nodes(command)).sorted() { edit.remove(graph.nodeIDs[node]) }
    }
    guard !edit.isEmpty else {
      throw GraphViewError.impossible("\"remove\" needs \"nodes\" or \"links\", lists of indices")
    }
    try graph.apply(edit)
    return graph
  }

  // MARK: Layouts

  func moveToLayout(_ command: TextCommand) async throws {
    let wanted = try needed(command.name, "name", command)
    guard layouts.contains(where: { $0.name == wanted }) else {
      throw GraphViewError.impossible("there is no layout \"\(wanted)\"")
    }
    if wanted == "force" {
      try await live.freeFromLayout()
      try await live.reheat()
      try await live.start()
    } else {
      try await move(to: wanted, number: lastLayout)
    }
    layout = wanted
    broadcast(StateMessage(forces: await live.facts.forces, layout: wanted))
    eventHub.send(.layout(wanted))
  }

  /// Computes a layout outside the session, then moves all nodes to it within 0.8 s, and rests.
  private func move(to layout: String, number: Int) async throws {
    let begin = epoch
    let positions = try await options.computeLayout(layout, graphNow())
    try Task.checkCancellation()
    guard epoch == begin, number == lastLayout else { throw CancellationError() }
    let targets: [Vector] = try Self.vectors(positions)
    await live.pause()
    guard try await live.move(to: targets, over: .milliseconds(800)) else {
      throw GraphViewError.impossible("the movement to the layout was interrupted")
    }
    try await live.restHere()
    await refresh()
  }

  /// Converts the positions of a file to those of the simulation, whose y points down.
  static func vectors(_ positions: NodePositions) throws -> [Vector] {
    func vector(_ x: Double, _ y: Double, _ z: Double) throws -> Vector {
      guard x.isFinite, y.isFinite, z.isFinite else {
        throw GraphViewError.impossible("the layout has no position for each node")
      }
      var vector = Vector.zero
      vector[0] = Vector.Scalar(x)
      vector[1] = Vector.Scalar(-y)
      if Vector.scalarCount > 2 { vector[2] = Vector.Scalar(z) }
      return vector
    }
    switch positions {
    case .plane(let points): return try points.map { try vector($0.x, $0.y, 0) }
    case .space(let points): return try points.map { try vector($0.x, $0.y, $0.z) }
    }
  }

  /// Returns the graph with its current positions, y up as in files.
  package func graphNow() async -> Graph {
    var frame = await live.frame
    while frame.epoch != epoch, isChanging {
      await Task.yield()
      frame = await live.frame
    }
    var graph = snapshot.graph
    guard frame.positions.count == graph.nodeCount else { return graph }
    if Vector.scalarCount == 3 {
      graph.positions = .space(
        frame.positions.map { SIMD3(Double($0[0]), -Double($0[1]), Double($0[2])) })
    } else {
      graph.positions = .plane(frame.positions.map { SIMD2(Double($0[0]), -Double($0[1])) })
    }
    return graph
  }
}

extension LiveSimulation {
  /// Applies an edit, and replaces forces by new ones of the same names, without a tick in between.
  /// What is new joins the layout, if the simulation is at rest at one.
  /// If it throws, nothing has changed.
  func change(
    by edit: LiveEdit<ID, Vector>, _ new: ForceList<Vector>
  ) throws -> LiveFacts<ID, Vector> {
    var edit = edit
    for name in new.names where forces[name] != nil { edit.setForce(name, to: new[name]) }
    try apply(edit)
    try joinLayout()
    return facts
  }
}

extension GraphSnapshot {
  /// Returns the snapshot of an edited graph: nodes and links that remain keep their style, new
  /// ones get the default. Throws if an id of the new graph cannot be converted to the id type.
  func edited(_ new: Graph) throws(GraphViewError) -> GraphSnapshot {
    var newIDs: [ID] = []
    var previous: [Int?] = []
    newIDs.reserveCapacity(new.nodeCount)
    for name in new.nodeIDs {
      let old = graph.nodeIDs.index(of: name)
      previous.append(old)
      guard let id = old.map({ ids[$0] }) ?? Self.id(of: name) else {
        throw .impossible("\"\(name)\" cannot be the id of a node of this graph")
      }
      newIDs.append(id)
    }
    let style = FileStyle(new)
    let newLabels = previous.enumerated().map { node, old in
      if let old { return labels.indices.contains(old) ? labels[old] : "" }
      return style.nodeNames.isEmpty ? new.nodeIDs[node] : style.nodeNames[node]
    }
    var newLooks = ViewLooks(new, style, .light)
    if !hasPlainLooks {
      for (node, old) in previous.enumerated() {
        newLooks.nodeRadii[node] = old.map { looks.nodeRadii[$0] } ?? 4
        guard let old else { continue }
        newLooks.nodeColors[node] = looks.nodeColors[old]
        newLooks.nodeShapes[node] = looks.nodeShapes[old]
        newLooks.nodeFlags[node] = looks.nodeFlags[old]
        newLooks.nodeStrokes[node] = looks.nodeStrokes[old]
      }
      carryLinkLooks(to: &newLooks, of: new)
    }
    return GraphSnapshot(
      ids: newIDs, graph: new, looks: newLooks, labels: newLabels, legend: legend,
      hasPlainLooks: hasPlainLooks)
  }

  /// Copies the style of links, which are identified by their ends, and parallel ones by their
  /// order.
  private func carryLinkLooks(to newLooks: inout ViewLooks, of new: Graph) {
    var places: [ExactText: [Int]] = [:]
    func key(_ graph: Graph, _ link: Int) -> ExactText {
      let ends = [graph.sources[link], graph.targets[link]].map { graph.nodeIDs[Int($0)] }
      return ExactText("\(ends[0].utf8.count) \(ends[0])\(ends[1])")
    }
    for link in (0..<linkCount).reversed() { places[key(graph, link), default: []].append(link) }
    for link in 0..<new.edgeCount {
      guard let old = places[key(new, link)]?.popLast() else { continue }
      newLooks.linkColors[link] = looks.linkColors[old]
      newLooks.linkWidths[link] = looks.linkWidths[old]
      newLooks.linkFlags[link] = looks.linkFlags[old]
    }
  }

  private static func id(of name: String) -> ID? {
    (name as? ID) ?? (Int(name) as? ID)
  }
}
