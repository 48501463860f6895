/// A tidy tree, by default from the top down: parents are above the middle of their children,
/// subtrees are as close as possible, and equal subtrees are drawn equally (Reingold and Tilford
/// 1981, doi:10.1109/TSE.1981.234519; in linear time for any number of children: Buchheim, Jünger
/// and Leipert 2002, doi:10.1007/3-540-36151-0_32).
///
/// Use it for trees and forests, and other graphs for which a breadth-first tree is informative
/// (edges that close cycles are drawn without regard to crossings). The trees of a forest are side
/// by side. O(nodes + edges), without recursion.
///
/// With boxes of nodes, children of trees that would be wider than 1,000 and 4:3 hang in columns below
/// their parents, and edges have routes: see `HungTree`. O(nodes log(nodes) + edges).
package struct TidyTreeLayout: GraphLayoutAlgorithm {
  /// The root of its component; nil to choose: in directed graphs the first node without incoming
  /// edges, else a central node.
  package var root: Int?
  /// The minimum distance between neighbours on a level, in layout units.
  package var nodeDistance: Double
  /// The distance between levels, in layout units.
  package var levelDistance: Double
  /// The direction in which the tree grows. Children are from left to right, or from the top to the
  /// bottom.
  package var direction: LayoutDirection
  /// The sizes of nodes, if they are not points. They have room only where the layout has routes.
  package var details = LayeredDetails()

  package var name: String { "tidy tree" }
  package var id: String { "tree" }

  package init(
    root: Int? = nil, nodeDistance: Double = 15, levelDistance: Double = 30,
    direction: LayoutDirection = .down
  ) {
    self.root = root
    self.nodeDistance = nodeDistance
    self.levelDistance = levelDistance
    self.direction = direction
  }

  /// Creates the layout of a request, with its start as a placement.
  package init(_ request: LayoutRequest, _ placement: Placement<SIMD2<Double>>) {
    self.init(
      root: request.root, nodeDistance: placement.linkLength / 2,
      levelDistance: placement.linkLength, direction: request.direction ?? .down)
    details = request.details
  }

  package func place(
    _ graph: LayoutGraph, run: inout LayoutRun
  ) throws(LayoutError) -> [SIMD2<Double>] {
    try Check.node(root, "root", nodeCount: graph.nodeCount)
    try Check.positive(nodeDistance, "nodeDistance")
    try Check.positive(levelDistance, "levelDistance")
    try details.check(graph)
    if graph.nodeCount == 0 { return [] }
    run.begin("tree")
    let forest = RootedForest(graph, root: root)
    run.statistics.componentCount = forest.roots.count
    if direction.isUpright, !details.nodeSizes.isEmpty,
      let tree = HungTree(forest, sizes: details.nodeSizes)
    {
      return place(graph, tree, forest, run: &run)
    }
    var walk = TidyTreeWalk(forest)
    let x = walk.coordinates()
    let axes = LayerAxes(direction: direction)
    return ComponentPacking.centered(
      (0..<graph.nodeCount).map {
        axes.outer(SIMD2(x[$0] * nodeDistance, Double(forest.depth[$0]) * levelDistance))
      })
  }

  /// Returns the places of the boxes of a tree, and adds the routes of its edges to the run.
  private func place(
    _ graph: LayoutGraph, _ tree: HungTree, _ forest: RootedForest, run: inout LayoutRun
  ) -> [SIMD2<Double>] {
    let axes = LayerAxes(direction: direction)
    let (centers, bends) = tree.places()
    let places = centers.map(axes.outer)
    var routes = LayoutRoutes(points: [], offsets: [0], labels: [:], groups: [])
    for edge in graph.sources.indices {
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      routes.points.append(places[source])
      if forest.parent[target] == source {
        routes.points += bends[target].map(axes.outer)
      } else if forest.parent[source] == target {
        routes.points += bends[source].reversed().map(axes.outer)
      }
      if source != target { routes.points.append(places[target]) }
      routes.offsets.append(routes.points.count)
    }
    routes.hasRoomForBoxes = true
    routes.hasCorners = true
    run.routes = routes
    return places
  }
}

/// The two traversals of Buchheim, Jünger and Leipert, as loops over the nodes in breadth-first
/// order. The roots are the children of an additional node with the number `count`. Distances are
/// in node distances.
private struct TidyTreeWalk {
  private let forest: RootedForest
  private let count: Int
  /// The coordinate relative to the parent, and the offset of the subtree.
  private var preliminary: [Double]
  private var modifier: [Double]
  private var shift: [Double]
  private var change: [Double]
  /// The next node of a contour after a node without children; -1 for none.
  private var thread: [Int32]
  private var ancestor: [Int32]
  /// The position among the siblings.
  private var number: [Int32]

