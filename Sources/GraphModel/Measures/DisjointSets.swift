/// Disjoint sets of numbers from 0 on, which are joined one by one. The lowest number of a set is its root.
package struct DisjointSets {
  private var parent: [Int32]

  /// Creates sets of one number each.
  package init(count: Int) {
    parent = [Int32](unsafeUninitializedCapacity: count) { buffer, length in
      for number in 0..<count { buffer[number] = Int32(truncatingIfNeeded: number) }
      length = count
    }
  }

  /// Returns the root of a number's set. Nearly O(1), by path halving.
  package mutating func root(_ number: Int32) -> Int32 {
    var number = number
    while parent[Int(number)] != number {
      let grandparent = parent[Int(parent[Int(number)])]
      parent[Int(number)] = grandparent
      number = grandparent
    }
    return number
  }

  /// Joins the sets of two numbers.
  ///
  /// - Returns: true if they were in different sets.
  @discardableResult
  package mutating func join(_ a: Int32, _ b: Int32) -> Bool {
    let (a, b) = (root(a), root(b))
    if a == b { return false }
    parent[Int(max(a, b))] = min(a, b)
    return true
  }

  /// Returns the root of each number's set.
  package mutating func roots() -> [Int32] {
    for number in parent.indices { parent[number] = root(Int32(truncatingIfNeeded: number)) }
    return parent
  }
}
