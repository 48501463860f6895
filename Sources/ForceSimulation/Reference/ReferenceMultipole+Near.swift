// The forces on the points of a leaf: its locals, and the sources too near for an expansion.

extension ReferenceMultipole.Tree {
  /// The forces on the points of a leaf, for all of its 16 slots.
  func leafForces(
    _ target: Target, _ locals: [Expansion.Term], isLoose: Bool, _ work: inout Work
  ) -> [Vector] {
    let leaf = target.cell
    var forces = allSlots(leaf).map {
      expansion.force(of: locals, at: points[$0] * (1 / cells[leaf].unit))
    }
    addSoft(target.soft, on: leaf, &forces)
    for source in target.near { addPoints(Array(allSlots(source)), of: source, on: leaf, &forces) }
    for split in target.pending { addPoints(split.slots, of: split.leaf, on: leaf, &forces) }
    work.leafPairs += target.near.count + target.pending.count
    if isLoose { work.leafPairs += walkPoints(of: target, &forces) }
    return forces
  }

  // MARK: Point by point

  /// Adds the forces of points of a leaf on those of another leaf, one source after the other.
  private func addPoints(_ sources: [Int], of leaf: Int, on target: Int, _ forces: inout [Vector]) {
    let pair = LeafPair(target: cells[target], source: cells[leaf])
    for slot in nodeSlots(target) {
      var force = forces[slot % leafSize]
      let place = points[slot] + pair.shift
      for source in sources {
        if let added = pairForce(of: source, on: slot, at: place, pair) { force += added }
      }
      forces[slot % leafSize] = force
    }
  }

  /// A source leaf and a target leaf.
  struct LeafPair {
    /// The vector from the centre of the source to that of the target.
    let shift: Vector
    /// The squared distance below which points need exact coordinates.
    let exact2: Number

    init(target: Cell, source: Cell) {
      shift = Number.vector(target.centre - source.centre)
      let extent = (target.radius + source.radius) + abs(shift.x) + abs(shift.y) + abs(shift.z)
      let exact = extent * Number.close
      exact2 = max(exact * exact, Number.closest2)
    }
  }

  /// The force of the point in slot `source` on the point in `slot`, which is at `place` relative
  /// to the source's leaf. Nil when there is no interaction.
  func pairForce(of source: Int, on slot: Int, at place: Vector, _ pair: LeafPair)
    -> Vector?
  {
    let d = points[source] - place
    let r2 = dot(d, d)
    if r2 < pair.exact2 {
      guard source != slot, source < slots.count else { return nil }
      return exactForce(of: Int(slots[source]), on: Int(slots[slot]))
    }
    let min2 = distanceMin * distanceMin
    let soft2 = r2 < min2 ? (min2 * r2).squareRoot() : r2
    return d * tapered(strengths[source] / soft2, r2)
  }

  /// The force with its taper: a smooth step from 0.9 distanceMax down to zero at distanceMax.
  /// `r2`: the squared distance, not softened.
  func tapered(_ s: Number, _ r2: Number) -> Number {
    guard input.isTapered else { return s }
    let max2 = distanceMax * distanceMax
    let inner2 = max2 * Number(0.81)
    if r2 >= max2 { return 0 }
    guard r2 > inner2 else { return s }
    let u = (max2 - r2) / (max2 - inner2)
    return s * ((u * u) * (3 - 2 * u))
  }

  /// The law of the direct sum in Double, from the state itself, whose differences have no lattice
  /// error.
  private func exactForce(of j: Int, on i: Int) -> Vector? {
    let tiny2 = input.isFloat ? 0x1p-100 : 0x1p-700
    let (min2, max2) = (input.law.distanceMin2, input.law.distanceMax2)
    var d = input.difference(from: i, to: j)
    var r2 = dot(d, d)
    if r2 < tiny2 {
      for k in 0..<input.dimension {
        let jiggle = input.jiggle.value(min(i, j), max(i, j), axis: k)
        d[k] = i < j ? jiggle : -jiggle
      }
      r2 = dot(d, d)
    }
    if r2 >= max2 { return nil }
    var s = input.law.strengths[j] / (r2 < min2 ? (min2 * r2).squareRoot() : r2)
    let inner2 = max2 * 0.81
    if r2 > inner2 {
      let u = (max2 - r2) / (max2 - inner2)
      s *= u * u * (3 - 2 * u)
    }
    return Number.vector(d * s / input.lattice.forceScale)
  }

  // MARK: Soft cells

  /// Adds the forces of cells that lie wholly within distanceMin. There the law is strength /
  /// (distanceMin * r), for which a cell acts as two points: its positive and its negative
  /// strength, each at its own centre.
  private func addSoft(_ sources: [Int], on target: Int, _ forces: inout [Vector]) {
    let min2 = distanceMin * distanceMin
    for source in sources {
      let cell = cells[source]
      let shift = Number.vector(cell.centre - cells[target].centre)
      var (charge, dipole) = expansion.chargeAndDipole(cell.moments)
      dipole *= cell.unit
      for sign: Number in [1, -1] {
        let weight = (cell.mass + sign * charge) / 2
        guard weight > cell.mass * Number(1e-6) else { continue }
        let place = shift + dipole * sign / (2 * weight)
        for slot in allSlots(target) {
          let d = place - points[slot]
          let r2 = max(dot(d, d), Number.closest2)
          forces[slot % leafSize] += d * (sign * weight / (min2 * r2).squareRoot())
        }
      }
    }
  }

  // MARK: Loose leaves

  /// Walks the points of a loose leaf one by one, from the sources that the leaf has left. Returns
  /// the equivalent work in pairs of leaves.
  private func walkPoints(of leaf: Target, _ forces: inout [Vector]) -> Int {
    var work = 0
    for slot in nodeSlots(leaf.cell) {
      let place = points[slot]
      // A sphere whose radius is the point's position error.
      var target = Target(
        cell: leaf.cell, level: leaf.level,
        centre: leaf.centre + Number.centre(ReferenceMultipole.double(place)),
        radius: max(leaf.radius * Number.close, Number.pointRadius / 4), isLast: true)
      classify(leaf.next, for: &target)
      if !target.soft.isEmpty {
        var soft = [Vector](repeating: .zero, count: leafSize)
        addSoft(target.soft, on: leaf.cell, &soft)
        forces[slot % leafSize] += soft[slot % leafSize]
      }
      forces[slot % leafSize] += expansion.forceAtCentre(of: farSums(target, at: place, 1))
      forces[slot % leafSize] += nearForce(on: slot, of: leaf.cell, target.near)
      work += target.near.count + target.far.count / 4
    }
    return work / 8
  }

  /// The force of leaves on one point, in sixteen partial sums. Each source is numbered by its slot
  /// in its leaf.
  private func nearForce(on slot: Int, of leaf: Int, _ near: [Int]) -> Vector {
    var sums = Sixteenths<Number>(count: 3)
    for source in near {
      let pair = LeafPair(target: cells[leaf], source: cells[source])
      for from in allSlots(source) {
        if let added = pairForce(of: from, on: slot, at: points[slot] + pair.shift, pair) {
          sums.add([added.x, added.y, added.z], number: from)
        }
      }
    }
    let sum = sums.joined()
    return Vector(sum[0], sum[1], sum[2])
  }
}
