import GraphModel

/// The constraints of a graph or of a component: the separations of each axis.
struct ConstraintSet: Sendable, Hashable {
  private(set) var axes: [[Separation]]
  /// The groups; nil if there are none.
  private(set) var boxes: GroupBoxes?
  /// The constraints, the numbers that their nodes have in the graph, and their names, for errors.
  private let constraints: [LayoutConstraint]
  private let numbers: [Int]?
  private let names: NodeNames
  /// The nodes in separations and groups.
  private var nodes: Set<Int>
  /// The number of edges that flows leave out, as they close cycles.
  private(set) var againstFlow = 0

  private init(
    _ axes: [[Separation]], _ boxes: GroupBoxes?, _ constraints: [LayoutConstraint],
    _ numbers: [Int]?, _ names: NodeNames
  ) {
    (self.axes, self.boxes, self.constraints) = (axes, boxes, constraints)
    (self.numbers, self.names) = (numbers, names)
    nodes = Set(axes.joined().lazy.flatMap { [$0.left, $0.right] }).subtracting([
      Separation.ground
    ])
    for group in boxes?.groups ?? [] { nodes.formUnion(group.nodes) }
  }

  /// Returns what separations that cannot hold together say, for an error.
  func words(of separations: [Separation], _ axis: Int) -> [String] {
    var words: [String] = []
    for separation in separations {
      let text = separation.words(constraints[separation.source], axis) { node in
        // Groups name their nodes by the numbers in the graph.
        if case .group = constraints[separation.source].kind { return names.name(node) }
        return names.name(numbers?[node] ?? node)
      }
      if !words.contains(text) { words.append(text) }
    }
    return words
  }

  /// Returns the error for constraints that cannot hold together.
  func impossible(_ words: [String]) -> LayoutError {
    .badOption(
      "the set of constraints", value: "impossible (\(words.joined(separator: "; ")))",
      expected: "one that can hold")
  }

  /// Returns what an item of a group's scope is called in errors.
  func name(of item: GroupBoxes.Item) -> String {
    switch item {
    case .node(let node): return names.name(numbers?[node] ?? node)
    case .group(let number):
      guard let boxes, case .group(let nodes, _) = constraints[boxes.groups[number].source].kind
      else { return "" }
      return LayoutConstraint.words(ofGroup: nodes, names)
    }
  }

  /// Creates the separations of constraints. Throws if a node, an axis or a number is out of range, or
  /// if they cannot hold together.
  ///
  /// - Parameters:
  ///   - sizes: the size of each node, which groups have room for; empty for points.
  ///   - names: what nodes are called in errors.
  init(
    _ constraints: [LayoutConstraint], of graph: LayoutGraph, dimensions: Int,
    sizes: [SIMD2<Double>] = [], names: NodeNames = NodeNames()
  ) throws(LayoutError) {
    var axes = [[Separation]](repeating: [], count: dimensions)
    var againstFlow = 0
    for (source, constraint) in constraints.enumerated() {
      try constraint.check(nodeCount: graph.nodeCount, dimensions: dimensions)
      switch constraint.kind {
      case .place(let node, let place):
        for (axis, coordinate) in place.enumerated() {
          guard let coordinate else { continue }
          axes[axis].append(
            Separation(
              left: Separation.ground, right: node, gap: coordinate, isExact: true, source: source))
        }
      case .aligned(let nodes, let axis):
        for (node, next) in zip(nodes, nodes.dropFirst()) {
          axes[axis.index].append(
            Separation(left: node, right: next, gap: 0, isExact: true, source: source))
        }
      case .separation(let first, let second, let axis, let distance, let isExact):
        axes[axis.index].append(
          Separation(
            left: first, right: second, gap: distance, isExact: isExact, source: source))
      case .flow(let direction, let distance):
        let flow = Self.flow(graph, direction, distance, source)
        axes[direction.isUpright ? 1 : 0] += flow
        againstFlow += graph.sources.indices.count { graph.sources[$0] != graph.targets[$0] }
        againstFlow -= flow.count
      case .group: break
      }
    }
    let boxes = try GroupBoxes(constraints, nodeCount: graph.nodeCount, sizes: sizes, names)
    self.init(axes, boxes, constraints, nil, names)
    self.againstFlow = againstFlow
    for (axis, separations) in axes.enumerated() {
      if let cycle = Contradiction.find(separations) { throw impossible(words(of: cycle, axis)) }
    }
  }

