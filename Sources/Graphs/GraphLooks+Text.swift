extension GraphStyle {
  /// The way in which nodes are drawn.
  public enum Nodes: Sendable, Hashable {
    /// With text inside for Graphviz files with directed edges or shapes, and for layered layouts,
    /// of up to 1,000 nodes; otherwise as discs.
    case automatic
    /// As discs with names next to them.
    case discs
    /// As shapes that enclose their text.
    case text
  }

  /// The outlines around groups of nodes.
  public enum Groups: Sendable, Hashable {
    /// Boxes around the clusters of a Graphviz file.
    case ofFile
    /// No outlines.
    case none
    /// Hulls around the nodes that share a value.
    case by(NodeMeasure)
  }
}

extension GraphLooks {
  /// The maximum number of nodes with text inside, unless a style asks for it.
  static let textLimit = 1000
  /// The line width in nodes, in multiples of the text size. Graphviz files specify line breaks
  /// themselves.
  private static let textWidth = 14.0

  /// Returns true if nodes have text inside with any layout, as the style or the file demands.
  func carriesText(_ graph: Graph, _ style: GraphStyle) -> Bool {
    switch style.nodes {
    case .discs: return false
    case .text: return true
    case .automatic:
      guard fileStyle.dialect == .graphviz, graph.nodeCount <= Self.textLimit else { return false }
      return graph.isDirected || fileStyle.nodeShapes.contains { $0 != nil }
    }
  }

  /// Returns true if nodes have text inside in a layered layout.
  func carriesTextInLayers(_ graph: Graph, _ style: GraphStyle) -> Bool {
    if carriesText(graph, style) { return true }
    return style.nodes == .automatic && graph.nodeCount <= Self.textLimit
      && labels.contains { !$0.isEmpty }
  }

  /// Returns the nodes with their text inside.
  func figures(_ graph: Graph, _ style: GraphStyle) -> [Drawing.Figure?] {
    let hasOtherLabels = labels != fileStyle.nodeNames
    var figures = (0..<graph.nodeCount).map { node in
      var figure = fileStyle.figure(of: node)
      if let sizes = style.textSizes,
        fileStyle.nodeTextSizes.isEmpty
          || fileStyle.nodeTextSizes[node] == nil
      {
        figure.textSize = (sizes.lowerBound + sizes.upperBound) / 2
      }
      if hasOtherLabels || (fileStyle.dialect == .other && fileStyle.nodeCells[node] == nil) {
        let text = labels.isEmpty ? "" : labels[node]
        figure.content = Drawing.Cell(.text(Drawing.Text(text, wrappedTo: Self.textWidth)))
      }
      if !memberNames.isEmpty { figure.content = listing(of: node) }
      switch style.colors {
      case .ofFile: break
      case .none:
        (figure.fill, figure.stroke, figure.textColor, figure.gradient) = (nil, nil, nil, nil)
      case .by:
        (figure.fill, figure.stroke, figure.textColor) = (coloring?.colors[node], nil, nil)
        figure.gradient = nil
        if !memberNames.isEmpty {
          // Much text is read on light ground.
          figure.stroke = figure.fill
          figure.fill = figure.fill?.mixed(with: style.theme.background, share: 0.8)
        }
      }
      return figure
    }
    if fileStyle.dialect != .graphviz, let levels = graph.levelsOfTree {
      Self.equalize(&figures, levels)
      if style.colors == .ofFile { Self.tint(&figures, levels, style.theme) }
    } else if fileStyle.dialect != .graphviz, style.colors == .ofFile {
      let levels = graph.levelsOfTrunk
      if !levels.isEmpty { Self.tint(&figures, levels, style.theme) }
    }
    return figures
  }

  /// Makes boxes of one level of a tree equally wide.
  private static func equalize(_ figures: inout [Drawing.Figure], _ levels: [Int]) {
    var widths: [Int: Double] = [:]
    for (node, level) in levels.enumerated() {
      widths[level] = max(widths[level] ?? 0, figures[node].size.x)
    }
    for (node, level) in levels.enumerated() {
      figures[node].leastSize.x = max(figures[node].leastSize.x, widths[level] ?? 0)
    }
  }

  /// The part of the background in the fill of boxes, by level; those of further levels are as others.
  private static let tints = [0.45, 0.62, 0.77]

  /// Makes boxes without a fill darker the nearer they are to the root of a tree.
  private static func tint(
    _ figures: inout [Drawing.Figure], _ levels: [Int], _ theme: Theme
  ) {
    for (node, level) in levels.enumerated()
    where level < tints.count && figures[node].fill == nil && figures[node].gradient == nil {
      figures[node].fill = theme.node.mixed(with: theme.background, share: tints[level])
      if figures[node].stroke == nil { figures[node].stroke = theme.node }
    }
  }
}

// MARK: Pictures

