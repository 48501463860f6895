/// The subgraphs of a DOT file, in the order of their braces.
struct DOTGroups {
  private var groups: [NodeGroup] = []
  private var numbers: [String: Int] = [:]
  /// Of subgraphs that are named again; most have their members once.
  private var members: [Int: Set<Int>] = [:]
  /// By group, what clusters have unless they say otherwise.
  private var inherited: [Int: GraphAttributes] = [:]

  /// The attributes around it that a cluster takes over: how labels are written, but not what they say.
  static let inheritedNames: Set = ["fontcolor", "fontname", "fontsize", "labeljust", "labelloc"]

  /// The subgraph of a name; nil when there is none, and for those without a name.
  func number(of name: String?) -> Int? { name.flatMap { numbers[$0] } }

  mutating func add(_ name: String?, parent: Int?, inherited looks: GraphAttributes) -> Int {
    groups.append(NodeGroup(name ?? "", nodes: [], parent: parent))
    if let name { numbers[name] = groups.count - 1 }
    if !looks.isEmpty { inherited[groups.count - 1] = looks }
    return groups.count - 1
  }

  /// Returns how many attributes there are.
  mutating func set(_ name: String, _ value: AttributeValue, of group: Int) -> Int {
    groups[group].attributes[name] = value
    return groups[group].attributes.names.count
  }

  mutating func add(_ nodes: [Int], to group: Int) {
    if groups[group].nodes.isEmpty {
      groups[group].nodes = nodes
      return
    }
    var known = members[group] ?? Set(groups[group].nodes)
    // One owner, or each insertion would copy the set.
    members[group] = nil
    for node in nodes where known.insert(node).inserted { groups[group].nodes.append(node) }
    members[group] = known
  }

  /// The groups that say something: those with attributes, and clusters.
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
      // The nearest one around it that is kept: parents come first.
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
