#if Tools

import CommandLineSupport
import GraphIO
import GraphRendering

/// What --color-by, --size, --label and --edge-width mean for one graph; checked before the layout runs.
struct NodeLooks {
  /// Empty for the theme's.
  var colors: [RGBColor] = []
  /// Whether edges are to be painted as their nodes are.
  var areGroups = false
  /// What the colours mean, in words; nil when that is plain.
  var legend: String?
  /// Nil for what the layout suggests.
  var sizes: Drawing.NodeSizes?
  /// Empty for none.
  var labels: [String] = []
  /// One for each edge, or empty for one that suits them all.
  var edgeWidths: [Double] = []

  let degrees: [Int]

  init(_ graph: Graph, _ options: PictureOptions) throws(Failure) {
    var degrees = [Int](repeating: 0, count: graph.nodeCount)
    for node in graph.sources { degrees[Int(node)] += 1 }
    for node in graph.targets { degrees[Int(node)] += 1 }
    self.degrees = degrees
    try setColors(graph, options)
    sizes = try Self.sizes(graph, degrees, options.size)
    labels = try Self.labels(graph, options.label)
    edgeWidths = try Self.edgeWidths(graph, options.edgeWidth)
  }

  private static func unknown(
    _ option: String, _ value: String, _ table: AttributeTable, _ others: String,
    of things: String = "nodes"
  ) -> Failure {
    .usage(
      "\(option) \(value): \(things) have no such attribute; \(Attributes.list(table)). "
        + "\(option) also takes \(others).")
  }

  // MARK: Colours

  private mutating func setColors(_ graph: Graph, _ options: PictureOptions) throws(Failure) {
    let theme = options.theme.theme
    guard let what = options.colorBy else {
      colors = Self.fileColors(graph, theme) ?? []
      return
    }
    if let column = graph.nodeAttributes[what] {
      setColors(column, theme)
      return
    }
    switch what {
    case "none": break
    case "degree":
      colors = Palette.colors(
        byNumber: degrees.map(Double.init), scaling: .logarithmic, theme: theme)
      if let least = degrees.min(), let greatest = degrees.max() {
        legend = "colours by degree: \(least) (blue) to \(greatest) (yellow)"
      }
    case "component":
      // The renderer numbers components.
      var drawing = Drawing(
        positions: [SIMD2<Double>](repeating: .zero, count: graph.nodeCount))
      drawing.edges = graph.sources.indices.map {
        Drawing.Edge(Int(graph.sources[$0]), Int(graph.targets[$0]))
      }
      setColors(parts: drawing.components, graph, "component")
    case "community":
      let communities = Louvain.communities(
        nodeCount: graph.nodeCount, sources: graph.sources, targets: graph.targets,
        weights: graph.weights)
      setColors(parts: communities, graph, "community")
    default:
      throw Self.unknown(
        "--color-by", what, graph.nodeAttributes, "community, component, degree and none")
    }
  }

  private mutating func setColors(groups: [String?], _ name: String) {
    let assignment = Palette.colors(byGroup: groups)
    colors = assignment.colors
    areGroups = true
    let shown = assignment.entries.map { "\($0.value) \($0.color.hex) (\($0.count))" }
    let rest =
      assignment.otherCount > 0 ? ["others \(Palette.other.hex) (\(assignment.otherCount))"] : []
    legend = "colours by \(name): " + (shown + rest).joined(separator: ", ")
  }

  /// Colours for parts of the graph, which have no names: where there are more of them than colours, those that many edges join
  /// get different ones, as countries on a map.
  private mutating func setColors(parts: [Int], _ graph: Graph, _ name: String) {
    guard let count = parts.max().map({ $0 + 1 }), count > Palette.categorical.count else {
      setColors(groups: parts.map { "\($0 + 1)" }, name)
      return
    }
    let colorOfPart = MapColoring.colors(
      parts: parts, sources: graph.sources, targets: graph.targets,
      colorCount: Palette.categorical.count)
    colors = parts.map { Palette.categorical[colorOfPart[$0]] }
    areGroups = true
    legend = "colours by \(name): \(count) of them, neighbours in different colours"
  }

  /// Above this many different values, whole numbers are a scale and not names of groups.
  private static let groupLimit = 20