extension GraphLooks {
  /// Adds the results of a layout beyond positions to a drawing: the routes of edges, the positions
  /// of their labels and the boxes of clusters; and figures, if there is space for them.
  func add(
    _ routes: LayoutRoutes, _ hasRoomForText: Bool, to drawing: inout Drawing, _ graph: Graph,
    _ style: GraphStyle
  ) throws(RenderingError) {
    guard routes.count == graph.edgeCount else {
      throw .wrongOffsets(expected: graph.edgeCount + 1, found: routes.offsets.count)
    }
    drawing.routes = Drawing.Routes(points: routes.points, offsets: routes.offsets)
    drawing.routes?.hasCorners = routes.hasCorners
    guard hasRoomForText, carriesTextInLayers(graph, style) else { return }
    drawing.figures = figures(graph, style)
    // The colours belong to the figures now.
    drawing.nodeColors = []
    drawing.isToScale = true
    var isPlaced = Set<Int>()
    for index in drawing.edgeLabels.indices where drawing.edgeLabels[index].place == .middle {
      let edge = drawing.edgeLabels[index].edge
      guard isPlaced.insert(edge).inserted else { continue }
      drawing.edgeLabels[index].position = routes.labels[edge]
    }
    guard style.groups == .ofFile, !routes.groups.isEmpty else { return }
    for (cluster, box) in zip(graph.clusters, routes.groups) {
      guard let box else { continue }
      drawing.groups.append(
        fileStyle.box(around: graph.groups[cluster.number], at: .corners(box.low, box.high)))
    }
  }

  /// Adds figures to a layout without reserved space: it is scaled up until figures fit along the
  /// edges, and overlapping figures are moved apart.
  func addFigures(
    to drawing: inout Drawing, _ graph: Graph, _ style: GraphStyle
  ) throws {
    guard carriesText(graph, style), drawing.routes == nil,
      case .plane(var points) = drawing.positions
    else { return }
    drawing.figures = figures(graph, style)
    drawing.nodeColors = []
    drawing.isToScale = true
    if style.positionsArePoints { return }
    let sizes = drawing.figures.map { $0?.size ?? .zero }
    let placed = points.indices.filter { points[$0].x.isFinite && points[$0].y.isFinite }
    var scale = Self.scale(points, sizes, graph, placed)
    scale *= Self.growth(points.map { $0 * scale }, sizes, graph)
    guard style.separatesDiscs else {
      scale *= Self.roomyGrowth(placed.map { (points[$0] * scale, sizes[$0]) })
      drawing.positions = .plane(points.map { $0 * scale })
      return
    }
    let bodies = placed.map {
      OverlapRemoval.Body.box(width: sizes[$0].x, height: sizes[$0].y)
    }
    let apart = try OverlapRemoval.separated(placed.map { points[$0] * scale }, bodies, gap: 12)
    for (node, position) in zip(placed, apart.positions) { points[node] = position }
    drawing.positions = .plane(points)
  }

  /// Returns the factor, of at most 3, by which positions have to be scaled so that up to 2,000 figures do
  /// not overlap: nodes keep their places relative to each other. O(figures²).
  private static func roomyGrowth(
    _ figures: [(place: SIMD2<Double>, size: SIMD2<Double>)]
  ) -> Double {
    guard figures.count <= 2_000 else { return 1 }
    var growth = 1.0
    for (index, figure) in figures.enumerated() {
      for other in figures[..<index] {
        let way = figure.place - other.place
        let need = (figure.size + other.size) * 0.5 + 6
        growth = max(growth, min(need.x / abs(way.x), need.y / abs(way.y)))
      }
    }
    return min(growth, 3)
  }

  /// Returns the points per layout unit at which the median edge has some space between its
  /// figures.
  private static func scale(
    _ points: [SIMD2<Double>], _ sizes: [SIMD2<Double>], _ graph: Graph, _ placed: [Int]
  ) -> Double {
    let isPlaced = Set(placed)
    let ratios = (0..<graph.edgeCount).compactMap { edge -> Double? in
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      guard isPlaced.contains(source), isPlaced.contains(target) else { return nil }
      let step = points[target] - points[source]
      let length = (step * step).sum().squareRoot()
      // The length needed is half the width and height of both ends, plus an arrow.
      let need = (sizes[source] + sizes[target]).sum() / 4 + 30
      return length > 0 ? need / length : nil
    }
    let sorted = ratios.filter(\.isFinite).sorted()
    return sorted.isEmpty ? 1 : sorted[sorted.count / 2]
  }

  /// How much a drawing grows at most for lines to pass beside figures.
  private static let mostGrowth = 2.2
  /// The distance of lines from the figures that they pass, in points.
  private static let passingDistance = 6.0
  /// The number of pairs of an edge and a node up to which they are looked at.
  private static let mostPassings = 1_000_000

