/// The memory of a many-body tree from one tick to the next: its permutation of the nodes, and the
/// numbers that decide when they are sorted again.
///
/// Part of the state: two simulations with the same positions and different histories go on with
/// different bits.
package struct TreeHistory: Sendable, Equatable {
  /// The node in each slot of the tree. Empty until the tree is first used.
  package var permutation: [Int32] = []
  /// True when the permutation has been sorted; false makes the next pass sort.
  package var isSorted = false
  /// The number of sorts.
  package var sortCount = 0
  /// True when outliers, nodes far from all others, are sorted separately.
  package var isDivided = false
  /// The number of the sort at which separating outliers is tried again.
  package var nextTrial = 0
  /// The ratio of leaf sizes to the sizes of larger cells, just after the last sort.
  package var staleness = 0.0
  /// The work of a pass with nodes that are freshly sorted, in pairs of nodes. Below 0:
  /// -work at most, as the next pass has a higher level than the last one.
  package var work = 0.0
  /// The summed work of passes since the last sort in excess of fresh ones.
  package var excess = 0.0

  // The control of the error (ReferenceMultipole+Control).

  /// The error that a far cell may make on a leaf, in quarters of an octave above the accuracy.
  package var level = 0
  /// The number of ticks whose measurements are in `error2`, at most 32; 0 makes the next pass
  /// measure anew.
  package var measured = 0
  /// The mean square of the measured errors, relative to the accuracy.
  package var error2 = 0.0
  /// The root mean square force of the last pass: the scale of errors for the next one.
  package var force = 0.0
  /// The error that the last pass has measured, relative to the root mean square force; 0: none.
  package var lastError = 0.0

  /// Makes the history fit a number of nodes. It is emptied if it was for another number.
  package mutating func fit(nodeCount: Int) {
    guard permutation.count != nodeCount else { return }
    self = TreeHistory()
    permutation = (0..<Int32(nodeCount)).map { $0 }
  }
}

/// The histories of a simulation's many-body forces, each under the name of its force.
struct TreeHistories: Sendable, Equatable {
  /// The names by index. A bound force keeps its index.
  private(set) var names: [String] = []
  var histories: [TreeHistory] = []

  /// Adds an empty history, and returns its index. A name that is taken gets a number.
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

  /// Copies the histories of `old` whose names are here too.
  mutating func takeOver(_ old: TreeHistories) {
    for (name, history) in zip(old.names, old.histories) {
      if let index = names.firstIndex(of: name) { histories[index] = history }
    }
  }

  /// The errors that were measured last, by name.
  var errors: [String: Double] {
    var errors: [String: Double] = [:]
    for (name, history) in zip(names, histories) where history.lastError > 0 {
      errors[name] = history.lastError
    }
    return errors
  }

  /// Empties every history, as the nodes have changed.
  mutating func reset() {
    for index in histories.indices { histories[index] = TreeHistory() }
  }

  /// Marks every permutation as unsorted, so that the next ticks depend on the positions alone.
  mutating func invalidate() {
    for index in histories.indices { histories[index].isSorted = false }
  }
}