  private mutating func setColors(_ column: AttributeColumn, _ theme: Theme) {
    if let colors = Self.colors(column, theme) {
      self.colors = colors
      return
    }
    if let numbers = column.numbers {
      let different = Set(numbers.compactMap { $0 })
      if column.type == .double || different.count > Self.groupLimit {
        colors = Palette.colors(byNumber: numbers.map { $0 ?? .nan }, theme: theme)
        let finite = different.filter(\.isFinite)
        if let least = finite.min(), let greatest = finite.max() {
          legend = "colours by \(column.name): \(least) (blue) to \(greatest) (yellow)"
        }
        return
      }
    }
    setColors(groups: (0..<column.count).map { column[$0]?.description }, column.name)
  }

  /// The colours that are written in a file; nil when it has none.
  private static func fileColors(_ graph: Graph, _ theme: Theme) -> [RGBColor]? {
    graph.nodeAttributes[StandardAttribute.color].flatMap { colors($0, theme) }
  }

  /// Text that is a colour for each node that has any; nil when it is something else.
  private static func colors(_ column: AttributeColumn, _ theme: Theme) -> [RGBColor]? {
    guard case .strings(let texts) = column.values, texts.contains(where: { $0 != nil }) else {
      return nil
    }
    var result: [RGBColor] = []
    for text in texts {
      guard let text else {
        result.append(theme.node)
        continue
      }
      guard text.hasPrefix("#"), let color = RGBColor(hex: text) else { return nil }
      result.append(color)
    }
    return result
  }

  // MARK: Sizes

  private static func sizes(
    _ graph: Graph, _ degrees: [Int], _ option: String?
  ) throws(Failure) -> Drawing.NodeSizes? {
    guard let option else { return nil }
    if let column = graph.nodeAttributes[option] {
      guard let numbers = column.numbers else {
        throw .usage("--size \(option): the attribute is no number, but of type \(column.type).")
      }
      // What has no size, or one without a meaning, is as small as can be.
      return .byWeight(numbers.map { $0.map { $0.isFinite ? max($0, 0) : 0 } ?? 0 })
    }
    if option == "same" { return .automatic }
    if option == "degree" { return byDegree(degrees) }
    guard let points = Double(option) else {
      throw unknown("--size", option, graph.nodeAttributes, "degree, same and a radius in points")
    }
    guard points >= 0, points <= 1000 else {
      throw .usage("--size is 0 to 1000 points, not \(option).")
    }
    return .points([Double](repeating: points, count: graph.nodeCount))
  }

  /// One more than the degree, so that isolated nodes can be seen beside others.
  static func byDegree(_ degrees: [Int]) -> Drawing.NodeSizes {
    .byWeight(degrees.map { Double($0 + 1) })
  }

  // MARK: Labels

  private static func labels(_ graph: Graph, _ option: String?) throws(Failure) -> [String] {
    if let option {
      if let column = graph.nodeAttributes[option] { return texts(column) }
      if option == "id" { return Array(graph.nodeIDs) }
      if option == "none" { return [] }
      throw unknown("--label", option, graph.nodeAttributes, "id and none")
    }
    if let column = graph.nodeAttributes[StandardAttribute.label] { return texts(column) }
    return graph.nodeIDs.areIntegers ? [] : Array(graph.nodeIDs)
  }

  private static func texts(_ column: AttributeColumn) -> [String] {
    (0..<column.count).map { column[$0]?.description ?? "" }
  }

  // MARK: Edges

  private static func edgeWidths(_ graph: Graph, _ option: String?) throws(Failure) -> [Double] {
    guard let option else { return [] }
    if option == "weight" {
      guard let weights = graph.weights else {
        throw .usage("--edge-width weight: the edges have no weights (see --weight-attribute).")
      }
      let sizes = weights.map { $0.isFinite && $0 > 0 ? $0 : 0 }
      let greatest = sizes.max() ?? 0
      // Widths from 0.5 to 5 points; areas, as of nodes, grow with the weight.
      return sizes.map { greatest > 0 ? max(0.5, 5 * ($0 / greatest).squareRoot()) : 0.5 }
    }
    guard let width = Double(option), width >= 0, width <= 1000 else {
      throw .usage("--edge-width is weight, or 0 to 1000 points, not \(option).")
    }
    return [Double](repeating: width, count: graph.edgeCount)
  }
}

#endif
