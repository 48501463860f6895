import GraphModel
import GraphRendering

extension GraphSnapshot where ID == String {
  /// A graph of a file, with the colours and labels that the file has, and sizes by degree.
  /// O(nodes + edges).
  public init(_ graph: Graph, theme: ViewTheme = .auto) {
    let colors: Theme = theme == .dark ? .dark : .light
    self.init(
      ids: Array(graph.nodeIDs), graph: graph, looks: ViewLooks(graph, colors),
      labels: Self.labels(graph), hasPlainLooks: true)
  }

  /// The attribute `label`, else ids that are words; ids that are numbers too in small graphs.
  private static func labels(_ graph: Graph) -> [String] {
    if let column = graph.nodeAttributes[StandardAttribute.label] {
      return (0..<column.count).map { column[$0]?.description ?? "" }
    }
    return graph.nodeIDs.areIntegers && graph.nodeCount > 200 ? [] : Array(graph.nodeIDs)
  }
}

extension ViewLooks {
  /// The looks of a graph of a file.
  init(_ graph: Graph, _ theme: Theme) {
    self.init(nodeCount: graph.nodeCount, linkCount: graph.edgeCount)
    let degrees = graph.topology.degrees()
    nodeRadii = NodeSizes(degrees.map { Double($0 + 1) }, count: graph.nodeCount).radii
    if let column = graph.nodeAttributes[StandardAttribute.color],
      let coloring = NodeColoring(in: column, theme: theme)
    {
      nodeColors = (0..<graph.nodeCount).map {
        column[$0] == nil ? 0 : coloring.colors[$0].word
      }
    }
    let directions: [Bool?]? =
      if case .booleans(let values)? = graph.edgeAttributes[StandardAttribute.directed]?.values {
        values
      } else { nil }
    let bends = LinkLook.bends(sources: graph.sources, targets: graph.targets)
    linkFlags = (0..<graph.edgeCount).map { edge in
      LinkLook(hasArrow: graph.isDirected && directions?[edge] ?? true, bend: bends[edge]).flags
    }
    if case .strings(let texts)? = graph.edgeAttributes[StandardAttribute.color]?.values {
      linkColors = texts.map { text in
        text.flatMap { $0.hasPrefix("#") ? RGBColor(hex: $0) : nil }?.word ?? 0
      }
    }
  }
}

// MARK: What there is to choose from

extension Graph {
  /// The attributes of nodes and edges, as the page offers them.
  var offeredAttributes: [Hello.Attribute] {
    func offered(_ table: AttributeTable, _ owner: Hello.Attribute.Owner) -> [Hello.Attribute] {
      table.columns.map { column in
        Hello.Attribute(name: column.name, of: owner, kind: column.kind, title: column.name)
      }
    }
    return offered(nodeAttributes, .nodes) + offered(edgeAttributes, .links)
  }
}

extension AttributeColumn {
  /// Whether it is for scales, for groups or for reading.
  fileprivate var kind: Hello.Attribute.Kind {
    /// True when there are few different values, so that they are names of groups.
    func isFew<Value: Hashable>(_ values: [Value?], _ limit: Int) -> Bool {
      var different: Set<Value> = []
      for case let value? in values {
        different.insert(value)
        if different.count > limit { return false }
      }
      return true
    }
    switch values {
    case .doubles: return .number
    case .integers(let values): return isFew(values, 20) ? .category : .number
    case .booleans: return .category
    case .strings(let values): return isFew(values, 50) ? .category : .text
    }
  }
}
