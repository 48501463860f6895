/// The subgraphs of a DOT file, in the order in which they were first opened, and their nodes.
struct DOTGroups {
  /// A subgraph is known by its name within the one around it.
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
  /// The last subgraph of each name, wherever it is.
  private var latest: [ExactText: Int] = [:]
  private var memberships: Set<Membership> = []
  /// By group, the defaults that are set in it, of those that may be opened again.
  private var defaults: [Int: DOTDefaultPair] = [:]
  /// By group, what clusters have unless they say otherwise.
  private var inherited: [Int: GraphAttributes] = [:]

  /// The attributes around it that a cluster takes over: how labels are written, but not what they say.
  static let inheritedNames: Set = ["fontcolor", "fontname", "fontsize", "labeljust", "labelloc"]

  /// The subgraph of a name within another one, or within the graph; nil when there is none, and
  /// for those without a name.
  func number(of name: String?, in parent: Int?) -> Int? {
    name.flatMap { numbers[Place(parent: parent ?? -1, name: ExactText($0))] }
  }

  /// The subgraph that `subgraph name` without braces means: the one here, else the last one anywhere.
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

  /// Returns how many attributes there are.
  mutating func set(_ name: String, _ value: AttributeValue, of group: Int) -> Int {
    groups[group].attributes[name] = value
    return groups[group].attributes.names.count
  }

  /// The defaults that were set in a subgraph; nil when there are none.
  func defaults(of group: Int) -> DOTDefaultPair? { defaults[group] }

  /// Keeps a default for when the subgraph is opened again. Returns how many there are.
  mutating func setDefault(
    _ kind: DOTDefaultPair.Kind, _ name: String, _ value: String, of group: Int
  ) -> Int {
    // Those without a name are opened once.
    guard number(of: groups[group].name, in: groups[group].parent) == group else { return 0 }
    return defaults[group, default: DOTDefaultPair()].set(kind, name, value)
  }

  /// The nodes of a subgraph, in the order in which they came.
  func members(of group: Int) -> [Int] { groups[group].nodes }

  /// Makes a node a member of a subgraph and of all around it. Returns of how many it was none yet.
  mutating func add(_ node: Int, to group: Int?) -> Int {
    var (next, count) = (group, 0)
    // A member of a subgraph is one of those around it already.
    while let group = next,
      memberships.insert(Membership(group: Int32(group), node: Int32(node))).inserted
    {
      groups[group].nodes.append(node)
      next = groups[group].parent
      count += 1
    }
    return count
  }

  /// A subgraph and those around it, the innermost first.
  func chain(of group: Int?) -> [Int] {
    var (next, chain): (Int?, [Int]) = (group, [])
    while let group = next {
      chain.append(group)
      next = groups[group].parent
    }
    return chain
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
