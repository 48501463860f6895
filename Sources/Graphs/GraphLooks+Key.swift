import RunSupport

extension GraphLooks {
  /// Returns the key of a picture, which explains the colours and sizes that the style asks for.
  func key(_ style: GraphStyle) -> Picture.Key {
    guard style.showsKey else { return Picture.Key() }
    var key = Picture.Key(
      nodeColors: legend, edgeColors: edgeLegend, edgeWidths: edgeWidthMeaning)
    if case .by(let measure) = style.sizes, case .byWeight(let weights)? = sizes {
      // Areas represent the degree plus one.
      let values = measure == .degree ? weights.map { $0 - 1 } : weights
      key.nodeSizes = .init(title: measure.attributeName ?? measure.id, values: values)
    }
    return key
  }
}

extension Graph {
  /// Names the numbered groups of a legend after their top members, as a number such as "community
  /// 1" means nothing to a reader. Groups with the same name keep their numbers as suffixes.
  func namingGroups(
    of coloring: NodeColoring, _ column: AttributeColumn, _ control: RunControl
  ) throws -> NodeColoring {
    guard var legend = coloring.legend, case .groups(var entries, let others) = legend.meaning,
      case .integers(let numbers) = column.values
    else { return coloring }
    // Colours number the groups of a measure from 1, whatever its first number is.
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
