import GraphModel

/// A connected component in the form that the steps of a layered layout use: nodes by local
/// numbers, and coordinates x along layers, from the first node to the last, and y from layer to
/// layer.
struct LayeredPart {
  struct Edge {
    var source: Int32
    var target: Int32
    /// Its number in the graph.
    var number: Int
    /// The details of the edge, in the coordinates of the layout.
    var details: LayeredLayout.Edge
  }

  /// The numbers of the nodes in the graph.
  let nodes: [Int32]
  /// The sizes of their boxes.
  var sizes: [SIMD2<Double>]
  /// The edges, without self-loops.
  var edges: [Edge] = []
  var loops: [(node: Int32, number: Int, label: SIMD2<Double>)] = []
  var ranks: [LayeredLayout.Rank] = []
  /// The groups; their `nodes` are not used, but `groupOf`.
  var groups: [LayeredLayout.Group] = []
  /// The numbers of its groups in the drawing.
  var groupNumbers: [Int] = []
  /// The innermost group of each node, -1 for none.
  var groupOf: [Int32]

  var nodeCount: Int { nodes.count }
}

/// The mapping of the layout's axes to the drawing.
struct LayerAxes {
  let direction: LayoutDirection

  func inner(_ v: SIMD2<Double>) -> SIMD2<Double> {
    switch direction {
    case .down: SIMD2(v.x, -v.y)
    case .up: v
    case .right: SIMD2(-v.y, v.x)
    case .left: SIMD2(-v.y, -v.x)
    }
  }

  func outer(_ v: SIMD2<Double>) -> SIMD2<Double> {
    switch direction {
    case .down: SIMD2(v.x, -v.y)
    case .up: v
    case .right: SIMD2(v.y, -v.x)
    case .left: SIMD2(-v.y, -v.x)
    }
  }

  /// Returns the extents along and across the layers for a width and height.
  func size(_ size: SIMD2<Double>) -> SIMD2<Double> {
    direction.isUpright ? size : SIMD2(size.y, size.x)
  }
}

extension LayeredPart {
  /// Returns the components of a graph, connected by edges, ranks and groups. O(nodes + edges +
  /// members).
  static func parts(
    of graph: LayoutGraph, _ details: LayeredLayout.Details, _ axes: LayerAxes
  ) throws(LayoutError) -> [LayeredPart] {
    let groupOf = try innermostGroups(graph.nodeCount, details.groups)
    let components = components(graph, details)
    var local = [Int32](repeating: 0, count: graph.nodeCount)
    var parts = components.nodes.map { nodes in
      for (index, node) in nodes.enumerated() { local[Int(node)] = Int32(index) }
      return LayeredPart(
        nodes: nodes,
        sizes: nodes.map {
          details.nodeSizes.isEmpty ? .zero : axes.size(details.nodeSizes[Int($0)])
        }, groupOf: [Int32](repeating: -1, count: nodes.count))
    }
    for number in graph.sources.indices {
      let (source, target) = (graph.sources[number], graph.targets[number])
      var edge = details.edges.isEmpty ? LayeredLayout.Edge() : details.edges[number]
      edge.sourcePort = edge.sourcePort.map(axes.inner)
      edge.targetPort = edge.targetPort.map(axes.inner)
      edge.labelSize = edge.labelSize.map(axes.size)
      edge.sourceCell = edge.sourceCell.map(axes.size)
      edge.targetCell = edge.targetCell.map(axes.size)
      let part = Int(components.membership[Int(source)])
      if source == target {
        parts[part].loops.append((local[Int(source)], number, edge.labelSize ?? .zero))
      } else {
        parts[part].edges.append(
          Edge(
            source: local[Int(source)], target: local[Int(target)], number: number, details: edge))
      }
    }
    for rank in details.ranks {
      guard let first = rank.nodes.first else { continue }
      var rank = rank
      rank.nodes = rank.nodes.map { Int(local[$0]) }
      parts[Int(components.membership[first])].ranks.append(rank)
    }
    // Empty groups are dropped.
    var localGroup = [Int32](repeating: -1, count: details.groups.count)
    var partOfGroup = details.groups.map { group in
      group.nodes.first.map { Int(components.membership[$0]) }
    }
    for (number, group) in details.groups.enumerated().reversed() {
      if let parent = group.parent, let part = partOfGroup[number] { partOfGroup[parent] = part }
    }
    for (number, group) in details.groups.enumerated() {
      guard let part = partOfGroup[number] else { continue }
      var group = group
      group.parent = group.parent.map { Int(localGroup[$0]) }
      localGroup[number] = Int32(parts[part].groups.count)
      parts[part].groups.append(group)
      parts[part].groupNumbers.append(number)
    }
    for node in groupOf.indices where groupOf[node] >= 0 {
      parts[Int(components.membership[node])].groupOf[Int(local[node])] =
        localGroup[Int(groupOf[node])]
    }
    return parts
  }

  /// Returns the components of the graph with an additional path through each rank and each group.
  private static func components(
    _ graph: LayoutGraph, _ details: LayeredLayout.Details
  ) -> ComponentLists {
    if details.ranks.isEmpty && details.groups.isEmpty { return graph.components() }
    var (sources, targets) = (graph.sources, graph.targets)
    func join(_ nodes: [Int]) {
      for (a, b) in zip(nodes, nodes.dropFirst()) {
        sources.append(Int32(a))
        targets.append(Int32(b))
      }
    }
    for rank in details.ranks { join(rank.nodes) }
    // A node of each group, or of one nested in it.
    var member = details.groups.map(\.nodes.first)
    for (number, group) in details.groups.enumerated().reversed() {
      join(group.nodes)
      guard let parent = group.parent, let node = member[number] else { continue }
      if let other = member[parent] { join([other, node]) } else { member[parent] = node }
    }
    return ComponentLists(
      GraphTopology(trusted: graph.nodeCount, sources: sources, targets: targets)
        .connectedComponents())
  }

  private static func innermostGroups(
    _ nodeCount: Int, _ groups: [LayeredLayout.Group]
  ) throws(LayoutError) -> [Int32] {
    var groupOf = [Int32](repeating: -1, count: groups.isEmpty ? 0 : nodeCount)
    func contains(_ outer: Int32, _ inner: Int) -> Bool {
      var group: Int? = inner
      while let next = group, next > outer { group = groups[next].parent }
      return group == Int(outer)
    }
    for (number, group) in groups.enumerated() {
      for node in group.nodes {
        guard groupOf[node] < 0 || contains(groupOf[node], number) else {
          throw .badOption(
            "groups", value: "node \(node) in group \(groupOf[node]) and in group \(number)",
            expected: "a node in one group only, and the groups around it")
        }
        groupOf[node] = Int32(number)
      }
    }
    return groupOf
  }
}