  init(_ forest: RootedForest) {
    self.forest = forest
    count = forest.parent.count
    preliminary = [Double](repeating: 0, count: count + 1)
    modifier = preliminary
    shift = preliminary
    change = preliminary
    thread = [Int32](repeating: -1, count: count + 1)
    ancestor = (0...Int32(count)).map { $0 }
    number = [Int32](repeating: 0, count: count + 1)
    for node in 0...count {
      for (place, child) in children(node).enumerated() { number[Int(child)] = Int32(place) }
    }
  }

  mutating func coordinates() -> [Double] {
    // Children are processed before their parents, so their subtrees are complete.
    for node in forest.order.reversed() { arrange(Int(node)) }
    arrange(count)
    var offset = [Double](repeating: 0, count: count + 1)
    var x = [Double](repeating: 0, count: count)
    for node in forest.order.map({ Int($0) }) {
      let parent = forest.parent[node] < 0 ? count : Int(forest.parent[node])
      offset[node] = offset[parent] + modifier[parent]
      x[node] = preliminary[node] + offset[node]
    }
    return x
  }

  private func children(_ node: Int) -> ArraySlice<Int32> {
    node == count ? ArraySlice(forest.roots.map { Int32($0) }) : forest.children(of: node)
  }

  /// Places the completed subtrees of the children side by side. Until then a child's `preliminary`
  /// is the middle of its own children.
  private mutating func arrange(_ node: Int) {
    let children = children(node)
    guard let first = children.first, let last = children.last else { return }
    var defaultAncestor = first
    var left = first
    for child in children {
      if child != first {
        let middle = preliminary[Int(child)]
        preliminary[Int(child)] = preliminary[Int(left)] + 1
        modifier[Int(child)] = preliminary[Int(child)] - middle
      }
      apportion(child, left: child == first ? nil : left, leftmost: first, &defaultAncestor)
      left = child
    }
    var (shiftSum, changeSum) = (0.0, 0.0)
    for child in children.reversed().map({ Int($0) }) {
      preliminary[child] += shiftSum
      modifier[child] += shiftSum
      changeSum += change[child]
      shiftSum += shift[child] + changeSum
    }
    preliminary[node] = (preliminary[Int(first)] + preliminary[Int(last)]) / 2
  }

  private func nextLeft(_ node: Int) -> Int {
    children(node).first.map { Int($0) } ?? Int(thread[node])
  }

  private func nextRight(_ node: Int) -> Int {
    children(node).last.map { Int($0) } ?? Int(thread[node])
  }

  /// Moves the subtree of `child` to the right until it is clear of those of its left siblings,
  /// following both contours.
  private mutating func apportion(
    _ child: Int32, left: Int32?, leftmost: Int32, _ defaultAncestor: inout Int32
  ) {
    guard let left else { return }
    var (innerRight, outerRight) = (Int(child), Int(child))
    var (innerLeft, outerLeft) = (Int(left), Int(leftmost))
    var (sumInnerRight, sumOuterRight) = (modifier[innerRight], modifier[outerRight])
    var (sumInnerLeft, sumOuterLeft) = (modifier[innerLeft], modifier[outerLeft])
    while case let (right, below) = (nextRight(innerLeft), nextLeft(innerRight)),
      right >= 0, below >= 0
    {
      (innerLeft, innerRight) = (right, below)
      (outerLeft, outerRight) = (nextLeft(outerLeft), nextRight(outerRight))
      ancestor[outerRight] = child
      let gap =
        preliminary[innerLeft] + sumInnerLeft - (preliminary[innerRight] + sumInnerRight) + 1
      if gap > 0 {
        let above = sibling(of: innerLeft, child) ?? defaultAncestor
        move(from: Int(above), to: Int(child), by: gap)
        sumInnerRight += gap
        sumOuterRight += gap
      }
      sumInnerLeft += modifier[innerLeft]
      sumInnerRight += modifier[innerRight]
      sumOuterLeft += modifier[outerLeft]
      sumOuterRight += modifier[outerRight]
    }
    if nextRight(innerLeft) >= 0, nextRight(outerRight) < 0 {
      thread[outerRight] = Int32(nextRight(innerLeft))
      modifier[outerRight] += sumInnerLeft - sumOuterRight
    }
    if nextLeft(innerRight) >= 0, nextLeft(outerLeft) < 0 {
      thread[outerLeft] = Int32(nextLeft(innerRight))
      modifier[outerLeft] += sumInnerRight - sumOuterLeft
      defaultAncestor = child
    }
  }

  /// Returns the sibling of `child` whose subtree contains `node`, if it is known.
  private func sibling(of node: Int, _ child: Int32) -> Int32? {
    let found = ancestor[node]
    if Int(found) == count { return nil }
    return forest.parent[Int(found)] == forest.parent[Int(child)] ? found : nil
  }

  /// Moves a subtree, and records the shares of the move for those in between.
  private mutating func move(from left: Int, to right: Int, by distance: Double) {
    let between = Double(number[right] - number[left])
    change[right] -= distance / between
    shift[right] += distance
    change[left] += distance / between
    preliminary[right] += distance
    modifier[right] += distance
  }
}
