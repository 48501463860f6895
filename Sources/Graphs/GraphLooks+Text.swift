extension GraphStyle {
  /// How nodes are drawn.
  public enum Nodes: Sendable, Hashable {
    /// With their text inside where the file is one of Graphviz's with directed edges or shapes, and
    /// in layers; else as discs. With a few hundred nodes at most.
    case automatic
    /// As discs, names beside them.
    case discs
    /// In shapes as large as their text.
    case text
  }

  /// What is drawn around groups of nodes.
  public enum Groups: Sendable, Hashable {
    /// Boxes around the clusters of a file of Graphviz's.
    case ofFile
    case none
    /// Hulls around the nodes that have the same value.
    case by(NodeProperty)
  }
}

extension GraphLooks {
  /// No more nodes than this have their text inside unless a style asks for it.
  static let textLimit = 1000

  /// Whether nodes have their text inside whatever the layout, as the style or the file says.
  func carriesText(_ graph: Graph, _ style: GraphStyle) -> Bool {
    switch style.nodes {
    case .discs: return false
    case .text: return true
    case .automatic:
      guard fileStyle.dialect == .graphviz, graph.nodeCount <= Self.textLimit else { return false }
      return graph.isDirected || fileStyle.nodeShapes.contains { $0 != nil }
    }
  }

  /// Whether nodes have their text inside if they are laid out in layers.
  func carriesTextInLayers(_ graph: Graph, _ style: GraphStyle) -> Bool {
    if carriesText(graph, style) { return true }
    return style.nodes == .automatic && graph.nodeCount <= Self.textLimit
      && labels.contains { !$0.isEmpty }
  }

  /// The nodes with their text inside.
  func figures(_ graph: Graph, _ style: GraphStyle) -> [Drawing.Figure?] {
    (0..<graph.nodeCount).map { node in
      var figure = fileStyle.figure(of: node)
      // What else is to be written.
      if labels != fileStyle.nodeNames {
        figure.content = Drawing.Cell(labels.isEmpty ? "" : labels[node])
      }
      switch style.colors {
      case .ofFile: break
      case .none: (figure.fill, figure.stroke, figure.textColor) = (nil, nil, nil)
      case .by:
        (figure.fill, figure.stroke, figure.textColor) = (coloring?.colors[node], nil, nil)
      }
      return figure
    }
  }
}

// MARK: Layouts

extension LayoutRequest {
  /// The request with what the looks need: room for text, labels of edges and groups; and for directed
  /// graphs of Graphviz's, whose nodes have their text inside, layers instead of `automatic`.
  ///
  ///     let looks = try GraphLooks(graph, style)
  ///     let result = try graph.layout(request.fitted(to: looks, style, of: graph))
  ///     try result.picture(style)
  public func fitted(
    to looks: GraphLooks, _ style: GraphStyle, of graph: Graph
  ) -> LayoutRequest {
    var request = self
    guard dimensions == 2, method.abilities.contains(.details),
      looks.carriesTextInLayers(graph, style)
    else { return request }
    if method == .automatic, start == nil, alignment == nil, graph.isDirected,
      looks.carriesText(graph, style)
    {
      request.method = .layered
    }
    request.details = LayeredLayout.Details(
      graph, figures: looks.figures(graph, style), looks.fileStyle,
      hasGroups: style.groups == .ofFile)
    if case .string(let direction)? = graph.attributes["rankdir"] {
      request.direction =
        switch direction.uppercased() {
        case "LR": .right
        case "RL": .left
        case "BT": .up
        default: .down
        }
    }
    return request
  }
}

