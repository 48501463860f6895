/// A group of nodes in a file: a subgraph of DOT with a name or attributes.
public struct NodeGroup: Sendable, Codable {
  /// The name; empty if it has none.
  public var name: String
  /// The index of its parent among the graph's groups, which is lower than its own; nil for none.
  public var parent: Int?
  /// Its distinct nodes, including those of nested groups.
  public var nodes: [Int]
  /// The attributes, such as `label`, `color` and `rank`.
  public var attributes: GraphAttributes

  public init(
    _ name: String, nodes: [Int], parent: Int? = nil,
    attributes: GraphAttributes = GraphAttributes()
  ) {
    self.name = name
    self.parent = parent
    self.nodes = nodes
    self.attributes = attributes
  }

  /// True if it is a cluster, around which drawings have a box.
  public var isCluster: Bool {
    if name.beginsWithBytes(of: "cluster") { return true }
    return switch attributes["cluster"] {
    case .boolean(let value): value
    case .string(let value): value == "true"
    default: false
    }
  }
}

/// Names are compared by their bytes.
extension NodeGroup: ByteEquality {
  package func isEqual(to other: Self) -> Bool {
    name.hasSameBytes(as: other.name) && parent == other.parent
      && nodes == other.nodes && attributes == other.attributes
  }

  package func addHash(to hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(parent)
    hasher.combine(nodes)
    hasher.combine(attributes)
  }
}

extension Graph {
  /// Throws if a group contains a node that does not exist, or its parent does not precede it.
  static func check(_ groups: [NodeGroup], nodeCount: Int) throws(GraphError) {
    for (number, group) in groups.enumerated() {
      if let node = group.nodes.first(where: { $0 < 0 || $0 >= nodeCount }) {
        throw GraphError("group \(number) has node \(node); there are \(nodeCount) nodes, from 0")
      }
      if let parent = group.parent, !(0..<number).contains(parent) {
        throw GraphError("group \(number) is in group \(parent), which is not before it")
      }
    }
  }
}

extension [NodeGroup] {
  /// Returns the groups with nodes renumbered; -1 for removed nodes. Empty groups are kept, as the
  /// indices of others depend on them.
  func renumbered(_ numbers: [Int32]) -> [NodeGroup] {
    map { group in
      var group = group
      group.nodes = group.nodes.compactMap { numbers[$0] < 0 ? nil : Int(numbers[$0]) }
      return group
    }
  }
}
