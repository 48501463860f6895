/// The effect of an edit on the indices of nodes, or of links.
///
/// Elements have an index before the edit, one within it, and one after it. Within the edit new
/// elements follow the old ones, and removed ones are still there.
struct Renumbering: Sendable, Hashable {
  /// The number of elements before and after the edit.
  let oldCount: Int
  let count: Int
  /// The index within the edit of each element after it. Nil when elements were added at most, so
  /// that all keep their indices.
  private let previous: [Int]?
  /// The index after the edit of each element within it, -1 for removed ones. Nil as `previous`.
  private let next: [Int]?
  /// True when the elements are those before the edit, with the same indices. Elements that the edit
  /// has added and removed do not count.
  let isIdentity: Bool

  /// Elements that all keep their indices, and new ones after them.
  init(oldCount: Int, addedTo count: Int) {
    (self.oldCount, self.count, previous, next) = (oldCount, count, nil, nil)
    isIdentity = count == oldCount
  }

  /// - Parameters:
  ///   - remaining: the index within the edit of each element after it.
  ///   - oldCount: the number of elements before the edit.
  ///   - allCount: the number of elements within the edit, at least `oldCount`.
  init(_ remaining: [Int], oldCount: Int, allCount: Int) {
    self.oldCount = oldCount
    count = remaining.count
    let isInOrder = zip(0..., remaining).allSatisfy { $0 == $1 }
    isIdentity = isInOrder && count == oldCount
    if isInOrder, count == allCount {
      (previous, next) = (nil, nil)
    } else {
      var next = [Int](repeating: -1, count: allCount)
      for (index, element) in remaining.enumerated() { next[element] = index }
      (previous, self.next) = (remaining, next)
    }
  }

  /// True when elements were added at most.
  var isGrowth: Bool { previous == nil }

  /// The number of elements that were there before the edit.
  var keptCount: Int { previous?.count { $0 < oldCount } ?? oldCount }

  /// Returns the index after the edit of an element within it; nil when it was removed, or does not
  /// exist.
  func index(of element: Int) -> Int? {
    guard let next else { return (0..<count).contains(element) ? element : nil }
    return next.indices.contains(element) && next[element] >= 0 ? next[element] : nil
  }

  /// For each element after the edit, its index before it; nil for a new one.
  var previousIndices: [Int?] {
    guard let previous else { return (0..<count).map { $0 < oldCount ? $0 : nil } }
    return previous.map { $0 < oldCount ? $0 : nil }
  }

  /// Returns the value of each element after the edit: that before it, or what `new` returns for the
  /// number of a new element within the edit.
  @inline(__always)
  func carry<Value>(_ values: [Value], new: (Int) -> Value) -> [Value] {
    guard let previous else {
      if count == oldCount { return values }
      var carried = values
      carried.reserveCapacity(count)
      for number in 0..<count - oldCount { carried.append(new(number)) }
      return carried
    }
    return previous.map { $0 < oldCount ? values[$0] : new($0 - oldCount) }
  }
}
