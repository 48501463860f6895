/// The positions at which the segments of a layer's nodes end on the two adjacent layers.
struct LayerEnds {
  private var above = EndRows()
  private var below = EndRows()

  mutating func set(_ layers: Layers, _ nodes: [Int32], _ places: [Int32]) {
    above.set(layers.above, nodes, places)
    below.set(layers.below, nodes, places)
  }

  /// Returns the numbers of crossings between the segments of two nodes if `left` is to the left of
  /// `right`, and if they are exchanged.
  @inline(__always)
  func crossings(_ left: Int, _ right: Int) -> (before: Int, after: Int) {
    let (a, b) = (above.crossings(left, right), below.crossings(left, right))
    return (a.before + b.before, a.after + b.after)
  }
}

/// The positions at which the segments of a layer's nodes end on an adjacent layer.
///
/// All that reduces crossings asks for two nodes at a time, most of which have one to three ends. So
/// each end of one is compared with each of the other, without branches; only long rows are sorted, and
/// counted in one pass.
struct EndRows {
  /// The number of ends from which a row is sorted.
  private static let long = 9

  /// The row of each node in `ends`, and the end of the last row. Both have room for any layer.
  private var offsets: [Int32] = []
  private var ends: [Int32] = []

  /// Takes the place of what was set before.
  mutating func set(_ links: LayerLinks, _ nodes: [Int32], _ places: [Int32]) {
    if ends.count < links.others.count {
      ends = [Int32](repeating: 0, count: links.others.count)
    }
    if offsets.count <= nodes.count {
      offsets = [Int32](repeating: 0, count: 2 * nodes.count + 1)
    }
    let ports = links.portCount
    var count = 0
    offsets.withUnsafeMutableBufferPointer { offsets in
      ends.withUnsafeMutableBufferPointer { ends in
        places.withUnsafeBufferPointer { places in
          for (index, node) in nodes.enumerated() {
            let slots = links.range(Int(node))
            for slot in slots {
              let place = places[Int(links.others[slot])]
              ends[count] = ports == 1 ? place : place * ports + links.otherPorts[slot]
              count += 1
            }
            if slots.count >= Self.long { ends[count - slots.count..<count].sort() }
            offsets[index + 1] = Int32(truncatingIfNeeded: count)
          }
        }
      }
    }
  }

  /// Returns the numbers of pairs of ends in which that of `left` is farther right, and in which that of
  /// `right` is.
  @inline(__always)
  func crossings(_ left: Int, _ right: Int) -> (before: Int, after: Int) {
    offsets.withUnsafeBufferPointer { offsets in
      ends.withUnsafeBufferPointer { ends in
        let lefts = Int(offsets[left])..<Int(offsets[left + 1])
        let rights = Int(offsets[right])..<Int(offsets[right + 1])
        if min(lefts.count, rights.count) >= Self.long {
          return Self.crossingsOfSorted(ends, lefts, rights)
        }
        var (before, after) = (0, 0)
        for slot in lefts {
          let end = ends[slot]
          for other in rights {
            before &+= end > ends[other] ? 1 : 0
            after &+= end < ends[other] ? 1 : 0
          }
        }
        return (before, after)
      }
    }
  }

  /// As `crossings`, for two sorted rows.
  private static func crossingsOfSorted(
    _ ends: UnsafeBufferPointer<Int32>, _ lefts: Range<Int>, _ rights: Range<Int>
  ) -> (before: Int, after: Int) {
    var (before, after) = (0, 0)
    // The first of `rights` that is not less than the end of `left`, and that is greater.
    var (lower, upper) = (rights.lowerBound, rights.lowerBound)
    for slot in lefts {
      let end = ends[slot]
      while lower < rights.upperBound, ends[lower] < end { lower += 1 }
      upper = max(upper, lower)
      while upper < rights.upperBound, ends[upper] == end { upper += 1 }
      before += lower - rights.lowerBound
      after += rights.upperBound - upper
    }
    return (before, after)
  }
}
