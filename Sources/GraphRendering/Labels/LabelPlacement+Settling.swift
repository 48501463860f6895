extension LabelPlacement {
  private static let rounds = 4

  /// Improves the places of labels after the initial placement, in which early labels did not
  /// consider later ones. A label without a place, or with an edge along it, takes the place of one
  /// or two others, if all of them together are better placed then.
  ///
  /// - Parameter names: nodes and sizes of their labels, the most important first.
  mutating func settle(_ placed: inout [Int: Choice], _ names: [(node: Int, size: Double)]) {
    let sizes = Dictionary(uniqueKeysWithValues: names)
    for _ in 0..<Self.rounds {
      var isSettled = true
      for (rank, name) in names.enumerated() {
        let old = placed[name.node]
        if let old { free(old.label) }
        let best = place(name.node, upTo: name.size, rank: rank) ?? old
        if best?.label.box != old?.label.box { isSettled = false }
        if best?.cost ?? .infinity >= Self.struckThrough,
          displace(for: name, standing: best, &placed, sizes)
        {
          isSettled = false
        } else if let best {
          take(best.label)
          placed[name.node] = best
        }
      }
      if isSettled { break }
    }
  }

  /// Returns true if a label, which is currently removed, has obtained a better place by moving the
  /// one or two labels there to other places.
  private mutating func displace(
    for name: (node: Int, size: Double), standing: Choice?, _ placed: inout [Int: Choice],
    _ sizes: [Int: Double]
  ) -> Bool {
    let least = options.labelSizes.lowerBound
    let places = places(of: name.node, size: standing == nil ? least : name.size, rank: .max)
      .filter { $0.cost < standing?.cost ?? .infinity }.sorted { $0.cost < $1.cost }
    for place in places {
      guard let others = taken.nodes(overlapping: place.label.box), others.count <= 2 else {
        continue
      }
      let old = others.compactMap { placed[$0] }
      let before = old.reduce(standing?.cost ?? .infinity) { $0 + $1.cost }
      for other in old { free(other.label) }
      take(place.label)
      var moved = [place]
      for other in others {
        guard let next = self.place(other, upTo: sizes[other] ?? least, rank: .max) else { break }
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