extension LayeredLayout.Details {
  /// What a file of Graphviz's says of ranks, ports, clusters and edges, and the sizes of what is drawn.
  init(
    _ graph: Graph, figures: [Drawing.Figure?], _ style: FileStyle, hasGroups: Bool
  ) {
    self.init(nodeSizes: figures.map { $0?.size ?? .zero })
    edges = Self.edges(graph, figures, style.edgeLabels, isGraphviz: style.dialect == .graphviz)
    for group in graph.groups {
      guard let rank = group.attributes["rank"]?.description, !group.nodes.isEmpty else { continue }
      switch rank {
      case "same": ranks.append(.init(group.nodes))
      case "min", "source": ranks.append(.init(group.nodes, place: .first))
      case "max", "sink": ranks.append(.init(group.nodes, place: .last))
      default: break
      }
    }
    if hasGroups { groups = graph.clusters.map(\.group) }
  }

  private static func edges(
    _ graph: Graph, _ figures: [Drawing.Figure?], _ labels: [Drawing.EdgeLabel], isGraphviz: Bool
  ) -> [LayeredLayout.Edge] {
    let attributes = graph.edgeAttributes
    let (sourcePorts, targetPorts) = (
      attributes[StandardAttribute.sourcePort], attributes[StandardAttribute.targetPort]
    )
    let (lengths, constraints) = (attributes["minlen"], attributes["constraint"])
    var edges = (0..<graph.edgeCount).map { edge -> LayeredLayout.Edge in
      var result = LayeredLayout.Edge()
      if isGraphviz, let weight = graph.weights?[edge], weight.isFinite {
        result.weight = Int(min(max(weight, 0), 1000).rounded())
      }
      if let length = lengths?[edge].flatMap({ Double($0.description) }), length.isFinite {
        result.minimumLength = Int(min(max(length, 0), 1000))
      }
      if let constraint = constraints?[edge]?.description.lowercased() {
        result.setsLayers = !["false", "no", "0"].contains(constraint)
      }
      func place(_ port: AttributeValue?, _ node: Int32) -> SIMD2<Double>? {
        guard let port, let figure = figures[Int(node)] else { return nil }
        return figure.place(ofPortNamed: port.description)
      }
      result.sourcePort = place(sourcePorts?[edge], graph.sources[edge])
      result.targetPort = place(targetPorts?[edge], graph.targets[edge])
      return result
    }
    for label in labels where label.place == .middle && edges[label.edge].labelSize == nil {
      edges[label.edge].labelSize = label.size
    }
    return edges
  }
}

extension Drawing.Figure {
  /// `f0`, `f0:n` or `n`, as Graphviz has ports.
  fileprivate func place(ofPortNamed name: String) -> SIMD2<Double>? {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return nil }
    if parts.count == 2 { return place(ofPort: first, side: Side(rawValue: parts[1])) }
    return place(ofPort: first) ?? Side(rawValue: first).flatMap { place(ofPort: nil, side: $0) }
  }
}

extension Graph {
  /// The clusters of the file as groups of a layered layout, each with its place among `groups`. Each
  /// node is in one of them and those around it.
  var clusters: [(number: Int, group: LayeredLayout.Group)] {
    var result: [(number: Int, group: LayeredLayout.Group)] = []
    var places = [Int?](repeating: nil, count: groups.count)
    for (number, group) in groups.enumerated() {
      let parent = group.parent.flatMap { places[$0] }
      guard group.isCluster, !group.nodes.isEmpty else {
        places[number] = parent
        continue
      }
      places[number] = result.count
      let title = group.title
      let height = title.isEmpty ? 0 : title.size.y + 4
      result.append((number, LayeredLayout.Group([], parent: parent, titleHeight: height)))
    }
    // The innermost cluster of each node: the last one in which it is, of those inside the first.
    var own = [Int?](repeating: nil, count: nodeCount)
    for (place, cluster) in result.enumerated() {
      for node in groups[cluster.number].nodes {
        if let other = own[node], cluster.group.parent != other { continue }
        own[node] = place
      }
    }
    for (node, place) in own.enumerated() {
      if let place { result[place].group.nodes.append(node) }
    }
    return result
  }
}

