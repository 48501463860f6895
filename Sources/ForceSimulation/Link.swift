/// A link from one node to another, by the nodes' ids. Simulations take links of indices,
/// 0 ..< nodeCount: `Link(0, 1)` is a `Link<Int>`, and an array of them a `[Link<Int>]`.
///
/// A link is a spring between two nodes. (An edge is a fact of a graph; the graph libraries have
/// those.)
public struct Link<NodeID: Hashable>: Hashable {
  /// The node at the first end.
  public var source: NodeID
  /// The node at the second end.
  public var target: NodeID

  /// A link from `source` to `target`.
  @inlinable
  public init(source: NodeID, target: NodeID) {
    self.source = source
    self.target = target
  }

  /// A link from `source` to `target`.
  @inlinable
  public init(_ source: NodeID, _ target: NodeID) {
    self.init(source: source, target: target)
  }
}

extension Link: Sendable where NodeID: Sendable {}
extension Link: Encodable where NodeID: Encodable {}
extension Link: Decodable where NodeID: Decodable {}
extension Link: CustomStringConvertible {
  /// Both ends as text.
  public var description: String { "\(source) → \(target)" }
}
