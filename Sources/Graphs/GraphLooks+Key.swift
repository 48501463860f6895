import RunSupport

extension GraphLooks {
  /// What a picture says beside the graph about colours and sizes that the style asks for.
  func key(_ style: GraphStyle) -> Picture.Key {
    guard style.showsKey else { return Picture.Key() }
    var key = Picture.Key(
      nodeColors: legend, edgeColors: edgeLegend, edgeWidths: edgeWidthMeaning)
    if case .by(let property) = style.sizes, case .byWeight(let weights)? = sizes {
      switch property {
      case .attribute(let name): key.nodeSizes = .init(title: name, values: weights)
      case .measure(.degree):
        // Areas are those of one more than the degree.
        key.nodeSizes = .init(title: NodeMeasure.degree.id, values: weights.map { $0 - 1 })
      case .measure(let measure): key.nodeSizes = .init(title: measure.id, values: weights)
      }
    }
    return key
  }
}

extension Graph {
  /// Gives the groups of a legend, which are numbers from 1, the names of their top members: to a
  /// reader community 1 means nothing. Groups that would have one name keep their numbers behind it.
  func namingGroups(
    of coloring: NodeColoring, _ column: AttributeColumn, _ control: RunControl
  ) throws -> NodeColoring {
    guard var legend = coloring.legend, case .groups(var entries, let others) = legend.meaning,
      case .integers(let numbers) = column.values
    else { return coloring }
    // Colours number the groups of a measure from 1, wherever the measure begins.
    let shift = 1 - (numbers.lazy.compactMap { $0 }.min() ?? 1)
    var places: [Int: Int32] = [:]
    for (place, entry) in entries.enumerated() {
      if let number = Int(entry.name) { places[number] = Int32(truncatingIfNeeded: place) }
    }
    let groupOfNode = numbers.map { number in number.flatMap { places[$0 + shift] } ?? -1 }
    let names = try topNames(of: groupOfNode, count: entries.count, control: control)
    let isShared = Dictionary(
      names.map { (ExactText($0), false) }, uniquingKeysWith: { _, _ in true })
    for (place, name) in names.enumerated() where !name.isEmpty {
      let number = entries[place].name
      entries[place].name = isShared[ExactText(name)] == true ? "\(name) (\(number))" : name
    }
    legend.meaning = .groups(entries, others: others)
    var named = coloring
    named.legend = legend
    return named
  }
}
