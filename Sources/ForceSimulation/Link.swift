/// A link from one node to another, by the nodes' ids. Simulations take links of indices,
/// 0 ..< nodeCount.
///
/// A link is a spring between two nodes. (An edge is a fact of a graph; the graph libraries have
/// those.)
public struct Link<NodeID: Hashable>: Hashable {
  public var source: NodeID
  public var target: NodeID

  @inlinable
  public init(source: NodeID, target: NodeID) {
    self.source = source
    self.target = target
  }

  @inlinable
  public init(_ source: NodeID, _ target: NodeID) {
    self.init(source: source, target: target)
  }
}

extension Link: Sendable where NodeID: Sendable {}
extension Link: Encodable where NodeID: Encodable {}
extension Link: Decodable where NodeID: Decodable {}
extension Link: CustomStringConvertible {
  public var description: String { "\(source) → \(target)" }
}