  /// Returns the separations of edges in a direction, without those that an acyclic order turns.
  private static func flow(
    _ graph: LayoutGraph, _ direction: LayoutDirection, _ distance: Double, _ source: Int
  ) -> [Separation] {
    let places = AcyclicOrder.places(graph.nodeCount, graph.sources, graph.targets)
    let isTurned = direction == .down || direction == .left
    return zip(graph.sources, graph.targets).compactMap { from, to in
      let (from, to) = (Int(from), Int(to))
      guard places[from] < places[to] else { return nil }
      return Separation(
        left: isTurned ? to : from, right: isTurned ? from : to, gap: distance, source: source)
    }
  }

  var hasOnlyGroups: Bool { axes.allSatisfy(\.isEmpty) }

  /// The nodes of which a coordinate is fixed.
  var held: [Int] {
    Set(axes.joined().lazy.filter { $0.left == Separation.ground }.map(\.right)).sorted()
  }

  /// Returns the constraints of some nodes, which are in increasing order, in their numbers; nil if
  /// there are none.
  func part(_ part: [Int32]) -> ConstraintSet? {
    guard part.contains(where: { nodes.contains(Int($0)) }) else { return nil }
    func local(_ node: Int) -> Int? {
      var (low, high) = (0, part.count)
      while low < high {
        let middle = (low + high) / 2
        if Int(part[middle]) < node { low = middle + 1 } else { high = middle }
      }
      return low < part.count && Int(part[low]) == node ? low : nil
    }
    return ConstraintSet(
      axes.map { separations in
        separations.compactMap { separation in
          guard let right = local(separation.right) else { return nil }
          var moved = separation
          moved.right = right
          if separation.left != Separation.ground { moved.left = local(separation.left) ?? right }
          return moved
        }
      }, boxes?.part(part), constraints, part.map { Int($0) }, names)
  }

  /// Returns the greatest violation of a separation, or overlap of boxes.
  func violation<Vector: LayoutVector>(_ positions: [Vector]) -> Double {
    var greatest = boxes?.violation(positions) ?? 0
    for (axis, separations) in axes.enumerated() {
      for separation in separations {
        greatest = max(greatest, separation.violation { positions[$0][axis] })
      }
    }
    return greatest
  }
}

extension ConstraintSet {
  /// Adds hubs of groups to a component's graph; see `GroupBoxes`.
  mutating func addHubs(to graph: LayoutGraph, linkLength: Double) -> GroupBoxes.WithHubs {
    boxes?.addHubs(to: graph, linkLength: linkLength)
      ?? GroupBoxes.WithHubs(graph: graph, roomy: graph)
  }

  /// Returns the graph with edges between components that separations, places or groups tie, so that they
  /// are laid out as one. These edges are as long as the distances that are given, or a link.
  func joined(_ graph: LayoutGraph, linkLength: Double) -> LayoutGraph {
    let components = graph.components()
    if components.count == 1 { return graph }
    var sets = DisjointSets(count: components.count)
    var (sources, targets) = (graph.sources, graph.targets)
    var lengths = graph.lengths ?? [Double](repeating: 1, count: graph.edgeCount)
    func join(_ a: Int, _ b: Int, _ distance: Double) {
      guard sets.join(components.membership[a], components.membership[b]) else { return }
      sources.append(Int32(a))
      targets.append(Int32(b))
      lengths.append(min(max(1, distance / linkLength), 1e6))
    }
    for separation in axes.joined() where separation.left != Separation.ground {
      join(
        separation.left, separation.right,
        separation.isExact ? separation.gap.magnitude : separation.gap)
    }
    let places = self.places
    for (one, next) in zip(places, places.dropFirst()) {
      let squares = zip(one.at, next.at).map { a, b in a.isNaN || b.isNaN ? 0 : (b - a) * (b - a) }
      join(one.node, next.node, squares.reduce(0, +).squareRoot())
    }
    for group in boxes?.groups ?? [] {
      for node in group.nodes.dropFirst() { join(group.nodes[0], node, linkLength) }
    }
    if sources.count == graph.edgeCount { return graph }
    return LayoutGraph(
      trusted: GraphTopology(
        trusted: graph.nodeCount, sources: sources, targets: targets, isDirected: graph.isDirected),
      lengths: lengths.contains { $0 != 1 } ? lengths : nil)
  }

  /// The nodes with fixed coordinates, NaN for free ones, from left to right.
  private var places: [(node: Int, at: [Double])] {
    var found: [Int: [Double]] = [:]
    for (axis, separations) in axes.enumerated() {
      for separation in separations where separation.left == Separation.ground {
        found[separation.right, default: axes.map { _ in .nan }][axis] = separation.gap
      }
    }
    return found.map { (node: $0.key, at: $0.value) }.sorted { a, b in
      for (one, other) in zip(a.at, b.at) where one != other && !(one.isNaN && other.isNaN) {
        return other.isNaN || one < other
      }
      return a.node < b.node
    }
  }
}
