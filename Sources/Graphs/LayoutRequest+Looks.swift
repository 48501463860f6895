extension LayoutRequest {
  /// Returns the request with the needs of the looks: space for text, labels of edges and groups.
  /// For directed Graphviz graphs with text in nodes, `automatic` becomes a layered layout; for small
  /// graphs whose file says that they are bipartite, one in two columns.
  ///
  ///     let looks = try GraphLooks(graph, style)
  ///     let result = try graph.layout(request.fitted(to: looks, style, of: graph))
  ///     try result.picture(style)
  package func fitted(
    to looks: GraphLooks, _ style: GraphStyle, of graph: Graph
  ) -> LayoutRequest {
    var request = self
    if takesAnyLayout, graph.nodeCount <= Self.greatestColumns, graph.isCalledBipartite {
      request.method = .bipartite
      request.direction = .right
      return request
    }
    // Nodes of trees, and under constraints, are discs unless the style or the file demands text in them.
    let carriesText =
      method.id == LayoutMethod.tree.id || !constraints.isEmpty
      ? looks.carriesText(graph, style) : looks.carriesTextInLayers(graph, style)
    guard dimensions == 2, method.abilities.contains(.details), carriesText else { return request }
    if method == .automatic, start == nil, alignment == nil, constraints.isEmpty, graph.isDirected,
      looks.carriesText(graph, style)
    {
      request.method = .layered
    }
    request.details = LayeredDetails(
      graph, figures: looks.figures(graph, style), looks.fileStyle,
      hasGroups: style.groups == .ofFile)
    if looks.fileStyle.dialect == .graphviz {
      request.details.layerDistance = graph.points("ranksep")
      request.details.nodeDistance = graph.points("nodesep")
    }
    return request
  }

  /// The number of nodes above which columns would be too long for a picture.
  private static let greatestColumns = 80

  /// True if nothing but the graph determines the layout.
  private var takesAnyLayout: Bool {
    method == .automatic && start == nil && alignment == nil && pinned.isEmpty && goal == nil
      && direction == nil && dimensions == 2 && constraints.isEmpty
  }
}

extension Graph {
  /// True if nodes have one of two values of the attribute `bipartite` (networkx) or `type` (igraph), and all
  /// edges lead from one value to the other.
  var isCalledBipartite: Bool {
    guard !isDirected, edgeCount > 0 else { return false }
    return ["bipartite", "type"].contains { name in
      guard let column = nodeAttributes[name] else { return false }
      let values = (0..<column.count).map { column[$0]?.description }
      return !values.contains(nil) && Set(values).count == 2
        && zip(sources, targets).allSatisfy { values[Int($0)] != values[Int($1)] }
    }
  }
}

extension LayeredDetails {
  /// Creates details from the ranks, ports, clusters and edges of a Graphviz file, and the sizes of
  /// figures.
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
  ) -> [LayeredDetails.Edge] {
    let attributes = graph.edgeAttributes
    let (sourcePorts, targetPorts) = (
      attributes[StandardAttribute.sourcePort], attributes[StandardAttribute.targetPort]
    )
    let (lengths, constraints) = (attributes["minlen"], attributes["constraint"])
    var edges = (0..<graph.edgeCount).map { edge -> LayeredDetails.Edge in
      var result = LayeredDetails.Edge()
      if isGraphviz, let weight = graph.weights?[edge], weight.isFinite {
        result.weight = Int(min(max(weight, 0), 1000).rounded())
      }
      if let length = lengths?[edge].flatMap({ Double($0.description) }), length.isFinite {
        result.minimumLength = Int(min(max(length, 0), 1000))
      }
      if let constraint = constraints?[edge]?.description.lowercased() {
        result.setsLayers = !["false", "no", "0"].contains(constraint)
      }
      func place(
        _ port: AttributeValue?, _ node: Int32
      ) -> (port: SIMD2<Double>, cell: SIMD2<Double>?)? {
        guard let port, let figure = figures[Int(node)] else { return nil }
        return figure.place(ofPortNamed: port.description)
      }
      let source = place(sourcePorts?[edge], graph.sources[edge])
      let target = place(targetPorts?[edge], graph.targets[edge])
      (result.sourcePort, result.targetPort) = (source?.port, target?.port)
      (result.sourceCell, result.targetCell) = (source?.cell, target?.cell)
      return result
    }
    for label in labels where label.place == .middle && edges[label.edge].labelSize == nil {
      edges[label.edge].labelSize = label.size
    }
    return edges
  }
}

extension Drawing.Figure {
  /// Returns the place of a Graphviz port such as `f0`, `f0:n` or `n`, and the size of its cell if
  /// it is a whole one.
  fileprivate func place(
    ofPortNamed name: String
  ) -> (port: SIMD2<Double>, cell: SIMD2<Double>?)? {
    let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
    guard let first = parts.first else { return nil }
    let side = parts.count == 2 ? Side(rawValue: parts[1]) : nil
    if let place = place(ofPort: first, side: side) {
      return (place, side == nil ? self.size(ofPort: first) : nil)
    }
    return Side(rawValue: first).flatMap { place(ofPort: nil, side: $0) }.map { ($0, nil) }
  }
}

extension Graph {
  /// Returns a distance that Graphviz gives in inches, such as `0.5` or `1 equally`, in points; nil
  /// if it is missing or invalid.
  fileprivate func points(_ attribute: String) -> Double? {
    guard let first = attributes[attribute]?.description.split(separator: " ").first,
      let inches = Double(first), inches > 0, inches <= 100
    else { return nil }
    return 72 * inches
  }

  /// The clusters of the file as groups of a layered layout, each with its index in `groups`. Each
  /// node is in at most one innermost cluster and its ancestors.
  var clusters: [(number: Int, group: LayeredDetails.Group)] {
    var result: [(number: Int, group: LayeredDetails.Group)] = []
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
      let width = title.isEmpty ? 0 : title.size.x + 8
      var box = LayeredDetails.Group([], parent: parent, titleHeight: height, titleWidth: width)
      box.titleIsBelow = GroupLabel(group.attributes).isBelow ?? false
      result.append((number, box))
    }
    // The innermost cluster of a node is the last one that contains it, among those nested in the
    // first.
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

extension Drawing.EdgeLabel {
  var isEmpty: Bool { text.isEmpty }
}

extension Graph {
  /// Lays the graph out for pictures in a style, with space for the text of nodes and edges in
  /// layers. See `LayoutRequest.fitted(to:_:of:)`.
  ///
  ///     let style = GraphStyle()
  ///     try Graph(contentsOf: "tasks.gv").layout(for: style).picture(style).write(to: "tasks.svg")
  ///
  /// - Throws: `LayoutError` as `layout(_:control:)`, and `GraphError` if the style refers to
  ///   something that the graph does not have.
  public func layout(
    _ request: LayoutRequest = LayoutRequest(), for style: GraphStyle,
    control: RunControl = RunControl()
  ) throws -> LaidOutGraph {
    let looks = try GraphLooks(self, style)
    return try layout(request.fitted(to: looks, style, of: self), control: control)
  }
}
