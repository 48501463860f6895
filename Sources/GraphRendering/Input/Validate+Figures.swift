extension Validate {
  static func figures(_ drawing: Drawing) throws(RenderingError) {
    let count = drawing.figures.count
    if count != 0, count != drawing.nodeCount {
      throw .wrongLength(of: "figures", expected: drawing.nodeCount, found: count)
    }
    for (node, figure) in drawing.figures.enumerated() {
      guard let figure else { continue }
      func check(
        _ value: Double, _ range: ClosedRange<Double>, _ what: String
      ) throws(RenderingError) { try Self.check(value, range, "\(what) of figure", node) }
      try check(figure.textSize, 0.01...1000, "the text size")
      try check(figure.strokeWidth, 0...1000, "the outline's width")
      for axis in 0..<2 {
        try check(figure.leastSize[axis], 0...16384, "the least size")
        try check(figure.padding[axis], 0...1000, "the padding")
      }
      try check(Double(figure.outlineCount), 1...8, "the number of outlines")
      for part in figure.fillParts { try check(part.share, 0...1, "the share of a colour") }
      try gradient(figure.gradient, of: "figure", node)
      try cell(figure.content, of: node, depth: 0)
    }
  }

  private static func gradient(
    _ gradient: Drawing.Gradient?, of what: String, _ index: Int
  ) throws(RenderingError) {
    guard let gradient else { return }
    for stop in gradient.stops {
      try check(stop.place, 0...1, "the place of a colour of \(what)", index)
    }
    try check(gradient.angle, -1e6...1e6, "the angle of the gradient of \(what)", index)
  }

  private static func cell(
    _ cell: Drawing.Cell, of node: Int, depth: Int
  ) throws(RenderingError) {
    try gradient(cell.gradient, of: "figure", node)
    guard depth <= Drawing.Cell.maximumDepth else {
      throw .outOfRange(
        "the nesting of cells of figure", index: node, value: "more than \(depth - 1)",
        allowed: "at most \(Drawing.Cell.maximumDepth)")
    }
    switch cell.content {
    case .text(let text):
      for size in text.lines.lazy.flatMap(\.runs).compactMap(\.style.size) {
        try check(size, 0.01...1000, "the text size of figure", node)
      }
    case .row(let cells), .column(let cells):
      for inner in cells { try Self.cell(inner, of: node, depth: depth + 1) }
    case .table(let table):
      let lengths = "a length of the table of figure"
      for length in [table.spacing, table.border.width, table.leastSize.x, table.leastSize.y] {
        try check(length, 0...16384, lengths, node)
      }
      for entry in table.entries {
        for length in [
          entry.padding, entry.border.width, entry.leastSize.x, entry.leastSize.y,
        ] { try check(length, 0...16384, lengths, node) }
        try Self.cell(entry.cell, of: node, depth: depth + 1)
      }
    }
  }

  static func edgeColors(_ drawing: Drawing) throws(RenderingError) {
    for (edge, colors) in drawing.edgeColors.sorted(by: { $0.key < $1.key }) {
      if !drawing.edges.indices.contains(edge) {
        throw .outOfRange(
          "the edge of edgeColors", index: edge, value: "\(edge)",
          allowed: "one of the \(drawing.edges.count) edges, from 0")
      }
      guard case .along(let stretches) = colors else { continue }
      for stretch in stretches {
        try check(stretch.share, 0...1, "the share of a colour of edge", edge)
      }
    }
  }

  static func edgeTexts(_ drawing: Drawing) throws(RenderingError) {
    for (index, label) in drawing.edgeLabels.enumerated() {
      if !drawing.edges.indices.contains(label.edge) {
        throw .outOfRange(
          "the edge of label", index: index, value: "\(label.edge)",
          allowed: "one of the \(drawing.edges.count) edges, from 0")
      }
      try check(label.textSize, 0.01...1000, "the text size of edge label", index)
    }
    guard let routes = drawing.routes else { return }
    let offsets = routes.offsets
    if offsets.count != drawing.edges.count + 1 {
      throw .wrongOffsets(expected: drawing.edges.count + 1, found: offsets.count)
    }
    for (index, offset) in offsets.enumerated() {
      let least = index == 0 ? 0 : offsets[index - 1]
      if offset < least || offset > routes.points.count {
        throw .outOfRange(
          "routes.offsets", index: index, value: "\(offset)",
          allowed: "\(least) to \(routes.points.count), the number of points")
      }
    }
    for (index, point) in routes.points.enumerated() where !point.isFinite {
      throw .outOfRange("routes.points", index: index, value: "\(point)", allowed: "finite")
    }
  }

  static func groups(
    _ groups: [Drawing.Group], nodeCount: Int
  ) throws(RenderingError) {
    for (index, group) in groups.enumerated() {
      for node in group.nodes where node < 0 || node >= nodeCount {
        throw .outOfRange(
          "a node of group", index: index, value: "\(node)",
          allowed: "one of the \(nodeCount) nodes, from 0")
      }
      try check(group.textSize, 0.01...1000, "the text size of group", index)
      try check(group.strokeWidth, 0...1000, "the outline's width of group", index)
    }
  }

  private static func check(
    _ value: Double, _ range: ClosedRange<Double>, _ what: String, _ index: Int
  ) throws(RenderingError) {
    if range.contains(value) { return }
    throw .outOfRange(
      what, index: index, value: "\(value)",
      allowed: "\(range.lowerBound) to \(range.upperBound)")
  }
}
