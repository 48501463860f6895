import RunSupport

/// A graph with one supernode for each group of another graph's nodes.
///
///     let column = try NodeMeasure.community.column(of: graph)
///     let aggregate = try graph.aggregated(by: column)
///     print(aggregate.graph.nodeCount, aggregate.supernodes.sizes[0])
public struct GraphAggregate: Sendable, Hashable {
  /// The supernodes, the one with the most members first, and the edges between them.
  ///
  /// The id of a supernode is the value that its members share, as text. Its attributes:
  /// - `label`: its name. This is the value if that is a text or a boolean, the name of its top
  ///   member if it is the number of a community or another measure, and both if it is a number of
  ///   the file.
  /// - `members`: the number of its members.
  /// - `top`: the id of the member with the highest PageRank.
  /// - `top_names`: the names of up to three members with the highest PageRank, separated by semicolons.
  /// - `inner_edges`, `inner_weight`: the number of edges between members, and the sum of their weights.
  /// - each attribute that has one value for all members of a supernode, in every supernode.
  ///
  /// The weight of an edge is the sum of the weights of all edges between members of both (in a
  /// directed graph, in the same direction); its attribute `edges` is their number.
  public let graph: Graph
  /// The supernode of each node of the aggregated graph, by number.
  public let supernodes: NodePartition

  /// The attribute of supernodes with the number of members.
  public static let membersAttribute = "members"
  /// The attribute of supernodes with the names of members, for pictures that list them.
  package static let memberNamesAttribute = "member_names"
  /// Returns the names of a list that is the value of an attribute.
  package static func names(in list: String) -> [String] {
    list.split(separator: nameSeparator).map(String.init)
  }

  /// Returns a list of names as the value of an attribute. The space of a separator within a name no longer breaks, so that
  /// `names(in:)` finds as many names.
  package static func list(of names: [String]) -> String {
    names.map { $0.replacing(nameSeparator, with: ";\u{A0}") }.joined(separator: nameSeparator)
  }

  private static let nameSeparator = "; "
  /// The attribute of supernodes with the names of their most central members.
  package static let topNamesAttribute = "top_names"

  /// The supernode of each node, as attributes of the aggregated nodes: `supernode` has its id,
  /// `supernode_name` its label.
  package var memberColumns: [AttributeColumn] {
    let labels = graph.nodeAttributes[StandardAttribute.label]
    return [
      AttributeColumn("supernode", .strings(supernodes.classOfNode.map { graph.nodeIDs[Int($0)] })),
      AttributeColumn(
        "supernode_name",
        .strings(supernodes.classOfNode.map { labels?[Int($0)]?.description })),
    ]
  }
}

