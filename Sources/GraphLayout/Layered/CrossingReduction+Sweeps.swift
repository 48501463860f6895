extension CrossingReduction {
  /// The number of sweeps of an initial order that only sort. It is far from a good one then, and exchanges would
  /// take many rounds.
  private static let plainSweeps = 2

  /// Sorts all layers but the first by their neighbours on the layer before, from above in even sweeps and
  /// from below in odd ones, and exchanges neighbours.
  mutating func sweep(_ number: Int) {
    if layers.hasGroups { arrangement.orderGroups(by: rows) }
    let down = number % 2 == 0
    for index in 1..<max(rows.layerCount, 1) {
      let layer = down ? index : rows.layerCount - 1 - index
      setKeys(layer, down: down, byMedian: number == 0)
      arrange(layer)
    }
    if number >= Self.plainSweeps { exchange(turnsTies: true) }
  }

  // MARK: Sorting

  /// Sorts the nodes of a layer by their keys.
  mutating func arrange(_ layer: Int) {
    let row = rows.row(layer)
    if isFree {
      sort(row)
    } else {
      _ = row.update(fromContentsOf: arrangement.arranged(layer, Array(row), keys))
    }
    rows.setPlaces(layer)
  }

  /// The number of nodes up to which a layer is sorted by insertion.
  private static let short = 48

  /// Sorts nodes by their keys. Nodes without a key keep their places, nodes with equal keys their order.
  private mutating func sort(_ row: UnsafeMutableBufferPointer<Int32>) {
    items.removeAll(keepingCapacity: true)
    for node in row where !keys[Int(node)].isNaN { items.append((keys[Int(node)], node)) }
    if items.count > Self.short {
      items.sort { $0.key < $1.key }
    } else {
      items.withUnsafeMutableBufferPointer { items in
        for index in items.indices.dropFirst() {
          let item = items[index]
          var place = index
          while place > 0, items[place - 1].key > item.key {
            items[place] = items[place - 1]
            place -= 1
          }
          items[place] = item
        }
      }
    }
    var next = 0
    for place in row.indices where !keys[Int(row[place])].isNaN {
      row[place] = items[next].node
      next += 1
    }
  }

  // MARK: Keys

  private mutating func setKeys(_ layer: Int, down: Bool, byMedian: Bool) {
    if down {
      Self.setKeys(&keys, rows, rows.above, layer, byMedian)
    } else {
      Self.setKeys(&keys, rows, rows.below, layer, byMedian)
    }
    if layers.beside.isEmpty { return }
    for node in rows.row(layer) where keys[Int(node)].isNaN {
      let near = layers.beside[node]?.first { !keys[Int($0)].isNaN }
      if let near { keys[Int(node)] = keys[Int(near)] }
    }
  }

  private static func setKeys(
    _ keys: inout [Double], _ rows: borrowing LayerRows, _ links: borrowing LayerRows.Links,
    _ layer: Int, _ byMedian: Bool
  ) {
    var ends: [Int32] = []
    for node in rows.row(layer) {
      let slots = links.range(Int(node))
      if slots.isEmpty {
        keys[Int(node)] = .nan
      } else if slots.count == 1 {
        keys[Int(node)] = Double(rows.key(links, slots.lowerBound))
      } else if byMedian {
        ends.removeAll(keepingCapacity: true)
        for slot in slots { ends.append(rows.key(links, slot)) }
        keys[Int(node)] = weightedMedian(&ends)
      } else {
        var sum = 0
        for slot in slots { sum += Int(rows.key(links, slot)) }
        keys[Int(node)] = Double(sum) / Double(slots.count)
      }
    }
  }

  /// Returns the median of the ends. For an even number it lies between the two middle ones,
  /// weighted towards the side whose ends are closer together (Gansner et al. 1993, section 3).
  private static func weightedMedian(_ ends: inout [Int32]) -> Double {
    let middle = ends.count / 2
    ends.sort()
    if ends.count % 2 == 1 { return Double(ends[middle]) }
    let (low, high) = (ends[middle - 1], ends[middle])
    let (left, right) = (Double(low - ends[0]), Double(ends[ends.count - 1] - high))
    if ends.count == 2 || left + right == 0 { return Double(low + high) / 2 }
    return (Double(low) * right + Double(high) * left) / (left + right)
  }
}
