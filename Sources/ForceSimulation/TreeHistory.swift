/// The order of the nodes in the tree of a many-body force, from one tick to the next, and the
/// numbers that say when it is sorted anew.
///
/// It is part of the state: two simulations with the same positions but different histories of
/// their trees give different bits.
struct TreeHistory: Sendable, Equatable, Codable {
  /// The node in each slot of the tree: a permutation of the nodes.
  var slots: [Int32]
  /// Whether `slots` has been sorted. The next pass sorts it if not.
  var isSorted = false
  /// The number of sorts so far.
  var sortCount = 0
  /// Whether the nodes far away from all others are sorted apart from the rest.
  var isDivided = false
  /// The number of sorts after which the division is tried anew.
  var nextTrial = 0
  /// The radii of the leaves compared with those of larger cells, right after the last sort.
  var staleness = 0.0
  /// The work of the first pass after the last sort, in pairs of nodes.
  var work = 0.0
  /// The work that later passes have taken beyond `work`, added up.
  var excess = 0.0

  init(nodeCount: Int) { slots = (0..<Int32(nodeCount)).map { $0 } }

  /// Makes the next pass sort.
  mutating func invalidate() { isSorted = false }
}
