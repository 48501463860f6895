extension LabelPlacement {
  /// Of all nodes, those whose names are worth the names of others: the largest ones.
  private static let hubShare = 5
  /// The part of a name that may lie on discs, and on discs of more important nodes.
  private static let greatestCoverOfHubs = 0.5
  private static let greatestCoverOfLarger = 0.15
  /// What the place of another name costs.
  private static let priceOfName = 0.6

  /// Names the largest nodes that are still without a name: a picture in which leaves have names and hubs
  /// have none tells little. Such a name may be smaller or shorter, lie on
  /// its own and other discs, and take the places of names of less important nodes, which look for others.
  ///
  /// - Parameter names: nodes and sizes of their names, the most important first.
  mutating func insist(
    _ placed: inout [Int: Choice], _ names: [(node: Int, size: Double)], _ importance: [Double]
  ) {
    guard !hasOneSize, obstacles != nil, let middle = names.dropFirst(names.count / 2).first else {
      return
    }
    let hubs = names.prefix(min(names.count / Self.hubShare, limit / 2))
      .filter { importance[$0.node] > importance[middle.node] }
    let sizes = Dictionary(uniqueKeysWithValues: names)
    var homeless: [Int] = []
    for hub in hubs where placed[hub.node] == nil {
      guard let (choice, others) = bestPlace(ofHub: hub, importance) else { continue }
      for other in others {
        if let old = placed.removeValue(forKey: other) { free(old.label) }
        homeless.append(other)
      }
      if placed.count >= limit, let last = names.last(where: { placed[$0.node] != nil })?.node,
        let old = placed.removeValue(forKey: last)
      {
        free(old.label)
      }
      take(choice.label)
      placed[hub.node] = choice
    }
    for node in homeless where placed[node] == nil && placed.count < limit {
      guard let choice = place(node, upTo: sizes[node] ?? 0, rank: .max) else { continue }
      take(choice.label)
      placed[node] = choice
    }
  }

  /// The cheapest place, and the nodes whose names are there; nil where more important ones are everywhere.
  private func bestPlace(
    ofHub hub: (node: Int, size: Double), _ importance: [Double]
  ) -> (Choice, [Int])? {
    var best: (choice: Choice, others: [Int])?
    let least = options.labelSizes.lowerBound
    // A small name tells more than a short one.
    let forms = [(hub.size, 1.0), (least, 1), (hub.size, 0.6), (least, 0.6)]
    for (penalty, (size, share)) in forms.enumerated() {
      let (text, width) = text(of: hub.node, size: size, share: share)
      if text.isEmpty { continue }
      var labels = candidates(hub.node, text, size, width)
      let besideCount = labels.count
      if let side = labels.last { labels.append(overDisc(side)) }
      for (preference, label) in labels.enumerated() where picture.contains(label.box) {
        guard let others = taken.nodes(overlapping: label.box),
          others.allSatisfy({ importance[$0] < importance[hub.node] }),
          let cover = cover(label, importance)
        else { continue }
        // Edges are below its own disc.
        let seen = preference < besideCount ? 1 : max(0, 1 - 2 * nodes.radii[hub.node] / width)
        let cost =
          0.02 * Double(preference) + 0.2 * Double(penalty) + 2 * cover + seen * ink(label)
          + Self.priceOfName * Double(others.count)
        if cost < best?.choice.cost ?? .infinity { best = ((label, cost), others) }
      }
    }
    return best.map { ($0.choice, $0.others) }
  }

  /// The label in the middle of its own disc, which is narrower.
  private func overDisc(_ label: PlacedLabel) -> PlacedLabel {
    var label = label
    let center = nodes.centers[label.node]
    let move = SIMD2(
      center.x - label.box.center.x,
      center.y + TextMetrics.capitals * label.size / 2 - label.origin.y)
    label.anchor = .middle
    label.origin += move
    label.box = Rectangle(minimum: label.box.minimum + move, maximum: label.box.maximum + move)
    return label
  }

  /// The part of a label that lies on other discs; nil where that is too much. Those of more important
  /// nodes count more.
  private func cover(_ label: PlacedLabel, _ importance: [Double]) -> Double? {
    guard let obstacles else { return nil }
    let others = obstacles.discs(under: label.box, besides: label.node)
    let larger = others.filter { importance[$0] >= importance[label.node] }
    let all = obstacles.cover(of: label.box, by: others)
    let worse = obstacles.cover(of: label.box, by: larger)
    if all > Self.greatestCoverOfHubs || worse > Self.greatestCoverOfLarger { return nil }
    return all + 2 * worse
  }
}
