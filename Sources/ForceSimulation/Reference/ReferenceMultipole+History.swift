// When the nodes are sorted anew. An order that is not fresh costs work, not accuracy, as all else
// is computed from where the nodes are now. No clock takes part.

extension ReferenceMultipole.Tree {
  /// A tree over the order there is, sorted anew if it has become too stale.
  static func fresh(
    _ input: ReferenceMultipole.Input, _ history: inout TreeHistory
  ) -> Self {
    if history.isSorted && !history.isWorn {
      let tree = Self(input, history.slots)
      // Its leaves have grown, compared with larger cells.
      if tree.staleness <= 1.25 * history.staleness { return tree }
    }
    history.sortAnew(input)
    let tree = Self(input, history.slots)
    history.staleness = tree.staleness
    return tree
  }
}

extension TreeHistory {
  /// Whether passes have cost more in excess of the first one after the sort than a sort is worth.
  fileprivate var isWorn: Bool {
    let shape = KDTreeShape(count: slots.count, leafSize: ReferenceMultipole.leafSize)
    return excess > 12 * Double(slots.count) * Double(shape.height + 1)
  }

  /// Counts the work of a pass, in pairs of nodes.
  mutating func count(work done: Double) {
    if work == 0 { work = done }
    if done > work { excess += done - work }
  }

  /// Sorts the nodes. When outliers are sorted apart already, they are found by the leaves of the
  /// order there is. In a trial they are found by those of a plain sort; then the division has to
  /// prove itself.
  fileprivate mutating func sortAnew(_ input: ReferenceMultipole.Input) {
    let all = slots.count
    func sorted(_ slots: [Int32], core: Int) -> [Int32] {
      ReferenceKDTree.divided(
        input.points, leafSize: ReferenceMultipole.leafSize, slots: slots, core: core)
    }
    let isTrial = !isSorted || sortCount >= nextTrial
    var core = all
    if isDivided && !isTrial {
      core = ReferenceOutliers(input, slots).move(in: &slots, below: .infinity)
    }
    slots = sorted(slots, core: core)
    if isTrial {
      let plain = ReferenceOutliers(input, slots)
      core = plain.move(in: &slots, below: 0.95 * plain.reach)
      nextTrial = sortCount + 4
      if core < all {
        slots = sorted(slots, core: core)
        if ReferenceOutliers(input, slots).reach < 0.95 * plain.reach {
          nextTrial = sortCount + 16
        } else {
          core = all
          slots = sorted(slots, core: core)
        }
      }
    }
    isSorted = true
    sortCount += 1
    isDivided = core < all
    (staleness, work, excess) = (0, 0, 0)
  }
}
