import RunSupport

/// The ids of nodes, and the index of each, for graphs whose nodes have names. Ids that are texts
/// are compared by their bytes.
///
///     let ids = try NodeIDs(["Valjean", "Javert", "Cosette"])
///     let links = try ids.links([Link("Valjean", "Cosette"), Link("Javert", "Valjean")])
///     let simulation = try Simulation(nodeCount: ids.count, links: links, forces: forces)
///     print(simulation.kinetics.position[ids.index(of: "Cosette")!])
public struct NodeIDs<ID: Hashable>: RandomAccessCollection {
  private var ids: [ID]
  private var indices_: [ExactKey<ID>: Int]

  /// Node i is known as the i-th element of `ids`. Throws when an id appears twice. O(n).
  public init(_ ids: some Sequence<ID>) throws(SimulationError) {
    self.ids = Array(ids)
    var indices: [ExactKey<ID>: Int] = [:]
    indices.reserveCapacity(self.ids.count)
    for (index, id) in self.ids.enumerated() {
      if let first = indices.updateValue(index, forKey: ExactKey(id)) {
        throw .duplicate("id \"\(id)\"", first: first, second: index)
      }
    }
    indices_ = indices
  }

  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// The number of nodes.
  public var endIndex: Int { ids.count }
  /// The id of a node. Traps when there is no such node.
  public subscript(node: Int) -> ID {
    demand(ids.indices.contains(node), NodeArray<ID>.noNode(node, ids.count))
    return ids[node]
  }

  /// The index of the node known as `id`, or nil. O(1).
  public func index(of id: ID) -> Int? { indices_[ExactKey(id)] }

  /// Links by index for links by id. Throws at the first id that no node has. O(number of links).
  public func links(_ links: some Sequence<Link<ID>>) throws(SimulationError) -> [Link<Int>] {
    var result: [Link<Int>] = []
    result.reserveCapacity(links.underestimatedCount)
    for link in links {
      guard let source = indices_[ExactKey(link.source)] else { throw .unknownID("\(link.source)") }
      guard let target = indices_[ExactKey(link.target)] else { throw .unknownID("\(link.target)") }
      result.append(Link(source: source, target: target))
    }
    return result
  }

  /// Returns for each node the index of the same id in `old`, or nil for a new one: the argument of
  /// `Simulation.Edit.arrange(_:)`. O(n).
  public func previousIndices(in old: NodeIDs) -> [Int?] { ids.map { old.index(of: $0) } }
}

extension NodeIDs {
  /// Carries the ids over an edit. `newIDs` has the ids of the new nodes, in the order in which the
  /// edit inserted them; none is the id of a remaining node. O(new nodes) if every remaining node
  /// keeps its index, else O(n).
  package mutating func carry(over change: GraphChange, newIDs: [ID]) {
    if change.nodes.isGrowth {
      for id in newIDs {
        indices_[ExactKey(id)] = ids.count
        ids.append(id)
      }
      return
    }
    var new = newIDs.makeIterator()
    var carried: [ID] = []
    carried.reserveCapacity(change.nodeCount)
    var staying = [Bool](repeating: false, count: ids.count)
    for previous in change.previousNode {
      if let previous { staying[previous] = true }
      guard let id = previous.map({ ids[$0] }) ?? new.next() else { break }
      carried.append(id)
    }
    for (index, id) in ids.enumerated() where !staying[index] { indices_[ExactKey(id)] = nil }
    for (index, id) in carried.enumerated()
    where ids.indices.contains(index) == false
      || ExactKey(ids[index]) != ExactKey(id)
    { indices_[ExactKey(id)] = index }
    ids = carried
  }
}

extension NodeIDs: Sendable where ID: Sendable {}
