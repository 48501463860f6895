/// A link from one node to another, by the nodes' ids. For the simulation itself ids are indices, 0 ..< nodeCount.
public struct EdgeID<NodeID: Hashable>: Hashable {
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

extension EdgeID: Sendable where NodeID: Sendable {}
extension EdgeID: Encodable where NodeID: Encodable {}
extension EdgeID: Decodable where NodeID: Decodable {}
extension EdgeID: CustomStringConvertible {
  public var description: String { "\(source) → \(target)" }
}
