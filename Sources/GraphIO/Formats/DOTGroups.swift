/// The subgraphs of a DOT file, in the order in which they were first opened, and their nodes.
struct DOTGroups {
  /// The identity of a subgraph: its name within its parent.
  private struct Place: Hashable {
    var parent: Int
    var name: ExactText
  }
  private struct Membership: Hashable {
    var group: Int32
    var node: Int32
  }

  private var groups: [NodeGroup] = []
  private var numbers: [Place: Int] = [:]
  /// The last subgraph of each name, in any parent.
  private var latest: [ExactText: Int] = [:]
  private var memberships: Set<Membership> = []
  /// The defaults set in each group that may be reopened.
  private var defaults: [Int: DOTDefaultPair] = [:]
  /// The default attributes that each cluster inherits.
  private var inherited: [Int: GraphAttributes] = [:]

  /// The attributes that a cluster inherits from its surroundings: the style of labels, but not
  /// their text.
  static let inheritedNames: Set = ["fontcolor", "fontname", "fontsize", "labeljust", "labelloc"]

  /// Returns the subgraph of a name within another one, or within the root graph; nil if there is
  /// none or the name is nil.
  func number(of name: String?, in parent: Int?) -> Int? {
    name.flatMap { numbers[Place(parent: parent ?? -1, name: ExactText($0))] }
  }

  /// Returns the subgraph to which `subgraph name` without braces refers: the one in this parent,
  /// else the last one anywhere.
  func known(_ name: String, in parent: Int?) -> Int? {
    number(of: name, in: parent) ?? latest[ExactText(name)]
  }

  mutating func add(_ name: String?, parent: Int?, inherited looks: GraphAttributes) -> Int {
    let number = groups.count
    groups.append(NodeGroup(name ?? "", nodes: [], parent: parent))
    if let name {
      numbers[Place(parent: parent ?? -1, name: ExactText(name))] = number
      latest[ExactText(name)] = number
    }
    if !looks.isEmpty { inherited[number] = looks }
    return number
  }

  /// Sets an attribute and returns the number of attributes.
  mutating func set(_ name: String, _ value: AttributeValue, of group: Int) -> Int {
    groups[group].attributes[name] = value
    return groups[group].attributes.names.count
  }

  /// Returns the defaults that were set in a subgraph; nil if there are none.
  func defaults(of group: Int) -> DOTDefaultPair? { defaults[group] }

  /// Keeps a default for a reopening of the subgraph. Returns the number of defaults.
  mutating func setDefault(
    _ kind: DOTDefaultPair.Kind, _ name: String, _ value: String, of group: Int
  ) -> Int {
    // Subgraphs without a name cannot be reopened.
    guard number(of: groups[group].name, in: groups[group].parent) == group else { return 0 }
    return defaults[group, default: DOTDefaultPair()].set(kind, name, value)
  }

  /// Returns the nodes of a subgraph, in the order in which they were added.
  func members(of group: Int) -> [Int] { groups[group].nodes }

  /// Adds a node to a subgraph and its ancestors. Returns the number of those that did not contain
  /// it.
  mutating func add(_ node: Int, to group: Int?) -> Int {
    var (next, count) = (group, 0)
    // A member of a subgraph is already a member of its ancestors.
    while let group = next,
      memberships.insert(Membership(group: Int32(group), node: Int32(node))).inserted
    {
      groups[group].nodes.append(node)
      next = groups[group].parent
      count += 1
    }
    return count
  }

  /// Returns a subgraph and its ancestors, the innermost first.
  func chain(of group: Int?) -> [Int] {
    var (next, chain): (Int?, [Int]) = (group, [])
    while let group = next {
      chain.append(group)
      next = groups[group].parent
    }
    return chain
  }

  /// Returns the groups with information: those with attributes, and clusters.
  func kept() -> [NodeGroup] {
    var places = [Int?](repeating: nil, count: groups.count)
    var kept: [NodeGroup] = []
    for (number, group) in groups.enumerated() {
      var group = group
      group.nodes.sort()
      if group.isCluster, let looks = inherited[number] {
        for (name, value) in looks.pairs where group.attributes[name] == nil {
          group.attributes[name] = value
        }
      }
      // The parent becomes the nearest kept ancestor; parents precede children.
      group.parent = group.parent.flatMap { places[$0] }
      if group.attributes.isEmpty, !group.isCluster {
        places[number] = group.parent
      } else {
        places[number] = kept.count
        kept.append(group)
      }
    }
    return kept
  }
}
