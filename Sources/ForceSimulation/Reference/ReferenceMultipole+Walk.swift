// The walk: each cell in turn is a target, parents before their children. The root begins with a
// list of one source, itself. Sources are taken from the front of the list; the children of an
// opened source go to its end.

extension ReferenceMultipole.Tree {
  /// The relation of a source to a target.
  private enum Relation {
    /// Far enough for an expansion.
    case far
    /// Within distanceMin of all of the target, where no pair of points tapers off, and small: the
    /// source acts as two points.
    case soft
    /// Wholly beyond distanceMax: the source has no effect.
    case beyond
    /// At the same place, but distant in the permutation: the source is skipped. Coincident nodes
    /// thus interact only with those of their own leaf and of the leaves before and after.
    /// Interactions between all of them would take quadratic time.
    case coincident
    case other
  }

  /// A source leaf expanded into its points, with the slots that are not yet counted.
  struct Pending {
    let leaf: Int
    var slots: [Int]
  }

  /// A cell, or a single point, and the lists of sources found for it.
  struct Target {
    let cell: Int
    let level: Int
    let centre: SIMD3<Double>
    let radius: Number
    /// True to open every source that is not a leaf. Other targets leave smaller sources to their
    /// children.
    let isLast: Bool
    var far: [Int] = []
    var near: [Int] = []
    var next: [Int] = []
    var soft: [Int] = []
    var pending: [Pending] = []
  }

  /// The input that a cell gets from its parent: its level, the sources not yet counted, and the
  /// parent's locals.
  private struct Inheritance {
    var level = 0
    var candidates = [0]
    var soft: [Int] = []
    var pending: [Pending] = []
    var locals: [Expansion.Term]?
  }

  struct Work {
    var leafPairs = 0
    var farCells = 0
  }

  /// The forces on all nodes, in lattice units, and the work of finding them, in pairs of nodes.
  func walk() -> (forces: [Vector], work: Double) {
    var forces = [Vector](repeating: .zero, count: slots.count)
    var work = Work()
    visit(0, Inheritance(), &forces, &work)
    return (forces, Double(work.leafPairs * 16 * 16) + 80 * Double(work.farCells))
  }

  private func visit(
    _ cell: Int, _ from: Inheritance, _ forces: inout [Vector], _ work: inout Work
  ) {
    let isLeaf = shape.isLeaf(cell)
    func target(isLast: Bool) -> Target {
      var target = Target(
        cell: cell, level: from.level, centre: cells[cell].centre, radius: cells[cell].radius,
        isLast: isLast, soft: from.soft, pending: from.pending)
      classify(from.candidates, for: &target)
      return target
    }
    var found = target(isLast: isLeaf)
    let isLoose = isLeaf && !input.isTapered && found.near.count > input.looseLimit
    if isLoose { found = target(isLast: false) }

    var locals = inheritedLocals(of: cell, from.locals)
    if !found.far.isEmpty {
      locals.add(expansion.locals(of: farSums(found, at: .zero, unit(cell))))
    }
    if !found.pending.isEmpty { addFarPoints(&found, &locals) }
    work.farCells += found.far.count
    if isLeaf {
      let pushes = leafForces(found, locals, isLoose: isLoose, &work)
      for slot in nodeSlots(cell) { forces[Int(slots[slot])] = pushes[slot % leafSize] }
    } else {
      let own = Inheritance(
        level: from.level + 1, candidates: found.next, soft: found.soft, pending: found.pending,
        locals: locals)
      visit(2 * cell + 1, own, &forces, &work)
      visit(2 * cell + 2, own, &forces, &work)
    }
  }

  // MARK: Near or far

  /// Sorts sources, and the children of opened ones, into the lists of a target.
  func classify(_ candidates: [Int], for target: inout Target) {
    var list = candidates
    var next = 0
    while next < list.count {
      let source = list[next]
      next += 1
      switch relation(of: source, to: target) {
      case .far: target.far.append(source)
      case .soft: target.soft.append(source)
      case .beyond, .coincident: break
      case .other:
        let isLarger = cells[source].radius > target.radius
        if shape.isLeaf(source) {
          if target.isLast {
            target.near.append(source)
          } else if isLarger && !input.isTapered {
            target.pending.append(Pending(leaf: source, slots: Array(nodeSlots(source))))
          } else {
            target.next.append(source)
          }
        } else if target.isLast || isLarger {
          list += [2 * source + 1, 2 * source + 2]
        } else {
          target.next.append(source)
        }
      }
    }
  }

