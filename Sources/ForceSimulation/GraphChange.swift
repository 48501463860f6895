/// The effect of an edit on the indices of nodes and links.
public struct GraphChange: Sendable, Hashable {
  /// For each node, its index before the edit; nil for a new one.
  package let previousNode: [Int?]
  /// For each link, its index before the edit; nil for a new one.
  package let previousLink: [Int?]
  /// The links, by the new indices of their nodes.
  package let links: [Link<Int>]
  /// For each node, its index within the edit.
  let nodes: [Int]
  /// The new index of each node and link of the edit; nil when it was removed.
  private let nodeIndex: [Int?]
  private let linkIndex: [Int?]
  private let oldNodeCount: Int

  /// - Parameters:
  ///   - nodes: the nodes that there are now, by their index within the edit.
  ///   - oldNodeCount: the number of nodes before the edit; later indices are new ones.
  ///   - allNodes: the number of nodes within the edit, removed ones included.
  ///   - allLinks: the links within the edit, by index within the edit.
  ///   - linkOrder: their indices in their new sequence.
  init(
    nodes: [Int], oldNodeCount: Int, allNodes: Int, allLinks: [Link<Int>],
    linkOrder: [Int], isLinkRemoved: [Bool], oldLinkCount: Int
  ) {
    var nodeIndex = [Int?](repeating: nil, count: allNodes)
    for (index, node) in nodes.enumerated() { nodeIndex[node] = index }
    var links: [Link<Int>] = []
    var previousLink: [Int?] = []
    var linkIndex = [Int?](repeating: nil, count: allLinks.count)
    for number in linkOrder where !isLinkRemoved[number] {
      let link = allLinks[number]
      guard let source = nodeIndex[link.source], let target = nodeIndex[link.target] else {
        continue
      }
      linkIndex[number] = links.count
      previousLink.append(number < oldLinkCount ? number : nil)
      links.append(Link(source, target))
    }
    self.nodes = nodes
    self.links = links
    self.nodeIndex = nodeIndex
    self.linkIndex = linkIndex
    self.previousLink = previousLink
    self.oldNodeCount = oldNodeCount
    previousNode = nodes.map { $0 < oldNodeCount ? $0 : nil }
  }

  /// The number of nodes after the edit.
  public var nodeCount: Int { nodes.count }

  /// The number of links after the edit.
  public var linkCount: Int { links.count }

  /// The index of a node after the edit, from its index within the edit; nil when it was removed.
  public func index(ofNode node: Int) -> Int? {
    nodeIndex.indices.contains(node) ? nodeIndex[node] : nil
  }

  /// The index of a link after the edit, from its index within the edit; nil when it was removed.
  public func index(ofLink link: Int) -> Int? {
    linkIndex.indices.contains(link) ? linkIndex[link] : nil
  }

  /// True when every node keeps its index.
  var keepsNodes: Bool {
    nodes.count == oldNodeCount && zip(0..., nodes).allSatisfy { $0 == $1 }
  }

  /// Permutes values by node along with their nodes; new nodes get `new`. Traps when there is not
  /// one value for each node before the edit. O(nodes).
  public func carry<Value>(_ values: [Value], new: Value) -> [Value] {
    demand(
      values.count == oldNodeCount,
      "ForceSimulation: \(values.count) values were carried over an edit of \(oldNodeCount) nodes")
    return previousNode.map { previous in previous.map { values[$0] } ?? new }
  }

  /// Carries the values of a force over an edit, from its `evaluated` values. A constant stays.
  /// Other values become an array, in which new nodes have its default; without a default the next
  /// `NodeValues.evaluate(count:_:)` throws, unless an edit sets them first. Without evaluated
  /// values they stay as they are.
  public func carry<Value: SimulationScalar>(
    _ values: NodeValues<Value>, _ evaluated: [Value]?
  ) -> NodeValues<Value> {
    carry(values, evaluated, missing: .missing)
  }

  /// Carries vectors by node, as the method for numbers does.
  public func carry<Vector: SimulationVector>(
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
  public func carry<Value: SimulationScalar>(
    _ values: LinkValues<Value>, _ evaluated: [Value]?
  ) -> LinkValues<Value> {
    carry(values, evaluated.map { .each($0) })
  }

  func carry<Value: SimulationScalar>(
    _ values: LinkValues<Value>, _ evaluated: CommonOrEach<Value>?
  ) -> LinkValues<Value> {
    guard let evaluated else { return values }
    func carried(_ new: Value) -> [Value] {
      previousLink.map { previous in previous.map { evaluated[$0] } ?? new }
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
