extension Graph {
  /// Gives nodes the colours and sizes of looks as the attributes that files have for them:
  /// `StandardAttribute.color` where the style colours by something, `StandardAttribute.size`, a
  /// diameter, where it sizes by something. What a style leaves open stays as it is. The measures that
  /// they stand for become attributes of their ids, or with `NodeMeasure.prefix` before it where nodes
  /// have an attribute of that name, which stays.
  ///
  ///     let looks = try GraphLooks(graph, style)
  ///     graph.take(looks, of: style)
  ///     try graph.write(to: "communities.gexf")
  ///
  /// - Returns: the names of attributes whose values have been replaced.
  @discardableResult
  public mutating func take(_ looks: GraphLooks, of style: GraphStyle) -> [String] {
    var new: [AttributeColumn] = []
    if case .by = style.colors, let coloring = looks.coloring {
      new.append(
        AttributeColumn(StandardAttribute.color, .strings(coloring.colors.map { $0.hex })))
    }
    switch (style.sizes, looks.sizes) {
    case (.by, .byWeight(let weights)?):
      new.append(
        AttributeColumn(StandardAttribute.size, .doubles(Self.diameters(byWeight: weights))))
    case (.points, .points(let radii)?):
      new.append(AttributeColumn(StandardAttribute.size, .doubles(radii.map { 2 * $0 })))
    default: break
    }
    let names = new.filter { column in
      nodeAttributes[column.name].map { $0 != column } ?? false
    }.map(\.name)
    for column in new { nodeAttributes[column.name] = column }
    for column in looks.measures where nodeAttributes[column.name] != column {
      let isTaken = nodeAttributes[column.name] != nil
      let name = isTaken ? NodeMeasure.prefix + column.name : column.name
      nodeAttributes[name] = AttributeColumn(name, column.values)
    }
    return names
  }

  /// Returns the diameters of discs with areas proportional to weights. They are smaller in larger
  /// graphs, and suit links of length 30.
  private static func diameters(byWeight weights: [Double]) -> [Double?] {
    let count = weights.count
    let most = count < 300 ? 24.0 : count < 3000 ? 20 : count < 30000 ? 16 : 12
    let greatest = weights.max() ?? 0
    return weights.map { weight in
      greatest > 0 ? max(most / 4, most * (weight / greatest).squareRoot()) : most / 4
    }
  }

  /// Adds measures of the nodes as attributes named by their ids. Returns the ids of those that
  /// have replaced an attribute of the file.
  ///
  /// - Throws: `CancellationError` if `control` ends the work; nothing has changed then.
  @discardableResult
  public mutating func add(
    _ measures: [NodeMeasure], control: RunControl = RunControl()
  ) throws -> [String] {
    let columns = try measures.enumerated().map { place, measure in
      let count = Double(measures.count)
      let part = Double(place) / count...Double(place + 1) / count
      return try measure.column(of: self, control: control.step(part))
    }
    let replaced = columns.map(\.name).filter { nodeAttributes[$0] != nil }
    for column in columns { nodeAttributes[column.name] = column }
    return replaced
  }
}
