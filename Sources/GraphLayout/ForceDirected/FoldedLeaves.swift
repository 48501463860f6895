import ForceSimulation

/// A connected graph most of whose nodes are leaves, and its core, the graph without them.
///
/// The leaves of a node do the same: they surround it. So the core is laid out first, each of its nodes with the weight of its
/// leaves too, and the leaves come round it then, about where forces would take them. Of a star of 100,000 leaves the core is one node.
struct FoldedLeaves {
  let core: LayoutGraph
  /// The nodes of the core, by increasing index.
  let coreNodes: [Int32]
  /// For each node of the core its leaves, by increasing index.
  let leaves: [[Int32]]
  private let graph: LayoutGraph

  /// nil where leaves are no more than half of the nodes, and in small graphs, which take no time as they are.
  init?(_ graph: LayoutGraph) {
    let nodes = 0..<Int32(graph.nodeCount)
    let coreNodes = nodes.filter { graph.degree(of: Int($0)) > 1 }
    guard graph.nodeCount >= 1_000, 2 * coreNodes.count < graph.nodeCount, !coreNodes.isEmpty
    else { return nil }
    var local = [Int32](repeating: -1, count: graph.nodeCount)
    for (index, node) in coreNodes.enumerated() { local[Int(node)] = Int32(index) }
    var leaves = [[Int32]](repeating: [], count: coreNodes.count)
    for node in nodes where local[Int(node)] < 0 {
      for neighbor in graph.neighbors(of: Int(node)) {
        leaves[Int(local[Int(neighbor)])].append(node)
      }
    }
    let edges = graph.sources.indices.filter {
      local[Int(graph.sources[$0])] >= 0 && local[Int(graph.targets[$0])] >= 0
    }
    core = LayoutGraph(
      trusted: GraphTopology(
        trusted: coreNodes.count, sources: edges.map { local[Int(graph.sources[$0])] },
        targets: edges.map { local[Int(graph.targets[$0])] }, isDirected: graph.isDirected),
      lengths: graph.lengths.map { lengths in edges.map { lengths[$0] } })
    self.coreNodes = coreNodes
    self.leaves = leaves
    self.graph = graph
  }

  /// All positions from those of the core: leaves on a spiral (in space, in a ball) around their node, as far out as they would be held by
  /// `repulsion` between them and by links of stiffness 1, and with room for discs of `nodeRadius`.
  func unfolded<Vector: LayoutVector>(
    _ positions: [Vector], repulsion: Double, linkLength: Double, nodeRadius: Double
  ) -> [Vector] {
    var all = [Vector](repeating: .zero, count: graph.nodeCount)
    for (index, node) in coreNodes.enumerated() { all[Int(node)] = positions[index] }
    for (index, node) in coreNodes.enumerated() {
      let outwards = outwards(index, positions)
      for (number, leaf) in leaves[index].enumerated() {
        let place = graph.adjacency.range(of: Int(leaf)).lowerBound
        let length = linkLength * (graph.adjacency.lengths?[place] ?? 1)
        let enclosed = Double(number) + 0.5
        // Where the pull of the link, r - length, is the push of the leaves farther in, repulsion * enclosed / r.
        let radius = (length + (length * length + 4 * repulsion * enclosed).squareRoot()) / 2
        let room = nodeRadius * Self.room(enclosed, dimensions: Vector.scalarCount)
        all[Int(leaf)] =
          all[Int(node)] + Self.direction(number, from: outwards)
          * (radius * radius + room * room).squareRoot()
      }
    }
    return all
  }

  /// The direction away from a node's neighbours in the core.
  private func outwards<Vector: LayoutVector>(_ index: Int, _ positions: [Vector]) -> Vector {
    var sum = Vector.zero
    for neighbor in core.neighbors(of: index) { sum += positions[index] - positions[Int(neighbor)] }
    let length = sum.length()
    if length > 0, length.isFinite { return sum / length }
    sum[0] = 1
    return sum
  }

  /// How many radii from the middle of a spiral or ball, so that discs do not overlap, some number of them reaches.
  private static func room(_ count: Double, dimensions: Int) -> Double {
    dimensions == 2 ? 1.2 * count.squareRoot() : 1.5 * StartPositions.cubeRoot(count)
  }

  /// One golden angle after the other, the first one outwards (Vogel 1979, doi:10.1016/0025-5564(79)90080-4); in space evenly over
  /// the sphere.
  private static func direction<Vector: LayoutVector>(
    _ number: Int, from outwards: Vector
  ) -> Vector {
    let (sine, cosine) = sineAndCosine(turns: 0.38196601125010515 * Double(number))
    var direction = Vector.zero
    if Vector.scalarCount == 2 {
      direction[0] = cosine * outwards[0] - sine * outwards[1]
      direction[1] = sine * outwards[0] + cosine * outwards[1]
      return direction
    }
    let walk = 0.7548776662466927 * Double(number)
    let height = 1 - 2 * (walk - walk.rounded(.down))
    let width = (1 - height * height).squareRoot()
    (direction[0], direction[1], direction[2]) = (width * cosine, width * sine, height)
    return direction
  }
}