extension Graph {
  /// Returns the graph with one supernode for each value of an attribute, and edges with summed
  /// weights.
  ///
  /// Nodes without a value form one supernode, whose id is `no value`. Missing and non-finite
  /// weights count as 1; sums are limited to the largest finite number. Edges within a supernode
  /// are counted, and not kept as loops; positions and groups are dropped. O(nodes + edges), plus
  /// PageRank, with the weights that measures use. Deterministic.
  ///
  /// - Parameters:
  ///   - column: an optional value for each node: an attribute, or a measure
  ///     (`NodeMeasure.column(of:)`).
  ///   - isNumbering: true for numbers without a meaning of their own, such as those of
  ///     communities: labels do not contain them.
  ///   - control: cancellation and progress.
  /// - Throws: `GraphError` if the number of values is not the number of nodes; `CancellationError`
  ///   if `control` ends the work.
  public func aggregated(
    by column: AttributeColumn, isNumbering: Bool = false, control: RunControl = RunControl()
  ) throws -> GraphAggregate {
    guard column.count == nodeCount else {
      throw GraphError(
        "the column \"\(column.name)\" has \(column.count) values, but there are \(nodeCount) nodes"
      )
    }
    let groups = ValueGroups(column)
    let leading = try topNodes(
      of: groups.partition.classOfNode, count: groups.partition.count, most: 3, control: control)
    let tops = leading.map { $0[0] }
    let ids = groups.ids
    let (ends, between, inside) = sums(
      of: groups.partition.classOfNode, count: groups.partition.count)
    var graph = Graph(
      checkedNodeIDs: NodeIDs(unique: ids), sources: ends.sources, targets: ends.targets,
      isDirected: isDirected)
    graph.weights = between.map(\.weight)
    graph.edgeAttributes.set("edges", .integers(between.map(\.count)))
    let firsts = groups.firstMembers
    for column in nodeAttributes.columns
    where groups.partition.classOfNode.enumerated().allSatisfy({
      column[$0] == column[firsts[Int($1)]]
    }) {
      graph.nodeAttributes[column.name] = column.part(firsts)
    }
    let names = nodeNames
    let labels = tops.indices.map { group -> String in
      let top = Self.name(of: tops[group], names, nodeIDs)
      guard groups.values[group] != nil, column.numbers != nil else { return ids[group] }
      return isNumbering ? top : "\(ids[group]): \(top)"
    }
    graph.nodeAttributes.set(StandardAttribute.label, .strings(labels))
    graph.nodeAttributes.set(GraphAggregate.membersAttribute, .integers(groups.partition.sizes))
    graph.nodeAttributes.set("top", .strings(tops.map { nodeIDs[$0] }))
    graph.nodeAttributes.set(
      GraphAggregate.topNamesAttribute,
      .strings(
        leading.map { nodes in
          GraphAggregate.list(of: nodes.map { Self.name(of: $0, names, nodeIDs) })
        }))
    graph.nodeAttributes.set("inner_edges", .integers(inside.map(\.count)))
    graph.nodeAttributes.set("inner_weight", .doubles(inside.map(\.weight)))
    graph.attributes = attributes
    graph.dialect = dialect
    return GraphAggregate(graph: graph, supernodes: groups.partition)
  }

  /// Returns the nodes of each group with the highest PageRank in the whole graph, the highest first; ties go
  /// to the first. Nodes with a placeholder for a name, such as "et al.", come after all others.
  ///
  /// - Parameters:
  ///   - groupOfNode: the group of each node, below `count`; -1 for none.
  ///   - most: the number of nodes per group, at most.
  /// - Returns: the nodes of each group; none for an empty group.
  package func topNodes(
    of groupOfNode: [Int32], count: Int, most: Int, control: RunControl = RunControl()
  ) throws -> [[Int]] {
    // A few digits are sufficient for an order.
    var ranks = try topology.pageRank(
      weights: usableWeights, tolerance: 1e-6, control: control
    ).scores
    for (node, name) in nodeNames.enumerated() where Placeholder.isOne(name) { ranks[node] -= 1 }
    var tops = [[Int]](repeating: [], count: count)
    for (node, group) in groupOfNode.enumerated() where group >= 0 {
      let group = Int(group)
      if tops[group].count == most, ranks[node] <= ranks[tops[group][most - 1]] { continue }
      let place = tops[group].firstIndex { ranks[$0] < ranks[node] } ?? tops[group].count
      tops[group].insert(node, at: place)
      if tops[group].count > most { tops[group].removeLast() }
    }
    return tops
  }

  /// Returns the names of the nodes of each group, `most` at most, in the order of `topNodes`.
  package func memberNames(
    of partition: NodePartition, most: Int, control: RunControl = RunControl()
  ) throws -> [[String]] {
    let names = nodeNames
    return try topNodes(
      of: partition.classOfNode, count: partition.count, most: most, control: control
    ).map { nodes in nodes.map { Self.name(of: $0, names, nodeIDs) } }
  }

  /// Returns the name of each group: that of its top node, else its id; empty for an empty group.
  package func topNames(
    of groupOfNode: [Int32], count: Int, control: RunControl = RunControl()
  ) throws -> [String] {
    let names = nodeNames
    return try topNodes(of: groupOfNode, count: count, most: 1, control: control).map {
      $0.first.map { Self.name(of: $0, names, nodeIDs) } ?? ""
    }
  }

