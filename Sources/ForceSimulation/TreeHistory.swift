/// The memory of a many-body tree from one tick to the next: the order of the nodes in it, and the
/// numbers that decide when they are sorted again.
///
/// Part of the state: two simulations with the same positions and different histories go on with
/// different bits.
struct TreeHistory: Sendable, Equatable {
  /// The node in each slot of the tree. Empty until the tree is first used.
  var slots: [Int32] = []
  /// Whether the slots have been sorted; false makes the next pass sort.
  var isSorted = false
  /// How often they have been sorted.
  var sortCount = 0
  /// Whether nodes far from all others are sorted apart.
  var isDivided = false
  /// The sort from which on that is tried anew.
  var nextTrial = 0
  /// The size of leaves compared with larger cells, right after the last sort.
  var staleness = 0.0
  /// The work of the first pass after the last sort, in pairs of nodes.
  var work = 0.0
  /// The sum of what later passes have cost more.
  var excess = 0.0

  /// Makes it a history of so many nodes: an empty one, if it was of another number.
  mutating func fit(nodeCount: Int) {
    guard slots.count != nodeCount else { return }
    self = TreeHistory()
    slots = (0..<Int32(nodeCount)).map { $0 }
  }
}

/// The histories of a simulation's many-body forces, each under the name of its force.
struct TreeHistories: Sendable, Equatable {
  /// The names, by slot number: what a bound force keeps.
  private(set) var names: [String] = []
  var histories: [TreeHistory] = []

  /// Adds an empty history, and returns its slot number. A name that is taken gets a number.
  mutating func add(_ name: String) -> Int {
    var unique = name
    var number = 1
    while names.contains(unique) {
      number += 1
      unique = "\(name) \(number)"
    }
    names.append(unique)
    histories.append(TreeHistory())
    return names.count - 1
  }

  /// Takes over the histories of `old` whose names stand here too.
  mutating func takeOver(_ old: TreeHistories) {
    for (name, history) in zip(old.names, old.histories) {
      if let index = names.firstIndex(of: name) { histories[index] = history }
    }
  }

  /// Makes every tree begin anew, as its nodes are others.
  mutating func reset() {
    for index in histories.indices { histories[index] = TreeHistory() }
  }

  /// Makes every tree forget its order, so that what follows depends on the positions alone.
  mutating func invalidate() {
    for index in histories.indices { histories[index].isSorted = false }
  }
}
