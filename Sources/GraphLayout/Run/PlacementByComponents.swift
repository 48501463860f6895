/// Lays out each component by itself, the largest first as far as budgets go, and packs the pictures. Nodes that are alone come as a
/// grid. Components with fixed nodes stay where these are.
///
/// - Parameters:
///   - evensGround: whether small components beside a giant are made smaller, see `ComponentGround`.
///   - body: the positions of a component that has two nodes or more, or a fixed one. Its progress is that of the run.
func placeByComponents<Vector: LayoutVector>(
  _ graph: LayoutGraph, margin: Double, fixedNodes: [Int] = [], evensGround: Bool = false,
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
  for number in order {
    let share = Double(graphs[number].nodeCount) / total
    let positions = try run.within(min(done, 1)...min(done + share, 1)) {
      run throws(LayoutError) in
      try body(graphs[number], components, number, &run)
    }
    pictures.append(
      ComponentPicture(
        nodes: components.nodes[number], positions: positions, graph: graphs[number],
        isFixed: isFixed[number]))
    done += share
  }
  let alone = graphs.indices.filter { graphs[$0].nodeCount == 1 && !isFixed[$0] }
  if !alone.isEmpty {
    pictures.append(.grid(alone.map { components.nodes[$0][0] }, distance: margin))
  }

  if evensGround { ComponentGround.even(&pictures, margin: margin) }
  ComponentPacking.pack(&pictures, margin: margin)
  var all = [Vector](repeating: .zero, count: graph.nodeCount)
  for picture in pictures {
    for (index, node) in picture.nodes.enumerated() { all[Int(node)] = picture.positions[index] }
  }
  return fixedNodes.isEmpty ? ComponentPacking.centered(all) : all
}
