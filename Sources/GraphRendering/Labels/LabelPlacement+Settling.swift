extension LabelPlacement {
  private static let rounds = 4
  /// The number of places for which other labels may have to move.
  private static let mostPlaces = 80

  /// Improves the places of labels after the initial placement, in which early labels did not
  /// consider later ones. A label without a place, with a line to it or with an edge along it takes the
  /// place of one or two others, if all of them together are better placed then.
  ///
  /// - Parameter names: the nodes, the most important first.
  mutating func settle(_ placed: inout [Int: Choice], _ names: [Int]) {
    for _ in 0..<Self.rounds {
      var isSettled = true
      for name in names {
        let old = placed[name]
        if let old { free(old.label) }
        let best = place(name) ?? old
        if best?.label.box != old?.label.box { isSettled = false }
        if best?.cost ?? .infinity >= Self.leaderCost,
          displace(for: name, standing: best, &placed)
        {
          isSettled = false
        } else if let best {
          take(best.label)
          placed[name] = best
        }
      }
      if isSettled { break }
    }
  }

  /// Returns true if a label, which is currently removed, has obtained a better place by moving the
  /// one or two labels there to other places.
  private mutating func displace(
    for name: Int, standing: Choice?, _ placed: inout [Int: Choice]
  ) -> Bool {
    var better: [Choice] = []
    for (number, form) in forms(of: name).enumerated() {
      better += places(of: name, form, number).prefix { $0.cost < standing?.cost ?? .infinity }
    }
    better.sort { $0.cost < $1.cost }
    for place in better.prefix(Self.mostPlaces) {
      guard let others = nodes(inTheWayOf: place.label), others.count <= 2 else { continue }
      let old = others.compactMap { placed[$0] }
      let before = old.reduce(standing?.cost ?? .infinity) { $0 + $1.cost }
      for other in old { free(other.label) }
      take(place.label)
      var moved = [place]
      for other in others {
        guard let next = self.place(other) else { break }
        take(next.label)
        moved.append(next)
      }
      if moved.count == others.count + 1, moved.reduce(0, { $0 + $1.cost }) < before {
        for choice in moved { placed[choice.label.node] = choice }
        return true
      }
      for choice in moved { free(choice.label) }
      for other in old { take(other.label) }
    }
    return false
  }
}
