extension LabelPlacement {
  /// Of all nodes, those whose names are worth the names of others: the largest ones.
  private static let hubShare = 5
  /// What the place of another name costs.
  private static let priceOfName = 0.6

  /// Names the largest nodes that are still without a name: a picture in which leaves have names and hubs
  /// have none tells little. Such a name may take the places of names of less important nodes, which look
  /// for others.
  ///
  /// - Parameter names: the nodes, the most important first.
  mutating func insist(
    _ placed: inout [Int: Choice], _ names: [Int], _ importance: [Double]
  ) {
    guard !hasOneSize, let middle = names.dropFirst(names.count / 2).first else { return }
    // Where a number of names is asked for, these are the ones.
    let most = options.labels == .automatic ? limit / 2 : limit
    let hubs = names.prefix(min(names.count / Self.hubShare, most))
      .filter { importance[$0] > importance[middle] }
    var homeless: [Int] = []
    for hub in hubs where placed[hub] == nil {
      guard let (choice, others) = bestPlace(ofHub: hub, importance) else { continue }
      for other in others {
        if let old = placed.removeValue(forKey: other) { free(old.label) }
        homeless.append(other)
      }
      if placed.count >= limit, let last = names.last(where: { placed[$0] != nil }),
        let old = placed.removeValue(forKey: last)
      {
        free(old.label)
      }
      take(choice.label)
      placed[hub] = choice
    }
    for node in homeless where placed[node] == nil && placed.count < limit {
      guard let choice = place(node) else { continue }
      take(choice.label)
      placed[node] = choice
    }
  }

  /// The cheapest place, and the nodes whose names are there; nil where more important ones are everywhere.
  private func bestPlace(
    ofHub hub: Int, _ importance: [Double]
  ) -> (Choice, [Int])? {
    var best: (choice: Choice, others: [Int])?
    for form in forms(of: hub) {
      if best?.choice.cost ?? .infinity <= form.penalty { break }
      for (label, cost) in places(of: hub, form) where cost < best?.choice.cost ?? .infinity {
        guard let others = nodes(inTheWayOf: label),
          others.allSatisfy({ importance[$0] < importance[hub] })
        else { continue }
        let whole = cost + Self.priceOfName * Double(others.count)
        if whole < best?.choice.cost ?? .infinity { best = ((label, whole), others) }
      }
    }
    return best.map { ($0.choice, $0.others) }
  }
}
