/// Collects the ends of the edges of an edge list, whose ids are not known beforehand. While all
/// ids are small integers, an edge takes 8 bytes.
struct EndCollector {
  private enum Kind { case narrow, wide, named }
  private var kind = Kind.narrow
  /// Ids while the kind is narrow, node indices when it is named.
  private(set) var sources: [Int32] = []
  private(set) var targets: [Int32] = []
  private var wideSources: [Int] = []
  private var wideTargets: [Int] = []
  private var names = NameTable()

  var count: Int {
    switch kind {
    case .narrow: sources.count
    case .wide: wideSources.count
    case .named: sources.count + (names.numbers.count + names.waitingCount) / 2
    }
  }
  /// An estimate of the memory in bytes, including the result of `finish`.
  var memory: Int {
    16 * (sources.count + targets.count) + 40 * (wideSources.count + wideTargets.count)
      + names.memory
  }
  /// True if an id was not an integer.
  var isNamed: Bool { kind == .named }

  @inline(__always)
  mutating func append(source: Int, target: Int) {
    if kind == .narrow, source >= 0, target >= 0, source < Int32.max, target < Int32.max {
      sources.append(Int32(truncatingIfNeeded: source))
      targets.append(Int32(truncatingIfNeeded: target))
    } else {
      appendOther(source: source, target: target)
    }
  }

  private mutating func appendOther(source: Int, target: Int) {
    widen()
    wideSources.append(source)
    wideTargets.append(target)
  }

  /// Adds an end of an edge, the source before the target. Returns false without effect if the name
  /// must be added as text, see `NameTable.append`.
  mutating func append(_ name: ArraySlice<UInt8>) -> Bool {
    if kind != .named { nameIntegers() }
    if names.isFull { settle() }
    return names.append(name)
  }

  mutating func append(_ name: String) {
    if kind != .named { nameIntegers() }
    names.append(name)
  }

  /// Returns true if there are more than `maximum` names.
  mutating func hasMoreNames(than maximum: Int) -> Bool {
    guard names.count + names.waitingCount > maximum else { return false }
    settle()
    return names.count > maximum
  }

  private mutating func settle() {
    names.settle()
    let pairCount = names.numbers.count / 2
    for pair in 0..<pairCount {
      sources.append(Int32(names.numbers[2 * pair]))
      targets.append(Int32(names.numbers[2 * pair + 1]))
    }
    names.numbers.removeFirst(2 * pairCount)
  }

  /// Converts the integer ids of the edges so far to names.
  private mutating func nameIntegers() {
    let (oldSources, oldTargets) = (
      integers(\.sources, \.wideSources), integers(\.targets, \.wideTargets)
    )
    (sources, targets, wideSources, wideTargets) = ([], [], [], [])
    kind = .named
    for (source, target) in zip(oldSources, oldTargets) {
      for end in [source, target] { _ = append(Array(end.description.utf8)[...]) }
    }
  }

  private func integers(
    _ narrow: KeyPath<Self, [Int32]>, _ wide: KeyPath<Self, [Int]>
  ) -> [Int] {
    kind == .wide ? self[keyPath: wide] : self[keyPath: narrow].map(Int.init)
  }

  private mutating func widen() {
    guard kind == .narrow else { return }
    wideSources = sources.map(Int.init)
    wideTargets = targets.map(Int.init)
    (sources, targets) = ([], [])
    kind = .wide
  }

  /// Converts ids to nodes and returns their ids: integers in increasing order, names in the order
  /// of the file.
  mutating func finish() -> Graph.NodeIDs {
    switch kind {
    case .named:
      settle()
      return Graph.NodeIDs(unique: names.takeNames())
    case .wide: return finishWide()
    case .narrow:
      let last = Int(max(sources.max() ?? 0, targets.max() ?? 0))
      // A bitmap of possible ids is used, unless it would be much larger than the edges.
      if last / 128 <= sources.count + (1 << 13) { return finishByRank(last: last) }
      widen()
      return finishWide()
    }
  }

  private mutating func finishByRank(last: Int) -> Graph.NodeIDs {
    guard !sources.isEmpty else { return Graph.NodeIDs(count: 0) }
    var bits = [UInt64](repeating: 0, count: last / 64 + 1)
    for id in sources { bits[Int(id >> 6)] |= 1 << UInt64(id & 63) }
    for id in targets { bits[Int(id >> 6)] |= 1 << UInt64(id & 63) }
    var before = [Int32](repeating: 0, count: bits.count)
    var total = 0
    for word in bits.indices {
      before[word] = Int32(total)
      total += bits[word].nonzeroBitCount
    }
    if total == last + 1 { return Graph.NodeIDs(count: total) }
    func rank(_ id: Int32) -> Int32 {
      let below = bits[Int(id >> 6)] & ((1 << UInt64(id & 63)) - 1)
      return before[Int(id >> 6)] + Int32(below.nonzeroBitCount)
    }
    for edge in sources.indices {
      sources[edge] = rank(sources[edge])
      targets[edge] = rank(targets[edge])
    }
    var ids: [Int] = []
    ids.reserveCapacity(total)
    for word in bits.indices {
      var rest = bits[word]
      while rest != 0 {
        ids.append(word * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return Graph.NodeIDs(uniqueIntegers: ids)
  }

  private mutating func finishWide() -> Graph.NodeIDs {
    var ids = wideSources + wideTargets
    ids.sort()
    var count = 0
    for id in ids where count == 0 || ids[count - 1] != id {
      ids[count] = id
      count += 1
    }
    ids.removeLast(ids.count - count)
    sources = wideSources.map { Int32(ids.place(ofSorted: $0)) }
    wideSources = []
    targets = wideTargets.map { Int32(ids.place(ofSorted: $0)) }
    wideTargets = []
    return Graph.NodeIDs(uniqueIntegers: ids)
  }
}

extension [Int] {
  /// Returns the index of an element that exists, by binary search.
  fileprivate func place(ofSorted element: Int) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
