// The decision to sort the nodes again. A stale permutation costs work, not accuracy, as all else
// is computed from the current positions. The decision counts work and never reads a clock.

extension ReferenceMultipole.Tree {
  /// A tree over the present permutation, sorted again if that has become too stale.
  static func fresh(
    _ input: ReferenceMultipole.Input, _ history: inout TreeHistory
  ) -> Self {
    if history.isSorted && !history.needsSort {
      let tree = Self(input, history.permutation)
      // The leaves must not have grown too much relative to larger cells.
      if tree.staleness <= 1.25 * history.staleness { return tree }
    }
    history.sortAgain(input)
    let tree = Self(input, history.permutation)
    history.staleness = tree.staleness
    return tree
  }
}

extension TreeHistory {
  /// True when the excess work of the passes since the sort, relative to the first of them, exceeds
  /// the cost of a sort.
  fileprivate var needsSort: Bool {
    let shape = KDTreeShape(count: permutation.count, leafSize: ReferenceMultipole.leafSize)
    return excess > 12 * Double(permutation.count) * Double(shape.height + 1)
  }

  /// Adds the work of a pass, in pairs of nodes. With a higher level than before a pass over nodes
  /// that are freshly sorted costs less, if anything. With a lower one nothing is known of it.
  mutating func count(work done: Double, levelBefore: Int) {
    if work < 0 { work = min(-work, done) }
    if work == 0 { work = done }
    if done > work { excess += done - work }
    if level > levelBefore { work = -work }
    if level < levelBefore { work = 0 }
  }

  /// Sorts the nodes. When outliers are separated already, they are found by the leaves of the
  /// present permutation. In a trial they are found by the leaves of a plain sort; the separation
  /// is kept only if it makes the leaves smaller.
  fileprivate mutating func sortAgain(_ input: ReferenceMultipole.Input) {
    let all = permutation.count
    func sorted(_ permutation: [Int32], core: Int) -> [Int32] {
      ReferenceKDTree.divided(
        input.points, leafSize: ReferenceMultipole.leafSize, slots: permutation, core: core)
    }
    let isTrial = !isSorted || sortCount >= nextTrial
    var core = all
    if isDivided && !isTrial {
      core = ReferenceOutliers(input, permutation).move(in: &permutation, below: .infinity)
    }
    permutation = sorted(permutation, core: core)
    if isTrial {
      let plain = ReferenceOutliers(input, permutation)
      core = plain.move(in: &permutation, below: 0.95 * plain.reach)
      nextTrial = sortCount + 4
      if core < all {
        permutation = sorted(permutation, core: core)
        if ReferenceOutliers(input, permutation).reach < 0.95 * plain.reach {
          nextTrial = sortCount + 16
        } else {
          core = all
          permutation = sorted(permutation, core: core)
        }
      }
    }
    isSorted = true
    sortCount += 1
    isDivided = core < all
    (staleness, work, excess) = (0, 0, 0)
  }
}