  private func relation(of source: Int, to target: Target) -> Relation {
    let d = Number.vector(target.centre - cells[source].centre)
    let d2 = dot(d, d)
    let r = cells[source].radius + target.radius
    let clear = r + distanceMin
    var isFar = r * r < ratio2 * d2 && clear * clear <= d2
    if isFar, let tolerance2 = tolerance2?[target.level] {
      // The power holds for targets that are at most as large as the source. On a larger one, of
      // radius r, no term of the error grows faster than r^n, where n is the order of the series.
      // The test allows for it by taking (2 r)^2 for the squared sum of the radii where it is more.
      let reach2 = max(r * r, target.radius * target.radius * 4)
      isFar = isAccurate(cells[source].power, radii2: r * r, reach2: reach2, d2, tolerance2)
    }
    var mayTaper = false
    if input.isTapered {
      let within = distanceMax * Number(0.9) - r
      let beyond = distanceMax + r
      if d2 >= beyond * beyond { return .beyond }
      mayTaper = !(within > 0 && d2 <= within * within)
    }
    if isFar && !mayTaper { return .far }
    let inside = distanceMin - r
    if !mayTaper, inside > 0, d2 <= inside * inside, isSmall(source, target.level, r, d2) {
      return .soft
    }
    if d2 == 0 && r <= Number.pointRadius {
      let (own, other) = (leaves(below: target.cell), leaves(below: source))
      if own.upperBound < other.lowerBound || other.upperBound < own.lowerBound {
        return .coincident
      }
    }
    return .other
  }

  var distanceMin: Number { Number(input.lattice.distanceMin) }
  var distanceMax: Number { Number(input.lattice.distanceMax) }
  private var ratio2: Number { Number(input.ratio2) }

  /// True when a source may be soft. A soft cell has no expansion beyond its two centres, so it has
  /// to be small: with an accuracy its error, about mass / distanceMin * (r / d)^2.
  private func isSmall(_ source: Int, _ level: Int, _ r: Number, _ d2: Number) -> Bool {
    guard let tolerance2 = tolerance2?[level] else {
      let ratio2 = input.ratio2
      return r * r < Number(ratio2 * ratio2 * ratio2 * ratio2 / 16) * d2
    }
    let mass = cells[source].mass
    let q = (r * r / d2) / distanceMin
    return (mass * mass.squareRoot()) * (q * q) <= tolerance2
  }

  private func unit(_ cell: Int) -> Number { cells[cell].unit }

  private func leaves(below cell: Int) -> Range<Int> {
    let slots = shape.slots(of: cell)
    return slots.lowerBound / leafSize..<(slots.upperBound + leafSize - 1) / leafSize
  }

  // MARK: The far field

  private func inheritedLocals(of cell: Int, _ parent: [Expansion.Term]?) -> [Expansion.Term] {
    guard let parent else { return Array(repeating: .zero, count: expansion.localCount) }
    let above = cells[(cell - 1) / 2]
    let inverse = 1 / above.unit
    let shift = Number.vector(cells[cell].centre - above.centre) * inverse
    return expansion.moved(locals: parent, by: shift, ratio: unit(cell) * inverse)
  }

  /// The sums of the far cells at a place relative to the centre of the target's cell, in sixteen
  /// partial sums. The cells are numbered in the sequence in which they were found.
  func farSums(_ target: Target, at place: Vector, _ unit: Number) -> [Expansion.Term] {
    var sums = Sixteenths<Expansion.Term>(count: expansion.sumCount)
    for (number, source) in target.far.enumerated() {
      let d = Number.vector(cells[target.cell].centre - cells[source].centre) + place
      sums.add(
        expansion.sums(
          of: cells[source].moments, d, unit: cells[source].unit, targetUnit: unit),
        number: number)
    }
    return sums.joined()
  }

  /// Adds the pending points that are far away to the target's locals, in sixteen partial sums.
  /// Each point is numbered by its slot in its leaf. The other points stay pending, for the
  /// target's children.
  private func addFarPoints(_ target: inout Target, _ locals: inout [Expansion.Term]) {
    let clear = target.radius + distanceMin
    var sums = Sixteenths<Expansion.Term>(count: expansion.sumCount)
    var pending: [Pending] = []
    for var split in target.pending {
      // A leaf that is much larger than the distance has a large rounding error in its points.
      // These points wait until exact positions are used.
      let distance = max(clear, 2 * cells[split.leaf].radius * Number.close)
      let shift = Number.vector(target.centre - cells[split.leaf].centre)
      split.slots.removeAll { slot in
        let d = shift - points[slot]
        let d2 = dot(d, d)
        let radius2 = target.radius * target.radius
        guard radius2 < ratio2 * d2, distance * distance <= d2 else { return false }
        if let tolerance2 = tolerance2?[target.level] {
          let size = abs(strengths[slot])
          guard
            isAccurate(
              size * size.squareRoot(), radii2: radius2, reach2: radius2, d2, tolerance2)
          else { return false }
        }
        let terms = expansion.sums(of: strengths[slot], d, targetUnit: Number.unit(target.radius))
        sums.add(terms, number: slot)
        return true
      }
      if !split.slots.isEmpty { pending.append(split) }
    }
    target.pending = pending
    locals.add(expansion.locals(of: sums.joined()))
  }
}
