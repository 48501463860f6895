import RunSupport

extension CrossingReduction {
  /// Marks a layer and those beside it, after the order of its nodes has changed.
  private mutating func hasChanged(_ layer: Int) {
    for near in max(layer - 1, 0)...min(layer + 1, rows.layerCount - 1) {
      awaitsExchange[near] = true
      awaitsSifting[near] = true
    }
  }

  // MARK: Exchanging neighbours

  /// Exchanges neighbours on each layer, in rounds, until one removes no crossing.
  ///
  /// - Parameter turnsTies: true to also exchange neighbours if the number of crossings stays the
  ///   same. Each round then goes far across such plateaus, which finds orders that no sweep does.
  mutating func exchange(turnsTies: Bool) {
    for layer in awaitsExchange.indices { awaitsExchange[layer] = true }
    var gain = 1
    while gain > 0 {
      gain = 0
      for layer in awaitsExchange.indices where awaitsExchange[layer] {
        awaitsExchange[layer] = false
        guard let found = exchange(on: layer, turnsTies: turnsTies) else { continue }
        gain += found
        hasChanged(layer)
      }
    }
  }

  /// Returns the decrease of crossings; nil if no nodes were exchanged.
  private func exchange(on layer: Int, turnsTies: Bool) -> Int? {
    let row = rows.row(layer)
    if row.count < 2 { return nil }
    ends.set(rows, layer)
    let hasBeside = !layers.beside.isEmpty
    // The node that is carried along to the right, and its place before all exchanges. Without a branch for an
    // exchange, as half of these cannot be foreseen.
    var (carried, left) = (0, row[0])
    var (gain, hasChanged) = (0, false)
    for place in 1..<row.count {
      let right = row[place]
      var (before, after) = ends.crossings(carried, place)
      if hasBeside { before += passingGain(left, right) }
      var exchanges = after < before || (turnsTies && after == before && before > 0)
      if !isFree, exchanges { exchanges = arrangement.mayExchange(left, right) }
      if hasBeside, exchanges { swap(&rows.places[Int(left)], &rows.places[Int(right)]) }
      row[place - 1] = exchanges ? right : left
      left = exchanges ? left : right
      carried = exchanges ? carried : place
      gain += exchanges ? before - after : 0
      hasChanged = hasChanged || exchanges
    }
    row[row.count - 1] = left
    if !hasChanged { return nil }
    rows.setPlaces(layer)
    return gain
  }

  // MARK: Sifting

  /// Sifts and exchanges in turn, until neither removes a crossing.
  mutating func settle(_ run: inout LayoutRun) {
    // The cost of an edge along its layer depends on more than two neighbours.
    guard layers.beside.isEmpty else { return }
    for layer in awaitsSifting.indices { awaitsSifting[layer] = rows.row(layer).count > 1 }
    while run.mayContinue(), sift() { exchange(turnsTies: false) }
  }

  /// Moves each node in turn to the place on its layer with the fewest crossings (Matuszewski,
  /// Schönfeld and Molitor 1999, doi:10.1007/3-540-46648-7_22). Returns true if there are fewer.
  private mutating func sift() -> Bool {
    var improved = false
    for layer in awaitsSifting.indices where awaitsSifting[layer] {
      if sift(on: layer) {
        hasChanged(layer)
        improved = true
      } else {
        awaitsSifting[layer] = false
      }
    }
    return improved
  }

  private mutating func sift(on layer: Int) -> Bool {
    let row = rows.row(layer)
    ends.set(rows, layer)
    // The nodes by their places in `row`, in the order that changes.
    for slot in row.indices { slots[slot] = Int32(slot) }
    var improved = false
    for slot in row.indices {
      guard let (from, target) = bestPlace(of: slot, row) else { continue }
      var place = from
      while place != target {
        let next = target < place ? place - 1 : place + 1
        slots[place] = slots[next]
        place = next
      }
      slots[target] = Int32(slot)
      improved = true
    }
    guard improved else { return false }
    let nodes = slots[..<row.count].map { row[Int($0)] }
    _ = row.update(fromContentsOf: nodes)
    rows.setPlaces(layer)
    return true
  }

  /// Returns the place of a node in `slots`, and the one at which it has the fewest crossings; nil if that is its own.
  private mutating func bestPlace(
    of slot: Int, _ row: UnsafeMutableBufferPointer<Int32>
  ) -> (from: Int, target: Int)? {
    work += row.count
    return slots.withUnsafeBufferPointer { slots in
      var from = 0
      while slots[from] != Int32(slot) { from += 1 }
      var (most, target, total) = (0, from, 0)
      var place = from - 1
      while place >= 0, isFree || arrangement.mayExchange(row[Int(slots[place])], row[slot]) {
        let (before, after) = ends.crossings(Int(slots[place]), slot)
        total += before - after
        if total > most { (most, target) = (total, place) }
        place -= 1
      }
      (total, place) = (0, from + 1)
      while place < row.count, isFree || arrangement.mayExchange(row[slot], row[Int(slots[place])])
      {
        let (before, after) = ends.crossings(slot, Int(slots[place]))
        total += before - after
        if total > most { (most, target) = (total, place) }
        place += 1
      }
      return most == 0 ? nil : (from, target)
    }
  }
}