  /// Returns by how much a drawing has to grow so that straight edges pass beside figures that they would
  /// cross otherwise; of those that need more than `mostGrowth` none is counted.
  private static func growth(
    _ points: [SIMD2<Double>], _ sizes: [SIMD2<Double>], _ graph: Graph
  ) -> Double {
    var growth = 1.0
    guard graph.edgeCount * graph.nodeCount <= mostPassings else { return growth }
    for (source, target) in zip(graph.sources, graph.targets) where source != target {
      let start = points[Int(source)]
      let step = points[Int(target)] - start
      let square = (step * step).sum()
      guard square > 0, square.isFinite else { continue }
      for node in points.indices where node != Int(source) && node != Int(target) {
        let away = points[node] - start
        let share = (away * step).sum() / square
        guard share > 0, share < 1 else { continue }
        let apart = away - step * share
        let distance = (apart * apart).sum().squareRoot()
        // How far the figure reaches towards the line.
        let reach = (abs(apart.x) * sizes[node].x + abs(apart.y) * sizes[node].y) / 2
        let need =
          (min(reach / distance, max(sizes[node].x, sizes[node].y) / 2) + passingDistance)
          / distance
        if need <= mostGrowth { growth = max(growth, need) }
      }
    }
    return growth
  }

  /// Adds outlines around the groups that a style asks for.
  func addGroups(
    to drawing: inout Drawing, _ graph: Graph, _ style: GraphStyle
  ) throws {
    guard case .by(let measure) = style.groups, case .plane = drawing.positions else { return }
    let column = try groupColumn ?? measure.column(of: graph)
    var members: [ExactText: [Int]] = [:]
    var names: [String] = []
    for node in 0..<graph.nodeCount {
      guard let name = column[node]?.description else { continue }
      if members[ExactText(name)] == nil { names.append(name) }
      members[ExactText(name), default: []].append(node)
    }
    // The numbers of communities and components are no useful names: those are called by a member.
    var titles = names
    if measure.attributeName == nil {
      var groupOfNode = [Int32](repeating: -1, count: graph.nodeCount)
      for (number, name) in names.enumerated() {
        for node in members[ExactText(name)] ?? [] { groupOfNode[node] = Int32(number) }
      }
      titles = try graph.topNames(of: groupOfNode, count: names.count).enumerated().map {
        "\($1) (\(members[ExactText(names[$0])]?.count ?? 0))"
      }
    }
    for (number, name) in names.enumerated() {
      guard let nodes = members[ExactText(name)], nodes.count > 1 else { continue }
      var group = Drawing.Group(nodes, name: titles[number])
      // The group takes the colour of its nodes if they all have the same one.
      var color = Palette.categorical[number % Palette.categorical.count]
      if let colors = coloring?.colors, nodes.allSatisfy({ colors[$0] == colors[nodes[0]] }) {
        color = colors[nodes[0]]
      }
      // Names of groups look unlike those of nodes.
      (group.textSize, group.textColor) = (13, color.mixed(with: style.theme.text, share: 0.35))
      group.fill = color.mixed(with: style.theme.background, share: 0.85)
      group.stroke = color.mixed(with: style.theme.background, share: 0.4)
      drawing.groups.append(group)
    }
    // Large groups are drawn first, so that they do not hide others.
    drawing.groups.sort { $0.nodes.count > $1.nodes.count }
  }
}

extension Graph {
  /// The number of edges from the root to each node, if all edges lead away from roots, one to each other
  /// node, and there are levels at all; else nil.
  fileprivate var levelsOfTree: [Int]? {
    guard edgeCount > 0, topology.isForest else { return nil }
    var parents = [Int32](repeating: -1, count: nodeCount)
    for (source, target) in zip(sources, targets) {
      guard parents[Int(target)] < 0 else { return nil }
      parents[Int(target)] = source
    }
    var levels = parents.map { $0 < 0 ? 0 : -1 }
    for node in levels.indices {
      var path: [Int] = []
      var next = node
      while levels[next] < 0 {
        path.append(next)
        next = Int(parents[next])
      }
      for (step, node) in path.reversed().enumerated() { levels[node] = levels[next] + step + 1 }
    }
    return levels
  }
}

extension Graph {
  /// The number of edges per node up to which a graph is a history: chains that part and join.
  private static let mostEdgesOfHistory = 1.25
  /// The least part of the nodes on the longest chain.
  private static let leastTrunk = 1.0 / 3

  /// In a directed graph without cycles that is a history, such as that of a project, 1 for the nodes of its
  /// longest path and a large number for others; empty for any other graph.
  fileprivate var levelsOfTrunk: [Int] {
    guard isDirected, edgeCount >= nodeCount,
      Double(edgeCount) <= Self.mostEdgesOfHistory * Double(nodeCount),
      let order = try? topology.topologicalOrder()
    else { return [] }
    // The longest path to each node; of equal ones that of the first edge.
    var lengths = [Int](repeating: 1, count: nodeCount)
    var previous = [Int](repeating: -1, count: nodeCount)
    let adjacency = topology.adjacency(.outgoing)
    for node in order.map({ Int($0) }) {
      for next in adjacency.neighbors(of: node).map({ Int($0) })
      where lengths[node] + 1 > lengths[next] {
        (lengths[next], previous[next]) = (lengths[node] + 1, node)
      }
    }
    guard let longest = lengths.max(), Double(longest) >= Self.leastTrunk * Double(nodeCount),
      var node = lengths.firstIndex(of: longest)
    else { return [] }
    var levels = [Int](repeating: .max, count: nodeCount)
    while node >= 0 {
      levels[node] = 1
      node = previous[node]
    }
    return levels
  }
}