extension NodeGroup {
  /// What its box is called.
  var title: Drawing.EdgeLabel {
    var text = attributes[StandardAttribute.label]?.description ?? ""
    for end in ["\\n", "\\l", "\\r"] {
      text = text.split(separator: end, omittingEmptySubsequences: false).joined(separator: "\n")
    }
    let size = attributes["fontsize"].flatMap { Double($0.description) } ?? 14
    return Drawing.EdgeLabel(
      0, Drawing.Text(FileStyle.plainLabel(text)), textSize: min(max(size, 1), 500))
  }
}

extension Drawing.EdgeLabel {
  var isEmpty: Bool { text.isEmpty }
}

// MARK: Pictures

extension GraphLooks {
  /// Gives a drawing what a layout says beside positions: how edges run, where their labels and the
  /// boxes of clusters are; and figures, where there is room for them.
  func add(
    _ routes: LayoutRoutes, _ hasRoomForText: Bool, to drawing: inout Drawing, _ graph: Graph,
    _ style: GraphStyle
  ) throws(RenderingError) {
    guard routes.count == graph.edgeCount else {
      throw .wrongOffsets(expected: graph.edgeCount + 1, found: routes.offsets.count)
    }
    drawing.routes = Drawing.Routes(points: routes.points, offsets: routes.offsets)
    guard hasRoomForText, carriesTextInLayers(graph, style) else { return }
    drawing.figures = figures(graph, style)
    // The colours are theirs now.
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

  /// Outlines around the groups that a style asks for.
  func addGroups(
    to drawing: inout Drawing, _ graph: Graph, _ style: GraphStyle
  ) throws {
    guard case .by(let property) = style.groups, case .plane = drawing.positions else { return }
    let column = try graph.column(property)
    var members: [String: [Int]] = [:]
    var names: [String] = []
    for node in 0..<graph.nodeCount {
      guard let name = column[node]?.description else { continue }
      if members[name] == nil { names.append(name) }
      members[name, default: []].append(node)
    }
    // Numbers of communities and components say nothing.
    var isNamed = true
    if case .measure = property { isNamed = false }
    for (number, name) in names.enumerated() {
      guard let nodes = members[name], nodes.count > 1 else { continue }
      var group = Drawing.Group(nodes, name: isNamed ? name : "")
      let color = Self.colors[number % Self.colors.count]
      group.fill = color.mixed(with: style.theme.background, share: 0.85)
      group.stroke = color.mixed(with: style.theme.background, share: 0.4)
      drawing.groups.append(group)
    }
    // The large ones first, so that none is hidden.
    drawing.groups.sort { $0.nodes.count > $1.nodes.count }
  }

  private static var colors: [RGBColor] { Palette.categorical }
}

extension FileStyle {
  /// The box of a cluster with the looks that the file gives it.
  func box(around group: NodeGroup, at outline: Drawing.Group.Outline) -> Drawing.Group {
    func color(_ name: String) -> RGBColor? {
      group.attributes[name].flatMap {
        RGBColor($0.description, names: dialect == .graphviz ? .x11 : .css)
      }
    }
    let styles = Set(
      (group.attributes["style"]?.description ?? "").split(whereSeparator: { ", ".contains($0) })
        .map(String.init))
    var box = Drawing.Group(group.nodes, name: group.title.text.lines.map(\.text).joined(separator: "\n"))
    box.outline = outline
    box.textSize = group.title.textSize
    box.textColor = color("fontcolor")
    let isFilled = !styles.isDisjoint(with: ["filled", "radial"])
    let stroke = color("pencolor") ?? color("color")
    box.fill = isFilled ? color("fillcolor") ?? color("color") ?? color("bgcolor") : color("bgcolor")
    if box.fill == nil, stroke != nil { box.fill = .clear }
    box.stroke = stroke
    if let width = group.attributes["penwidth"].flatMap({ Double($0.description) }) {
      box.strokeWidth = min(max(width, 0), 50)
    }
    if group.attributes["peripheries"]?.description == "0" || styles.contains("invis") {
      box.strokeWidth = 0
      if styles.contains("invis") { (box.fill, box.name) = (.clear, "") }
    }
    box.dash = styles.contains("dashed") ? .dashed : styles.contains("dotted") ? .dotted : .solid
    return box
  }
}
