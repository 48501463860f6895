/// Nodes that a file puts together: a subgraph of DOT with a name or attributes of its own.
public struct NodeGroup: Sendable, Codable {
  /// Empty when it has none.
  public var name: String
  /// The group around it, by its place among the graph's groups, which is before its own; nil for none.
  public var parent: Int?
  /// Its nodes, those of groups inside it included, each once.
  public var nodes: [Int]
  /// Such as `label`, `color` and `rank`.
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

  /// Whether it is a cluster: one that drawings put a box around.
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
extension NodeGroup: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.name.hasSameBytes(as: second.name) && first.parent == second.parent
      && first.nodes == second.nodes && first.attributes == second.attributes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(parent)
    hasher.combine(nodes)
    hasher.combine(attributes)
  }
}

extension Graph {
  /// Throws when a group names a node that does not exist, or a group around it that is not before it.
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
  /// The groups of a graph in which nodes have other numbers; -1 for those that are gone. Groups
  /// without nodes stay, as the numbers of others depend on them.
  func renumbered(_ numbers: [Int32]) -> [NodeGroup] {
    map { group in
      var group = group
      group.nodes = group.nodes.compactMap { numbers[$0] < 0 ? nil : Int(numbers[$0]) }
      return group
    }
  }
}
