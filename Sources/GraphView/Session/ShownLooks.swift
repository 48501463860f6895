import GraphModel
import GraphRendering

/// The displayed style of a graph, including the choices of viewers.
struct ShownLooks: Sendable, Hashable {
  var looks: ViewLooks
  var labels: [String]
  var legend: [ViewLegend]
  var choice: Hello.Looks

  /// The columns of a choice, with known facts about their numbers.
  struct Columns: Sendable {
    struct Source: Sendable {
      var column: AttributeColumn
      /// The measure; nil for an attribute of the graph.
      var measure: NodeMeasure?
    }

    var color: Source?
    var size: Source?
  }

  /// Finds the columns of a choice. Throws if the graph has no column of that name.
  static func columns(
    _ choice: Hello.Looks, of graph: Graph, _ options: GraphViewOptions
  ) async throws -> Columns {
    // Only measures take a noticeable time.
    let isQuick = [choice.color, choice.size].allSatisfy { name in
      name.map { graph.nodeAttributes[$0] != nil } ?? true
    }
    if isQuick { return try columns(choice, of: graph, options, control: RunControl()) }
    return try await onThread { isCancelled in
      try columns(choice, of: graph, options, control: RunControl(isCancelled: isCancelled))
    }
  }

  /// Finds the columns of a choice on the calling thread, which it blocks.
  static func columns(
    _ choice: Hello.Looks, of graph: Graph, _ options: GraphViewOptions, control: RunControl
  ) throws -> Columns {
    func source(_ name: String) throws -> Columns.Source {
      if let column = graph.nodeAttributes[name] { return .init(column: column, measure: nil) }
      guard let measure = options.measures.first(where: { $0.id == name }) else {
        throw GraphViewError.impossible(
          "nodes have no attribute \"\(name)\", and there is no measure of this name")
      }
      let column = try measure.column(of: graph, control: control)
      guard column.count == graph.nodeCount else {
        throw GraphViewError.impossible(
          "the measure \"\(name)\" has \(column.count) values for \(graph.nodeCount) nodes")
      }
      return .init(column: column, measure: measure)
    }
    var found = Columns()
    if let color = choice.color { found.color = try source(color) }
    if let size = choice.size {
      let column = try source(size)
      guard column.column.numbers != nil else {
        throw GraphViewError.impossible(
          "sizes need numbers; the attribute \"\(size)\" is of type \(column.column.type)")
      }
      found.size = column
    }
    if let labels = choice.labels, labels != "id", labels != "none",
      graph.nodeAttributes[labels] == nil
    {
      throw GraphViewError.impossible("nodes have no attribute \"\(labels)\"")
    }
    return found
  }

  /// Applies the choice to the graph's own style. O(nodes + links * log).
  init<ID>(
    _ snapshot: GraphSnapshot<ID>, _ choice: Hello.Looks, _ columns: Columns,
    _ options: GraphViewOptions
  ) {
    self.choice = choice
    looks = snapshot.looks
    labels = snapshot.labels
    legend = snapshot.legend
    if let color = columns.color { setColors(color, snapshot.graph, options) }
    if let size = columns.size { setSizes(size) }
    if let name = choice.labels { setLabels(name, snapshot.graph) }
  }

  private mutating func setColors(
    _ source: Columns.Source, _ graph: Graph, _ options: GraphViewOptions
  ) {
    let (column, theme) = (source.column, options.colors)
    let coloring =
      source.measure.map {
        NodeColoring(
          by: $0, column, of: graph.topology, scaling: options.colorScale, theme: theme)
      } ?? NodeColoring(by: column, scaling: options.colorScale, theme: theme)
    looks.nodeColors = coloring.colors.map(\.word)
    legend.removeAll { $0.of == .color }
    if let key = ViewLegend(coloring, column, theme: theme) {
      legend.insert(key, at: 0)
    }
  }

  private mutating func setSizes(_ source: Columns.Source) {
    guard let numbers = source.column.numbers else { return }
    let sizing = NodeSizes(numbers, count: looks.nodeRadii.count)
    looks.nodeRadii = sizing.radii
    legend.removeAll { $0.of == .size }
    if let range = sizing.range {
      legend.append(
        ViewLegend(
          size: source.column.name, low: range.lowerBound, high: range.upperBound,
          radii: [Double(sizing.least), Double(sizing.greatest)]))
    }
  }

  private mutating func setLabels(_ name: String, _ graph: Graph) {
    switch name {
    case "none": labels = []
    case "id": labels = Array(graph.nodeIDs)
    default:
      guard let column = graph.nodeAttributes[name] else { return }
      labels = (0..<column.count).map { column[$0]?.description ?? "" }
    }
  }

  /// Returns the labels that a page gets immediately: those of the largest nodes; ties go to the
  /// lowest number.
  func importantLabels(limit: Int = 5000) -> LabelsMessage {
    let named = labels.indices.filter { !labels[$0].isEmpty }
    guard named.count > limit else {
      return LabelsMessage(nodes: named, labels: named.map { labels[$0] })
    }
    let radii = looks.nodeRadii
    let chosen = named.sorted { (-radii[$0], $0) < (-radii[$1], $1) }.prefix(limit)
    return LabelsMessage(nodes: Array(chosen), labels: chosen.map { labels[$0] })
  }
}

extension GraphSnapshot {
  /// Returns the ids that a page gets immediately: all, or nil if there are many, since the page
  /// then requests those that it needs.
  func idsMessage(limit: Int = 5000) -> LabelsMessage? {
    guard nodeCount <= limit else { return nil }
    return LabelsMessage(nodes: Array(ids.indices), labels: Array(graph.nodeIDs), areIDs: true)
  }
}

/// Radii in layout units whose disc areas are proportional to numbers.
struct NodeSizes {
  var radii: [Float]
  /// The radii of the least and the greatest number.
  private(set) var least: Float
  private(set) var greatest: Float
  /// The range of the finite numbers; nil if there are none.
  private(set) var range: ClosedRange<Double>?

  /// Computes the radii. Negative, missing and non-finite numbers get the least radius. Radii are
  /// smaller if there are many nodes.
  init(_ numbers: [Double?], count: Int) {
    greatest = count < 300 ? 12 : count < 3000 ? 10 : count < 30000 ? 8 : 6
    least = greatest / 4
    let finite = numbers.lazy.compactMap { $0 }.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else {
      radii = Array(repeating: least, count: count)
      return
    }
    range = low...high
    let (least, greatest) = (least, greatest)
    radii = numbers.map { number in
      guard let number, number.isFinite, number > 0, high > 0 else { return least }
      return max(least, greatest * Float((number / high).squareRoot()))
    }
  }
}
