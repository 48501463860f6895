/// Lays out each component separately, the largest first as far as budgets allow, and packs the
/// pictures. Isolated nodes form a grid. Components with fixed nodes stay in place.
///
/// - Parameters:
///   - evensGround: true to shrink small components beside a giant one, see `ComponentGround`.
///   - startOfLoneNode: returns the position of an isolated node if a component has stayed in
///     place.
///   - body: returns the positions of a component with at least two nodes or a fixed one. Its
///     progress is that of the run. It sets `staysInPlace` to make the component fixed, too.
func placeByComponents<Vector: LayoutVector>(
  _ graph: LayoutGraph, margin: Double, fixedNodes: [Int] = [], evensGround: Bool = false,
  startOfLoneNode: (Int32) -> Vector? = { _ in nil },
  run: inout LayoutRun,
  _ body: (LayoutGraph, ComponentLists, Int, inout LayoutRun) throws(LayoutError) -> [Vector]
) throws(LayoutError) -> [Vector] {
  let components = graph.components()
  let graphs = graph.subgraphs(components)
  run.statistics.componentCount = components.count
  var isFixed = [Bool](repeating: false, count: components.count)
  for node in fixedNodes { isFixed[Int(components.membership[node])] = true }

  let order = graphs.indices.filter { graphs[$0].nodeCount > 1 || isFixed[$0] }.sorted {
    (-graphs[$0].nodeCount, $0) < (-graphs[$1].nodeCount, $1)
  }
  let total = Double(max(order.reduce(0) { $0 + graphs[$1].nodeCount }, 1))
  var (pictures, done): ([ComponentPicture<Vector>], Double) = ([], 0)
  run.othersStay = false
  for number in order {
    let share = Double(graphs[number].nodeCount) / total
    run.staysInPlace = false
    let positions = try run.within(min(done, 1)...min(done + share, 1)) {
      run throws(LayoutError) in
      try body(graphs[number], components, number, &run)
    }
    pictures.append(
      ComponentPicture(
        nodes: components.nodes[number], positions: positions, graph: graphs[number],
        isFixed: isFixed[number] || run.staysInPlace))
    if run.staysInPlace { run.othersStay = true }
    done += share
  }
  var alone = graphs.indices.filter { graphs[$0].nodeCount == 1 && !isFixed[$0] }
    .map { components.nodes[$0][0] }
  if run.othersStay {
    let kept = alone.compactMap { node in startOfLoneNode(node).map { (node, $0) } }
    if !kept.isEmpty {
      pictures.append(
        ComponentPicture(nodes: kept.map(\.0), positions: kept.map(\.1), isFixed: true))
    }
    alone.removeAll { startOfLoneNode($0) != nil }
  }
  let margin = graph.lengths == nil ? margin : drawnLength(of: pictures) ?? margin
  if !alone.isEmpty { pictures.append(.grid(alone, distance: margin, rowShare: 0.5)) }

  if evensGround { ComponentGround.even(&pictures, margin: margin) }
  ComponentPacking.pack(&pictures, margin: margin)
  var all = [Vector](repeating: .zero, count: graph.nodeCount)
  for picture in pictures {
    for (index, node) in picture.nodes.enumerated() { all[Int(node)] = picture.positions[index] }
  }
  return pictures.contains { $0.isFixed } ? all : ComponentPacking.centered(all)
}

/// Returns the median length of the drawn edges of the largest picture that is not fixed: with weights
/// as lengths, edges may be far shorter or longer than the distance between components otherwise, which
/// would lie a picture away from each other. Nil if there are no edges, or their length is 0 or infinite.
/// O(edges * log).
private func drawnLength<Vector: LayoutVector>(of pictures: [ComponentPicture<Vector>]) -> Double? {
  guard !pictures.contains(where: \.isFixed),
    let largest = pictures.max(by: { $0.nodes.count < $1.nodes.count }), let graph = largest.graph
  else { return nil }
  var lengths: [Double] = []
  for (source, target) in zip(graph.sources, graph.targets) where source != target {
    let way = largest.positions[Int(source)] - largest.positions[Int(target)]
    lengths.append((way * way).sum().squareRoot())
  }
  guard !lengths.isEmpty else { return nil }
  lengths.sort()
  let median = lengths[lengths.count / 2]
  return median > 0 && median.isFinite ? median : nil
}
