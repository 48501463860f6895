/// The effect of an edit on the indices of nodes and links.
public struct GraphChange: Sendable, Hashable {
  let nodes: Renumbering
  private let linkNumbers: Renumbering
  /// The links, by the new indices of their nodes.
  package let links: [Link<Int>]

  /// - Parameters:
  ///   - nodes: the renumbering of the nodes.
  ///   - allLinks: the links within the edit, by index within the edit.
  ///   - linkOrder: their indices in their new sequence; nil for the one they have.
  ///   - isLinkRemoved: by link; empty when no link was removed by itself.
  ///   - oldLinkCount: the number of links before the edit.
  init(
    nodes: Renumbering, allLinks: [Link<Int>], linkOrder: [Int]?, isLinkRemoved: [Bool],
    oldLinkCount: Int
  ) {
    self.nodes = nodes
    guard !nodes.isGrowth || linkOrder != nil || !isLinkRemoved.isEmpty else {
      linkNumbers = Renumbering(oldCount: oldLinkCount, addedTo: allLinks.count)
      links = allLinks
      return
    }
    var links: [Link<Int>] = []
    var remaining: [Int] = []
    links.reserveCapacity(allLinks.count)
    remaining.reserveCapacity(allLinks.count)
    func keep(_ number: Int) {
      if !isLinkRemoved.isEmpty, isLinkRemoved[number] { return }
      let link = allLinks[number]
      guard let source = nodes.index(of: link.source), let target = nodes.index(of: link.target)
      else { return }
      remaining.append(number)
      links.append(Link(source, target))
    }
    if let linkOrder {
      for number in linkOrder { keep(number) }
    } else {
      for number in allLinks.indices { keep(number) }
    }
    linkNumbers = Renumbering(remaining, oldCount: oldLinkCount, allCount: allLinks.count)
    self.links = links
  }

  /// For each node, its index before the edit; nil for a new one. O(nodes).
  package var previousNode: [Int?] { nodes.previousIndices }
  /// For each link, its index before the edit; nil for a new one. O(links).
  package var previousLink: [Int?] { linkNumbers.previousIndices }

  /// The number of links that were there before the edit and are still there. O(1) when links were
  /// added at most, else O(links).
  package var keptLinkCount: Int { linkNumbers.keptCount }

  /// The number of nodes after the edit.
  public var nodeCount: Int { nodes.count }

  /// The number of links after the edit.
  public var linkCount: Int { links.count }

  /// The index of a node after the edit, from its index within the edit; nil when it was removed.
  public func index(ofNode node: Int) -> Int? { nodes.index(of: node) }

  /// The index of a link after the edit, from its index within the edit; nil when it was removed.
  public func index(ofLink link: Int) -> Int? { linkNumbers.index(of: link) }

  /// True when every node keeps its index, and there are no others.
  var keepsNodes: Bool { nodes.isIdentity }
  /// True when nodes and links are those before the edit.
  var keepsGraph: Bool { nodes.isIdentity && linkNumbers.isIdentity }
  /// True when the edit changes forces, so that their values have to be carried over it: what is
  /// set for one node or link must not make a function compute those of the others again.
  var changesForces = false

  /// Permutes values by node along with their nodes; new nodes get `new`. Traps when there is not
  /// one value for each node before the edit. O(nodes).
  @_specialize(where Value == Float)
  @_specialize(where Value == Double)
  public func carry<Value>(_ values: [Value], new: Value) -> [Value] {
    demand(
      values.count == nodes.oldCount,
      "ForceSimulation: \(values.count) values were carried over an edit of \(nodes.oldCount) nodes"
    )
    return nodes.carry(values) { _ in new }
  }

  /// Carries the values of a force over an edit, from its `evaluated` values. A constant stays.
  /// Other values become an array, in which new nodes have its default; without a default the next
  /// `NodeValues.evaluate(count:_:)` throws, unless an edit sets them first. Without evaluated
  /// values they stay as they are.
  func carry<Value: SimulationScalar>(
    _ values: NodeValues<Value>, _ evaluated: [Value]?
  ) -> NodeValues<Value> {
    carry(values, evaluated, missing: .missing)
  }

  /// Carries vectors by node, as the method for numbers does.
  func carry<Vector: SimulationVector>(
    _ values: NodeValues<Vector>, _ evaluated: [Vector]?
  ) -> NodeValues<Vector> {
    carry(values, evaluated, missing: .missing)
  }

  private func carry<Value>(
    _ values: NodeValues<Value>, _ evaluated: [Value]?, missing: Value
  ) -> NodeValues<Value> {
    guard let evaluated else { return values }
    switch values {
    case .constant: return values
    case .array(_, let common):
      return .array(carry(evaluated, new: common ?? missing), default: common)
    case .function: return .array(carry(evaluated, new: missing))
    }
  }

  /// Carries values by link, as the method for values by node does.
  func carry<Value: SimulationScalar>(
    _ values: LinkValues<Value>, _ evaluated: [Value]?
  ) -> LinkValues<Value> {
    carry(values, evaluated.map { .each($0) })
  }

  func carry<Value: SimulationScalar>(
    _ values: LinkValues<Value>, _ evaluated: CommonOrEach<Value>?
  ) -> LinkValues<Value> {
    guard let evaluated else { return values }
    func carried(_ new: Value) -> [Value] {
      linkNumbers.carry(evaluated.all(count: linkNumbers.oldCount)) { _ in new }
    }
    switch values {
    case .constant: return values
    case .array(_, let common): return .array(carried(common ?? .missing), default: common)
    case .function: return .array(carried(.missing))
    }
  }
}

extension SimulationScalar {
  /// A placeholder for the value of a new node or link. It differs from the NaN that computations
  /// give, and is printed differently.
  static var missing: Self { .signalingNaN }
  var isMissing: Bool { isSignalingNaN }
}

extension SimulationVector {
  static var missing: Self { Self(repeating: .missing) }
  var isMissing: Bool { self[0].isMissing }
}
