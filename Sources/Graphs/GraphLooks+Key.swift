import GraphRendering
import RunSupport

extension GraphLooks {
  /// Returns the key of a picture, which explains the colours and sizes that the style asks for.
  ///
  /// - Parameters:
  ///   - edges: those of the drawing; empty to say nothing of edges between groups.
  ///   - isTree: true for drawings of trees, in which nodes have their names beside them.
  func key(
    _ style: GraphStyle, _ edges: [Drawing.Edge] = [], isTree: Bool = false
  ) -> Picture.Key {
    guard style.showsKey else { return Picture.Key() }
    var key = Picture.Key(
      nodeColors: repeatsNames(ofTree: isTree, style) ? nil : codeLegend ?? legend,
      edgeColors: edgeLegend, edgeWidths: edgeWidthMeaning)
    key.ties = ties(edges)
    if case .by(let measure) = style.sizes, case .byWeight(let weights)? = sizes {
      // Areas represent the degree plus one.
      let values = measure == .degree ? weights.map { $0 - 1 } : weights
      key.nodeSizes = .init(title: measure.attributeName ?? measure.id, values: values)
    }
    return key
  }

  /// The number of groups up to which a key says how many edges are between two of them, and of edges between
  /// groups from which on: fewer can be seen. And the greatest number of pairs.
  private static let mostTiedGroups = 8
  private static let manyTies = 100
  private static let mostTies = 5

  private func ties(_ edges: [Drawing.Edge]) -> [Picture.Key.Tie] {
    guard let coloring, case .groups(let groups, _)? = coloring.legend?.meaning,
      groups.count <= Self.mostTiedGroups
    else { return [] }
    let places = Dictionary(
      groups.enumerated().map { ($1.color, $0) }, uniquingKeysWith: { first, _ in first })
    var counts = [Int](repeating: 0, count: groups.count * groups.count)
    for edge in edges {
      guard let first = places[coloring.colors[Int(edge.source)]],
        let second = places[coloring.colors[Int(edge.target)]], first != second
      else { continue }
      counts[min(first, second) * groups.count + max(first, second)] += 1
    }
    guard counts.reduce(0, +) >= Self.manyTies else { return [] }
    return counts.indices.filter { counts[$0] > 0 }
      .sorted { (counts[$1], $0) < (counts[$0], $1) }.prefix(Self.mostTies)
      .map {
        .init(
          groups[$0 / groups.count].color, groups[$0 % groups.count].color, count: counts[$0],
          of: edges.count)
      }
  }

  /// The number of names up to which all are drawn.
  private static let allNamed = 150

  /// True if computed groups are named after nodes of a tree, beside which these names stand.
  private func repeatsNames(ofTree isTree: Bool, _ style: GraphStyle) -> Bool {
    guard isTree, labels.count <= Self.allNamed, case .by(let measure) = style.colors,
      case .groups(let entries, 0)? = legend?.meaning
    else { return false }
    let names = Set(labels.map { ExactText($0) })
    return measure.attributeName == nil
      && entries.allSatisfy { names.contains(ExactText($0.name)) }
  }
}

extension Graph {
  /// The number of characters up to which the values of an attribute are codes, as all numbers are.
  private static let longestCode = 2

  /// Returns a legend in which codes, such as "c" or "13", which say nothing alone, have the top member of
  /// their group beside them: "13: Acacia". Nil if the groups have names, or nodes have none.
  func explainingCodes(
    _ legend: Legend?, _ column: AttributeColumn, _ labels: [String], _ control: RunControl
  ) throws -> Legend? {
    guard var explained = legend, case .groups(var entries, let others) = explained.meaning,
      entries.allSatisfy({ $0.name.count <= Self.longestCode || Int($0.name) != nil }),
      labels.contains(where: { $0.contains(where: \.isLetter) })
    else { return nil }
    let places = Dictionary(
      entries.enumerated().map { (ExactText($1.name), Int32(truncatingIfNeeded: $0)) },
      uniquingKeysWith: { first, _ in first })
    let groupOfNode = (0..<column.count).map { node in
      column[node].flatMap { places[ExactText($0.description)] } ?? -1
    }
    let names = try topNames(of: groupOfNode, count: entries.count, control: control)
    for (place, name) in names.enumerated() where !name.isEmpty {
      entries[place].name += ": \(name)"
    }
    explained.meaning = .groups(entries, others: others)
    return explained
  }

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
