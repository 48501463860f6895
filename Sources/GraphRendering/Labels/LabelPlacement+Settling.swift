extension LabelPlacement {
  private static let rounds = 4

  /// Looks for better places now that all names have one: the first ones took theirs without knowing
  /// where the others would stand. And a name without a place takes that of others that have a second one.
  ///
  /// - Parameter names: nodes and sizes of their names, the most important first.
  mutating func settle(_ placed: inout [Int: PlacedLabel], _ names: [(node: Int, size: Double)]) {
    let sizes = Dictionary(uniqueKeysWithValues: names)
    for _ in 0..<Self.rounds {
      var isSettled = true
      for (rank, name) in names.enumerated() {
        let old = placed[name.node]
        if let old { free(old) }
        if let label = place(name.node, upTo: name.size, rank: rank) {
          take(label)
          placed[name.node] = label
          if label.box != old?.box { isSettled = false }
        } else if let old {
          take(old)
        } else if displace(for: name, &placed, sizes) {
          isSettled = false
        }
      }
      if isSettled { break }
    }
  }

  /// Whether a name found a place by moving the one or two that stand there to other places.
  private mutating func displace(
    for name: (node: Int, size: Double), _ placed: inout [Int: PlacedLabel],
    _ sizes: [Int: Double]
  ) -> Bool {
    let least = options.labelSizes.lowerBound
    let places = places(of: name.node, size: least, rank: .max).sorted { $0.cost < $1.cost }
    for (label, _) in places {
      guard let others = taken.nodes(overlapping: label.box), others.count <= 2 else { continue }
      let old = others.compactMap { placed[$0] }
      for other in old { free(other) }
      take(label)
      var moved: [PlacedLabel] = []
      for other in others {
        guard let place = place(other, upTo: sizes[other] ?? least, rank: .max) else { break }
        take(place)
        moved.append(place)
      }
      if moved.count == others.count {
        for place in moved + [label] { placed[place.node] = place }
        return true
      }
      for place in moved + [label] { free(place) }
      for other in old { take(other) }
    }
    return false
  }
}