  private static func name(of node: Int, _ names: [String], _ ids: NodeIDs) -> String {
    guard node < names.count, !names[node].isEmpty else { return ids[node] }
    return names[node]
  }

  private typealias EdgeSum = (count: Int, weight: Double)

  /// Returns the edges between groups, each pair once, with their sums; and the sums within groups.
  private func sums(of groupOfNode: [Int32], count: Int) -> (
    ends: (sources: [Int32], targets: [Int32]), between: [EdgeSum], inside: [EdgeSum]
  ) {
    let merged = GraphTopology(
      trusted: count, sources: sources.map { groupOfNode[Int($0)] },
      targets: targets.map { groupOfNode[Int($0)] }, isDirected: isDirected)
    let firsts = merged.firstParallelEdges
    var sums = [EdgeSum](repeating: (0, 0), count: edgeCount)
    for (edge, first) in firsts.enumerated() {
      let weight = weights?[edge] ?? 1
      let sum = sums[Int(first)].weight + (weight.isFinite ? weight : 1)
      sums[Int(first)].count += 1
      let largest = Double.greatestFiniteMagnitude
      sums[Int(first)].weight = min(max(sum, -largest), largest)
    }
    var inside = [EdgeSum](repeating: (0, 0), count: count)
    var ends: (sources: [Int32], targets: [Int32]) = ([], [])
    var between: [EdgeSum] = []
    for edge in 0..<edgeCount where Int(firsts[edge]) == edge {
      let (source, target) = (merged.sources[edge], merged.targets[edge])
      if source == target {
        inside[Int(source)] = sums[edge]
      } else {
        ends.sources.append(source)
        ends.targets.append(target)
        between.append(sums[edge])
      }
    }
    return (ends, between, inside)
  }
}

/// Texts in files that stand for a missing name.
private enum Placeholder {
  private static let texts = [
    "al", "al, e", "et al", "et al.", "others", "unknown", "anonymous", "n/a", "none", "null", "?",
    "-",
  ]

  static func isOne(_ name: String) -> Bool {
    guard name.utf8.count <= 9 else { return false }
    let lower = name.lowercased()
    return texts.contains { $0.hasSameBytes(as: lower) }
  }
}

/// The groups of nodes with the same value, numbered by decreasing size; ties go to the value of the lowest
/// node.
private struct ValueGroups {
  let partition: NodePartition
  /// The value of each group; nil for the group of nodes without one.
  let values: [AttributeValue?]

  init(_ column: AttributeColumn) {
    var numbers: [AttributeValue?: Int32] = [:]
    var values: [AttributeValue?] = []
    var sizes: [Int] = []
    var found = [Int32](repeating: 0, count: column.count)
    for node in found.indices {
      var value = column[node]
      // NaN is not equal to itself, so it counts as missing.
      if let number = value?.number, number.isNaN { value = nil }
      let next = Int32(truncatingIfNeeded: values.count)
      let group = numbers[value, default: next]
      if group == next {
        numbers[value] = next
        values.append(value)
        sizes.append(0)
      }
      found[node] = group
      sizes[Int(group)] += 1
    }
    let order = sizes.indices.sorted { (-sizes[$0], $0) < (-sizes[$1], $1) }
    var rank = [Int32](repeating: 0, count: order.count)
    for (place, group) in order.enumerated() { rank[group] = Int32(truncatingIfNeeded: place) }
    partition = NodePartition(
      classOfNode: found.map { rank[Int($0)] }, sizes: order.map { sizes[$0] })
    self.values = order.map { values[$0] }
  }

  /// The first node of each group.
  var firstMembers: [Int] {
    var first = [Int](repeating: -1, count: partition.count)
    for (node, group) in partition.classOfNode.enumerated() where first[Int(group)] < 0 {
      first[Int(group)] = node
    }
    return first
  }

  /// The unique texts of the values.
  var ids: [String] {
    let texts = Set(values.compactMap { $0.map { ExactText($0.description) } })
    var none = "no value"
    while texts.contains(ExactText(none)) { none += "_" }
    return values.map { $0?.description ?? none }
  }
}
