extension Graph {
  /// Returns a graph with one supernode per community, component or attribute value, whose edges
  /// have the summed weights. It gives an overview of a graph that is too large to draw.
  ///
  ///     let aggregate = try graph.aggregated(by: .community)
  ///     var style = GraphStyle(sizeBy: .attribute(GraphAggregate.membersAttribute))
  ///     style.edgeWidths = .byWeight
  ///     let picture = try aggregate.graph.laidOut().picture(style)
  ///
  /// See `GraphAggregate` for the names and attributes of supernodes.
  ///
  /// - Throws: `GraphError` if nodes have no such attribute; `CancellationError` if `control` ends
  ///   the work.
  public func aggregated(
    by measure: NodeMeasure, control: RunControl = RunControl()
  ) throws -> GraphAggregate {
    let values = try measure.column(of: self, control: control.step(0...0.8))
    return try aggregated(
      by: values, isNumbering: measure.isGroup, control: control.step(0.8...1))
  }
}

extension GraphLooks {
  /// The members of a supernode that is called by two of them, in parts of those of the largest one.
  private static let largeShare = 0.3
  /// The greatest number of characters of both names.
  private static let longestNames = 20
  /// The width of labels in points, for names of that length with their number.
  private static let labelWidth = 280.0

  /// Adds to names of supernodes how many members they have, and to those of large ones their second name:
  /// "Kant; Hume (464)".
  package mutating func addMembers(of aggregate: Graph) {
    guard
      case .integers(let members)? =
        aggregate.nodeAttributes[GraphAggregate.membersAttribute]?.values,
      members.count == labels.count
    else { return }
    labelWidth = Self.labelWidth
    let names = aggregate.nodeAttributes[GraphAggregate.topNamesAttribute]
    let many = Self.largeShare * Double(members.lazy.compactMap { $0 }.max() ?? 0)
    for (node, count) in members.enumerated() where !labels[node].isEmpty {
      guard let count else { continue }
      let tops = GraphAggregate.names(in: names?[node]?.description ?? "")
      if Double(count) >= many, tops.count > 1, tops[0].hasSameBytes(as: labels[node]),
        tops[1].contains(where: \.isLetter),
        labels[node].count + tops[1].count <= Self.longestNames
      {
        labels[node] += "; " + tops[1]
      }
      labels[node] += " (\(count))"
    }
    let lists = aggregate.nodeAttributes[GraphAggregate.memberNamesAttribute]
    memberNames = (0..<(lists?.count ?? 0)).map { node in
      let names = GraphAggregate.names(in: lists?[node]?.description ?? "")
      let others = (members[node] ?? 0) - names.count
      return names + (others > 0 ? ["and \(others) more"] : [])
    }
    if let counts = aggregate.edgeAttributes["edges"]?.numbers, aggregate.weights == counts {
      edgeWidthMeaning?.title = "edges between"
    } else {
      edgeWidthMeaning?.title = "sum of weights"
    }
  }

  /// Returns a box's text: a name in bold, and below it the names of members in columns, about twice
  /// as wide as high.
  func listing(of node: Int) -> Drawing.Cell {
    let names = memberNames[node]
    let column = Drawing.Figure(names.joined(separator: "\n")).size
    let most = max(1, Int((2 * column.y / max(column.x, 1)).squareRoot().rounded()))
    let rows = (names.count + most - 1) / most
    let columns = stride(from: 0, to: names.count, by: max(rows, 1)).map { first in
      Array(names[first..<min(first + rows, names.count)])
    }
    var style = Drawing.Text.Style()
    style.isBold = true
    let heading = Drawing.Text([Drawing.Text.Line([Drawing.Text.Run(labels[node], style)])])
    var entries = [Drawing.Table.Entry(.init(.text(heading)), row: 0, column: 0)]
    entries[0].columnCount = max(columns.count, 1)
    for (place, column) in columns.enumerated() {
      let text = Drawing.Text(column.map { Drawing.Text.Line($0, alignment: .left) })
      var entry = Drawing.Table.Entry(.init(.text(text)), row: 1, column: place)
      (entry.alignment, entry.verticalAlignment) = (.left, .top)
      entries.append(entry)
    }
    for index in entries.indices { entries[index].border.width = 0 }
    var table = Drawing.Table(entries)
    (table.border.width, table.spacing) = (0, 1)
    return Drawing.Cell(.table(table))
  }
}
