/// The boxes of a diagram in which nodes lie, in each other.
struct DiagramGroups {
  private var groups: [NodeGroup] = []
  private var open: [(group: Int, place: FileLocation)] = []
  /// The group of each node that has one.
  private var groupOfNode: [Int: Int] = [:]

  /// The place at which the innermost open group begins; nil if none is open.
  var openPlace: FileLocation? { open.last?.place }

  mutating func begin(
    _ name: String, label: String, at place: FileLocation, _ builder: GraphBuilder
  ) throws(GraphFileError) {
    guard open.count < builder.limits.nestingDepth else {
      throw builder.tooMany("boxes in boxes", builder.limits.nestingDepth, place)
    }
    try builder.budget.take(
      ReadBudget.group + name.utf8.count + label.utf8.count, file: builder.file, at: place)
    var group = NodeGroup(name, nodes: [], parent: open.last?.group)
    group.attributes["cluster"] = true
    if !label.isEmpty { group.attributes[StandardAttribute.label] = .string(label) }
    groups.append(group)
    open.append((groups.count - 1, place))
  }

  mutating func end() { open.removeLast() }

  /// Puts a node into the innermost open group, unless it is in one already.
  mutating func add(_ node: Int, _ builder: GraphBuilder) throws(GraphFileError) {
    guard !open.isEmpty, groupOfNode[node] == nil else { return }
    try builder.budget.take(ReadBudget.member * open.count, file: builder.file)
    groupOfNode[node] = open.last?.group
    for (group, _) in open { groups[group].nodes.append(node) }
  }

  /// The groups that have nodes.
  var result: [NodeGroup] {
    var places = [Int?](repeating: nil, count: groups.count)
    var kept: [NodeGroup] = []
    for (index, group) in groups.enumerated() where !group.nodes.isEmpty {
      places[index] = kept.count
      var group = group
      group.parent = group.parent.flatMap { places[$0] }
      kept.append(group)
    }
    return kept
  }
}

extension GraphBuilder {
  /// Returns the graph of a diagram.
  ///
  /// - Parameter directions: true for each edge that has an arrow; without edges it is directed.
  mutating func diagram(
    _ directions: [Bool], _ groups: DiagramGroups
  ) throws(GraphFileError) -> Graph {
    if Set(directions).count == 2 {
      for (edge, direction) in directions.enumerated() {
        try setEdge(StandardAttribute.directed, .boolean(direction), edge, isField: true)
      }
    }
    isDirected = directions.isEmpty || directions.contains(true)
    var graph = try graph()
    graph.groups = groups.result
    return graph
  }
}
